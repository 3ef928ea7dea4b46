internal import CSQLite
internal import Foundation

/// A connection to a database file.
///
/// Used by one thread at a time; whoever has it sees to that. Statements that are prepared by it must be gone, or in its
/// own table of them, when it goes.
package final class SQLiteConnection: @unchecked Sendable {
    // `@unchecked Sendable`: handed from thread to thread by its owner, and used by one at a time; `interrupt` alone may
    // be called by others.

    /// What may be done with the file.
    package enum Access: Sendable {
        case readOnly
        /// The file is taken not to change, so that nothing is locked, and nothing beside it is looked at.
        case immutable
        case readWrite
        /// As `readWrite`; the file is made if there is none.
        case create
    }

    let path: String
    let access: Access
    private var handle: OpaquePointer?
    /// Statements that are kept prepared, by their text.
    private var statements: [String: Kept] = [:]
    /// Counts the uses of kept statements.
    private var uses: UInt64 = 0
    /// How many statements are kept prepared: beyond that the one that was not used for longest goes.
    let statementLimit = 128
    /// How much its statements may do; nil for any amount.
    package private(set) var stepBudget: StepBudget?
    private var lockPatience: LockPatience?
    /// Notices what other programs do to the file; `nil` if nothing is noticed.
    var files: FileGuard?
    /// The identity under which the connection is registered in ``OpenDatabases``; `nil` if the file did not exist.
    private var identity: DatabasePlace.Identity?

    private struct Kept {
        let statement: SQLiteStatement
        var lastUse: UInt64
    }

    /// Opens a file.
    /// - Parameter vfs: the name of SQLite's interface to files; nil for the usual one.
    /// - Throws: ``SQLiteFailure``.
    package init(path: String, access: Access, vfs: String? = nil) throws(SQLiteFailure) {
        (self.path, self.access) = (path, access)
        // An immutable connection maps no shared memory.
        if access != .immutable { identity = try OpenDatabases.add(path) }
        let flags =
            switch access {
            case .readOnly, .immutable: SQLITE_OPEN_READONLY
            case .readWrite: SQLITE_OPEN_READWRITE
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        let code = sqlite3_open_v2(
            Self.uri(path, isImmutable: access == .immutable), &handle,
            flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, vfs)
        guard code == SQLITE_OK else {
            let failure = failure(code, nil)
            sqlite3_close_v2(handle)
            handle = nil
            unregister()
            throw failure
        }
        // A file is data and nothing else: it changes no tables of SQLite's own, and its triggers and views call nothing
        // that is not harmless.
        csqlite_configure(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
        csqlite_configure(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
        limitReading()
    }

    deinit { close() }

    /// Closes the file. Nothing can be done any more; statements end.
    package func close() {
        statements = [:]
        // The last connection moves the log into the file. It must not write into another program's file, and reading a
        // `-shm` file that was cut would end the process.
        if handle != nil, let files, (try? files.check(self)) == nil {
            _ = csqlite_configure(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        }
        sqlite3_close_v2(handle)
        handle = nil
        unregister()
    }

    /// Unregisters the connection from ``OpenDatabases``.
    private func unregister() {
        identity.map(OpenDatabases.remove)
        identity = nil
    }

    /// The path as SQLite reads it with options behind it: whatever is not plain stands in percent.
    private static func uri(_ path: String, isImmutable: Bool) -> String {
        var text = "file:"
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "-"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return isImmutable ? text + "?immutable=1" : text
    }

    // MARK: Statements

    /// Runs statements, separated by semicolons, whose results nobody wants.
    /// - Throws: ``SQLiteFailure``; those before the one that fails have been run.
    func execute(_ sql: String) throws(SQLiteFailure) {
        try check(sqlite3_exec(handle, sql, nil, nil, nil), sql)
    }

    /// Prepares a statement that nobody else has.
    package func prepare(_ sql: String) throws(SQLiteFailure) -> SQLiteStatement {
        var made: OpaquePointer?
        try check(sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil), sql)
        guard let made else {
            throw SQLiteFailure(code: SQLITE_MISUSE, message: "there is no statement in it", path: path, statement: sql)
        }
        return SQLiteStatement(made, sql, self)
    }

    /// A statement that stays prepared, as long as it is among those used last. To be reset by whoever has used it; what is
    /// bound to it is that of its last use.
    func cached(_ sql: String) throws(SQLiteFailure) -> SQLiteStatement {
        uses += 1
        if let index = statements.index(forKey: sql) {
            let known = statements.values[index].statement
            if !known.isRunning {
                statements.values[index].lastUse = uses
                return known
            }
        }
        let made = try prepare(sql)
        statements[sql] = Kept(statement: made, lastUse: uses)
        if statements.count > statementLimit, let oldest = statements.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            statements[oldest.key] = nil
        }
        return made
    }

    /// Makes all statements ready to run again, whoever has left them where they were.
    func resetStatements() {
        guard let handle else { return }
        var statement = sqlite3_next_stmt(handle, nil)
        while let running = statement {
            if sqlite3_stmt_busy(running) != 0 { sqlite3_reset(running) }
            statement = sqlite3_next_stmt(handle, running)
        }
    }

    /// The first value of the first row of a query; nil if there is no row.
    func value(_ sql: String) throws(SQLiteFailure) -> SQLiteValue? {
        let statement = try prepare(sql)
        return try statement.step() ? statement.value(0) : nil
    }

    /// How many bytes the file has, with what is in the log, in the state that the connection sees.
    func fileSize() throws(SQLiteFailure) -> Int {
        guard case .integer(let count)? = try value("PRAGMA page_count"),
            case .integer(let size)? = try value("PRAGMA page_size")
        else { return 0 }
        return Int(count) * Int(size)
    }

    /// Writes the file anew without what was deleted. Not in a transaction.
    func vacuum() throws(SQLiteFailure) {
        // SQLite attaches the new file to do it.
        guard let handle else { return try execute("VACUUM") }
        sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 1)
        defer { sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0) }
        try execute("VACUUM")
    }

    /// Lets statements name what is in another file, behind a name for it. It must be a plain word.
    func attach(_ path: String, as name: String) throws(SQLiteFailure) {
        guard let handle else { return try execute("ATTACH") }
        sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 1)
        let statement = try prepare("ATTACH ? AS \(name)")
        try statement.bind(Self.uri(path, isImmutable: false), at: 1)
        try statement.run()
    }

    /// Lets the statements of a transaction take so many steps, and no more: for a file whose triggers are not known. A
    /// statement that takes more fails as interrupted.
    /// - Parameter changes: how many objects the transaction changes.
    func limitSteps(changes: Int) { budget.refill(changes: changes) }

    /// Lets what is read until the next call take no more steps than the file can need, for one whose pages are not known.
    /// A connection begins so.
    package func limitReading() { budget.refill(reading: path) }

    /// Lets statements take so many steps until the next call; one that takes more fails as interrupted.
    package func limitReading(steps: Int) { budget.refill(steps: steps) }

    /// Lets statements take as many steps as they need.
    package func liftLimits() { stepBudget?.lift() }

    /// Lets statements fail as interrupted, and waiting for somebody else's locks as too long, soon after somebody has cancelled them.
    /// - Parameter busyTimeout: in milliseconds.
    func stop(by cancellation: Cancellation, busyTimeout: Int) {
        budget.cancellation = cancellation
        let patience = LockPatience(cancellation: cancellation, milliseconds: busyTimeout)
        patience.wait(for: handle)
        lockPatience = patience
    }

    private var budget: StepBudget {
        if let stepBudget { return stepBudget }
        let budget = StepBudget()
        budget.watch(handle)
        stepBudget = budget
        return budget
    }

    // MARK: State

    /// How many rows the last statement has changed by itself.
    var changeCount: Int { handle == nil ? 0 : Int(sqlite3_changes(handle)) }

    /// Whether a transaction is open.
    var isInTransaction: Bool { handle != nil && sqlite3_get_autocommit(handle) == 0 }

    /// For how long, in milliseconds, a lock of somebody else's is waited for.
    func setBusyTimeout(_ milliseconds: Int) {
        if let handle { sqlite3_busy_timeout(handle, Int32(clamping: milliseconds)) }
    }

    /// Ends what is running, as soon as it can be ended. May be called by any thread, while the connection is open.
    func interrupt() {
        if let handle { sqlite3_interrupt(handle) }
    }

    /// The connection in C, for what registers functions and hooks.
    var pointer: OpaquePointer? { handle }

    // MARK: Failures

    func check(_ code: Int32, _ sql: String?) throws(SQLiteFailure) {
        guard code != SQLITE_OK else { return }
        throw failure(code, sql)
    }

    /// Returns the failure of the connection's last call.
    func failure(_ code: Int32, _ sql: String?) -> SQLiteFailure {
        var failure = SQLiteFailure(code: code, message: message(code), path: path, statement: sql)
        if failure.primaryCode == SQLITE_CANTOPEN, let handle {
            failure.hasNoDescriptor = DescriptorShortage.isReason(sqlite3_system_errno(handle))
        }
        return failure
    }

    /// SQLite's words for what has just gone wrong.
    func message(_ code: Int32) -> String {
        guard let handle, let text = sqlite3_errmsg(handle) else { return String(cString: sqlite3_errstr(code)) }
        return String(cString: text)
    }
}
