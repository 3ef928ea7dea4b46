internal import Dispatch

/// A state of the file that is held, for as long as anybody wants to read it: a query generation.
///
/// Those who read it do so one after the other. While it is held the log cannot be emptied.
package final class HeldReader: @unchecked Sendable {
    // `@unchecked Sendable`: all but constants is used on `queue`.

    /// The number of the last commit that is certainly seen.
    let sequence: UInt64
    private let queue = DispatchQueue(label: "SQLite.held")
    private var connection: SQLiteConnection?
    private var isExpired = false
    private let path: String
    /// Beyond so many bytes of the log the state is held no more.
    private let longest: Int64

    /// It was ended because the log has grown too long.
    struct Expired: Error {}

    /// - Parameter longestLog: how many bytes the log may have, if it has not more already.
    init(_ connection: SQLiteConnection, _ sequence: CommitSequence, longestLog: Int) throws {
        self.connection = connection
        path = connection.path
        longest = max(Int64(longestLog), DatabasePlace.logSize(path))
        self.sequence = sequence.value
        try connection.execute("BEGIN")
        // A snapshot begins with the first that is read.
        _ = try connection.value("PRAGMA user_version")
    }

    /// Runs a closure on the caller's thread, when nobody else reads.
    /// - Throws: what the closure throws; ``Expired``; ``SQLiteFailure`` once it has ended.
    package func read<Result>(_ body: (ReadTransaction) throws -> Result) throws -> Result {
        try queue.sync {
            guard let connection else {
                if isExpired { throw Expired() }
                throw SQLiteFailure(code: 21, message: "nothing is held any more", path: "a file", statement: nil)
            }
            // Commits of our own end it at once; those of others are seen here.
            guard DatabasePlace.logSize(path) <= longest else {
                isExpired = true
                close()
                throw Expired()
            }
            defer { connection.resetStatements() }
            connection.limitReading()
            return try body(ReadTransaction(connection: connection, sequence: sequence))
        }
    }

    /// Lets go of the state, waiting for who reads it.
    func end() { queue.sync { close() } }

    /// Lets go of it when whoever reads it is done, without waiting.
    func expire() {
        queue.async {
            self.isExpired = true
            self.close()
        }
    }

    private func close() {
        connection?.close()
        connection = nil
    }
}
