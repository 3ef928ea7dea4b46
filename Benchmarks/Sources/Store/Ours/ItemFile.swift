import Foundation
import MainspringData
import MainspringModel
import Measure

/// A store with items in a file that is made anew.
final class ItemFile {
    static let model: NSManagedObjectModel = {
        guard let file = Bundle.module.url(forResource: "Store", withExtension: "momd"),
            let model = NSManagedObjectModel(contentsOf: file)
        else { fatalError("The model is missing from the program's resources.") }
        return model
    }()

    let url: URL
    private(set) var coordinator: NSPersistentStoreCoordinator

    init() throws {
        url = URL(fileURLWithPath: String(cString: measure_store_path("ours")))
        Self.erase(url)
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model)
        try coordinator.addPersistentStore(type: .sqlite, at: url)
    }

    deinit { Self.erase(url) }

    private static func erase(_ url: URL) {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + suffix) }
    }

    /// Opens the store again, so that no row is kept.
    func reopen() throws {
        for store in coordinator.persistentStores { try coordinator.remove(store) }
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model)
        try coordinator.addPersistentStore(type: .sqlite, at: url)
    }

    /// A context on the main queue, as lists and forms have it.
    func context() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    /// New owners.
    func makeOwners(in context: NSManagedObjectContext) -> [Owner] {
        (0..<Int(MEASURE_OWNERS)).map { index in
            let owner = Owner(context: context)
            owner.name = "owner \(index)"
            return owner
        }
    }

    /// New items with their values.
    @discardableResult
    func makeItems(
        _ values: [ItemValues], owners: [Owner], in context: NSManagedObjectContext, allOwned: Bool = false
    ) -> [Item] {
        values.enumerated().map { index, values in
            let item = Item(context: context)
            item.number = values.number
            item.ratio = values.ratio
            item.name = values.name
            item.date = values.date
            if allOwned {
                item.owner = owners[index % owners.count]
            } else if values.owner > 0, !owners.isEmpty {
                item.owner = owners[values.owner - 1]
            }
            return item
        }
    }

    /// A store that has the items, and was opened again.
    static func filled(allOwned: Bool = false) throws -> ItemFile {
        let file = try ItemFile()
        let context = file.context()
        let owners = file.makeOwners(in: context)
        file.makeItems(ItemValues.make(Int(MEASURE_ITEMS)), owners: owners, in: context, allOwned: allOwned)
        try context.save()
        try file.reopen()
        return file
    }
}

/// What `measure_item_of` says, as Swift has it.
struct ItemValues {
    let number: Int64
    let ratio: Double
    let name: String
    let date: Date
    let owner: Int

    static func make(_ range: Range<Int>, of count: Int) -> [ItemValues] {
        range.map { index in
            var item = measure_item_of(Int64(index), Int64(count))
            let name = withUnsafeBytes(of: &item.name) { String(decoding: $0.prefix(20), as: UTF8.self) }
            return ItemValues(
                number: item.number, ratio: item.ratio, name: name,
                date: Date(timeIntervalSinceReferenceDate: item.date), owner: Int(item.owner))
        }
    }

    static func make(_ count: Int) -> [ItemValues] { make(0..<count, of: count) }
}
