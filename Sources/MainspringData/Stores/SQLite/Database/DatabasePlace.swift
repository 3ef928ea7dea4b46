internal import FileAccess
internal import Foundation
internal import Glibc

/// What lies at a store's path, and how it is to be opened.
package enum DatabasePlace {
    /// What there is. Sizes are nil for what is not there.
    struct Facts: Equatable {
        var size: Int64?
        var logSize: Int64?
        var hasSharedMemory = false
        /// Whether there is something to roll back, of a transaction that others are in or that was cut off.
        var hasJournal = false
        /// Whether the file's header says that it has a log.
        var isLogged = false
        /// Whether the file and its folder can be written.
        var isWritable = true
    }

    enum Way: Equatable {
        /// By a connection that may write, and leaves nothing beside the file when it is the last that closes.
        case writing
        /// By connections that may write, but do not: only so a log's files are removed again.
        case quiet
        /// By connections that cannot write. What lies beside the file stays.
        case readOnly
        /// Nobody writes, and nothing is locked.
        case immutable
        /// What is beside the file is needed and cannot be used where it is: a copy is read.
        case copy
        /// The log is read where it is, by an index of it in memory. Nobody has the file open, and nothing is locked.
        case unlocked
    }

    /// How a file is opened that is only to be read, and beside which nothing may be made or changed.
    /// - Parameter isInUse: whether others have it open with its log.
    static func wayOfLooking(_ facts: Facts, isInUse: Bool) -> Way {
        if facts.hasJournal { return .copy }
        // Beside a file without pages SQLite takes a log for one that was left behind, and deletes it.
        if facts.size == 0 { return .immutable }
        if facts.isLogged, isInUse { return facts.isWritable ? .readOnly : .copy }
        if (facts.logSize ?? 0) > 0 { return .unlocked }
        return facts.isLogged || !facts.isWritable ? .immutable : .readOnly
    }

    /// Whether some process has a database open with its log: it has locked a byte of the memory that all of them share (SQLite's
    /// `UNIX_SHM_DMS`). What a process has left that was killed is nobody's.
    static func isInUse(_ path: String) -> Bool {
        var status = stat()
        guard stat(path + "-shm", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        let file = open(path + "-shm", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        // Who may not ask must take it for true.
        guard file >= 0 else { return true }
        defer { close(file) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        (lock.l_start, lock.l_len) = (128, 1)
        guard fcntl(file, F_GETLK, &lock) == 0 else { return true }
        return lock.l_type != Int16(F_UNLCK)
    }

    /// Size, times and number of a file, by which a change is seen.
    package static func state(_ path: String) -> [Int64] {
        var status = stat()
        guard stat(path, &status) == 0 else { return [-1] }
        return [
            Int64(status.st_size), Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec), Int64(status.st_ino),
        ]
    }

    /// How a file is opened that is only to be read.
    static func wayOfReading(_ facts: Facts) -> Way {
        let hasLog = (facts.logSize ?? 0) > 0
        // Who cannot write cannot roll back.
        if facts.hasJournal { return .copy }
        guard facts.isWritable else { return hasLog ? .copy : .immutable }
        if hasLog { return facts.hasSharedMemory ? .readOnly : .copy }
        return facts.isLogged && !facts.hasSharedMemory ? .quiet : .readOnly
    }

    // MARK: Looking

    /// Looks at a path.
    /// - Throws: `CocoaError` with a sentence for what can be no store.
    static func facts(at path: String) throws -> Facts {
        var facts = Facts()
        var status = stat()
        guard stat(path, &status) == 0 else {
            let reason = errno
            guard reason == ENOENT else { throw unreadable(path, reason) }
            for part in ["-wal", "-shm", "-journal"] { try checkPart(path + part) }
            return facts
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw CoreDataError.make(
                NSPersistentStoreOpenError,
                "The store at \(path) cannot be opened: that is \(status.st_mode & S_IFMT == S_IFDIR ? "a directory" : "no file"). "
                    + "Give the path of a file.", userInfo: [NSFilePathErrorKey: path])
        }
        facts.size = Int64(status.st_size)
        for part in ["-wal", "-shm", "-journal"] { try checkPart(path + part) }
        facts.logSize = size(path + "-wal")
        // Without a log it was left behind, and is nobody's.
        facts.hasSharedMemory = facts.logSize != nil && size(path + "-shm") != nil
        facts.hasJournal = DatabaseBytes(path + "-journal")?.read(0, 1).map { $0 != [0] } ?? false
        let folder = (path as NSString).deletingLastPathComponent
        facts.isWritable = access(path, W_OK) == 0 && access(folder.isEmpty ? "." : folder, W_OK) == 0
        guard access(path, R_OK) == 0 else { throw unreadable(path, errno) }
        // Bytes 18 and 19 of the header: the format's versions for writing and reading, 2 with a log.
        facts.isLogged = DatabaseBytes(path)?.read(19, 1) == [2]
        return facts
    }

    /// What lies beside a file is opened by SQLite whatever it is, and what is no file lets it wait for ever.
    private static func checkPart(_ path: String) throws {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
        throw CoreDataError.make(
            NSPersistentStoreOpenError,
            "\(path) is no file, and a store of SQLite's has one there. Take it away, or give another path for the store.",
            userInfo: [NSFilePathErrorKey: path])
    }

    /// Whether a file says of itself, in its first bytes, that it is a database.
    static func isDatabase(_ path: String) -> Bool {
        // SQLite would wait for the writer of a pipe.
        FileKind.of(path) == .regular && DatabaseBytes(path)?.read(0, header.count) == header
    }

    /// How each database begins.
    static let header = Array("SQLite format 3\0".utf8)

    /// How many bytes a file and its log have.
    package static func byteCount(_ path: String) -> Int64 { (size(path) ?? 0) + logSize(path) }

    /// How many bytes the log of a file has.
    static func logSize(_ path: String) -> Int64 { size(path + "-wal") ?? 0 }

    private static func size(_ path: String) -> Int64? {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : nil
    }

    private static func unreadable(_ path: String, _ reason: Int32) -> NSError {
        CoreDataError.make(
            reason == EACCES || reason == EPERM
                ? CocoaError.Code.fileReadNoPermission.rawValue : NSPersistentStoreOpenError,
            "The store at \(path) cannot be opened: "
                + DescriptorShortage.clause(
                    for: reason,
                    otherwise: "Check the path, and that the file and its folders are readable."),
            userInfo: [NSFilePathErrorKey: path])
    }

    // MARK: Which file it is

    /// The path without links, as SQLite itself would follow them.
    package static func resolved(_ path: String) -> String { RegularFile.resolved(path) }

    /// A file whatever its name.
    package struct Identity: Hashable, Sendable {
        let device: UInt64
        let number: UInt64

        /// That of what is at a path; nil for nothing.
        init?(path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
        }
    }
}
