internal import Foundation

/// What a deferred migration has left in the file, and nobody needs any more.
enum MigrationLeftover: Hashable {
    case table(String)
    case column(String, table: String)

    /// What a file has of it. Whatever has such a name was left by a migration: those of models begin with a Z.
    static func all(in file: FileTables) -> [MigrationLeftover] {
        let tables = file.tables.keys.filter { $0.hasPrefix(prefix) }.sorted().map { MigrationLeftover.table($0) }
        let columns = file.tables.sorted { $0.key < $1.key }.flatMap { table, columns in
            columns.filter { $0.name.uppercased().hasPrefix(prefix) }.map {
                MigrationLeftover.column($0.name, table: table)
            }
        }
        return tables + columns
    }

    private static let prefix = "Y_LEFT_"

    /// Takes it out of the file.
    func remove(_ connection: SQLiteConnection) throws(SQLiteFailure) {
        switch self {
        case .table(let name): try connection.execute("DROP TABLE \(SQLiteName.quoted(name))")
        case .column(let name, let table):
            try connection.execute(
                "ALTER TABLE \(SQLiteName.quoted(table)) DROP COLUMN \(SQLiteName.quoted(name))")
        }
    }
}
