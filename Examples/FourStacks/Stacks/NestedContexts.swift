import CoreData

/// A child of the main context: what it saves, the main context has at once, and saves to the store by itself.
struct NestedContexts: SetUp {
    let viewContext: NSManagedObjectContext

    init(_ coordinator: NSPersistentStoreCoordinator) {
        viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        viewContext.persistentStoreCoordinator = coordinator
    }

    func run(_ cities: CityImport) async throws {
        let viewContext = viewContext
        let failures = Failures()
        let temporaryContext = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        temporaryContext.parent = viewContext
        try await temporaryContext.perform {
            try cities.run(in: temporaryContext) {
                temporaryContext.reset()
                viewContext.perform { failures.catching { try viewContext.save() } }
            }
        }
        // Behind the last save.
        await viewContext.perform(schedule: .enqueued) {}
        try failures.rethrow()
    }
}
