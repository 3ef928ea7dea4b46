internal import CSQLite
internal import Foundation
internal import Locks

/// A database file that is open: those who read it, and who writes it.
///
/// May be used from any thread.
package final class SQLiteDatabase: Sendable {
    /// The file's own path, without links; `/dev/null` for what lies in memory.
    package let path: String
    let settings: DatabaseSettings
    /// Whether the file was made by opening it, or had nothing in it.
    let isNew: Bool
    let sequence = CommitSequence()
    package let readers: ReaderPool
    /// Nil if the file is only read.
    let writer: StoreWriter?
    let checkpointer: Checkpointer?
    /// Whether nobody else's writing comes into what is read within a transaction: it is locked, or a copy is read.
    package var isIsolated: Bool { opener.way != .immutable && opener.way != .unlocked }
    private let opener: DatabaseOpener
    /// Notices what other programs do to the file.
    var files: FileGuard { opener.files }
    private let isClosed = Guarded(false)

    /// Opens a file, or makes it if it is not there and may be written.
    /// - Parameters:
    ///   - path: `/dev/null` for a store in memory, as Xcode's templates have it.
    ///   - functions: each connection knows them.
    /// - Throws: `CocoaError` with a sentence.
    package init(
        path: String, settings: DatabaseSettings, functions: [SQLiteFunction] = [], collations: [SQLiteCollation] = []
    ) throws {
        let (opener, connection) = try Self.open(path, settings, functions, collations)
        (self.opener, self.settings, self.path) = (opener, settings, opener.path)
        let first: SQLiteConnection? = connection.connection
        isNew = connection.isNew
        readers = ReaderPool(
            limit: settings.readerLimit, sequence: sequence, longestLog: settings.heldLogSize,
            check: { connection throws(SQLiteFailure) in try opener.files.check(connection) }
        ) { try opener.reader() }
        guard !settings.isReadOnly, let first else {
            first?.close()
            (writer, checkpointer) = (nil, nil)
            return
        }
        let checkpointer =
            opener.isLogged
            ? Checkpointer(path: opener.path, bound: settings.checkpointPages) { try opener.checkpointer() } : nil
        let log = LogLength(first)
        let (readers, longest) = (readers, settings.heldLogSize)
        writer = StoreWriter(
            first, sequence: sequence,
            check: { try opener.files.check($0) },
            committed: { connection in
                checkpointer?.noteLog(pages: log.pages)
                if readers.isHolding, log.pages * Self.pageSize(connection) > longest { readers.expireHeld() }
            },
            open: {
                let connection = try opener.writer()
                log.watch(connection)
                return connection
            })
        self.checkpointer = checkpointer
    }

    deinit { close() }

    /// Opens the first connection. If the disk is full, a database that is only read is opened without files beside it.
    private static func open(
        _ path: String, _ settings: DatabaseSettings, _ functions: [SQLiteFunction], _ collations: [SQLiteCollation]
    ) throws -> (DatabaseOpener, (connection: SQLiteConnection, isNew: Bool)) {
        var makesNoFiles = false
        while true {
            let opener = try DatabaseOpener(path, settings, functions, collations, makesNoFiles: makesNoFiles)
            do {
                return (opener, try opener.first())
            } catch {
                opener.close()
                guard settings.isReadOnly, !makesNoFiles, (error as? SQLiteFailure)?.isFull ?? false else {
                    throw opener.error(error)
                }
                makesNoFiles = true
            }
        }
    }

    private static func pageSize(_ connection: SQLiteConnection) -> Int {
        guard case .integer(let size)? = try? connection.value("PRAGMA page_size") else { return 4096 }
        return Int(size)
    }

    /// Closes all connections, waiting for those who use them. The log goes into the file, and nothing is left beside it
    /// unless others have it open.
    package func close() {
        let isFirst = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return !isClosed
        }
        guard isFirst else { return }
        // The last that closes empties the log, and has to be one that can.
        readers.close()
        checkpointer?.stop()
        writer?.close()
        opener.close()
    }
}

/// How many pages the log has after the writer's last commit.
private final class LogLength: @unchecked Sendable {
    // `@unchecked Sendable`: used on the writer's queue alone.
    var pages = 0

    init(_ connection: SQLiteConnection) { watch(connection) }

    /// The connection must not outlive the receiver. It moves the log no more by itself.
    func watch(_ connection: SQLiteConnection) {
        sqlite3_wal_hook(
            connection.pointer,
            { length, _, _, pages in
                if let length { Unmanaged<LogLength>.fromOpaque(length).takeUnretainedValue().pages = Int(pages) }
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
