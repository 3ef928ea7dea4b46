internal import Foundation

/// A command, run to its end.
///
/// Spawned without pipes and without a run loop, so that it disturbs no test that counts descriptors or loops.
public struct Command {
    /// A command that could not be started or waited for.
    public struct Failure: Error, CustomStringConvertible {
        /// The sentence that says why.
        public let description: String
    }

    private let arguments: [String]

    /// Makes a command of a program, which is looked for in `PATH`, and its arguments.
    public init(arguments: [String]) { self.arguments = arguments }

    /// A program that was built beside the tests.
    public init(builtProgram name: String, _ arguments: [String]) throws {
        let tests = URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        self.arguments = [tests.deletingLastPathComponent().appendingPathComponent(name).path] + arguments
    }

    /// The exit status, and what the command wrote to both outputs; `file` receives it.
    public func run(writingTo file: String) throws -> (status: Int32, output: String) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, file, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)

        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var process: pid_t = 0
        let failure = posix_spawnp(&process, arguments[0], &actions, nil, &pointers, environ)
        guard failure == 0 else {
            throw Failure(description: "\(arguments[0]) cannot be started: \(String(cString: strerror(failure))).")
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1 {
            guard errno == EINTR else {
                throw Failure(description: "\(arguments[0]) cannot be waited for: \(String(cString: strerror(errno))).")
            }
        }
        let output = try String(contentsOfFile: file, encoding: .utf8)
        // The low seven bits name the signal that ended the process, if one did.
        return (status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F), output)
    }
}
