import Foundation

/// The tool while it runs. What it writes goes nowhere.
final class RunningTool {
    /// How a process has ended.
    enum End: Equatable {
        case status(Int32)
        case signal(Int32)
    }

    private var process: pid_t = 0
    private var end: End?

    init(_ arguments: [String]) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor: Int32 in 0...2 {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        // Whoever runs the tests may ignore signals, and children would too.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGINT, SIGQUIT] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var pointers: [UnsafeMutablePointer<CChar>?] = ([try Tool.path] + arguments).map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        let failure = posix_spawn(&process, try Tool.path, &actions, &attributes, &pointers, environ)
        guard failure == 0 else { throw Missing("The tool cannot be started: \(String(cString: strerror(failure))).") }
    }

    /// Whether it has not ended yet.
    var isRunning: Bool {
        note(WNOHANG)
        return end == nil
    }

    func send(_ signal: Int32) { if end == nil { kill(process, signal) } }

    /// Waits until it has ended.
    func wait() -> End {
        while end == nil { note(0) }
        return end ?? .status(-1)
    }

    private func note(_ options: Int32) {
        var status: Int32 = 0
        guard end == nil, waitpid(process, &status, options) == process else { return }
        end = status & 0x7F == 0 ? .status((status >> 8) & 0xFF) : .signal(status & 0x7F)
    }
}
