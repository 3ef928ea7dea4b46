internal import CSQLite
internal import Foundation
internal import MainspringModel

/// Writes rows into their tables, by statements that are prepared once for each entity and set of columns.
///
/// Used by whoever has the writing connection, which it belongs to.
final class RowStatements {
    private let schema: StoreSchema
    let connection: SQLiteConnection
    let binder: RowBinder
    private let inserts = StatementCache<ObjectIdentifier>()
    private let updates = StatementCache<UpdateKey>()
    private let deletes = StatementCache<DeleteKey>()

    /// Which columns of which entity.
    private struct UpdateKey: Hashable {
        let table: ObjectIdentifier
        let columns: ColumnMask
        let isForced: Bool
    }

    private struct DeleteKey: Hashable {
        let table: ObjectIdentifier
        let isForced: Bool
    }

    init(_ schema: StoreSchema, _ connection: SQLiteConnection) {
        (self.schema, self.connection, binder) = (schema, connection, RowBinder())
    }

    /// Puts a new row in, whose version is 1.
    func insert(_ row: Row, _ key: Int64, _ table: EntityTable) throws {
        let statement = try inserts.statement(for: ObjectIdentifier(table)) { _ throws(SQLiteFailure) in
            try prepareInsert(table)
        }
        binder.begin()
        try statement.bind(key, at: 1)
        try statement.bind(table.number, at: 2)
        _ = try binder.bind(row.memory, table, .all, to: statement, at: 3, entityNumber: entityNumber)
        try statement.run()
        guard connection.changeCount > 0 else { throw ignored(statement) }
    }

    /// The failure of a statement that has done nothing, though nothing was in its way: so says a trigger's `RAISE(IGNORE)`.
    func ignored(_ statement: SQLiteStatement? = nil) -> SQLiteFailure {
        SQLiteFailure(
            code: SQLITE_CONSTRAINT, message: "a trigger of the file leaves the row unwritten", path: connection.path,
            statement: statement?.sql)
    }

    /// Changes columns of a row.
    /// - Parameters:
    ///   - version: is the one that the row has now; nil if it does not matter.
    ///   - newVersion: is the one that it has afterwards.
    /// - Returns: whether there is such a row.
    func update(
        _ row: Row, _ key: Int64, _ table: EntityTable, _ columns: ColumnMask, version: Int64?, newVersion: Int64
    ) throws -> Bool {
        let kind = UpdateKey(table: ObjectIdentifier(table), columns: columns, isForced: version == nil)
        let statement = try updates.statement(for: kind) { key throws(SQLiteFailure) in try prepareUpdate(table, key) }
        binder.begin()
        try statement.bind(newVersion, at: 1)
        let index = try binder.bind(row.memory, table, columns, to: statement, at: 2, entityNumber: entityNumber)
        try statement.bind(key, at: index)
        if let version { try statement.bind(version, at: index + 1) }
        try statement.run()
        return connection.changeCount > 0
    }

    /// Takes a row out.
    /// - Parameter version: is the one that the row has now; nil if it does not matter.
    /// - Returns: whether there was such a row.
    func delete(_ key: Int64, _ table: EntityTable, version: Int64?) throws(SQLiteFailure) -> Bool {
        let kind = DeleteKey(table: ObjectIdentifier(table), isForced: version == nil)
        let statement = try deletes.statement(for: kind) { key throws(SQLiteFailure) in try prepareDelete(table, key) }
        try statement.bind(key, at: 1)
        if let version { try statement.bind(version, at: 2) }
        try statement.run()
        return connection.changeCount > 0
    }

    // MARK: Statements

    func prepareInsert(_ table: EntityTable) throws(SQLiteFailure) -> SQLiteStatement {
        let names = ["Z_PK", "Z_ENT", "Z_OPT"] + table.columns.flatMap(\.writtenNames)
        let values = names.map { $0 == "Z_OPT" ? "1" : "?" }.joined(separator: ", ")
        let columns = names.map(SQLiteName.quoted).joined(separator: ", ")
        return try connection.prepare("INSERT INTO \(SQLiteName.quoted(table.name)) (\(columns)) VALUES (\(values))")
    }

    private func prepareUpdate(_ table: EntityTable, _ key: UpdateKey) throws(SQLiteFailure) -> SQLiteStatement {
        let names = table.columns.enumerated().filter { key.columns.contains($0.offset) }.flatMap(
            \.element.writtenNames)
        let values = (["Z_OPT"] + names).map { "\(SQLiteName.quoted($0)) = ?" }.joined(separator: ", ")
        return try connection.prepare(
            "UPDATE \(SQLiteName.quoted(table.name)) SET \(values) WHERE \(Self.condition(isForced: key.isForced))")
    }

    private func prepareDelete(_ table: EntityTable, _ key: DeleteKey) throws(SQLiteFailure) -> SQLiteStatement {
        try connection.prepare(
            "DELETE FROM \(SQLiteName.quoted(table.name)) WHERE \(Self.condition(isForced: key.isForced))")
    }

    /// Which row it is. Key and version are bound last.
    private static func condition(isForced: Bool) -> String { isForced ? "Z_PK = ?" : "Z_PK = ? AND Z_OPT = ?" }

    /// The number of the entity of an object that a relationship leads to; nil if there is no such row.
    func entityNumber(_ identity: NSManagedObjectID) throws -> Int64? {
        guard let table = schema.table(of: identity.entity) else { return nil }
        // The identity may be one of a row that nobody has read, and know of an entity that the row's inherits from.
        if table.familyNumbers.count == 1 { return table.number }
        let statement = try connection.cached("SELECT Z_ENT FROM \(SQLiteName.quoted(table.name)) WHERE Z_PK = ?")
        defer { statement.reset() }
        try statement.bind(identity.key.key, at: 1)
        return try statement.step() ? statement.integer(0) : table.number
    }
}

/// Which of an entity's columns. All from the 64th on count as one.
struct ColumnMask: Hashable {
    private var bits: UInt64 = 0

    /// All of them.
    static let all = ColumnMask(bits: .max)

    init() {}

    private init(bits: UInt64) { self.bits = bits }

    var isEmpty: Bool { bits == 0 }

    mutating func insert(_ number: Int) { bits |= 1 << UInt64(min(number, 63)) }

    func contains(_ number: Int) -> Bool { bits & (1 << UInt64(min(number, 63))) != 0 }
}

extension StoreColumn {
    /// The names of the columns that a row's value goes into. The places in orders are written with the orders.
    var writtenNames: [String] {
        switch form {
        case .reference(let reference): [name] + (reference.entityColumn.map { [$0] } ?? [])
        case .composite(let parts): parts.map(\.name)
        default: [name]
        }
    }
}
