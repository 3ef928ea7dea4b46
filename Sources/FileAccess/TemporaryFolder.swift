internal import Foundation
internal import Glibc

/// A folder beside a file in which a replacement for the file is made.
///
/// The folder is locked while this object exists, and only its user may enter it. A folder without a lock was left by a
/// process that was killed: ``removeAbandoned(beside:)`` deletes it.
package final class TemporaryFolder: Sendable {
    package let path: String
    private let folder: OpenFolder

    /// Creates a folder beside a file, which need not exist.
    package init(beside file: String) throws(FileFailure) {
        while true {
            let path = TemporaryName.beside(file)
            guard mkdir(path, 0o700) == 0 else {
                if errno == EEXIST { continue }
                throw .system("created", path)
            }
            let folder: OpenFolder
            do {
                folder = try OpenFolder(path)
            } catch {
                if error.number == ENOENT { continue }
                rmdir(path)
                throw error
            }
            // Another process may delete the folder before it is locked. On a file system without locks it is used
            // without one.
            guard folder.lock(.exclusive, waits: false) || folder.lacksLocks, folder.isInPlace else { continue }
            (self.path, self.folder) = (path, folder)
            return
        }
    }

    /// Deletes the folder and the files in it.
    package func remove() { Self.remove(folder) }

    private static func remove(_ folder: OpenFolder) {
        try? folder.deleteContents()
        rmdir(folder.path)
    }

    // MARK: What killed processes left

    /// Deletes temporary files and folders beside a file that no process uses. Costs one listing of the folder.
    package static func removeAbandoned(beside file: String) {
        for name in abandoned(beside: file) {
            let path = (file as NSString).deletingLastPathComponent + "/" + name
            if let folder = try? OpenFolder(path), FileKind.of(path, followsLinks: false) == .folder {
                if folder.lock(.exclusive, waits: false) { remove(folder) }
                continue
            }
            guard let descriptor = unlocked(path) else { continue }
            try? RegularFile.delete(path)
            close(descriptor)
        }
    }

    /// Returns the names of temporary files and folders beside a file, including those in use.
    package static func abandoned(beside file: String) -> [String] {
        let (folder, name) = ((file as NSString).deletingLastPathComponent, (file as NSString).lastPathComponent)
        let names = (try? OpenFolder(folder).names()) ?? []
        return names.filter { TemporaryName.isOne($0, of: name) }.sorted()
    }

    /// Opens a temporary file and locks it; `nil` if a process writes it.
    private static func unlocked(_ path: String) -> Int32? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        if FileStatus.of(descriptor: descriptor)?.kind == .regular, flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
            return descriptor
        }
        close(descriptor)
        return nil
    }
}
