package import CoreData

/// A context with a queue of its own between the main one and the store: nobody but it waits for the disk.
package struct PrivateWriter: SetUp {
    package let viewContext: NSManagedObjectContext
    private let writerContext: NSManagedObjectContext

    package init(_ coordinator: NSPersistentStoreCoordinator) {
        writerContext = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        writerContext.persistentStoreCoordinator = coordinator
        viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        viewContext.parent = writerContext
    }

    package func run(_ cities: CityImport) async throws {
        let (viewContext, writerContext) = (viewContext, writerContext)
        let failures = Failures()
        let temporaryContext = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        temporaryContext.parent = viewContext
        try await temporaryContext.perform {
            try cities.run(in: temporaryContext) {
                temporaryContext.reset()
                try failures.rethrow()
                viewContext.perform {
                    failures.catching { try viewContext.save() }
                    writerContext.perform { failures.catching { try writerContext.save() } }
                }
            }
        }
        // Behind the last save of each.
        await viewContext.perform(schedule: .enqueued) {}
        await writerContext.perform(schedule: .enqueued) {}
        try failures.rethrow()
    }
}
