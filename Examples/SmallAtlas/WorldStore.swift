import CoreData

extension NSPersistentContainer {
    /// The container of the model World, with a new store in a file; what was there before goes.
    static func world(at file: URL) throws -> NSPersistentContainer {
        let container = NSPersistentContainer(name: "World")
        try container.persistentStoreCoordinator.destroyPersistentStore(at: file, type: .sqlite)
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: file)]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
        container.viewContext.automaticallyMergesChangesFromParent = true
        return container
    }
}
