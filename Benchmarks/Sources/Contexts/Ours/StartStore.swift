import CityData
import CoreData
import Foundation

/// The store that imports begin with: some cities, in a file that is copied for each.
final class StartStore: Sendable {
    /// How many cities it has.
    static let count = 20_000

    private let folder: URL
    private let model: NSManagedObjectModel
    /// Countries of which a hundred cities are a page.
    let countries: [String]

    init(cities: [CityRecord], countries: [CountryRecord]) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        guard let model = NSManagedObjectModel.mergedModel(from: [ContextsOurs.bundle]) else {
            fatalError("There is no model.")
        }
        self.model = model
        let first = Array(cities.prefix(Self.count))
        let (sizes, allSizes) = (Self.sizes(first), Self.sizes(cities))
        self.countries = sizes.keys.filter {
            MainLoad.isOfUse(count: sizes[$0, default: 0], in: allSizes[$0, default: 0])
        }
        .sorted()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        // One file, without a log beside it.
        let store = try coordinator.addPersistentStore(
            type: .sqlite, at: folder.appendingPathComponent("Start.sqlite"),
            options: [NSSQLitePragmasOption: ["journal_mode": "DELETE"]])
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        let start = CityImport(countries: countries, cities: first, batchSize: Self.count)
        try context.performAndWait { try start.run(in: context) }
        try coordinator.remove(store)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static func sizes(_ cities: [CityRecord]) -> [String: Int] {
        Dictionary(grouping: cities, by: \.country).mapValues(\.count)
    }

    /// Calls a closure with a coordinator of a copy, which is gone afterwards.
    @MainActor
    func withCopy<Result>(_ body: (NSPersistentStoreCoordinator) async throws -> Result) async throws -> Result {
        let place = folder.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: place) }
        let file = place.appendingPathComponent("Atlas.sqlite")
        try FileManager.default.copyItem(at: folder.appendingPathComponent("Start.sqlite"), to: file)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(type: .sqlite, at: file)
        let result = try await body(coordinator)
        try coordinator.remove(store)
        return result
    }

    /// Ends the program if an import has lost something.
    func check(_ coordinator: NSPersistentStoreCoordinator, imported: Int) async throws {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        let count = try await context.perform { try context.count(for: City.fetchRequest()) }
        precondition(count == imported + Self.count, "\(count) cities are in the store.")
    }
}
