internal import Foundation
internal import MainspringModel

/// Writes a batch down in the history: by statements that go through the same rows.
///
/// The transaction's row is written when there is something to be said of it.
final class BatchHistory {
    private let writer: HistoryWriter
    private let origin: SaveOrigin
    private var transaction: Int64?

    init(_ writer: HistoryWriter, _ origin: SaveOrigin) { (self.writer, self.origin) = (writer, origin) }

    /// Notes changes of rows.
    /// - Parameters:
    ///   - rows: `SELECT`s the number of the entity and the key of each, and then as many values as tombstones are named.
    ///   - columns: of an update, the bits of the changed properties.
    func note(
        _ type: NSPersistentHistoryChangeType, _ rows: SQLText, columns: Data? = nil, tombstones: Int = 0
    ) throws(SQLiteFailure) {
        if transaction == nil { transaction = try writer.begin(origin) }
        guard let transaction else { return }
        try writer.write(type, rows, columns: columns, tombstones: tombstones, transaction: transaction)
    }

    /// The number of the transaction; nil if nothing has changed.
    func end() throws(SQLiteFailure) -> Int64? {
        guard let transaction else { return nil }
        return try writer.keepIfUsed(transaction) ? transaction : nil
    }

    /// The bits of changed properties of an entity.
    func columns(_ slots: [Int], of table: EntityTable) -> Data? { writer.columns(slots, of: table) }

    /// What is preserved of an entity's objects, as columns of their table.
    func tombstones(of table: EntityTable) -> [SQLText] { writer.tombstones(of: table) }
}
