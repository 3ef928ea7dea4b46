internal import Foundation

extension NSPersistentStoreCoordinator {
    /// Removes from the stores what migrations with ``NSPersistentStoreDeferredLightweightMigrationOptionKey`` have left: tables and
    /// columns that nobody needs any more.
    ///
    /// On the calling thread; who reads does not wait, who saves does. To remove a column takes as long as writing its table anew;
    /// each is a transaction of its own.
    /// - Throws: `CocoaError` 134110 for a file that cannot be written, or is open read-only, and has something left; what could be
    ///   removed from the other stores is removed then.
    public final func finishDeferredLightweightMigration() throws {
        var failure: (any Error)?
        for store in persistentStores {
            do {
                try store.finishDeferredMigration(isWhole: true)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    /// Removes one table or column, as ``finishDeferredLightweightMigration()`` removes all. Does nothing where nothing is left.
    ///
    /// What is left is told by the store's metadata, under ``NSPersistentStoreDeferredLightweightMigrationOptionKey``.
    /// Stores that are open read-only are left out, as long as there is another one.
    /// - Throws: `CocoaError` 134110 for a file that cannot be written, or is open read-only.
    public final func finishDeferredLightweightMigrationTask() throws {
        let left = persistentStores.filter { store in
            (store.metadata?[NSPersistentStoreDeferredLightweightMigrationOptionKey] as? NSNumber)?.boolValue == true
        }
        try (left.first { !$0.isReadOnly } ?? left.first)?.finishDeferredMigration(isWhole: false)
    }
}
