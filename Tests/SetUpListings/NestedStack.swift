package import CoreData

/// The main context, and children of it for long jobs.
package final class NestedStack: Sendable {
    package let managedObjectContext: NSManagedObjectContext
    private let journal: @Sendable (String) -> Void

    /// Parent: the main context on the main queue.
    /// - Parameter journal: is told what happens, and what goes wrong; on any thread.
    package init(
        _ persistentStoreCoordinator: NSPersistentStoreCoordinator, journal: @escaping @Sendable (String) -> Void
    ) {
        managedObjectContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        managedObjectContext.persistentStoreCoordinator = persistentStoreCoordinator
        self.journal = journal
    }

    /// Child: a long job, pushed to the parent, then to disk.
    package func doInBackground(_ something: @escaping @Sendable (NSManagedObjectContext) -> Void) {
        let (mainMOC, journal) = (managedObjectContext, journal)
        let temporaryContext = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        temporaryContext.parent = mainMOC
        temporaryContext.perform {
            // do something that takes some time asynchronously using the temp context
            something(temporaryContext)
            do {
                // push to parent
                try temporaryContext.save()
                journal("pushed to the parent")
            } catch {
                journal("\(error)")
            }
            mainMOC.perform {
                do {
                    // save parent to disk asynchronously
                    try mainMOC.save()
                    journal("on disk")
                } catch {
                    journal("\(error)")
                }
            }
        }
    }
}
