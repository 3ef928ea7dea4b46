internal import Foundation
internal import Glibc

/// Files that are read and written in one piece.
enum StoreFile {
    /// Whether there is something in a file. An empty one is a place that was reserved for a store.
    static func isFilled(_ url: URL) -> Bool { (stamp(of: url)?.size ?? 0) > 0 }

    /// What tells a file from what it was before.
    struct Stamp: Equatable, CustomStringConvertible {
        let node: UInt64
        let size: Int64
        let seconds: Int
        let nanoseconds: Int

        var description: String { "\(node) \(size) \(seconds).\(nanoseconds)" }
    }

    /// Nil if there is no file.
    static func stamp(of url: URL) -> Stamp? {
        var status = stat()
        guard stat(url.path, &status) == 0 else { return nil }
        return Stamp(
            node: UInt64(status.st_ino), size: Int64(status.st_size), seconds: status.st_mtim.tv_sec,
            nanoseconds: status.st_mtim.tv_nsec)
    }

    /// Writes a file so that at every moment there is the old one or the new one, also after a loss of power.
    ///
    /// Under another name in the same folder first, then on the disk, then in its place. A link stays a link.
    static func write(_ data: Data, to url: URL) throws {
        let path = url.resolvingSymlinksInPath().path
        let folder = (path as NSString).deletingLastPathComponent
        let temporary = "\(folder)/.\((path as NSString).lastPathComponent).\(UUID().uuidString)"
        var status = stat()
        let mode = stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0o666
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard file >= 0 else { throw failure("opened", path) }
        do {
            defer { close(file) }
            try write(data, file, path)
            guard fsync(file) == 0 else { throw failure("kept", path) }
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, path) == 0 else {
            let error = failure("put in its place", path)
            unlink(temporary)
            throw error
        }
        // The new name is on the disk with its folder.
        let holder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard holder >= 0 else { return }
        fsync(holder)
        close(holder)
    }

    private static func write(_ data: Data, _ file: Int32, _ path: String) throws {
        try data.withUnsafeBytes { bytes in
            var offset = 0
            while offset < bytes.count {
                // In range, as long as there is something left.
                let count = Glibc.write(file, bytes.baseAddress.unsafelyUnwrapped + offset, bytes.count - offset)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw failure("written", path) }
                offset += count
            }
        }
    }

    /// What the system says.
    private static func failure(_ what: String, _ path: String) -> any Error {
        let number = errno
        let code = POSIXError.Code(rawValue: number) ?? .EIO
        let reason =
            DescriptorShortage.isReason(number) ? DescriptorShortage.clause : "\(String(cString: strerror(number)))."
        return CoreDataError.make(
            NSPersistentStoreSaveError, "The file \(path) could not be \(what): \(reason)",
            userInfo: [NSFilePathErrorKey: path], underlying: POSIXError(code))
    }
}
