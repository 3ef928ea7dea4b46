internal import FileAccess
public import Foundation
internal import Glibc
internal import MainspringModel

extension NSPersistentStoreCoordinator {
    /// Copies all objects of a store into a new one, of the same kind or another, which takes its place.
    ///
    /// A store at the new place is replaced in one step: at every moment, also if the process is killed, the old store
    /// or the whole new one is there. It must not be in use. Whatever was at the old place stays. Objects in contexts
    /// are still those of the old store: reset the contexts, or get the objects by their new identities, which the
    /// notification has. What is saved into it until the coordinator has told that it will go, and while it tells that,
    /// comes along; a save that comes later waits, and fails when the store has gone.
    ///
    /// Other processes may save meanwhile: what is copied is the store as it was at one moment. Without a write-ahead log they wait.
    /// - Parameters:
    ///   - store: is removed from the coordinator.
    ///   - storeURL: the new place.
    ///   - options: those of the new store.
    ///   - storeType: its kind.
    /// - Returns: the new store.
    /// - Throws: what opening and saving throws; `CocoaError` 134060 for a store that the coordinator does not have;
    ///   134070 for a kind of store that takes objects only from a context, and if something other than a regular file
    ///   is at the new place or in the place of another part of the store; 134080 for the place of another of the
    ///   coordinator's stores. The old store, and what was at the new place, are still there then.
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
        let type = try StoreRegistry.type(storeType, at: URL)
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
        let parts = isFile ? type.parts(at: URL) : StoreParts()
        // A store at the null device has no files either.
        guard !parts.files.isEmpty else { return try migrate(store, to: URL, options, storeType, from: nil) }
        try parts.requireRegular()
        let real = DatabasePlace.resolved(URL.path)
        TemporaryFolder.removeAbandoned(beside: real)
        let folder = try Self.temporaryFolder(beside: real, type)
        defer { folder.remove() }
        let place = Foundation.URL(fileURLWithPath: folder.path).appendingPathComponent(URL.lastPathComponent)
        return try migrate(store, to: URL, options, storeType, from: place)
    }

    private static func temporaryFolder(
        beside path: String, _ type: NSPersistentStore.Type
    ) throws -> TemporaryFolder {
        do {
            return try TemporaryFolder(beside: path)
        } catch {
            let isForbidden = [EACCES, EPERM, EROFS].contains(error.number ?? 0)
            // Files that are written as a whole are opened by the first save.
            let code = type is FileStore.Type ? NSPersistentStoreSaveError : NSPersistentStoreOpenError
            throw CoreDataError.make(
                isForbidden ? CocoaError.Code.fileWriteNoPermission.rawValue : code,
                "A store cannot be put at \(path): \(error.path) could not be \(error.action): "
                    + DescriptorShortage.clause(
                        for: error.number ?? 0, otherwise: "Check that its folder exists and is writable."),
                userInfo: [NSFilePathErrorKey: path])
        }
    }

    /// - Parameter place: A temporary place beside the URL, where the new store is filled; `nil` for a store without
    ///   files.
    private func migrate(
        _ store: NSPersistentStore, to url: URL, _ options: [AnyHashable: Any]?, _ type: String, from place: URL?
    ) throws -> NSPersistentStore {
        let configuration = store.configurationName
        let isNamed = managedObjectModel.configurationNames.contains(configuration)
        let new = try Self.naming(url, insteadOf: place) {
            try open(type, isNamed ? configuration : nil, place ?? url, options)
        }
        if place != nil {
            // Observers of the notices see the place where the store will be.
            new.url = url
            new.newFileModel =
                FileStatus.of(url.path) ?? store.url.flatMap { $0.isFileURL ? FileStatus.of($0.path) : nil }
        }
        var notice = StoresNotice(added: [new], removed: [store])
        NotificationCenter.default.post(name: .NSPersistentStoreCoordinatorWillRemoveStore, object: self)
        notice.postWillChange(from: self)
        let identities = try Self.naming(url, insteadOf: place) { try move(store, to: new, from: place) }
        new.didAdd(to: self)
        notice.changed = [store, new, identities]
        notice.postDidChange(from: self)
        return new
    }

    /// Runs a closure. Its errors name the URL of the store instead of the temporary place, which does not exist
    /// afterwards.
    private static func naming<Result>(
        _ url: URL, insteadOf place: URL?, _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch let error as NSError {
            guard let place, error.localizedDescription.contains(place.path) else { throw error }
            var userInfo = error.userInfo
            userInfo[NSLocalizedDescriptionKey] = error.localizedDescription.replacingOccurrences(
                of: place.path, with: url.path)
            if let path = userInfo[NSFilePathErrorKey] as? String {
                userInfo[NSFilePathErrorKey] = path.replacingOccurrences(of: place.path, with: url.path)
            }
            throw NSError(domain: error.domain, code: error.code, userInfo: userInfo)
        }
    }

    private func requireOwn(_ store: NSPersistentStore) throws {
        guard has(store) else {
            throw CoreDataError.make(
                NSCoreDataError, "\(store) cannot be migrated by \(title), which does not have it.")
        }
    }

    /// Copies all objects of a store into a new one and gives it up, while nobody can save into it. There is the one or the other at any time.
    /// - Returns: the new identities.
    /// - Parameter place: The temporary place where the new store is; `nil` if it is where it will be.
    private func move(
        _ store: NSPersistentStore, to new: NSPersistentStore, from place: URL?
    ) throws -> [NSManagedObjectID] {
        do {
            // Who was told may have taken it away.
            try requireOwn(store)
            return try saving(into: store) { _ in
                keepMetadata(of: store, in: new)
                let identities = try StoreCopy(from: store, to: new, self).run()
                if let place { try new.settle(from: place) }
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
    ///   file; what reading and writing throw, also if there is no whole store of that kind at the source. What was at
    ///   the place is there then.
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
        let type = try StoreRegistry.type(storeType, at: destinationURL)
        guard !type.traits.contains(.needsNoPlace), sourceURL.isFileURL, destinationURL.isFileURL else {
            throw CoreDataError.make(
                NSPersistentStoreOperationError,
                "A store of the kind “\(storeType)” at \(sourceURL.absoluteString) cannot be copied to "
                    + "\(destinationURL.absoluteString): it is no file. Migrate it.")
        }
        let parts = type.parts(at: destinationURL)
        guard !parts.files.isEmpty else {
            throw CoreDataError.make(
                NSPersistentStoreOperationError,
                "A store cannot be copied to \(destinationURL.path), which is the null device. Give the URL of a file.",
                userInfo: [NSFilePathErrorKey: destinationURL.path])
        }
        try parts.requireRegular()
        try type.requireStore(at: sourceURL, sourceOptions)
        try type.copyFiles(from: sourceURL, to: destinationURL)
    }
}
