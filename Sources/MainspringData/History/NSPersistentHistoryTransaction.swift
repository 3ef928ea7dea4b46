public import Foundation
internal import Locks
public import MainspringFoundation

/// A save that a store's history has.
///
/// Constant, so that it may go to any thread. Two are equal if they are the same transaction of the same store.
open class NSPersistentHistoryTransaction: NSObject, NSCopying, @unchecked Sendable {
    // `@unchecked Sendable`: constant, and the changes are made under a lock.

    private let record: HistoryRecord
    private let hasChanges: Bool
    private let made = Guarded<[NSPersistentHistoryChange]?>(nil)

    init(_ record: HistoryRecord, hasChanges: Bool) { (self.record, self.hasChanges) = (record, hasChanges) }

    /// When it was saved, by the clock of who saved it.
    public final var timestamp: Date { record.timestamp }

    /// What has become of which objects, in the order of the history; nil where the request has left it out.
    public final var changes: [NSPersistentHistoryChange]? {
        guard hasChanges else { return nil }
        return made.withLock { made in
            if let made { return made }
            let changes = record.rows.map { NSPersistentHistoryChange($0, of: record, isAlone: false) }
            made = changes
            return changes
        }
    }

    /// Counts up in the store's history.
    public final var transactionNumber: Int64 { record.number }

    /// The store's identifier.
    public final var storeID: String { record.store.identifier }

    /// The identifier of the program that has saved; its name where it has none.
    public final var bundleID: String { record.bundleID }

    /// The name of the process that has saved.
    public final var processID: String { record.processID }

    /// The name of the context that has saved; nil where it has none.
    public final var contextName: String? { record.contextName }

    /// That context's ``NSManagedObjectContext/transactionAuthor``.
    public final var author: String? { record.author }

    /// Up to here, this transaction included. Where a request has asked several stores, also what of the others came before it in the
    /// result: whoever goes on from it misses nothing and sees nothing twice.
    public final var token: NSPersistentHistoryToken { NSPersistentHistoryToken(record.positions) }

    /// The same, as conditions compare it: by the transaction's own store.
    fileprivate final var comparedToken: NSPersistentHistoryToken {
        NSPersistentHistoryToken(record.positions, comparedBy: record.store.identifier)
    }

    /// Returns the transaction itself: it is constant.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// What a context's ``NSManagedObjectContext/mergeChanges(fromContextDidSave:)`` takes: the identities of the objects that the
    /// transaction has inserted, updated and deleted.
    open func objectIDNotification() -> Notification {
        var groups: [NSPersistentHistoryChangeType: Set<NSManagedObjectID>] = [:]
        for row in record.rows { groups[row.type, default: []].insert(row.identity(in: record.store)) }
        let keys: [(NSPersistentHistoryChangeType, String)] = [
            (.insert, NSInsertedObjectIDsKey), (.update, NSUpdatedObjectIDsKey), (.delete, NSDeletedObjectIDsKey),
        ]
        var info: [AnyHashable: Any] = [:]
        for (type, key) in keys { if let group = groups[type] { info[key] = group } }
        return Notification(name: .NSManagedObjectContextDidSaveObjectIDs, object: nil, userInfo: info)
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSPersistentHistoryTransaction else { return false }
        return other.record.number == record.number && other.record.store.identifier == record.store.identifier
    }

    open override var hash: Int { record.number.hashValue }

    open override var description: String {
        "<NSPersistentHistoryTransaction: \(record.number) of \(storeID), \(timestamp), \(record.rows.count) changes>"
    }
}

extension NSPersistentHistoryTransaction: KeyValueCoding {
    /// What conditions and orders of a history's fetch request may ask.
    public static var keyTable: KeyTable { keys }

    private static let keys = KeyTable(NSPersistentHistoryTransaction.self) {
        $0.add("author", \.author)
        $0.add("bundleID", \.bundleID)
        $0.add("contextName", \.contextName)
        $0.add("processID", \.processID)
        $0.add("storeID", \.storeID)
        $0.add("timestamp", \.timestamp)
        $0.add("token", \.comparedToken)
        $0.add("transactionNumber", \.transactionNumber)
    }
}
