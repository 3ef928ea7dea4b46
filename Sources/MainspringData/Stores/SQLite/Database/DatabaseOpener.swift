internal import CSQLite
internal import FileAccess
internal import Foundation
internal import Glibc
internal import Synchronization

/// Makes the connections to one file, all in the same way.
final class DatabaseOpener: Sendable {
    /// What connections open, and what is said of it.
    let path: String
    let settings: DatabaseSettings
    let way: DatabasePlace.Way
    /// Whether commits go into a log, so that readers and the writer do not wait for each other.
    var isLogged: Bool { !isMemory && settings.journalMode == "WAL" }
    let isMemory: Bool
    private let functions: [SQLiteFunction]
    private let collations: [SQLiteCollation]
    /// What is opened: the path, that of a copy, or a name in memory.
    private let file: String
    private let vfs: String?
    /// Is to be removed at the end.
    private let copy: PrivateCopy?
    /// Notices what other programs do to the file.
    let files: FileGuard
    /// Keeps what lies in memory while no other connection does.
    private let keeper: SQLiteConnection?

    private static let memoryCount = Atomic<UInt64>(0)

    /// - Parameter makesNoFiles: Whether a database that is only read is opened without the files that SQLite needs
    ///   beside one with a log, as on a full disk. No other process may have it open.
    init(
        _ given: String, _ settings: DatabaseSettings, _ functions: [SQLiteFunction], _ collations: [SQLiteCollation],
        makesNoFiles: Bool = false
    ) throws {
        (self.functions, self.collations) = (functions, collations)
        isMemory = SQLitePlace.isMemory(given)
        var settings = settings
        if isMemory {
            settings.journalMode = "MEMORY"
            path = SQLitePlace.memoryPath
            let number = Self.memoryCount.wrappingAdd(1, ordering: .relaxed).newValue
            (file, vfs, copy, files) = ("/mainspring-\(number)", "memdb", nil, FileGuard(nil))
            way = .writing
            self.settings = settings
            do {
                keeper = try SQLiteConnection(path: file, access: .create, vfs: vfs)
            } catch {
                throw Self.error(error, path: given, isReadOnly: false)
            }
            return
        }
        keeper = nil
        self.settings = settings
        path = DatabasePlace.resolved(given)
        let facts = try DatabasePlace.facts(at: path)
        if facts.size == nil, settings.isReadOnly {
            throw CoreDataError.make(
                CocoaError.Code.fileReadNoSuchFile.rawValue,
                "The store at \(path) cannot be read: there is no file. Give the path of a store. A new one is made only if it is "
                    + "added without NSReadOnlyPersistentStoreOption.", userInfo: [NSFilePathErrorKey: path])
        }
        if !settings.isReadOnly {
            TemporaryFolder.removeAbandoned(beside: path)
            try Self.makeFile(path, exists: facts.size != nil)
        }
        let faulty = settings.fileSystem?.systemName
        var way = settings.isReadOnly ? try Self.wayOfReading(path, facts, settings, faulty) : .writing
        if makesNoFiles, way == .quiet || way == .readOnly, facts.isLogged, !DatabasePlace.isInUse(path) {
            way = (facts.logSize ?? 0) > 0 ? .unlocked : .immutable
        }
        self.way = way
        vfs = way == .unlocked ? "unix-none" : faulty
        copy = way == .copy ? try PrivateCopy(of: path) : nil
        file = copy?.file ?? path
        files = FileGuard(copy == nil ? path : nil)
    }

    private static func wayOfReading(
        _ path: String, _ facts: DatabasePlace.Facts, _ settings: DatabaseSettings, _ vfs: String?
    ) throws -> DatabasePlace.Way {
        guard facts.hasJournal else {
            return settings.leavesNoTrace
                ? DatabasePlace.wayOfLooking(facts, isInUse: DatabasePlace.isInUse(path))
                : DatabasePlace.wayOfReading(facts)
        }
        // Whose journal it is SQLite knows. Somebody who writes is waited for, as by all who read: a copy of a file that changes would
        // be of no one state. What was cut off has to be rolled back, and is so in a copy.
        do {
            let connection = try SQLiteConnection(path: path, access: .readOnly, vfs: vfs)
            defer { connection.close() }
            if settings.leavesNoTrace { leaveLog(connection) }
            connection.setBusyTimeout(settings.busyTimeout)
            _ = try connection.value("PRAGMA schema_version")
            return .readOnly
        } catch {
            if error.isBusy { throw Self.error(error, path: path, isReadOnly: true) }
            return DatabasePlace.wayOfReading(facts)
        }
    }

