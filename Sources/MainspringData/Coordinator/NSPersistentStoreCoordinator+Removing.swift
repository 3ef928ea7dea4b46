public import Foundation

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

    /// Deletes what is at a place. Nothing there is no error.
    ///
    /// A store of the coordinator's at the place stays one: remove it first, or its next save finds its file gone.
    /// - Throws: `CocoaError` 134000 for a kind of store that is not registered; 134070 for a folder; what deleting a file throws.
    public final func destroyPersistentStore(
        at url: URL, type storeType: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil
    ) throws {
        try destroyPersistentStore(at: url, ofType: storeType.rawValue, options: options)
    }

    /// Deletes what is at a place, as ``destroyPersistentStore(at:type:options:)``.
    public final func destroyPersistentStore(
        at url: URL, ofType storeType: String, options: [AnyHashable: Any]? = nil
    ) throws {
        let type = try StoreRegistry.type(storeType)
        guard !type.traits.contains(.needsNoPlace), url.isFileURL else { return }
        try StorePlace(type.paths(at: url)).delete()
    }
}
