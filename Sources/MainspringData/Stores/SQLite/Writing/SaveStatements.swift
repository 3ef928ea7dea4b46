internal import Foundation

/// What is prepared for saving over one connection.
final class SaveStatements {
    let schema: StoreSchema
    let connection: SQLiteConnection
    let rows: RowStatements
    let members: MemberWriter
    let stored: StoredRows

    init(
        _ schema: StoreSchema, _ connection: SQLiteConnection, store: UInt32,
        external: @escaping (Data) throws -> Data?
    ) {
        (self.schema, self.connection) = (schema, connection)
        (rows, members) = (RowStatements(schema, connection), MemberWriter(connection))
        stored = StoredRows(schema, connection, store: store, external: external)
    }

    /// Runs the statements of a save, in the transaction that is open.
    /// - Returns: the rows as they are once it is committed.
    /// - Throws: ``StoreConflicts``, ``SQLiteFailure``, `CocoaError` 134030 for what no column holds.
    func save(_ changes: ChangeSet, _ external: ExternalWrites) throws -> SavedRows {
        rows.binder.external = external
        defer { rows.binder.external = nil }
        return try SaveTransaction(statements: self, changes: changes, external: external).run()
    }
}
