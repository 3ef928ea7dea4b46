internal import CSQLite
internal import Dispatch
internal import Glibc
internal import Synchronization

/// A transaction that writes, for as long as the closure runs that has it.
struct WriteTransaction {
    /// Nobody else's until the closure ends. Its statements may be left as they are.
    let connection: SQLiteConnection
    /// The number that the transaction will have once it is committed; see ``CommitSequence``.
    let sequence: UInt64
}

/// The one connection over which a file is written, by one thread at a time.
final class StoreWriter: @unchecked Sendable {
    // `@unchecked Sendable`: what is no constant is used on `queue`.

    let sequence: CommitSequence
    private let queue = DispatchQueue(label: "SQLite.writer")
    /// The thread that is in a transaction, by the number that the system has for it; 0 for none. Not the queue: a closure may lead to
    /// another queue, and by that back here.
    private let writing = Atomic<UInt>(0)
    private let open: @Sendable () throws -> SQLiteConnection
    /// Told after each commit, still on the queue; must not write.
    private let committed: @Sendable (SQLiteConnection) -> Void
    /// Throws if another program has changed the file. Called before each transaction begins.
    private let check: @Sendable (SQLiteConnection) throws -> Void
    private var connection: SQLiteConnection?
    private var isClosed = false

    /// - Parameters:
    ///   - connection: is used by nobody else.
    ///   - open: makes another one, when one cannot be used any more.
    init(
        _ connection: SQLiteConnection, sequence: CommitSequence,
        check: @escaping @Sendable (SQLiteConnection) throws -> Void = { _ in },
        committed: @escaping @Sendable (SQLiteConnection) -> Void = { _ in },
        open: @escaping @Sendable () throws -> SQLiteConnection
    ) {
        (self.connection, self.sequence) = (connection, sequence)
        (self.check, self.committed, self.open) = (check, committed, open)
    }

    /// Runs a closure on the caller's thread when nobody else writes, in a transaction: all that it does is in the file
    /// when this returns, or nothing if it throws. Other processes that write are waited for, as long as the connection's
    /// busy timeout says.
    /// - Throws: what the closure throws; ``SQLiteFailure``, also where it is called by such a closure: one transaction cannot wait for
    ///   another that waits for it.
    func write<Result>(_ body: (WriteTransaction) throws -> Result) throws -> Result {
        let thread = UInt(pthread_self())
        if writing.load(ordering: .relaxed) == thread {
            throw SQLiteFailure(
                code: SQLITE_MISUSE,
                message:
                    "this is called by something that is itself being written into the store, as a batch insert's handler is. Save "
                    + "when it has returned",
                path: connection?.path ?? "the store", statement: nil)
        }
        return try queue.sync {
            // On the caller's thread.
            writing.store(thread, ordering: .relaxed)
            defer { writing.store(0, ordering: .relaxed) }
            let connection = try usable()
            let number = sequence.value + 1
            try check(connection)
            try connection.cached("BEGIN IMMEDIATE").run()
            do {
                let result = try body(WriteTransaction(connection: connection, sequence: number))
                // A statement that still runs would keep the transaction's locks.
                connection.resetStatements()
                try connection.cached("COMMIT").run()
                sequence.advance(to: number)
                committed(connection)
                return result
            } catch {
                rollBack(connection)
                throw error
            }
        }
    }

    /// Runs a closure on the connection, outside of a transaction, when nobody else writes.
    func withConnection<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
        try queue.sync { try body(usable()) }
    }

    private func usable() throws -> SQLiteConnection {
        if let connection {
            connection.liftLimits()
            return connection
        }
        guard !isClosed else {
            throw SQLiteFailure(
                code: SQLITE_MISUSE, message: "the store was removed from its coordinator",
                path: "a file that is closed", statement: nil)
        }
        let made = try open()
        made.liftLimits()
        connection = made
        return made
    }

    private func rollBack(_ connection: SQLiteConnection) {
        connection.resetStatements()
        // SQLite has rolled back by itself after some errors.
        if connection.isInTransaction { try? connection.execute("ROLLBACK") }
        guard connection.isInTransaction else { return }
        // What cannot be rolled back ends with its connection.
        connection.close()
        self.connection = nil
    }

    /// Closes the connection when nobody writes; who comes later gets an error.
    func close() {
        queue.sync {
            isClosed = true
            connection?.close()
            connection = nil
        }
    }
}
