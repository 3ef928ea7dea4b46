internal import CLinux
internal import Foundation
internal import Glibc

/// A folder that is held open, beneath which files are opened, listed and deleted.
///
/// No link beneath the folder is followed, so no path leads out of it. Links in the path of the folder itself are
/// followed. May be used on any thread. Holds one descriptor.
package final class OpenFolder: Sendable {
    private let descriptor: Int32
    package let path: String

    private init(_ descriptor: Int32, _ path: String) { (self.descriptor, self.path) = (descriptor, path) }

    /// Opens a folder.
    package convenience init(_ path: String) throws(FileFailure) {
        let path = path.isEmpty ? "." : path
        let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("opened", path) }
        self.init(descriptor, path)
    }

    deinit { close(descriptor) }

    private func full(_ name: String) -> String { (path as NSString).appendingPathComponent(name) }

    // MARK: Opening

    /// Opens a file beneath the folder, and returns its descriptor, which the caller closes.
    ///
    /// A link anywhere in the path is an error of the system's: `ELOOP`.
    /// - Parameters:
    ///   - relative: A path of names without `..`, which does not begin with a slash.
    ///   - flags: Those of open(2). `O_CLOEXEC` is added.
    package func open(_ relative: String, _ flags: Int32, permissions: UInt32 = 0) throws(FileFailure) -> Int32 {
        var file = mainspring_open_beneath(descriptor, relative, flags, permissions)
        if file == -ENOSYS { file = openByComponents(relative, flags, permissions) }
        guard file >= 0 else { throw FileFailure("opened", full(relative), .system(-file)) }
        return file
    }

    /// Opens each folder of a path in turn, for kernels without openat2.
    private func openByComponents(_ relative: String, _ flags: Int32, _ permissions: UInt32) -> Int32 {
        let names = relative.split(separator: "/").map(String.init)
        guard let last = names.last, !relative.hasPrefix("/"), !names.contains("..") else { return -EXDEV }
        var folder = descriptor
        defer { if folder != descriptor { close(folder) } }
        for name in names.dropLast() {
            let next = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            let error = errno
            if folder != descriptor { close(folder) }
            folder = descriptor
            // With O_DIRECTORY a link is reported as something that is no folder.
            guard next >= 0 else { return error == ENOTDIR && isLink(relative) ? -ELOOP : -error }
            folder = next
        }
        let file = openat(folder, last, flags | O_NOFOLLOW | O_CLOEXEC, permissions)
        guard file < 0 else { return file }
        return errno == ENOTDIR && isLink(relative) ? -ELOOP : -errno
    }

    /// Whether a path has a link in it. Used only to name the reason of an error.
    private func isLink(_ relative: String) -> Bool {
        var path = self.path
        for name in relative.split(separator: "/") {
            path = (path as NSString).appendingPathComponent(String(name))
            if FileKind.of(path, followsLinks: false) == .link { return true }
        }
        return false
    }

    /// Opens a folder beneath this one; `nil` if nothing is there.
    package func folder(_ relative: String) throws(FileFailure) -> OpenFolder? {
        do {
            return OpenFolder(try open(relative, O_RDONLY | O_DIRECTORY), full(relative))
        } catch {
            if error.number == ENOENT { return nil }
            throw error
        }
    }

    /// Opens a folder directly in this one, and creates it if nothing is there.
    package func createdFolder(_ name: String, permissions: UInt32 = 0o777) throws(FileFailure) -> OpenFolder {
        while true {
            if let folder = try folder(name) { return folder }
            guard mkdirat(descriptor, name, permissions) == 0 || errno == EEXIST else {
                throw .system("created", full(name))
            }
        }
    }

    // MARK: Examining

    /// Returns what a name in the folder stands for; `nil` if there is nothing.
    package func kind(_ name: String) -> FileKind? { status(name)?.kind }

    /// Returns the facts about a name in the folder; links are not followed.
    package func status(_ name: String) -> FileStatus? {
        var status = stat()
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? FileStatus(status) : nil
    }

    /// Returns the names in the folder, in no order.
    package func names() throws(FileFailure) -> [String] {
        // The stream takes a descriptor of its own, which begins at the first entry.
        let own = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard own >= 0, let stream = fdopendir(own) else { throw .system("listed", path) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let name, name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    // MARK: Changing

    /// Deletes a regular file, or a link, directly in the folder. It is no error if nothing is there.
    package func delete(_ name: String) throws(FileFailure) {
        switch kind(name) {
        case nil, .regular?, .link?: break
        case let kind?: throw FileFailure("deleted", full(name), .notRegular(kind))
        }
        guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else { throw .system("deleted", full(name)) }
    }

    /// Deletes an empty folder directly in the folder. It is no error if nothing is there.
    package func deleteEmptyFolder(_ name: String) throws(FileFailure) {
        guard unlinkat(descriptor, name, AT_REMOVEDIR) == 0 || errno == ENOENT else {
            throw .system("deleted", full(name))
        }
    }

    /// Renames a file directly in the folder, unless a file has the new name.
    /// - Returns: Whether it was renamed.
    package func rename(_ name: String, toNew other: String) throws(FileFailure) -> Bool {
        switch mainspring_rename_to_new_name(descriptor, name, other) {
        case 0: return true
        case -EEXIST: return false
        case -EINVAL, -ENOSYS:
            // A second name, then the first one goes: no file is replaced either.
            guard linkat(descriptor, name, descriptor, other, 0) == 0 else {
                if errno == EEXIST { return false }
                throw .system("put in its place", full(other))
            }
            unlinkat(descriptor, name, 0)
            return true
        case let error: throw FileFailure("put in its place", full(other), .system(-error))
        }
    }

    /// Deletes the regular files, the links and the folders in the folder. A device, a pipe or a socket is an error.
    package func deleteContents() throws(FileFailure) {
        for name in try names() {
            guard kind(name) == .folder else {
                try delete(name)
                continue
            }
            try folder(name)?.deleteContents()
            try deleteEmptyFolder(name)
        }
    }

    /// Waits until the names in the folder are on the disk.
    package func synchronize() { fsync(descriptor) }

    /// Gives the folder the owner and the permissions of a file. Whoever may read the file may enter the folder.
    package func adopt(_ file: FileStatus) {
        file.adopt(for: descriptor, adding: (file.permissions & 0o444) >> 2)
    }

    // MARK: Locking

    /// A lock of the folder among processes (flock), which ends with this object.
    package enum Lock: Sendable {
        case shared
        case exclusive
    }

    /// Locks the folder, or changes the lock that this object has.
    /// - Parameter waits: Whether to wait for other holders of a lock.
    /// - Returns: Whether the folder is locked. If not, an earlier lock of this object is gone.
    @discardableResult
    package func lock(_ lock: Lock, waits: Bool) -> Bool {
        let operation = (lock == .shared ? LOCK_SH : LOCK_EX) | (waits ? 0 : LOCK_NB)
        while flock(descriptor, operation) != 0 {
            guard errno == EINTR else { return false }
        }
        return true
    }

    /// Whether the file system has no locks. Must be asked only while this object has no lock.
    package var lacksLocks: Bool {
        if flock(descriptor, LOCK_SH | LOCK_NB) == 0 {
            flock(descriptor, LOCK_UN)
            return false
        }
        return errno != EWOULDBLOCK
    }

    /// Whether the folder still has a name. False after it was deleted.
    package var isInPlace: Bool { (FileStatus.of(descriptor: descriptor)?.links ?? 0) > 0 }
}
