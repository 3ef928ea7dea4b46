internal import CSQLite

/// A snapshot of the file, for as long as the closure runs that has it.
package struct ReadTransaction {
    /// Nobody else's until the closure ends. Its statements may be left as they are.
    package let connection: SQLiteConnection
    /// The number of the last commit that is certainly seen; see ``CommitSequence``.
    let sequence: UInt64

    /// Runs a closure inside a transaction that sees one state of the file, beginning with its first query.
    static func run<Result>(
        on connection: SQLiteConnection, _ sequence: CommitSequence, _ body: (ReadTransaction) throws -> Result
    ) throws -> Result {
        let number = sequence.value
        connection.limitReading()
        try connection.cached("BEGIN").run()
        // A query that was not read to its end would keep the snapshot beyond the COMMIT.
        defer { end(on: connection) }
        return try body(ReadTransaction(connection: connection, sequence: number))
    }

    /// Ends the transaction; whether it has ended is to be seen by `isInTransaction`.
    static func end(on connection: SQLiteConnection) {
        connection.resetStatements()
        guard connection.isInTransaction else { return }
        do { try connection.cached("COMMIT").run() } catch { try? connection.execute("ROLLBACK") }
    }
}
