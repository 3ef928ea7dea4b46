public import Foundation

extension NSNotification.Name {
    /// A coordinator is about to get or give up stores; its user info has them by ``NSAddedPersistentStoresKey`` and
    /// ``NSRemovedPersistentStoresKey``. Posted on the thread that does it.
    public static let NSPersistentStoreCoordinatorStoresWillChange = NSNotification.Name(
        "NSPersistentStoreCoordinatorStoresWillChangeNotification")
    /// A coordinator has got or given up stores; its user info has them by ``NSAddedPersistentStoresKey``,
    /// ``NSRemovedPersistentStoresKey`` and ``NSUUIDChangedPersistentStoresKey``. Posted on the thread that does it.
    public static let NSPersistentStoreCoordinatorStoresDidChange = NSNotification.Name(
        "NSPersistentStoreCoordinatorStoresDidChangeNotification")
    /// A coordinator is about to give up a store. Posted on the thread that does it, without user info.
    public static let NSPersistentStoreCoordinatorWillRemoveStore = NSNotification.Name(
        "NSPersistentStoreCoordinatorWillRemoveStoreNotification")
    /// Somebody has saved into a store that was opened with ``NSPersistentStoreRemoteChangeNotificationPostOptionKey``: a context of the
    /// coordinator, a batch, another coordinator, or another process. The object is the coordinator; the user info has the store's
    /// ``NSStoreUUIDKey``, ``NSPersistentStoreURLKey`` and, where it keeps a history, ``NSPersistentHistoryTokenKey``.
    ///
    /// Posted on a queue of the store's own, within a second of the commit. Several commits of others may be told by one.
    public static let NSPersistentStoreRemoteChange = NSNotification.Name("NSPersistentStoreRemoteChangeNotification")
}

/// The key of the place of a store that somebody has saved into: a URL.
public let NSPersistentStoreURLKey: String = "storeURL"
/// The key of the place in a store's history up to which it has what was saved: an ``NSPersistentHistoryToken``.
public let NSPersistentHistoryTokenKey: String = "historyToken"

/// The key of the stores that a coordinator gets: an array.
public let NSAddedPersistentStoresKey: String = "added"
/// The key of the stores that a coordinator gives up: an array.
public let NSRemovedPersistentStoresKey: String = "removed"
/// The key of a store that takes another's place: an array of the old one, the new one, and, after a migration, an array
/// of the identities that the objects have in the new one.
public let NSUUIDChangedPersistentStoresKey: String = "changed"

/// What a coordinator tells of its stores.
struct StoresNotice {
    var added: [NSPersistentStore] = []
    var removed: [NSPersistentStore] = []
    /// Of a migration: the old store, the new one, and the new identities.
    var changed: [Any] = []

    func postWillChange(from coordinator: NSPersistentStoreCoordinator) {
        post(.NSPersistentStoreCoordinatorStoresWillChange, coordinator, withChanged: false)
    }

    func postDidChange(from coordinator: NSPersistentStoreCoordinator) {
        post(.NSPersistentStoreCoordinatorStoresDidChange, coordinator, withChanged: true)
    }

    private func post(_ name: NSNotification.Name, _ coordinator: NSPersistentStoreCoordinator, withChanged: Bool) {
        var userInfo: [AnyHashable: Any] = [:]
        if !added.isEmpty { userInfo[NSAddedPersistentStoresKey] = added }
        if !removed.isEmpty { userInfo[NSRemovedPersistentStoresKey] = removed }
        if withChanged, !changed.isEmpty { userInfo[NSUUIDChangedPersistentStoresKey] = changed }
        NotificationCenter.default.post(name: name, object: coordinator, userInfo: userInfo)
    }
}
