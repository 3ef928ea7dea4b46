internal import Foundation
internal import Glibc

/// What tells whether a database file may have been changed: the lengths and times of the file and of its log.
///
/// A save always makes it another one. So does moving the log into the file, which changes no object: whoever compares
/// stamps does something anew then that need not have been.
enum FileStamp {
    /// - Returns: nil for what is no file.
    static func of(_ path: String) -> String? {
        guard let file = part(path) else { return nil }
        // A log without anything in it comes and goes.
        return part(path + "-wal").map { "\(file) \($0)" } ?? file
    }

    private static func part(_ path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return nil }
        return "\(status.st_size).\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
    }
}
