import CoreData

/// A context with a queue of its own between the main one and the store.
struct WriterStack: Stack {
    let viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    private let writer = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)

    init(_ coordinator: NSPersistentStoreCoordinator) {
        writer.persistentStoreCoordinator = coordinator
        viewContext.parent = writer
    }

    func run(_ cities: CityImport, _ saves: SaveTimes) async throws {
        let (saved, continuation) = AsyncStream.makeStream(of: Void.self)
        let writer = writer
        async let saving: Void = saveView(saved, saves) {
            // Nobody waits for the disk.
            writer.perform { do { try writer.save() } catch { fatalError("\(error)") } }
        }
        try await importThroughChild(cities, continuation)
        try await saving
        // Behind the last save.
        await writer.perform(schedule: .enqueued) {}
    }
}
