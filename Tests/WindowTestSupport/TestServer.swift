import Foundation
public import Glibc

/// An X server of a test's own, without a screen that anybody sees.
public final class TestServer {
    /// The process of the server.
    public let process: pid_t
    /// The name of the display, such as “:1”.
    public let display: String
    private var isEnded = false

    /// Whether there is such a server on this machine; tests say so where there is none.
    public static let isInstalled: Bool = {
        let folders = (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":")
        return folders.contains { access("\($0)/Xvfb", X_OK) == 0 }
    }()

    /// The sentence of tests that are skipped because there is no such server.
    public static let whyNot = "There is no Xvfb here: Scripts/bootstrap installs it."

    /// A server or a connection that could not be made.
    public struct Failure: Error, CustomStringConvertible {
        /// The sentence that says why.
        public let description: String
    }

    /// - Parameter arguments: What it is to do without, and the like.
    public init(depth: Int = 24, arguments: [String] = []) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Failure(description: "no pipe") }
        _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
        defer { close(ends[0]) }
        // The number that the server writes to, whatever the ends of the pipe are.
        let target: Int32 = 57
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], target)
        let words =
            ["Xvfb", "-displayfd", "\(target)", "-screen", "0", "800x600x\(depth)", "-nolisten", "tcp", "-noreset"]
            + arguments
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var process: pid_t = 0
        let failure = posix_spawnp(&process, "Xvfb", &actions, nil, &pointers, environ)
        close(ends[1])
        guard failure == 0 else { throw Failure(description: "Xvfb: \(String(cString: strerror(failure)))") }
        var text = ""
        var byte: UInt8 = 0
        while read(ends[0], &byte, 1) == 1, byte != 10 { text.append(Character(UnicodeScalar(byte))) }
        guard !text.isEmpty else {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
            throw Failure(description: "Xvfb did not say which display it is.")
        }
        self.process = process
        display = ":\(text)"
    }

    deinit { end() }

    /// Ends it as a crash would.
    public func end() {
        guard !isEnded else { return }
        isEnded = true
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }
}
