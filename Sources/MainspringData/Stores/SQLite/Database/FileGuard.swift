internal import CSQLite
internal import FileAccess
internal import Foundation
internal import Locks

/// Notices that another program has removed, replaced, overwritten or cut a file of an open database.
///
/// SQLite does not notice any of that: it would mix the pages of two files, and a cut `-shm` file ends the process by
/// SIGBUS. The files are examined before each transaction. What happens after that, until the transaction ends, is not
/// noticed before the next one. Bytes that are written over the middle of the file or of its log are not noticed. Costs
/// three calls of stat(2), and a few reads of the file, or of the log, if its time or size has changed. May be used on
/// any thread.
final class FileGuard: Sendable {
    private let path: String
    private let identity: DatabasePlace.Identity?
    private let state = Guarded(State())
    /// Lets one thread at a time examine the contents: of two, the slower one would compare older facts to newer ones.
    private let examination = Lock()
    /// The number of SQLite's steps that reading the identifier and the keys may take: enough for 100,000 entities.
    private static let mostSteps = 1_000_000

    private struct State {
        /// Whether the first connection is ready. Opening the database may roll back what a killed process has left, and
        /// then the numbers in the header go back.
        var isReady = false
        /// The write-ahead log; `nil` without one.
        var log: DatabasePlace.Identity?
        /// The status of the log at its last comparison to the index; see ``LogCheck``.
        var checkedLog: FileStatus?
        /// True once another program has changed the log. From then on each check throws.
        var isLogDamaged = false
        /// The time and size at which the contents were examined last, and those of the log then.
        var examined: FileStatus?
        var examinedLog: FileStatus?
        var header: Header?
        /// The last keys of the entities, by the file without its log.
        var keys: SQLiteValue?
        /// The identifiers that the store has had.
        var identifiers: Set<String> = []
    }

    /// The fields of a database's header by which another database is noticed (“Database File Format”, 1.3).
    private struct Header {
        let bytes: [UInt8]
        let pageSize: Int
        let changeCount: UInt32
        /// The size of the file that the header says.
        let byteCount: Int64
        let schemaCookie: UInt32
        /// Whether commits may make the file shorter.
        let isVacuumedByCommits: Bool
        /// Whether the database has a write-ahead log. Checkpoints write its pages in order, the header first.
        let isLogged: Bool

