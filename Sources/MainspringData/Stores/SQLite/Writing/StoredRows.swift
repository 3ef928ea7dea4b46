internal import Foundation
internal import MainspringModel

/// Reads rows as they are in the file, in the transaction that is open, past all that is kept.
final class StoredRows {
    private let schema: StoreSchema
    private let connection: SQLiteConnection
    private let store: UInt32
    private let external: (Data) throws -> Data?
    private var readers: [ObjectIdentifier: Reader] = [:]

    private struct Reader {
        let statement: SQLiteStatement
        let filler: RowFiller
    }

    init(
        _ schema: StoreSchema, _ connection: SQLiteConnection, store: UInt32,
        external: @escaping (Data) throws -> Data?
    ) {
        (self.schema, self.connection, self.store, self.external) = (schema, connection, store, external)
    }

    /// The row of an object of an entity; nil if there is none.
    func row(_ key: Int64, _ table: EntityTable) throws -> Row? {
        let reader = try readers[ObjectIdentifier(table)] ?? reader(table)
        let statement = reader.statement
        defer { statement.reset() }
        try statement.bind(key, at: 1)
        guard try statement.step(), statement.integer(0) == table.number else { return nil }
        var page = RowPage(reader.filler.form, capacity: 1, limit: Int(UInt32.max) - 1)
        defer { page.deallocate() }
        page.rows.head = RowHead(key: key, version: statement.integer(2), commit: 0, time: 0)
        guard reader.filler.fill(page.rows, &page, from: statement.pointer) else { return nil }
        return try RowDraft(page.rows, page, reader.filler.form, store: store).row(store: store, external: external) {
            key, cell in try self.entity(key, cell)
        }
    }

    private func reader(_ table: EntityTable) throws(SQLiteFailure) -> Reader {
        let selection = RowStatement.selection(table)
        let names = selection.names.map(SQLiteName.quoted).joined(separator: ", ")
        let made = Reader(
            statement: try connection.prepare("SELECT \(names) FROM \(SQLiteName.quoted(table.name)) WHERE Z_PK = ?"),
            filler: RowFiller(RowForm(table, in: schema), RowSelection.Entity(table: table, columns: selection.columns))
        )
        readers[ObjectIdentifier(table)] = made
        return made
    }

    /// The entity of an object that a relationship leads to, where the row does not say it.
    private func entity(_ key: Int64, _ cell: RowCell) throws -> NSEntityDescription? {
        guard case .reference(let reference) = cell.column.form, let table = schema.table(of: reference.destination)
        else { return nil }
        let statement = try connection.cached("SELECT Z_ENT FROM \(SQLiteName.quoted(table.name)) WHERE Z_PK = ?")
        defer { statement.reset() }
        try statement.bind(key, at: 1)
        guard try statement.step() else { return nil }
        return schema.table(number: statement.integer(0))?.entity
    }
}
