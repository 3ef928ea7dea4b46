internal import Foundation
internal import Glibc

/// The right to replace a file, which one of all threads and processes has at a time. It ends with its process.
struct FileTurn {
    private let descriptor: Int32

    /// Waits for whoever has it.
    /// - Parameter timeout: for how many milliseconds at most.
    /// - Returns: nil where there is no such file, or one of which nothing can be said: closing a database of SQLite's would end
    ///   SQLite's own locks.
    /// - Throws: `CocoaError` 134110 if it takes longer.
    init?(_ path: String, timeout: Int) throws {
        guard !DatabasePlace.isDatabase(path) else { return nil }
        var left = timeout
        while true {
            let file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return nil }
            if flock(file, LOCK_EX | LOCK_NB) == 0 {
                // Whoever had it may have put another file there.
                if Self.isThere(file, path) {
                    descriptor = file
                    return
                }
            } else if left <= 0 {
                close(file)
                throw CoreDataError.make(
                    NSMigrationError,
                    "Another process or thread migrates the store at \(path). Try again when that is done.",
                    userInfo: [NSFilePathErrorKey: path])
            } else {
                usleep(20_000)
                left -= 20
            }
            close(file)
        }
    }

    private static func isThere(_ file: Int32, _ path: String) -> Bool {
        var (own, there) = (stat(), stat())
        guard fstat(file, &own) == 0, stat(path, &there) == 0 else { return false }
        return own.st_ino == there.st_ino && own.st_dev == there.st_dev
    }

    func end() { close(descriptor) }
}
