internal import Foundation

/// What is prepared for saving over one connection.
final class SaveStatements {
    let schema: StoreSchema
    let connection: SQLiteConnection
    let rows: RowStatements
    let members: MemberWriter
    let stored: StoredRows
    /// Nil where no history is kept.
    let history: HistoryWriter?

    init(
        _ schema: StoreSchema, _ connection: SQLiteConnection, store: UInt32, history: FileHistory?,
        external: @escaping (Data) throws -> Data?
    ) {
        (self.schema, self.connection) = (schema, connection)
        (rows, members) = (RowStatements(schema, connection), MemberWriter(connection))
        stored = StoredRows(schema, connection, store: store, external: external)
        self.history = history.flatMap { history in
            history.isWritten ? HistoryWriter(history, schema, connection, external: external) : nil
        }
    }

    /// Runs the statements of a save, in the transaction that is open.
    /// - Returns: the rows as they are once it is committed, and the number that the save has in the history, if it is in one.
    /// - Throws: ``StoreConflicts``, ``SQLiteFailure``, `CocoaError` 134030 for what no column holds.
    func save(_ changes: ChangeSet, _ external: ExternalWrites) throws -> (rows: SavedRows, history: Int64?) {
        rows.binder.external = external
        defer { rows.binder.external = nil }
        let preserved = try history?.preserve(changes.deleted) ?? [:]
        let done = try SaveTransaction(statements: self, changes: changes, external: external).run()
        return (done.rows, try history?.write(changes, absent: done.absent, preserved: preserved))
    }
}
