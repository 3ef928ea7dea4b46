// Options about a store's history, with Apple's values.

/// The option that an SQLite store keeps a history of its changes: a number that says true.
///
/// A store that has kept one once is read-only without it.
public let NSPersistentHistoryTrackingKey: String = "NSPersistentHistoryTrackingKey"
/// The option that each save into an SQLite store, of this program or another, is told by
/// `NSNotification.Name.NSPersistentStoreRemoteChange`: a number that says true.
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey: String =
    "NSPersistentStoreRemoteChangeNotificationOptionKey"
