extension StorePlan {
    /// Makes the tables in a file that has none, with the entities' numbers in theirs.
    /// - Throws: ``SQLiteFailure``.
    package func run(on connection: SQLiteConnection) throws {
        for statement in statements { try connection.execute(statement) }
        let row = try connection.prepare("INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, 0)")
        for entry in primaryKeyRows {
            try row.bind(entry.number, at: 1)
            try row.bind(entry.name, at: 2)
            try row.bind(entry.superNumber, at: 3)
            try row.run()
        }
    }
}
