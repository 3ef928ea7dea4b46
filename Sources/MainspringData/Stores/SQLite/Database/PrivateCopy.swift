internal import FileAccess
internal import Foundation
internal import Glibc

/// A copy of a database with what lies beside it, in a folder of its own that only the user may read.
///
/// Its process has the folder locked as long as the copy is there: one that nobody has locked was left by a process that
/// was killed, and the next one that makes a copy deletes it.
final class PrivateCopy: Sendable {
    let file: String
    private let folder: URL
    private let lock: FolderLock?

    private static let parts = ["", "-wal", "-journal"]
    private static let prefix = "mainspring-copy-"

    /// - Throws: what making a folder and copying throw; `CocoaError` 134080 if the files change all the time.
    init(of path: String) throws {
        Self.removeAbandoned()
        let manager = FileManager.default
        (folder, lock) = try Self.makeFolder()
        file = folder.appendingPathComponent((path as NSString).lastPathComponent).path
        do {
            for _ in 0..<4 {
                let before = Self.state(of: path)
                for part in Self.parts {
                    try? manager.removeItem(atPath: file + part)
                    guard access(path + part, F_OK) == 0 else { continue }
                    guard let bytes = DatabaseBytes(path + part) else { throw Self.unreadable(path + part) }
                    try bytes.copy(to: file + part)
                }
                if Self.state(of: path) == before { return }
            }
            throw CoreDataError.make(
                NSPersistentStoreOpenError,
                "The store at \(path) cannot be read from a copy: another process writes it all the time. Open it when that "
                    + "is done, or make its folder writable.", userInfo: [NSFilePathErrorKey: path])
        } catch {
            try? manager.removeItem(at: folder)
            throw error
        }
    }

    private static func unreadable(_ path: String) -> any Error {
        CoreDataError.make(
            CocoaError.Code.fileReadNoPermission.rawValue,
            "\(path) cannot be read, and belongs to a store. Check that it is a readable file.",
            userInfo: [NSFilePathErrorKey: path])
    }

    /// A folder that is locked before anybody can take it for one that was left; without a lock where a file system has
    /// none, which nobody takes for that.
    private static func makeFolder() throws -> (URL, FolderLock?) {
        let manager = FileManager.default
        var attempts = 0
        while true {
            let folder = manager.temporaryDirectory.appendingPathComponent("\(prefix)\(UUID.random().uuidString)")
            try manager.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            // Somebody may have deleted it between the two.
            if let lock = FolderLock(folder.path), lock.isInPlace { return (folder, lock) }
            attempts += 1
            if attempts == 16 { return (folder, nil) }
            try? manager.removeItem(at: folder)
        }
    }

    /// Deletes the copies of processes that are there no more.
    private static func removeAbandoned() {
        let manager = FileManager.default
        let place = manager.temporaryDirectory
        for name in (try? manager.contentsOfDirectory(atPath: place.path)) ?? [] where name.hasPrefix(prefix) {
            let folder = place.appendingPathComponent(name)
            guard let lock = FolderLock(folder.path) else { continue }
            try? manager.removeItem(at: folder)
            withExtendedLifetime(lock) {}
        }
    }

    /// Sizes and times, by which a change is seen.
    private static func state(of path: String) -> [Int64] { parts.flatMap { DatabasePlace.state(path + $0) } }

    /// Deletes it.
    func remove() { try? FileManager.default.removeItem(at: folder) }

    deinit { remove() }
}

/// A folder of the user's that no other has locked. The lock ends with the process, whatever ends that.
private final class FolderLock: Sendable {
    private let descriptor: Int32

    /// Nil for what is no folder, is somebody else's, or is locked already.
    init?(_ path: String) {
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), flock(descriptor, LOCK_EX | LOCK_NB) == 0
        else {
            close(descriptor)
            return nil
        }
    }

    /// Whether the folder was not deleted before it was locked.
    var isInPlace: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_nlink > 0
    }

    deinit { close(descriptor) }
}
