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
    ///   - rows: `SELECT`s the number of the entity and the key of each.
    ///   - columns: of an update, the bits of the changed properties.
    func note(_ type: NSPersistentHistoryChangeType, _ rows: SQLText, columns: Data? = nil) throws {
        try writer.write(type, rows, columns: columns, transaction: begin())
    }

    /// Notes rows that are about to be deleted, with what is preserved of them.
    /// - Parameters:
    ///   - source: what is behind `SELECT` and columns of the entity's table.
    ///   - alias: the table's name there.
    func noteDeletion(of table: EntityTable, _ source: SQLText, alias: String) throws {
        try writer.writeDeletion(of: table, source, alias: alias, transaction: begin())
    }

    private func begin() throws(SQLiteFailure) -> Int64 {
        if let transaction { return transaction }
        let made = try writer.begin(origin)
        transaction = made
        return made
    }

    /// The number of the transaction; nil if nothing has changed.
    func end() throws(SQLiteFailure) -> Int64? {
        guard let transaction else { return nil }
        return try writer.keepIfUsed(transaction) ? transaction : nil
    }

    /// The bits of changed properties of an entity.
    func columns(_ slots: [Int], of table: EntityTable) -> Data? { writer.columns(slots, of: table) }
}
