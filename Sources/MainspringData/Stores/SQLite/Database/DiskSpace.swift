internal import Foundation
internal import Glibc

/// The free space of a file system, for errors that have lost their reason.
enum DiskSpace {
    /// The size of the smallest `-shm` file, which SQLite needs to open a database with a log, and of its first page of
    /// log.
    private static let least: UInt64 = 40 << 10

    /// Whether the file system of a path has no room for the files that SQLite makes beside a database.
    static func isLacking(at path: String) -> Bool {
        var facts = statvfs()
        let folder = (path as NSString).deletingLastPathComponent
        guard statvfs(folder.isEmpty ? "." : folder, &facts) == 0 else { return false }
        // Some file systems do not count files, and report 0 of 0.
        return UInt64(facts.f_bavail) * UInt64(facts.f_frsize) < least || facts.f_files > 0 && facts.f_favail == 0
    }
}
