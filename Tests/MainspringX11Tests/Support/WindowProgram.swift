import Foundation
import Glibc
import Testing

/// A program with a window while it runs: what it reads and what it says go through a socket.
final class WindowProgram {
    private let process: pid_t
    private let socket: Int32
    private var isEnded = false

    /// Starts it, as a shell would, whatever the tests have made of broken pipes.
    init(_ arguments: String..., name: String = "window-trials") throws {
        // Closed in other programs that are started meanwhile: what one of them held would have no end.
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
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
        try #require(failure == 0)
    }

    deinit {
        if !isEnded {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        close(socket)
    }

    /// Waits for the next line that it says, without its end; what there is when it has ended.
    func line() -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while read(socket, &byte, 1) == 1, byte != 10 { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Gives it something to read.
    func give(_ text: String) {
        let bytes = Array(text.utf8)
        #expect(write(socket, bytes, bytes.count) == bytes.count)
    }

    /// Waits until it ends: its exit status, or 128 and a signal's number, and what it has said that was not read.
    func end() -> (status: Int32, output: String) {
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
