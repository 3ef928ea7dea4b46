internal import FileAccess
internal import Foundation
package import MainspringFoundation
internal import MainspringModel

/// The table `Z_METADATA`: one row, with the store's identifier and a binary property list.
package enum MetadataTable {
    package typealias Values = [String: PropertyListValue]

    /// The metadata of a file, its identifier among them; nil if it has none.
    /// - Throws: ``SQLiteFailure``; ``StoreFileProblem`` for what is no property list, or would take too much memory.
    package static func read(_ connection: SQLiteConnection) throws -> Values? {
        guard let row = try row(connection) else { return nil }
        var values = try parse(row.list)
        values[NSStoreUUIDKey] = .string(row.identifier)
        return values
    }

    private static func row(_ connection: SQLiteConnection) throws(SQLiteFailure) -> (identifier: String, list: Data)? {
        let table = try connection.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'Z_METADATA'")
        guard try table.step() else { return nil }
        let rows = try connection.prepare("SELECT Z_UUID, Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1")
        guard try rows.step() else { return nil }
        let (identifier, list) = (rows.string(0), rows.data(1))
        return (identifier.isEmpty ? replacement(for: list) : identifier, list)
    }

    /// The identifier as it stands in the table; nil where there is none.
    static func identifier(_ connection: SQLiteConnection) throws(SQLiteFailure) -> String? {
        let rows = try connection.cached("SELECT Z_UUID FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1")
        defer { rows.reset() }
        return try rows.step() ? rows.string(0) : nil
    }

    /// An identifier for a store from which somebody has taken it away: the same one each time, until metadata are written.
    private static func replacement(for list: Data) -> String {
        let bytes = SHA256.hash(list)
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }.uuidString
    }

    private static func parse(_ data: Data) throws -> Values {
        do {
            let list = try PropertyListValue(contentsOf: data)
            guard let values = list.dictionary else {
                throw StoreFileProblem.damaged("its metadata in Z_METADATA are \(list.kind) and not a dictionary")
            }
            return values.entries
        } catch let error as PropertyListError {
            throw StoreFileProblem.damaged(
                "its metadata in Z_METADATA are no property list that can be used, at byte \(error.offset) "
                    + error.problem.clause)
        }
    }

    /// Writes metadata in the place of those that are there. The identifier stands in a column of its own.
    /// - Throws: ``SQLiteFailure``; `CocoaError` 134030 for what no property list holds.
    static func write(_ values: Values, _ connection: SQLiteConnection) throws {
        var list = values
        let given = list.removeValue(forKey: NSStoreUUIDKey)?.string ?? ""
        // Nobody would find the store's objects again without one.
        let identifier = given.isEmpty ? try row(connection)?.identifier ?? UUID.random().uuidString : given
        let data: Data
        do {
            data = try PropertyListValue.dictionary(PropertyListDictionary(list)).binaryData()
        } catch {
            throw CoreDataError.make(
                NSPersistentStoreSaveError,
                "The metadata of \(connection.path) cannot be written: \(error.problem.clause).",
                userInfo: [NSFilePathErrorKey: connection.path], underlying: error)
        }
        let statement = try connection.prepare(
            "INSERT OR REPLACE INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?, ?)")
        try statement.bind(identifier, at: 1)
        try statement.bind(data, at: 2)
        try statement.run()
    }
}
