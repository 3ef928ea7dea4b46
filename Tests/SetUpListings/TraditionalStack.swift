package import CoreData
package import Dispatch

/// What the listings of the traditional set-up offer. Their contexts are made as they always were, which is deprecated, and
/// through a protocol it can be called without a warning.
package protocol TraditionalListing: AnyObject, Sendable {
    /// What the screen uses, on the main thread.
    var managedObjectContext: NSManagedObjectContext! { get }
    /// Makes model, coordinator, store and context.
    func setUpCoreDataStack()
    /// Does something in a context of its own, on the background queue.
    func doInBackground(_ something: @escaping @Sendable (NSManagedObjectContext) -> Void)
    /// Does something in the background with an object that the screen has.
    func doInBackground(with user: TwitterUser, _ something: @escaping @Sendable (TwitterUser) -> Void)
}

/// Temporary contexts beside the main one, on one coordinator. All on the main thread, but for what is in the blocks.
package final class TraditionalStack: TraditionalListing, @unchecked Sendable {
    // `@unchecked Sendable`: constant once it is set up; the contexts are used where they belong.

    package private(set) var managedObjectModel: NSManagedObjectModel!
    package private(set) var persistentStoreCoordinator: NSPersistentStoreCoordinator!
    package private(set) var managedObjectContext: NSManagedObjectContext!
    package let backgroundQueue = DispatchQueue(label: "background")
    private let cachesPath: String
    private let journal: @Sendable (String) -> Void
    private var observer: (any NSObjectProtocol)?

    /// - Parameters:
    ///   - cachesPath: the folder of the store's file.
    ///   - journal: is told what happens, and what goes wrong; on any thread.
    package init(cachesPath: String, journal: @escaping @Sendable (String) -> Void) {
        (self.cachesPath, self.journal) = (cachesPath, journal)
    }

    deinit {
        if let observer { NotificationCenter.default.removeObserver(observer) }
    }

    /// The stack, and its did-save notice.
    @available(*, deprecated)
    package func setUpCoreDataStack() {
        let modelURL = Bundle.module.url(forResource: "Database", withExtension: "momd")!
        managedObjectModel = NSManagedObjectModel(contentsOf: modelURL)
        let storeURL = URL(fileURLWithPath: cachesPath).appendingPathComponent("Database.db")
        persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: managedObjectModel)
        do {
            try persistentStoreCoordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: storeURL, options: nil)
        } catch {
            journal("\(error)")
        }
        managedObjectContext = NSManagedObjectContext()
        managedObjectContext.persistentStoreCoordinator = persistentStoreCoordinator
        observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: nil, queue: nil
        ) { [weak self] notification in
            self?.mocDidSaveNotification(notification)
        }
    }

    /// A background job with a temporary context.
    @available(*, deprecated)
    package func doInBackground(_ something: @escaping @Sendable (NSManagedObjectContext) -> Void) {
        backgroundQueue.async { [self] in
            let tmpContext = NSManagedObjectContext()
            tmpContext.persistentStoreCoordinator = persistentStoreCoordinator
            // something that takes long
            something(tmpContext)
            do {
                try tmpContext.save()
                journal("saved")
            } catch {
                journal("\(error)")
            }
        }
    }

    /// Merging.
    private func mocDidSaveNotification(_ notification: Notification) {
        let savedContext = notification.object as? NSManagedObjectContext
        // one's own
        if managedObjectContext === savedContext { return }
        // another database
        if managedObjectContext.persistentStoreCoordinator !== savedContext?.persistentStoreCoordinator { return }
        // Handed to the main queue, and here nobody touches it: this thread waits.
        nonisolated(unsafe) let notification = notification
        DispatchQueue.main.sync {
            managedObjectContext.mergeChanges(fromContextDidSave: notification)
            journal("merged")
        }
    }

    /// Passing an object.
    @available(*, deprecated)
    package func doInBackground(with user: TwitterUser, _ something: @escaping @Sendable (TwitterUser) -> Void) {
        let userID = user.objectID
        backgroundQueue.async { [self] in
            let tmpContext = NSManagedObjectContext()
            tmpContext.persistentStoreCoordinator = persistentStoreCoordinator
            let localUser = tmpContext.object(with: userID) as! TwitterUser
            something(localUser)
            do {
                try tmpContext.save()
                journal("saved")
            } catch {
                journal("\(error)")
            }
        }
    }
}
