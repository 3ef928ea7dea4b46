internal import CSQLite
internal import FileAccess
internal import Foundation

/// Operations on the files of an SQLite store, which no coordinator need have open: the database, the files that SQLite
/// keeps beside it, and the folder with long data.
package enum SQLiteFile {
    /// The suffixes of the files that SQLite keeps beside a database.
    private static let sideFiles = ["-wal", "-shm", "-journal"]

    /// Whether a name is one of a file that SQLite keeps beside a database.
    static func isSideFile(_ name: String) -> Bool { sideFiles.contains { name.hasSuffix($0) } }

    // MARK: Copying

    /// Puts a copy of one database in the place of another, or where nothing is.
    ///
    /// The copy is the database's present state with what is in its log. Other processes may read and write it
    /// meanwhile. At every moment the old or the new database is at the place, also after a loss of power. A database
    /// there must not be in use.
    /// - Parameters:
    ///   - vfs: SQLite's interface to the new file; `nil` for the usual one.
    ///   - busyTimeout: How long to wait for users of the database at the place, in milliseconds.
    /// - Throws: `CocoaError`. The place is unchanged then. What is not a regular file is never replaced.
    package static func copy(from source: String, to destination: String, vfs: String? = nil, busyTimeout: Int = 10_000)
        throws
    {
        let (from, to) = (DatabasePlace.Identity(path: source), DatabasePlace.Identity(path: destination))
        guard from == nil || from != to else { return }
        try parts(of: destination).requireRegular()
        // Long data are beside the file itself, wherever links to it are.
        let (source, destination) = (DatabasePlace.resolved(source), DatabasePlace.resolved(destination))
        TemporaryFolder.removeAbandoned(beside: destination)
        var settings = DatabaseSettings()
        settings.isReadOnly = true
        let database = try SQLiteDatabase(path: source, settings: settings)
        defer { database.close() }
        var files = SupportFiles()
        do {
            try database.readers.read { transaction in
                let held: OpenFolder?
                // The files of the new state come first, and those that only the old one has go last.
                (files, held) = try copySupportFiles(of: transaction.connection, source, to: destination, busyTimeout)
                defer { withExtendedLifetime(held) {} }
                if try isDatabase(destination) {
                    try fill(destination, from: transaction.connection, vfs, busyTimeout)
                } else {
                    try make(destination, from: transaction.connection, like: source, vfs)
                }
            }
        } catch let failure as SQLiteFailure {
            throw error(failure, source, destination)
        }
        files.removeOthers(at: destination, isUnused: true)
    }

    /// Puts a copy of the state that a connection sees where nothing is. Nothing is locked or created beside the
    /// original.
    /// - Parameter path: The path of the database, beside which the folder of its long data is.
    /// - Throws: `CocoaError`.
    package static func copy(_ source: SQLiteConnection, of path: String, to destination: String) throws {
        do {
            let held = try SupportFiles(of: path).copy(to: destination, like: path)
            defer { withExtendedLifetime(held) {} }
            try make(destination, from: source, like: path, nil)
        } catch let failure as SQLiteFailure {
            throw error(failure, path, destination)
        }
    }

    /// Copies the files of long data that the state of a connection names. No save can delete one meanwhile.
    /// - Returns: The files, and the folder of the copies, which is locked against deletions as long as it is held.
    private static func copySupportFiles(
        of connection: SQLiteConnection, _ source: String, to destination: String, _ busyTimeout: Int
    ) throws -> (SupportFiles, OpenFolder?) {
        // If there is no folder now, there may be one in a moment, but not for the state that is seen.
        guard try ExternalFolder(store: source).hasFolder() else {
            _ = try connection.value("PRAGMA schema_version")
            return (SupportFiles(), nil)
        }
        // A process that may only read the database cannot keep others from writing it.
        let writer = try? SQLiteConnection(path: source, access: .readWrite)
        defer { writer?.close() }
        writer?.setBusyTimeout(busyTimeout)
        try writer?.execute("BEGIN IMMEDIATE")
        // The state is that of the first read.
        _ = try connection.value("PRAGMA schema_version")
        let files = try SupportFiles(of: source)
        return (files, try files.copy(to: destination, like: source))
    }

    /// Whether there is a database whose pages can be written over. Without pages it is none.
    private static func isDatabase(_ path: String) throws -> Bool {
        guard let size = try DatabasePlace.facts(at: path).size, size > 0,
            let connection = try? SQLiteConnection(path: path, access: .readWrite)
        else { return false }
        defer { connection.close() }
        connection.setBusyTimeout(10_000)
        do {
            return try connection.value("PRAGMA schema_version") != nil
        } catch let failure where failure.isDamage {
            return false
        }
    }

    /// Writes over a database in one transaction.
    private static func fill(_ path: String, from source: SQLiteConnection, _ vfs: String?, _ busyTimeout: Int)
        throws(SQLiteFailure)
    {
        let connection = try SQLiteConnection(path: path, access: .readWrite, vfs: vfs)
        defer { connection.close() }
        connection.setBusyTimeout(busyTimeout)
        // With a log the size of pages could not become another one.
        guard try connection.value("PRAGMA journal_mode = DELETE") == .text("delete") else {
            throw SQLiteFailure(code: SQLITE_BUSY, message: "database is locked", path: path, statement: nil)
        }
        try backUp(source, connection)
    }

    /// Makes a database in a temporary folder, and renames it when it is on the disk.
    /// - Parameter model: A file whose permissions and owner the database has if nothing is at the path.
    private static func make(
        _ path: String, from source: SQLiteConnection, like model: String, _ vfs: String?
    ) throws {
        do {
            let folder = try TemporaryFolder(beside: path)
            defer { folder.remove() }
            let temporary = folder.path + "/" + (path as NSString).lastPathComponent
            do {
                let connection = try SQLiteConnection(path: temporary, access: .create, vfs: vfs)
                defer { connection.close() }
                try connection.execute("PRAGMA journal_mode = DELETE")
                try backUp(source, connection)
            }
            (FileStatus.of(path) ?? FileStatus.of(model))?.adopt(at: temporary)
            // Files that SQLite kept for what was no database must not be taken for the new one's.
            for part in sideFiles { try RegularFile.delete(path + part) }
            try RegularFile.rename(temporary, over: path)
            WholeFile.synchronize((path as NSString).deletingLastPathComponent)
        } catch let failure as FileFailure {
            throw failure.storeError(
                CocoaError.Code.fileWriteUnknown.rawValue,
                "A store could not be put at \(path): \(failure.path) could not be \(failure.action)",
                advice: "Check that the folder exists and is writable.")
        }
    }

    private static func backUp(_ source: SQLiteConnection, _ destination: SQLiteConnection) throws(SQLiteFailure) {
        guard let backup = sqlite3_backup_init(destination.pointer, "main", source.pointer, "main") else {
            return try destination.check(sqlite3_extended_errcode(destination.pointer), "backup")
        }
        let step = sqlite3_backup_step(backup, -1)
        let end = sqlite3_backup_finish(backup)
        guard step == SQLITE_DONE else {
            let code = end == SQLITE_OK ? step : end
            throw SQLiteFailure(
                code: code, message: String(cString: sqlite3_errstr(code)), path: destination.path, statement: "backup")
        }
    }

    private static func error(_ failure: SQLiteFailure, _ source: String, _ destination: String) -> any Error {
        let begin = "The store at \(source) could not be copied to \(destination)"
        if failure.isFull {
            return failure.storeError(
                CocoaError.Code.fileWriteOutOfSpace.rawValue, "\(begin): the disk is full. Make room on it.")
        }
        if failure.isBusy {
            return failure.storeError(
                NSPersistentStoreTimeoutError,
                "\(begin): what is there is in use. Remove that store from its coordinator first, and end other processes "
                    + "that have it open.")
        }
        if failure.hasNoDescriptor {
            return failure.storeError(NSPersistentStoreOperationError, "\(begin): \(DescriptorShortage.clause)")
        }
        return failure.storeError(
            NSPersistentStoreOperationError, "\(begin). Check that its folder exists and is writable.")
    }

    // MARK: Parts

    /// The paths of a database, of the files that SQLite keeps beside it, and of the folder with its long data. A link
    /// that leads to the database is last.
    static func parts(of path: String) -> StoreParts {
        let real = DatabasePlace.resolved(path)
        let folder = ExternalFolder(store: real)
        return StoreParts(
            files: [real] + sideFiles.map { real + $0 } + (real == path ? [] : [path]),
            supportFolder: folder.isShared ? nil : folder.supportPath)
    }
}
