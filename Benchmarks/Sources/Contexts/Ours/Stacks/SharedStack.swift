import CoreData
import Foundation

/// Contexts side by side on one coordinator: what the importing one saves, the main one merges.
struct SharedStack: Stack {
    let viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    private let coordinator: NSPersistentStoreCoordinator

    init(_ coordinator: NSPersistentStoreCoordinator) {
        self.coordinator = coordinator
        viewContext.persistentStoreCoordinator = coordinator
        viewContext.automaticallyMergesChangesFromParent = true
    }

    func run(_ cities: CityImport, _ saves: SaveTimes) async throws {
        let worker = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        worker.persistentStoreCoordinator = coordinator
        try await worker.perform { try cities.run(in: worker) { worker.reset() } }
        await viewContext.mergesEnded()
    }
}
