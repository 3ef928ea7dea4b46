internal import Glibc

/// The facts about a file: the fields of `stat` that the library uses.
package struct FileStatus: Equatable, Sendable {
    package let kind: FileKind
    /// In bytes.
    package let size: Int64
    /// The nine bits for the owner, the group and others.
    package let permissions: UInt32
    package let owner: UInt32
    package let group: UInt32
    /// The device and the number on it, which together identify a file whatever its name.
    package let device: UInt64
    package let number: UInt64
    /// The number of names of the file. 0 means that it was deleted while it was open.
    package let links: UInt64
    /// The time of the last change of the contents, in seconds and nanoseconds since 1970.
    package let seconds: Int
    package let nanoseconds: Int

    init(_ status: stat) {
        kind = FileKind(status)
        size = Int64(status.st_size)
        permissions = status.st_mode & 0o777
        (owner, group) = (status.st_uid, status.st_gid)
        (device, number, links) = (UInt64(status.st_dev), UInt64(status.st_ino), UInt64(status.st_nlink))
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }

    /// Returns the facts about what a path leads to, or `nil` with `errno` if there is nothing or it cannot be
    /// examined.
    /// - Parameter followsLinks: If false, a link at the end of the path is not followed.
    package static func of(_ path: String, followsLinks: Bool = true) -> FileStatus? {
        var status = stat()
        let result = followsLinks ? stat(path, &status) : lstat(path, &status)
        return result == 0 ? FileStatus(status) : nil
    }

    /// Returns the facts about an open file, or `nil` with `errno`.
    package static func of(descriptor: Int32) -> FileStatus? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? FileStatus(status) : nil
    }

    /// Whether two facts are about the same file.
    package func isSameFile(as other: FileStatus) -> Bool { device == other.device && number == other.number }

    /// Gives a regular file the permissions and the owner of this one, as far as the process may.
    ///
    /// The file is not opened: closing any descriptor of a file that SQLite has open would end the locks of the
    /// process.
    package func adopt(at path: String) {
        guard let own = FileStatus.of(path, followsLinks: false), own.kind == .regular else { return }
        if own.owner != owner || own.group != group {
            if lchown(path, owner, group) != 0 { _ = lchown(path, uid_t.max, group) }
        }
        if own.permissions != permissions { chmod(path, permissions) }
    }

    /// Gives an open file the permissions and the owner of this one, as far as the process may.
    /// - Parameter extra: Bits that are added to the permissions.
    package func adopt(for descriptor: Int32, adding extra: UInt32 = 0) {
        let own = FileStatus.of(descriptor: descriptor)
        if own?.owner != owner || own?.group != group {
            // Only root may give files away, and others only to their own groups.
            if fchown(descriptor, owner, group) != 0 { _ = fchown(descriptor, uid_t.max, group) }
        }
        if own?.permissions != permissions | extra { fchmod(descriptor, permissions | extra) }
    }
}