    /// A file that is not there is made here, so that it is known which one it is before anything is opened.
    private static func makeFile(_ path: String, exists: Bool) throws {
        var reason = exists ? (access(path, R_OK | W_OK) == 0 ? 0 : errno) : DatabaseBytes.make(path)
        // If a file cannot be created, SQLite tries to read it, and that is the error that it leaves.
        let folder = (path as NSString).deletingLastPathComponent
        if reason == ENOENT, access(folder, F_OK) == 0, access(folder, W_OK | X_OK) != 0 { reason = errno }
        guard reason != 0 else { return }
        let isForbidden = [EACCES, EPERM, EROFS].contains(reason)
        throw CoreDataError.make(
            isForbidden ? CocoaError.Code.fileWriteNoPermission.rawValue : NSPersistentStoreOpenError,
            "The store at \(path) cannot be \(exists ? "opened for writing" : "made"): "
                + DescriptorShortage.clause(
                    for: reason,
                    otherwise: exists
                        ? "Check that the file is writable, or add it with NSReadOnlyPersistentStoreOption."
                        : "Check that its folder exists and is writable."),
            userInfo: [NSFilePathErrorKey: path])
    }

    /// Removes what was made beside the file.
    func close() {
        keeper?.close()
        copy?.remove()
    }

    // MARK: Connections

    /// The first connection: it may write if any may. Says whether the file has nothing in it yet.
    func first() throws -> (connection: SQLiteConnection, isNew: Bool) {
        guard way == .writing else {
            let connection = try reader()
            if !settings.endsAfterOneTransaction { files.beginExamining() }
            return (connection, try connection.value("PRAGMA page_count") == .integer(0))
        }
        let connection = try bare(.readWrite)
        if sqlite3_db_readonly(connection.pointer, "main") == 1 {
            throw SQLiteFailure(
                code: SQLITE_READONLY, message: "the file cannot be written", path: path, statement: nil)
        }
        let isNew = try connection.value("PRAGMA page_count") == .integer(0)
        if isNew {
            for pragma in settings.makingPragmas { try connection.execute(pragma.statement) }
        }
        try setJournalMode(connection)
        try configure(connection)
        files.beginExamining()
        files.noteLog(isLogged: isLogged)
        connection.liftLimits()
        defer { connection.limitReading() }
        if settings.isVacuumed, !isNew { try connection.vacuum() }
        if settings.isAnalyzed, !isNew { try connection.execute("ANALYZE") }
        return (connection, isNew)
    }

    private func setJournalMode(_ connection: SQLiteConnection) throws {
        let mode = try connection.value("PRAGMA journal_mode = \(settings.journalMode)")
        guard case .text(let mode) = mode, mode.uppercased() == settings.journalMode else {
            throw SQLiteFailure(
                code: SQLITE_BUSY,
                message: "journal_mode stays \(mode.map { "\($0)" } ?? "unknown") and does not become "
                    + settings.journalMode, path: path, statement: nil)
        }
    }

    /// Another one that writes, in place of one that failed.
    func writer() throws -> SQLiteConnection {
        let connection = try bare(.readWrite)
        try setJournalMode(connection)
        try configure(connection)
        files.noteLog(isLogged: isLogged)
        return connection
    }

    /// One that moves the log into the file. It waits for nobody.
    func checkpointer() throws -> SQLiteConnection {
        let connection = try bare(.readWrite)
        connection.setBusyTimeout(0)
        try connection.execute("PRAGMA synchronous = \(settings.synchronous)")
        for pragma in settings.pragmas where pragma.name.hasSuffix("fullfsync") {
            try connection.execute(pragma.statement)
        }
        // A connection does not know that there is a log before it has read.
        _ = try connection.value("PRAGMA schema_version")
        return connection
    }

