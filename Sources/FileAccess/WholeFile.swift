package import Foundation
internal import Glibc

/// Files that are written whole or not at all.
package enum WholeFile {
    /// Writes a file so that the old or the new contents are at its path at every moment.
    ///
    /// The new contents are written under a temporary name in the same folder, which replaces the old file at the end.
    /// A link stays, and the file it leads to is replaced. The new file has the old one's permissions and owner.
    /// - Parameters:
    ///   - model: A file whose permissions and owner a file that did not exist has; `nil` for those of the process.
    ///   - isSynchronized: Whether the contents must be on the disk before this returns. Then the old or the new
    ///     contents also remain after a loss of power. Costs some milliseconds.
    /// - Throws: ``FileFailure``. The old file is unchanged then. What is not a regular file is never replaced.
    package static func write(
        _ bytes: UnsafeRawBufferPointer, to path: String, like model: FileStatus? = nil, isSynchronized: Bool
    ) throws(FileFailure) {
        let path = RegularFile.resolved(path)
        try RegularFile.require(path, toBe: "replaced")
        let owner = FileStatus.of(path) ?? model
        let (temporary, file) = try create(beside: path, owner == nil ? 0o666 : 0o600)
        // The lock ends when the file has its name.
        defer { close(file) }
        do throws(FileFailure) {
            owner?.adopt(for: file)
            try write(bytes, to: file, path)
            guard !isSynchronized || fsync(file) == 0 else { throw .system("synchronized", path) }
            // Some file systems report only when a descriptor is closed that the disk is full.
            guard close(dup(file)) == 0 else { throw .system("written", path) }
            try RegularFile.rename(temporary, over: path)
        } catch {
            unlink(temporary)
            throw error
        }
        if isSynchronized { synchronize((path as NSString).deletingLastPathComponent) }
    }

    /// Creates a temporary file, locked so that ``TemporaryFolder/removeAbandoned(beside:)`` keeps it. Until it has its
    /// permissions and owner, no other user may open it.
    private static func create(
        beside path: String, _ permissions: UInt32
    ) throws(FileFailure) -> (path: String, descriptor: Int32) {
        while true {
            let temporary = TemporaryName.beside(path)
            let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
            guard file >= 0 else {
                if errno == EEXIST { continue }
                throw .system("opened", path)
            }
            flock(file, LOCK_EX | LOCK_NB)
            // Another process may delete the file before it is locked.
            if FileStatus.of(descriptor: file)?.links != 0 { return (temporary, file) }
            close(file)
        }
    }

    /// Writes a file so that the old or the new contents are at its path at every moment.
    /// - Throws: ``FileFailure``. The old file is unchanged then. What is not a regular file is never replaced.
    package static func write(
        _ data: Data, to path: String, like model: FileStatus? = nil, isSynchronized: Bool = false
    ) throws(FileFailure) {
        let result = data.withUnsafeBytes { bytes in
            Result { () throws(FileFailure) in
                try write(bytes, to: path, like: model, isSynchronized: isSynchronized)
            }
        }
        try result.get()
    }

    /// Writes all bytes to a descriptor. An interrupted call is repeated.
    package static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32, _ path: String) throws(FileFailure) {
        var offset = 0
        while offset < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
            let count = Glibc.write(file, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system("written", path) }
            offset += count
        }
    }

    /// Waits until the names in a folder are on the disk.
    package static func synchronize(_ folder: String) {
        let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
