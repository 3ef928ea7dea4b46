internal import Foundation
internal import Glibc

/// A copy of a database with what lies beside it, in a folder of its own that only the user may read.
final class PrivateCopy: Sendable {
    let file: String
    private let folder: URL

    private static let parts = ["", "-wal", "-journal"]

    /// - Throws: what copying throws; `CocoaError` 134080 if the files change all the time.
    init(of path: String) throws {
        let manager = FileManager.default
        let folder = manager.temporaryDirectory.appendingPathComponent("mainspring-\(UUID().uuidString)")
        try manager.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        self.folder = folder
        file = folder.appendingPathComponent((path as NSString).lastPathComponent).path
        do {
            for _ in 0..<4 {
                let before = Self.state(of: path)
                for part in Self.parts {
                    try? manager.removeItem(atPath: file + part)
                    if access(path + part, F_OK) == 0 {
                        try manager.copyItem(atPath: path + part, toPath: file + part)
                        chmod(file + part, 0o600)
                    }
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

    /// Sizes and times, by which a change is seen.
    private static func state(of path: String) -> [Int64] {
        parts.flatMap { part -> [Int64] in
            var status = stat()
            guard stat(path + part, &status) == 0 else { return [-1] }
            return [
                Int64(status.st_size), Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec),
                Int64(status.st_ino),
            ]
        }
    }

    /// Deletes it.
    func remove() { try? FileManager.default.removeItem(at: folder) }

    deinit { remove() }
}
