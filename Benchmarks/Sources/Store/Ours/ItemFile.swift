import Foundation
import MainspringData
import MainspringModel
import Measure
import Workloads

/// A store with items in a file.
final class ItemFile {
    static let model: NSManagedObjectModel = {
        guard let file = Bundle.module.url(forResource: "Store", withExtension: "momd"),
            let model = NSManagedObjectModel(contentsOf: file)
        else { fatalError("The model is missing from the program's resources.") }
        return model
    }()

    static let itemEntity: NSEntityDescription = {
        guard let entity = model.entitiesByName["Item"] else { fatalError("The model has no items.") }
        return entity
    }()

    let url: URL
    private let isKept: Bool
    private let isTracked: Bool
    private(set) var coordinator: NSPersistentStoreCoordinator

    /// Opens a file that stays.
    init(keeping path: String) throws {
        url = URL(fileURLWithPath: path)
        (isKept, isTracked) = (true, false)
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model)
        try coordinator.addPersistentStore(type: .sqlite, at: url)
    }

    /// Makes a file anew, which goes with this.
    /// - Parameter isTracked: whether it keeps a history.
    init(isTracked: Bool = false) throws {
        self.isTracked = isTracked
        let path = String(cString: measure_store_path("ours"))
        Self.erase(path)
        url = URL(fileURLWithPath: path)
        isKept = false
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model)
        try add()
    }

    private func add() throws {
        try coordinator.addPersistentStore(
            type: .sqlite, at: url, options: isTracked ? [NSPersistentHistoryTrackingKey: NSNumber(value: true)] : nil)
    }

    deinit { if !isKept { Self.erase(url.path) } }

    static func erase(_ path: String) {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    func close() throws {
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }

    /// Opens the store again, so that no row is kept.
    func reopen() throws {
        try close()
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model)
        try add()
    }

    /// A context on the main queue, as lists and forms have it.
    func context() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    /// New owners.
    func makeOwners(in context: NSManagedObjectContext) -> [Owner] {
        (0..<ItemValues.ownerCount).map { index in
            let owner = Owner(context: context)
            owner.name = "owner \(index)"
            return owner
        }
    }

    /// New items with their values.
    @discardableResult
    func makeItems(
        _ values: some Sequence<ItemValues>, owners: [Owner], in context: NSManagedObjectContext, allOwned: Bool = false
    ) -> [Item] {
        values.enumerated().map { index, values in
            let item = Item(context: context)
            item.number = values.number
            item.ratio = values.ratio
            item.name = values.name
            item.date = Date(timeIntervalSinceReferenceDate: values.date)
            if allOwned {
                item.owner = owners[index % owners.count]
            } else if values.owner > 0 {
                item.owner = owners[values.owner - 1]
            }
            return item
        }
    }

    /// A store that has the items, and was opened again. Each value is made when its item is.
    static func filled(allOwned: Bool = false, isTracked: Bool = false) throws -> ItemFile {
        let file = try ItemFile(isTracked: isTracked)
        let context = file.context()
        let values = (0..<ItemValues.count).lazy.map { ItemValues($0) }
        file.makeItems(values, owners: file.makeOwners(in: context), in: context, allOwned: allOwned)
        try context.save()
        try file.reopen()
        return file
    }
}