        /// `nil` unless the bytes begin as a database does.
        init?(_ bytes: [UInt8]) {
            guard bytes.count == 100, bytes.starts(with: DatabasePlace.header) else { return nil }
            func word(_ offset: Int) -> UInt32 { bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | UInt32($1) } }
            let size = Int(bytes[16]) << 8 | Int(bytes[17])
            self.bytes = bytes
            pageSize = size == 1 ? 65_536 : size
            changeCount = word(24)
            byteCount = Int64(word(28)) * Int64(pageSize)
            schemaCookie = word(40)
            isVacuumedByCommits = word(52) != 0
            isLogged = bytes[19] == 2
        }
    }

    /// - Parameter path: The path of the database; `nil` if it is in memory or a copy, which nothing else writes.
    init(_ path: String?) {
        self.path = path ?? ""
        identity = path.flatMap { DatabasePlace.Identity(path: $0) }
    }

    /// Notes which file the log is. If another program removes it, what is saved afterwards is lost.
    func noteLog(isLogged: Bool) {
        let log = isLogged && identity != nil ? DatabasePlace.Identity(path: path + "-wal") : nil
        state.withLock { $0.log = log }
    }

    /// Starts the examination of contents, after the first connection was opened. Before that, ``check(_:)`` only compares
    /// the identities of files.
    func beginExamining() { state.withLock { $0.isReady = true } }

    /// Notes an identifier that a save of this process gives the store.
    func noteIdentifier(_ identifier: String) { state.withLock { _ = $0.identifiers.insert(identifier) } }

    // MARK: Checking

    /// Examines the files before a transaction.
    /// - Parameter connection: The connection of the transaction, on its thread; `nil` if it is not open yet. Then the log
    ///   is not compared to its index.
    /// - Throws: ``SQLiteFailure`` with the code of a file that was moved.
    func check(_ connection: SQLiteConnection? = nil) throws(SQLiteFailure) {
        guard let identity else { return }
        guard let status = FileStatus.of(path), status.device == identity.device, status.number == identity.number
        else {
            throw failure("the file was removed or replaced while it was open")
        }
        let (log, examined, checkedLog, isLogDamaged, isReady) = state.withLock {
            ($0.log, $0.examined, $0.checkedLog, $0.isLogDamaged, $0.isReady)
        }
        if let log {
            let status = FileStatus.of(path + "-wal")
            guard let status, status.device == log.device, status.number == log.number else {
                throw failure("the file's log, \(path)-wal, was removed or replaced while it was open")
            }
            guard OpenDatabases.recordSharedMemory(of: path, identity) else {
                throw OpenDatabases.cutSharedMemory(path)
            }
            guard !isLogDamaged else { throw damagedLog }
            if status != checkedLog, let connection { try check(status, connection) }
        }
        guard isReady,
            examined?.size != status.size || examined?.seconds != status.seconds
                || examined?.nanoseconds != status.nanoseconds
        else { return }
        let failure: SQLiteFailure? = examination.withLock {
            do throws(SQLiteFailure) {
                if let status = FileStatus.of(path) { try examine(status) }
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    /// Compares the log to its index.
    private func check(_ log: FileStatus, _ connection: SQLiteConnection) throws(SQLiteFailure) {
        guard LogCheck(connection)?.isWhole() ?? true else {
            state.withLock { $0.isLogDamaged = true }
            throw damagedLog
        }
        state.withLock { $0.checkedLog = log }
    }

    private var damagedLog: SQLiteFailure {
        failure("the file's log, \(path)-wal, was overwritten or cut while it was open")
    }

    /// Examines the contents of a file that was written since the last time.
    private func examine(_ status: FileStatus) throws(SQLiteFailure) {
        let bytes = DatabaseBytes(path)?.read(0, 100)
        // A file that could not be opened says nothing about its contents.
        if bytes == nil, status.size >= 100, DescriptorShortage.isPresent {
            throw SQLiteFailure(
                code: SQLITE_CANTOPEN, message: String(cString: sqlite3_errstr(SQLITE_CANTOPEN)), path: path,
                statement: nil, hasNoDescriptor: true)
        }
        let header = bytes.flatMap { Header($0) }
        let log = FileStatus.of(path + "-wal")
        let (known, isLogged) = state.withLock { ($0.header, $0.log != nil) }
        if let known {
            guard let header, header.pageSize == known.pageSize else {
                throw failure("the file was overwritten while it was open")
            }
            // Without a log, a transaction that failed is rolled back in the file itself: then its numbers go back too.
            if isLogged {
                try compare(header, known, status, log)
            } else if !header.isLogged {
                try checkLength(header)
            }
        }
        if header != nil { try checkStore(hadNoLog(log)) }
        state.withLock { state in
            (state.examined, state.examinedLog) = (status, log)
            if let header { state.header = header }
        }
    }

    /// Compares the header of a file with a log to the one before. Only checkpoints and VACUUM write such a file.
    private func compare(
        _ header: Header, _ known: Header, _ status: FileStatus, _ log: FileStatus?
    ) throws(SQLiteFailure) {
        let former = state.withLock(\.examined)
        let isSame = header.bytes == known.bytes && status.size == former?.size
        guard header.changeCount >= known.changeCount, isSame || !hadNoLog(log) else {
            throw failure("the file was overwritten while it was open")
        }
        guard status.size < (former?.size ?? 0) else { return }
        // VACUUM makes a file shorter, and changes the number of the schema. While a checkpoint writes, the header may
        // count pages that are not there yet, but the file is not shorter than before.
        let isVacuumed = header.schemaCookie != known.schemaCookie || header.isVacuumedByCommits
        guard isVacuumed, status.size >= header.byteCount else {
            throw failure("the file was overwritten or cut while it was open")
        }
    }

    /// Whether the log was empty when the file was examined last, and was not written since. Then no checkpoint has
    /// written the file.
    private func hadNoLog(_ log: FileStatus?) -> Bool {
        state.withLock(\.examinedLog).map { $0.size == 0 && $0 == log } ?? false
    }

    /// Compares the size of a file without a log to its header. While a transaction is under way, they may differ.
    private func checkLength(_ header: Header) throws(SQLiteFailure) {
        // In this order: the file has the size that the header says when the journal of its transaction is gone.
        guard FileStatus.of(path + "-journal") == nil, let size = FileStatus.of(path)?.size, size < header.byteCount
        else {
            return
        }
        throw failure("the file was cut while it was open")
    }

    /// Reads the identifier and the last keys from the file itself, without the log, and compares them to those before.
    /// While another connection writes the file, they may be unreadable. Pages of a damaged file may lead to one page many
    /// times: then nothing is compared.
    /// - Parameter hadNoLog: Whether no checkpoint can have written the file since it was examined last.
    private func checkStore(_ hadNoLog: Bool) throws(SQLiteFailure) {
        guard let connection = try? SQLiteConnection(path: path, access: .immutable) else { return }
        defer { connection.close() }
        connection.limitReading(steps: Self.mostSteps)
        guard let identifier = try? MetadataTable.identifier(connection), !identifier.isEmpty else { return }
        let found = (try? connection.value("SELECT group_concat(Z_ENT || ' ' || Z_MAX) FROM Z_PRIMARYKEY")) ?? nil
        let (isKnown, keys) = state.withLock { state in
            if state.identifiers.isEmpty { state.identifiers.insert(identifier) }
            return (state.identifiers.contains(identifier), state.keys)
        }
        guard isKnown else { throw failure("another store was written over it while it was open") }
        guard !hadNoLog || keys == nil || keys == found else {
            throw failure("an older copy was written over it while it was open")
        }
        state.withLock { $0.keys = found }
    }

    private func failure(_ message: String) -> SQLiteFailure {
        SQLiteFailure(code: csqlite_readonly_moved, message: message, path: path, statement: nil)
    }
}
