internal import Foundation

/// What a save has saved, by identities: what other contexts merge. A value that may go to any queue.
struct SavedIdentities: @unchecked Sendable {
    // `@unchecked Sendable`: identities are constant.

    var inserted: [NSManagedObjectID] = []
    var updated: [NSManagedObjectID] = []
    var deleted: [NSManagedObjectID] = []
    /// Those that a merge is to read anew although nobody has saved them.
    var refreshed: [NSManagedObjectID] = []
    /// Whether those at the other ends of links that are others may be missing: what a context saves has them, what a batch returns has not.
    var mayLackEnds = false

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty }

    init() {}

    init(_ changes: ChangeSet) {
        inserted = changes.inserted.map(\.identity)
        updated = changes.updated.map(\.identity)
        deleted = changes.deleted.map(\.identity)
    }

    /// Reads the user info of a context's notification, or what a batch request gives: sets and arrays of objects, of
    /// identities, or of their URIs.
    /// - Parameter identity: gives the identity that a URI stands for.
    init(_ userInfo: [AnyHashable: Any], identity: (URL) -> NSManagedObjectID?) {
        func read(_ keys: String...) -> [NSManagedObjectID] {
            keys.flatMap { key in
                Self.identities(in: userInfo[key])
                    ?? Self.elements(userInfo[key]).compactMap { Self.identity(of: $0, identity) }
            }
        }
        inserted = read(NSInsertedObjectsKey, NSInsertedObjectIDsKey)
        updated = read(NSUpdatedObjectsKey, NSUpdatedObjectIDsKey)
        deleted = read(NSDeletedObjectsKey, NSDeletedObjectIDsKey)
        refreshed = read(NSRefreshedObjectsKey, NSRefreshedObjectIDsKey)
        refreshed += read(NSInvalidatedObjectsKey, NSInvalidatedObjectIDsKey)
    }

    /// Those in a set of the kinds that contexts give; nil for anything else.
    private static func identities(in value: Any?) -> [NSManagedObjectID]? {
        guard let value else { return nil }
        // By its type: a cast would make a set of objects of it, which are cast one by one.
        if type(of: value) == Set<NSManagedObject>.self {
            return (value as? Set<NSManagedObject>)?.map(\.objectID)
        }
        if type(of: value) == Set<NSManagedObjectID>.self {
            return (value as? Set<NSManagedObjectID>).map { Array($0) }
        }
        return nil
    }

    private static func elements(_ value: Any?) -> [Any] {
        switch value {
        case let set as NSSet: set.allObjects
        case let array as [Any]: array
        case let array as NSArray: Array(array)
        default: []
        }
    }

    private static func identity(of value: Any, _ identity: (URL) -> NSManagedObjectID?) -> NSManagedObjectID? {
        switch value {
        case let object as NSManagedObject: object.objectID
        case let identity as NSManagedObjectID: identity
        case let uri as URL: identity(uri)
        default: nil
        }
    }

    /// All identities: inserted, updated, refreshed, deleted.
    var all: [NSManagedObjectID] {
        let groups = [inserted, updated, refreshed, deleted].filter { !$0.isEmpty }
        // Most saves have one group, which is not copied.
        return groups.count == 1 ? groups[0] : Array(groups.joined())
    }

    /// Leaves one of what is told more than once of an object: that it was deleted, before that it is new, before that it has changed.
    /// - Returns: new ones that have changed as well.
    mutating func removeRepeated() -> [ObjectKey] {
        let changed = Set((updated + refreshed).map(\.key))
        var known: Set<ObjectKey> = []
        for group in [\SavedIdentities.deleted, \.inserted, \.updated, \.refreshed] {
            self[keyPath: group].removeAll { !known.insert($0.key).inserted }
        }
        return inserted.map(\.key).filter(changed.contains)
    }

    /// Takes objects that are here among the changed ones where nobody has said whether they are new: a batch insert returns those as well that
    /// rows of it have met.
    mutating func moveKnown(in core: ContextCore) {
        guard mayLackEnds else { return }
        core.learnIdentities()
        let known = inserted.filter { core.objectMap.table.object($0.key) != nil }
        guard !known.isEmpty else { return }
        inserted.removeAll { core.objectMap.table.object($0.key) != nil }
        updated = known + updated
    }

    /// Calls objects of other coordinators' stores what they are called by a coordinator that has opened the same stores.
    /// Those that are in none of its stores are left out.
    /// - Returns: the identities that were others.
    mutating func translate(for coordinator: NSPersistentStoreCoordinator) -> [NSManagedObjectID] {
        let own = coordinator.persistentStores.map(\.number)
        func isOwn(_ identity: NSManagedObjectID) -> Bool {
            identity.key.isTemporary || own.contains(identity.key.store)
        }
        var others: [NSManagedObjectID] = []
        for group in [\SavedIdentities.inserted, \.updated, \.deleted, \.refreshed] {
            // Mostly all are.
            guard !self[keyPath: group].allSatisfy(isOwn) else { continue }
            self[keyPath: group] = self[keyPath: group].compactMap { identity in
                if isOwn(identity) { return identity }
                guard let translated = coordinator.identity(for: identity) else { return nil }
                others.append(translated)
                return translated
            }
        }
        return others
    }

    /// As user info of a notification.
    var userInfo: [AnyHashable: Any] {
        var info: [AnyHashable: Any] = [:]
        for (key, identities) in [
            (NSInsertedObjectIDsKey, inserted), (NSUpdatedObjectIDsKey, updated), (NSDeletedObjectIDsKey, deleted),
            (NSRefreshedObjectIDsKey, refreshed),
        ] where !identities.isEmpty {
            info[key] = Set(identities)
        }
        return info
    }
}
