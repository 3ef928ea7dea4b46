package import CoreData

/// A private writer above the main context: the screen never waits for the disk.
package final class WriterStack: Sendable {
    package let privateWriterContext: NSManagedObjectContext
    package let managedObjectContext: NSManagedObjectContext
    private let journal: @Sendable (String) -> Void

    /// Asynchronous saving.
    /// - Parameter journal: is told what happens, and what goes wrong; on any thread.
    package init(
        _ persistentStoreCoordinator: NSPersistentStoreCoordinator, journal: @escaping @Sendable (String) -> Void
    ) {
        privateWriterContext = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        privateWriterContext.persistentStoreCoordinator = persistentStoreCoordinator
        managedObjectContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        managedObjectContext.parent = privateWriterContext
        self.journal = journal
    }

    /// Three saves: temporary, main, writer.
    package func doInBackground(_ something: @escaping @Sendable (NSManagedObjectContext) -> Void) {
        let (mainMOC, privateWriterContext, journal) = (managedObjectContext, privateWriterContext, journal)
        let temporaryContext = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        temporaryContext.parent = mainMOC
        temporaryContext.perform {
            something(temporaryContext)
            do {
                try temporaryContext.save()
                journal("temporary saved")
            } catch {
                journal("\(error)")
            }
            mainMOC.perform {
                do {
                    try mainMOC.save()
                    journal("main saved")
                } catch {
                    journal("\(error)")
                }
                privateWriterContext.perform {
                    do {
                        try privateWriterContext.save()
                        journal("writer saved")
                    } catch {
                        journal("\(error)")
                    }
                }
            }
        }
    }
}
