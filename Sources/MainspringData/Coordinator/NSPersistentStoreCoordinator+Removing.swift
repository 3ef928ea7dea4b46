public import Foundation
internal import Glibc

extension NSPersistentStoreCoordinator {
    /// Gives a store up. What is at its place stays; objects of the store cannot be read or saved any more.
    /// - Throws: `CocoaError` 134060 for a store that the coordinator does not have.
    public final func remove(_ store: NSPersistentStore) throws {
        guard has(store) else {
            throw CoreDataError.make(
                NSCoreDataError, "\(store) cannot be removed from \(title), which does not have it.")
        }
        let notice = StoresNotice(removed: [store])
        NotificationCenter.default.post(name: .NSPersistentStoreCoordinatorWillRemoveStore, object: self)
        notice.postWillChange(from: self)
        release(store)
        notice.postDidChange(from: self)
    }

    /// Gives a store up without telling.
    final func release(_ store: NSPersistentStore) {
        store.willRemove(from: self)
        guard drop(store) else { return }
        StoreNumbers.remove(store.number)
    }

    // MARK: Destroying

    /// Deletes the store at a place. It is no error if nothing is there.
    ///
    /// If the coordinator has the store, remove it first: otherwise its next save fails. A damaged store is deleted. A
    /// file that is no store, or no regular file, stays.
    /// - Throws: `CocoaError` 134000 for a type that is not registered; 257 for a file that cannot be read; 134070 for a
    ///   file that is not a store of the type, for a folder, device, pipe or socket at the place or in the place of
    ///   another part of the store, and for a folder inside the support folder that is not that of long data.
    public final func destroyPersistentStore(
        at url: URL, type storeType: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil
    ) throws {
        try destroyPersistentStore(at: url, ofType: storeType.rawValue, options: options)
    }

    /// Deletes what is at a place, as ``destroyPersistentStore(at:type:options:)``.
    public final func destroyPersistentStore(
        at url: URL, ofType storeType: String, options: [AnyHashable: Any]? = nil
    ) throws {
        let type = try StoreRegistry.type(storeType, at: url)
        guard !type.traits.contains(.needsNoPlace), url.isFileURL else { return }
        let parts = type.parts(at: url)
        try parts.requireRegular()
        guard type.holdsStore(at: url) else {
            guard access(url.path, R_OK) == 0 else {
                throw CoreDataError.make(
                    CocoaError.Code.fileReadNoPermission.rawValue,
                    "\(url.path) cannot be deleted: it cannot be read, so it may not be a store of the type “\(storeType)”. Make it "
                        + "readable.", userInfo: [NSFilePathErrorKey: url.path])
            }
            throw CoreDataError.make(
                NSPersistentStoreOperationError,
                "\(url.path) cannot be deleted: it is not a store of the type “\(storeType)”. Give the URL of a store, or delete the "
                    + "file by FileManager.", userInfo: [NSFilePathErrorKey: url.path])
        }
        try parts.delete()
    }
}