    /// One that reads.
    func reader() throws -> SQLiteConnection {
        let connection: SQLiteConnection
        switch way {
        // Without a log, whoever comes first rolls back what a failed transaction has left, and has to be able to.
        case .writing: connection = try bare(isLogged ? .readOnly : .readWrite)
        case .readOnly: connection = try bare(.readOnly)
        case .immutable: connection = try bare(.immutable)
        case .unlocked:
            connection = try bare(.readOnly)
            // So SQLite keeps the index of the log in its own memory, and takes nothing out of the log at the end.
            try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        case .quiet, .copy: connection = try bare(.readWrite)
        }
        try configure(connection)
        try connection.execute("PRAGMA query_only = ON")
        return connection
    }

    private func bare(_ access: SQLiteConnection.Access) throws -> SQLiteConnection {
        try files.check()
        let connection = try SQLiteConnection(path: file, access: access, vfs: vfs)
        connection.files = files
        if settings.leavesNoTrace { Self.leaveLog(connection) }
        SQLDebug.watch(connection)
        connection.setBusyTimeout(settings.busyTimeout)
        // It must be the file that was meant: not one that came to the path since.
        try files.check()
        var hasMoved: Int32 = 0
        if copy == nil, !isMemory,
            sqlite3_file_control(connection.pointer, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK,
            hasMoved != 0
        {
            throw SQLiteFailure(
                code: csqlite_readonly_moved, message: "the file was removed or replaced while it was open", path: path,
                statement: nil)
        }
        return connection
    }

    /// Sees to it that the log stays as it is when the connection closes: SQLite deletes one without anything that was
    /// committed, and it may be what somebody has left there.
    private static func leaveLog(_ connection: SQLiteConnection) {
        _ = csqlite_configure(connection.pointer, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    }

    private func configure(_ connection: SQLiteConnection) throws {
        try connection.execute("PRAGMA synchronous = \(settings.synchronous)")
        for pragma in settings.pragmas { try connection.execute(pragma.statement) }
        for function in functions { try connection.add(function) }
        for collation in collations { try connection.add(collation) }
        // Whatever is at the path may be no database at all; and this reads it.
        _ = try connection.value("PRAGMA schema_version")
    }

    // MARK: Failures

    /// What is told to whoever opens the store.
    func error(_ error: any Error) -> any Error {
        Self.error(error, path: path, isReadOnly: settings.isReadOnly)
    }

    private static func error(_ error: any Error, path: String, isReadOnly: Bool) -> any Error {
        guard let failure = error as? SQLiteFailure else { return error }
        let begin = "The store at \(path) cannot be opened"
        switch failure.primaryCode {
        case SQLITE_NOTADB, SQLITE_CORRUPT:
            return failure.storeError(
                CocoaError.Code.fileReadCorruptFile.rawValue,
                "\(begin): it is no SQLite database, or a damaged one. Give the path of a store, or restore the file.")
        case SQLITE_BUSY, SQLITE_LOCKED:
            return failure.storeError(
                NSPersistentStoreTimeoutError,
                "\(begin): another process has it locked. Try again when that is done, or wait longer by "
                    + "NSPersistentStoreTimeoutOption.")
        case _ where failure.isFull:
            return failure.storeError(
                CocoaError.Code.fileWriteOutOfSpace.rawValue, "\(begin): the disk is full. Make room on it.")
        case SQLITE_CANTOPEN where failure.hasNoDescriptor:
            return failure.storeError(NSPersistentStoreOpenError, "\(begin): \(DescriptorShortage.clause)")
        case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM:
            return failure.storeError(
                CocoaError.Code.fileWriteNoPermission.rawValue,
                "\(begin)\(isReadOnly ? "" : " for writing"): the file or its folder cannot be written, and SQLite needs "
                    + "files beside it. Make both writable\(isReadOnly ? "." : ", or add it with NSReadOnlyPersistentStoreOption.")"
            )
        default: return failure.storeError(NSPersistentStoreOpenError, "\(begin).")
        }
    }
}
