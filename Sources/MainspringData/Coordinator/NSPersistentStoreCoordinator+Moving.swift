public import Foundation
internal import MainspringModel

extension NSPersistentStoreCoordinator {
    /// Copies all objects of a store into a new one, of the same kind or another, which takes its place.
    ///
    /// What was at the new place is deleted, once the new store is there. Whatever was at the old one stays. Objects in contexts
    /// are still those of the old store: reset the contexts, or get the objects by their new identities, which the notification
    /// has. What is saved into it until the coordinator has told that it will go, and while it tells that, comes along; a save
    /// that comes later waits, and fails when the store has gone.
    ///
    /// Other processes may save meanwhile: what is copied is the store as it was at one moment. Without a write-ahead log they wait.
    /// - Parameters:
    ///   - store: is removed from the coordinator.
    ///   - storeURL: the new place.
    ///   - options: those of the new store.
    ///   - storeType: its kind.
    /// - Returns: the new store.
    /// - Throws: what opening and saving throws; `CocoaError` 134060 for a store that the coordinator does not have;
    ///   134070 for a kind of store that takes objects only from a context, and for a folder at the new place; 134080 for the place
    ///   of another of the coordinator's stores. The old store, and what was at the new place, are still there then.
    @discardableResult
    public final func migratePersistentStore(
        _ store: NSPersistentStore, to storeURL: URL, options: [AnyHashable: Any]? = nil,
        type storeType: NSPersistentStore.StoreType
    ) throws -> NSPersistentStore {
        try migratePersistentStore(store, to: storeURL, options: options, withType: storeType.rawValue)
    }

    /// Copies all objects of a store into a new one, as ``migratePersistentStore(_:to:options:type:)``.
    @discardableResult
    public final func migratePersistentStore(
        _ store: NSPersistentStore, to URL: URL, options: [AnyHashable: Any]? = nil, withType storeType: String
    ) throws -> NSPersistentStore {
        let type = try StoreRegistry.type(storeType)
        try requireOwn(store)
        guard type.traits.contains(.takesRows) else {
            throw CoreDataError.make(
                NSPersistentStoreOperationError,
                "\(store) cannot be migrated to the kind “\(storeType)”, which takes objects only from a context. Add a store "
                    + "of that kind, fetch the objects, and save copies of them.")
        }
        guard store.url.map(Self.key) != Self.key(of: URL) || type.traits.contains(.needsNoPlace) else {
            throw CoreDataError.make(
                NSPersistentStoreOpenError, "\(store) cannot be migrated to the place where it is. Give another URL.")
        }
        guard persistentStore(for: URL) == nil || type.traits.contains(.needsNoPlace) else {
            throw CoreDataError.make(
                NSPersistentStoreOpenError,
                "\(store) cannot be migrated to \(URL.path), where another store of \(title) is. Remove that one first."
            )
        }
        let isFile = URL.isFileURL && !type.traits.contains(.needsNoPlace)
        let place = try StorePlace(isFile ? type.paths(at: URL) : [])
        let aside = try place.putAside()
        do {
            let new = try migrate(store, to: URL, options, storeType)
            aside.discard()
            return new
        } catch {
            if isFile { try? StorePlace(type.paths(at: URL)).delete() }
            aside.putBack()
            throw error
        }
    }

    private func migrate(
        _ store: NSPersistentStore, to url: URL, _ options: [AnyHashable: Any]?, _ type: String
    ) throws -> NSPersistentStore {
        let configuration = store.configurationName
        let isNamed = managedObjectModel.configurationNames.contains(configuration)
        let new = try open(type, isNamed ? configuration : nil, url, options)
        var notice = StoresNotice(added: [new], removed: [store])
        NotificationCenter.default.post(name: .NSPersistentStoreCoordinatorWillRemoveStore, object: self)
        notice.postWillChange(from: self)
        let identities = try move(store, to: new)
        new.didAdd(to: self)
        notice.changed = [store, new, identities]
        notice.postDidChange(from: self)
        return new
    }

    private func requireOwn(_ store: NSPersistentStore) throws {
        guard has(store) else {
            throw CoreDataError.make(
                NSCoreDataError, "\(store) cannot be migrated by \(title), which does not have it.")
        }
    }

    /// Copies all objects of a store into a new one and gives it up, while nobody can save into it. There is the one or the other at any time.
    /// - Returns: the new identities.
    private func move(_ store: NSPersistentStore, to new: NSPersistentStore) throws -> [NSManagedObjectID] {
        do {
            // Who was told may have taken it away.
            try requireOwn(store)
            return try saving(into: store) { _ in
                keepMetadata(of: store, in: new)
                let identities = try StoreCopy(from: store, to: new, self).run()
                store.willRemove(from: self)
                try list(new, inPlaceOf: store)
                StoreNumbers.remove(store.number)
                return identities
            }
        } catch {
            new.willRemove(from: self)
            StoreNumbers.remove(new.number)
            throw error
        }
    }

    /// What the program has added to the metadata comes along.
    private func keepMetadata(of store: NSPersistentStore, in new: NSPersistentStore) {
        var metadata = new.metadata ?? [:]
        for (key, value) in store.metadata ?? [:] where metadata[key] == nil { metadata[key] = value }
        new.metadata = metadata
    }

    // MARK: Replacing

    /// Puts a copy of one store in the place of another, whether there is one or not. Neither need be open.
    ///
    /// The copy is the same store to whoever knows it by its identifier.
    /// - Throws: `CocoaError` 134000 for a kind of store that is not registered; 134070 where the place of one is no
    ///   file; what reading and writing throw. What was at the place is there then.
    public final func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
        withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
        type sourceType: NSPersistentStore.StoreType
    ) throws {
        try replacePersistentStore(
            at: destinationURL, destinationOptions: destinationOptions, withPersistentStoreFrom: sourceURL,
            sourceOptions: sourceOptions, ofType: sourceType.rawValue)
    }

    /// Puts a copy of one store in the place of another, as
    /// ``replacePersistentStore(at:destinationOptions:withPersistentStoreFrom:sourceOptions:type:)``.
    public final func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
        withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil, ofType storeType: String
    ) throws {
        let type = try StoreRegistry.type(storeType)
        guard !type.traits.contains(.needsNoPlace), sourceURL.isFileURL, destinationURL.isFileURL else {
            throw CoreDataError.make(
                NSPersistentStoreOperationError,
                "A store of the kind “\(storeType)” at \(sourceURL.absoluteString) cannot be copied to "
                    + "\(destinationURL.absoluteString): it is no file. Migrate it.")
        }
        try type.copyFiles(from: sourceURL, to: destinationURL)
    }
}
