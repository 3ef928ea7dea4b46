internal import Foundation

extension NSPersistentStoreCoordinator {
    /// Removes from the stores what migrations with ``NSPersistentStoreDeferredLightweightMigrationOptionKey`` have left: tables and
    /// columns that nobody needs any more.
    ///
    /// On the calling thread; who reads does not wait, who saves does. To remove a column takes as long as writing its table anew;
    /// each is a transaction of its own.
    /// - Throws: `CocoaError` 134110 for a file that cannot be written; what is removed then is removed.
    public final func finishDeferredLightweightMigration() throws {
        for store in persistentStores { try store.finishDeferredMigration(isWhole: true) }
    }

    /// Removes one table or column, as ``finishDeferredLightweightMigration()`` removes all. Does nothing where nothing is left.
    ///
    /// What is left is told by the store's metadata, under ``NSPersistentStoreDeferredLightweightMigrationOptionKey``.
    /// - Throws: `CocoaError` 134110 for a file that cannot be written.
    public final func finishDeferredLightweightMigrationTask() throws {
        for store in persistentStores
        where (store.metadata?[NSPersistentStoreDeferredLightweightMigrationOptionKey] as? NSNumber)?.boolValue == true
        {
            return try store.finishDeferredMigration(isWhole: false)
        }
    }
}
