import Foundation
import Glibc

/// A program with a window while it runs: what it reads and what it says go through a socket.
public final class WindowProgram {
    /// A program that could not be started, or does not read.
    public struct Failure: Error, CustomStringConvertible {
        /// The sentence that says why.
        public let description: String
    }

    private let process: pid_t
    private let socket: Int32
    private var isEnded = false

    /// Starts it, as a shell would, whatever the tests have made of broken pipes.
    public init(_ arguments: String..., name: String = "window-trials") throws {
        // Closed in other programs that are started meanwhile: what one of them held would have no end.
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw Failure(description: "There is no socket for \(name): \(String(cString: strerror(errno))).")
        }
        socket = ends[0]
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        let program = Bundle.main.bundleURL.appendingPathComponent(name).path
        var pointers = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var process: pid_t = 0
        let failure = posix_spawn(&process, program, &actions, &attributes, &pointers, environ)
        close(ends[1])
        self.process = process
        isEnded = failure != 0
        guard failure == 0 else {
            throw Failure(description: "\(program) cannot be started: \(String(cString: strerror(failure))).")
        }
    }

    deinit {
        if !isEnded {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        close(socket)
    }

    /// Waits for the next line that it says, without its end; what there is when it has ended.
    public func line() -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while read(socket, &byte, 1) == 1, byte != 10 { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes a text to its standard input.
    public func give(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard write(socket, bytes, bytes.count) == bytes.count else {
            throw Failure(description: "The program does not read: \(String(cString: strerror(errno))).")
        }
    }

    /// Waits until it ends: its exit status, or 128 and a signal's number, and what it has said that was not read.
    public func end() -> (status: Int32, output: String) {
        var text: [UInt8] = []
        var byte: UInt8 = 0
        while read(socket, &byte, 1) == 1 { text.append(byte) }
        var status: Int32 = 0
        waitpid(process, &status, 0)
        isEnded = true
        return (
            status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F), String(decoding: text, as: UTF8.self)
        )
    }
}
