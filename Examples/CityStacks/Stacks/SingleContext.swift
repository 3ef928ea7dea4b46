package import CoreData

/// One context for everything, on the main queue: what takes long, the screen waits for.
package struct SingleContext: SetUp {
    package let viewContext: NSManagedObjectContext

    package init(_ coordinator: NSPersistentStoreCoordinator) {
        viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        viewContext.persistentStoreCoordinator = coordinator
    }

    package func run(_ cities: CityImport) async throws {
        let viewContext = viewContext
        try await viewContext.perform { try cities.run(in: viewContext) }
    }
}
