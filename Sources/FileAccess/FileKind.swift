internal import Glibc

/// The kind of a directory entry.
package enum FileKind: Equatable, Sendable {
    case regular
    case folder
    case link
    /// The device that has no contents, which Apple's frameworks and programs name as a place that keeps nothing.
    case nullDevice
    case device
    case pipe
    case socket

    /// The kind with its article, for error messages.
    package var title: String {
        switch self {
        case .regular: "a regular file"
        case .folder: "a folder"
        case .link: "a link"
        case .nullDevice: "the null device"
        case .device: "a device"
        case .pipe: "a pipe"
        case .socket: "a socket"
        }
    }

    /// Returns what a path leads to, or `nil` if there is nothing or it cannot be examined.
    /// - Parameter followsLinks: If false, a link at the end of the path is a `link`.
    package static func of(_ path: String, followsLinks: Bool = true) -> FileKind? {
        FileStatus.of(path, followsLinks: followsLinks)?.kind
    }

    init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .regular
        case S_IFDIR: self = .folder
        case S_IFLNK: self = .link
        case S_IFIFO: self = .pipe
        case S_IFSOCK: self = .socket
        // Linux numbers its devices (admin-guide/devices.txt): the null device is 3 of major number 1.
        case S_IFCHR where status.st_rdev == 1 << 8 | 3: self = .nullDevice
        default: self = .device
        }
    }
}
