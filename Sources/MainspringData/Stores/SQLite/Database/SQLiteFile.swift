internal import CSQLite
internal import Foundation
internal import Glibc

/// Work on a store's files while no coordinator need have it open: the database, what SQLite keeps beside it, and the
/// folder with long data.
enum SQLiteFile {
    /// What SQLite keeps beside a database.
    private static let sideFiles = ["-wal", "-shm", "-journal"]

    // MARK: Copying

    /// Puts a copy of one database in the place of another, or where nothing is: as it is now, with what is in its log,
    /// while others may read and write it.
    ///
    /// At every moment the old or the new one is at the place, also after a loss of power. One that is there must not be in
    /// use.
    /// - Parameters:
    ///   - vfs: SQLite's interface to the new file; nil for the usual one.
    ///   - busyTimeout: for how many milliseconds those are waited for who use what is there.
    /// - Throws: `CocoaError` with a sentence. What was at the place is there then.
    static func copy(from source: String, to destination: String, vfs: String? = nil, busyTimeout: Int = 10_000) throws
    {
        let (from, to) = (DatabasePlace.Identity(path: source), DatabasePlace.Identity(path: destination))
        guard from == nil || from != to else { return }
        // Long data lie beside the file itself, wherever links to it are.
        let (source, destination) = (DatabasePlace.resolved(source), DatabasePlace.resolved(destination))
        var settings = DatabaseSettings()
        settings.isReadOnly = true
        let database = try SQLiteDatabase(path: source, settings: settings)
        defer { database.close() }
        var files = SupportFiles()
        do {
            try database.readers.read { transaction in
                // The files of the new state come first, and those that only the old one has go last.
                files = try copySupportFiles(of: transaction.connection, source, to: destination, busyTimeout)
                if try isDatabase(destination) {
                    try fill(destination, from: transaction.connection, vfs, busyTimeout)
                } else {
                    try make(destination, from: transaction.connection, vfs)
                }
            }
        } catch let failure as SQLiteFailure {
            throw error(failure, source, destination)
        }
        files.removeOthers(at: destination)
    }

    /// Puts a copy of the state that a connection sees where nothing is. Nothing is locked or made beside what is copied.
    /// - Parameter path: where the database lies, with the folder of its long data.
    /// - Throws: `CocoaError` with a sentence.
    static func copy(_ source: SQLiteConnection, of path: String, to destination: String) throws {
        do {
            try SupportFiles(of: path).copy(to: destination)
            try make(destination, from: source, nil)
        } catch let failure as SQLiteFailure {
            throw error(failure, path, destination)
        }
    }

    /// Copies the files of long data that a state of a database names. Nobody saves meanwhile, since a save may delete some of them.
    private static func copySupportFiles(
        of connection: SQLiteConnection, _ source: String, to destination: String, _ busyTimeout: Int
    ) throws -> SupportFiles {
        // Without a folder now it may be there in a moment, but not for the state that is seen.
        guard FileManager.default.fileExists(atPath: ExternalFiles.dataFolder(source)) else {
            _ = try connection.value("PRAGMA schema_version")
            return SupportFiles()
        }
        // Who may only read it has nobody beside him who writes, or cannot keep him from it.
        let writer = try? SQLiteConnection(path: source, access: .readWrite)
        defer { writer?.close() }
        writer?.setBusyTimeout(busyTimeout)
        try writer?.execute("BEGIN IMMEDIATE")
        // The state is that of the first that is read.
        _ = try connection.value("PRAGMA schema_version")
        let files = SupportFiles(of: source)
        try files.copy(to: destination)
        return files
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

    /// Makes a database under another name, and gives it its own when it is on the disk.
    private static func make(_ path: String, from source: SQLiteConnection, _ vfs: String?) throws {
        let folder = (path as NSString).deletingLastPathComponent
        let temporary = (folder as NSString).appendingPathComponent(
            ".\((path as NSString).lastPathComponent).\(UUID().uuidString)")
        do {
            let connection = try SQLiteConnection(path: temporary, access: .create, vfs: vfs)
            defer { connection.close() }
            try connection.execute("PRAGMA journal_mode = DELETE")
            try backUp(source, connection)
        } catch {
            remove(temporary)
            throw error
        }
        // What SQLite kept for a file that was none must not be taken for the new one's.
        for part in sideFiles { unlink(path + part) }
        guard rename(temporary, path) == 0 else {
            let reason = String(cString: strerror(errno))
            remove(temporary)
            throw CoreDataError.make(
                CocoaError.Code.fileWriteUnknown.rawValue,
                "A store could not be put at \(path): \(reason). See that the folder may be written.",
                userInfo: [NSFilePathErrorKey: path])
        }
        synchronize(folder.isEmpty ? "." : folder)
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
            NSPersistentStoreOperationError, "\(begin). See that its folder is there and may be written.")
    }

    // MARK: What there is

    /// A database's file, and all that may be beside it and is its own; where a link leads to it, the link last.
    static func paths(of path: String) -> [String] {
        let real = DatabasePlace.resolved(path)
        // Another database's in the folder, whose name differs in its extension alone, may lie there too.
        let folder = ExternalFiles.isShared(by: real) ? [] : [ExternalFiles.supportFolder(real)]
        return [real] + sideFiles.map { real + $0 } + folder + (real == path ? [] : [path])
    }

    private static func remove(_ path: String) {
        for part in [""] + sideFiles { unlink(path + part) }
    }

    /// Has the names in a folder be on the disk.
    private static func synchronize(_ folder: String) {
        let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { return }
        fsync(file)
        close(file)
    }
}
