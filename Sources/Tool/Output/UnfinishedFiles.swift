internal import Foundation
internal import Glibc
internal import Locks

/// Files and folders that are not what they are to be yet, under names of their own beside their places. They go if the tool is interrupted.
final class UnfinishedFiles: Sendable {
    static let shared = UnfinishedFiles()

    private let paths = Guarded<Set<String>>([])

    /// A name beside a place, which is removed unless ``finish(_:as:)`` gives it the place.
    func begin(at path: String) -> String {
        let url = URL(fileURLWithPath: path)
        let own = url.deletingLastPathComponent()
            .appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString)").path
        paths.withLock { _ = $0.insert(own) }
        return own
    }

    /// Gives what was made its place. What was a file there is replaced at once.
    func finish(_ unfinished: String, as path: String) throws {
        let reason = paths.withLock { paths -> Int32 in
            guard rename(unfinished, path) == 0 else { return errno }
            paths.remove(unfinished)
            return 0
        }
        guard reason == 0 else {
            throw ToolError(
                "“\(path)” cannot be made: \(String(cString: strerror(reason))). Give a place where nothing is, or where a "
                    + "file may be replaced.")
        }
    }

    /// Gives what was made its place, where a folder may be that something like it made before.
    /// - Parameter known: a file in that folder by which it is known; nil where no folder is replaced.
    func replace(_ path: String, by unfinished: String, known: String?) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue,
            let contents = try? FileManager.default.contentsOfDirectory(atPath: path), !contents.isEmpty
        else { return try finish(unfinished, as: path) }
        guard let known, contents.contains(known) else {
            throw ToolError("“\(path)” is a folder with something else in it. Give another place.")
        }
        // What was there gets a name of its own first: a folder takes the place of no other that is filled. With the lock, so that no
        // interruption comes between.
        let former = begin(at: path)
        let reason = paths.withLock { paths -> Int32 in
            guard rename(path, former) == 0 else { return errno }
            guard rename(unfinished, path) == 0 else {
                let reason = errno
                rename(former, path)
                return reason
            }
            paths.remove(unfinished)
            return 0
        }
        guard reason == 0 else {
            throw ToolError("“\(path)” cannot be replaced: \(String(cString: strerror(reason))). Take it away first.")
        }
        removeAll()
    }

    /// Removes what is not finished.
    func removeAll() { paths.withLock { Self.remove(&$0) } }

    /// The same, and ends the process by a signal: so who started it knows why.
    func removeForEver(by number: Int32) {
        paths.withLock { paths in
            Self.remove(&paths)
            // With the lock: whoever is about to rename something waits until the process is gone.
            signal(number, SIG_DFL)
            kill(getpid(), number)
            _exit(128 + number)
        }
    }

    private static func remove(_ paths: inout Set<String>) {
        for path in paths {
            for part in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: path + part) }
        }
        paths = []
    }
}
