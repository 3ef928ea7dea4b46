import CoreData

/// One context for everything.
struct SingleStack: Stack {
    let viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)

    init(_ coordinator: NSPersistentStoreCoordinator) { viewContext.persistentStoreCoordinator = coordinator }

    func run(_ cities: CityImport, _ saves: SaveTimes) async throws {
        let viewContext = viewContext
        try await viewContext.perform {
            try cities.run(in: viewContext, save: { context in try saves.measure { try context.save() } })
        }
    }
}
