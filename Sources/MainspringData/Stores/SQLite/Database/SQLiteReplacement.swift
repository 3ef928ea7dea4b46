internal import Foundation

/// Puts the contents of one database in the place of another's, in one transaction of that one, which begins before the first
/// is made: nobody else can write into it from then on, and so nothing that somebody saves meanwhile is lost. Those who read it
/// need not wait.
struct SQLiteReplacement {
    /// The database that gets other contents.
    let path: String
    /// The one that has them, once it is made. It is deleted with all that is beside it, whatever happens.
    let place: String
    var vfs: String?
    /// For how many milliseconds those are waited for who write.
    var busyTimeout = 10_000

    private static let name = "made"

    /// - Parameter make: makes the other database; false if there is no need. Called when nobody else can write.
    /// - Throws: what the closure throws; ``SQLiteFailure``; errors of files. The old database is as it was then.
    func run(_ make: () throws -> Bool) throws {
        let path = DatabasePlace.resolved(path)
        let connection = try SQLiteConnection(path: path, access: .readWrite, vfs: vfs)
        defer { connection.close() }
        connection.setBusyTimeout(busyTimeout)
        try connection.execute("BEGIN IMMEDIATE")
        // While nobody else can make one, who would have a folder of the same name.
        defer { try? SQLiteFile.parts(of: place).delete() }
        guard try make() else { return }
        let (old, new) = (try SupportFiles(of: path), try SupportFiles(of: place))
        do {
            // The files of the new state come first, and those that only the old one has go last.
            let held = try new.copy(to: path, like: path)
            defer { withExtendedLifetime(held) {} }
            try connection.attach(place, as: Self.name)
            try clear(connection)
            try fill(connection)
            // What is there if this process ends now is the old state, without anything beside it.
            try? SQLiteFile.parts(of: place).delete()
            try connection.execute("COMMIT")
        } catch {
            old.removeOthers(at: path)
            throw error
        }
        new.removeOthers(at: path)
    }

    /// Drops all that is there.
    private func clear(_ connection: SQLiteConnection) throws(SQLiteFailure) {
        for type in ["trigger", "view", "table"] {
            // A virtual one takes others with it.
            for entry in try entries(type, of: "main", connection) {
                try connection.execute("DROP \(type) IF EXISTS main.\(SQLiteName.quoted(entry.name))")
            }
        }
    }

    private func fill(_ connection: SQLiteConnection) throws(SQLiteFailure) {
        for table in try entries("table", of: Self.name, connection) {
            let name = SQLiteName.quoted(table.name)
            try connection.execute(table.statement)
            try connection.execute("INSERT INTO main.\(name) SELECT * FROM \(Self.name).\(name)")
        }
        for index in try entries("index", of: Self.name, connection) { try connection.execute(index.statement) }
    }

    /// What was made by statements. Names that begin with “sqlite_” are of tables of SQLite's own.
    private func entries(
        _ type: String, of schema: String, _ connection: SQLiteConnection
    ) throws(SQLiteFailure) -> [(name: String, statement: String)] {
        let rows = try connection.prepare(
            """
            SELECT name, sql FROM \(schema).sqlite_master WHERE type = ? AND sql IS NOT NULL \
            AND substr(lower(name), 1, 7) <> 'sqlite_' ORDER BY rowid
            """)
        try rows.bind(type, at: 1)
        var found: [(name: String, statement: String)] = []
        while try rows.step() { found.append((rows.string(0), rows.string(1))) }
        return found
    }
}
