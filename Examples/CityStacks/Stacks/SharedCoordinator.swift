package import CoreData

/// Contexts side by side on one coordinator: what the importing one saves, the main one merges, and the importing one waits
/// for that.
package struct SharedCoordinator: SetUp {
    package let viewContext: NSManagedObjectContext
    private let coordinator: NSPersistentStoreCoordinator

    package init(_ coordinator: NSPersistentStoreCoordinator) {
        self.coordinator = coordinator
        viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        viewContext.persistentStoreCoordinator = coordinator
    }

    package func run(_ cities: CityImport) async throws {
        let viewContext = viewContext
        let temporaryContext = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        temporaryContext.persistentStoreCoordinator = coordinator
        let center = NotificationCenter.default
        let observer = center.addObserver(
            forName: .NSManagedObjectContextDidSave, object: temporaryContext, queue: nil
        ) { notification in
            viewContext.performAndWait { viewContext.mergeChanges(fromContextDidSave: notification) }
        }
        defer { center.removeObserver(observer) }
        try await temporaryContext.perform { try cities.run(in: temporaryContext) { temporaryContext.reset() } }
        // What was saved last may still be merged, slice by slice.
        await viewContext.mergesEnded()
    }
}
