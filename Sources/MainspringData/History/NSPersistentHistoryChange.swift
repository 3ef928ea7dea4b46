public import Foundation
public import MainspringFoundation
public import MainspringModel

/// What has become of an object in a transaction, with Apple's raw values.
public enum NSPersistentHistoryChangeType: Int, Sendable {
    case insert = 0
    case update = 1
    case delete = 2
}

/// A change of one object that a store's history has.
///
/// Constant, so that it may go to any thread. Two are equal if they are the same change of the same store.
open class NSPersistentHistoryChange: NSObject, NSCopying, @unchecked Sendable {
    // `@unchecked Sendable`: constant.

    private let row: HistoryRow
    private let record: HistoryRecord
    /// Whether the request has left transactions out.
    private let isAlone: Bool

    init(_ row: HistoryRow, of record: HistoryRecord, isAlone: Bool) {
        (self.row, self.record, self.isAlone) = (row, record, isAlone)
    }

    private var entity: HistoryEntity { record.store.entities[Int(row.entity)] }

    /// Counts up in the store's history.
    public final var changeID: Int64 { row.number }

    /// Which object; there may be none any more.
    public final var changedObjectID: NSManagedObjectID { row.identity(in: record.store) }

    /// What has become of it.
    public final var changeType: NSPersistentHistoryChangeType { row.type }

    /// Of a deleted object the values that its model preserves, by the names of the attributes; nil of any other, and where none are
    /// preserved. What no value can be made of, since nobody has registered its transformer, is the data that the store has.
    public final var tombstone: [AnyHashable: Any]? {
        guard row.type == .delete, let values = row.tombstone else { return nil }
        var decoded: [AnyHashable: Any] = [:]
        for (attribute, value) in zip(entity.preserved, values) {
            if let value = HistoryTombstone.value(value, attribute) { decoded[attribute.name] = value }
        }
        return decoded.isEmpty ? nil : decoded
    }

    /// In which transaction; nil where the request has left transactions out.
    public final var transaction: NSPersistentHistoryTransaction? {
        isAlone ? nil : NSPersistentHistoryTransaction(record, hasChanges: true)
    }

    /// Of an updated object the properties that were changed; nil of any other, and where the history does not say.
    public final var updatedProperties: Set<NSPropertyDescription>? {
        guard row.type == .update, let columns = row.columns else { return nil }
        return entity.properties(in: columns)
    }

    /// Returns the change itself: it is constant.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSPersistentHistoryChange else { return false }
        return other.row.number == row.number && other.record.store.identifier == record.store.identifier
    }

    open override var hash: Int { row.number.hashValue }

    open override var description: String {
        "<NSPersistentHistoryChange: \(changeID) \(changedObjectID) \(changeType), transaction \(record.number)>"
    }
}

extension NSPersistentHistoryChange: KeyValueCoding {
    /// What conditions and orders of a history's fetch request may ask.
    public static var keyTable: KeyTable { keys }

    private static let keys = KeyTable(NSPersistentHistoryChange.self) {
        $0.add("changeID", \.changeID)
        $0.add("changedEntity", \.changedObjectID.entity)
        $0.add("changedObjectID", \.changedObjectID)
        $0.add("changeType", \.changeType.rawValue)
        $0.add("transaction", \.transaction)
    }
}
