import CoreData

/// A child of the main context, which saves into the store itself.
struct NestedStack: Stack {
    let viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)

    init(_ coordinator: NSPersistentStoreCoordinator) { viewContext.persistentStoreCoordinator = coordinator }

    func run(_ cities: CityImport, _ saves: SaveTimes) async throws {
        let (saved, continuation) = AsyncStream.makeStream(of: Void.self)
        async let saving: Void = saveView(saved, saves)
        try await importThroughChild(cities, continuation)
        try await saving
    }
}
