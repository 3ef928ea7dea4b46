internal import Foundation
internal import Glibc
internal import Synchronization

/// Files and folders that are not what they are to be yet, under names of their own beside their places. They go if the
/// tool is interrupted.
final class UnfinishedFiles: Sendable {
    static let shared = UnfinishedFiles()

    /// Returns a name that no other file has. `UUID()` would return the same one each time without a free descriptor.
    private static func mark() -> String {
        let words = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
        return String(words.0, radix: 16) + String(words.1, radix: 16)
    }

    /// What the places are called in sentences, by the names beside them.
    private let places = Mutex<[String: String]>([:])

    /// How often is tried to remove what somebody goes on writing.
    private static let attempts = 100

    /// A name beside a place, which is removed unless ``finish(_:as:)`` gives it the place.
    /// - Parameter name: what the place is called in sentences.
    func begin(at path: String, named name: String) -> String {
        let url = URL(fileURLWithPath: path)
        let own = url.deletingLastPathComponent()
            .appendingPathComponent(".\(url.lastPathComponent).\(Self.mark())").path
        places.withLock { $0[own] = name }
        return own
    }

    /// A sentence with the places in it where it has the names beside them.
    func telling(_ sentence: String) -> String {
        places.withLock { $0 }.reduce(sentence) { sentence, place in
            // What belongs to the place lies in a folder of its own first, under the same name.
            let name = URL(fileURLWithPath: place.value).lastPathComponent
            return sentence.replacing("\(place.key)/\(name)", with: place.value)
                .replacing(place.key, with: place.value)
        }
    }

    /// Gives what was made its place. What was a file there is replaced at once, and leaves its permissions.
    func finish(_ unfinished: String, as place: OutputPlace) throws {
        if case .file(let permissions) = place.contents { chmod(unfinished, permissions) }
        let reason = places.withLock { places -> Int32 in
            guard rename(unfinished, place.path) == 0 else { return errno }
            places[unfinished] = nil
            return 0
        }
        guard reason == 0 else {
            throw ToolError(
                "“\(place.given)” cannot be made: \(String(cString: strerror(reason))). Give a place where nothing is, or "
                    + "where a file may be replaced.")
        }
    }

    /// Gives what was made its place, where a folder may be that something like it made before.
    /// - Parameter isOurs: whether all that is in a folder was made so.
    func replace(_ place: OutputPlace, by unfinished: String, where isOurs: (String) -> Bool) throws {
        guard case .folder = place.contents,
            let contents = try? FileManager.default.contentsOfDirectory(atPath: place.path), !contents.isEmpty
        else { return try finish(unfinished, as: place) }
        guard isOurs(place.path) else { throw Self.foreign(place) }
        // What was there gets a name of its own first: a folder takes the place of no other that is filled. With the lock,
        // so that no interruption comes between.
        let former = begin(at: place.path, named: place.given)
        let reason = places.withLock { places -> Int32 in
            guard rename(place.path, former) == 0 else {
                let reason = errno
                places[former] = nil
                return reason
            }
            guard rename(unfinished, place.path) == 0 else {
                let reason = errno
                rename(former, place.path)
                places[former] = nil
                return reason
            }
            places[unfinished] = nil
            return 0
        }
        guard reason == 0 else {
            throw ToolError(
                "“\(place.given)” cannot be replaced: \(String(cString: strerror(reason))). Take it away first.")
        }
        removeAll()
    }

    /// What is said of a folder that is not replaced.
    static func foreign(_ place: OutputPlace) -> ToolError {
        ToolError("“\(place.given)” is a folder with something else in it. Give another place by --output.")
    }

    /// Gives all that was made in a folder its places beside a place, under the same names, and what is to be at the place
    /// at last: whoever finds that finds the rest.
    func finish(contentsOf unfinished: String, as place: OutputPlace) throws {
        let url = URL(fileURLWithPath: place.path)
        let folder = url.deletingLastPathComponent().path
        let names = try FileManager.default.contentsOfDirectory(atPath: unfinished)
            .filter { $0 != url.lastPathComponent }.sorted()
        let failure = places.withLock { _ -> (name: String, reason: Int32)? in
            var moved: [String] = []
            for name in names + [url.lastPathComponent] {
                let target = "\(folder)/\(name)"
                var status = stat()
                let isTaken = lstat(target, &status) == 0
                guard !isTaken, rename("\(unfinished)/\(name)", target) == 0 else {
                    let reason = isTaken ? EEXIST : errno
                    for name in moved { rename("\(folder)/\(name)", "\(unfinished)/\(name)") }
                    return (name: name, reason: reason)
                }
                moved.append(name)
            }
            return nil
        }
        if let failure {
            throw ToolError(
                "“\(failure.name)” cannot be made beside “\(place.given)”: \(String(cString: strerror(failure.reason))). "
                    + "Give another place by --output, or take away what is there.")
        }
        removeAll()
    }

    /// Removes what is not finished.
    func removeAll() { places.withLock { Self.remove(&$0) } }

    /// The same, and ends the process by a signal: so who started it knows why.
    func removeForEver(by number: Int32) {
        places.withLock { places in
            Self.remove(&places)
            // With the lock: whoever is about to rename something waits until the process is gone.
            signal(number, SIG_DFL)
            var own = sigset_t()
            sigemptyset(&own)
            sigaddset(&own, number)
            pthread_sigmask(SIG_UNBLOCK, &own, nil)
            raise(number)
            _exit(128 + number)
        }
    }

    private static func remove(_ places: inout [String: String]) {
        for path in places.keys {
            for part in ["", "-wal", "-shm", "-journal"] { remove(path + part) }
        }
        places = [:]
    }

    /// Removes what is at a path, under another name: whoever goes on writing by the path does not find the folder, and what
    /// he makes there anew goes as well.
    private static func remove(_ path: String) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        for _ in 0..<attempts {
            let away = folder.appendingPathComponent(".\(Self.mark())").path
            guard rename(path, away) == 0 else {
                if errno != ENOENT { try? FileManager.default.removeItem(atPath: path) }
                return
            }
            for _ in 0..<attempts {
                try? FileManager.default.removeItem(atPath: away)
                var status = stat()
                if lstat(away, &status) != 0 { break }
            }
        }
    }
}
