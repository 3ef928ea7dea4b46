internal import Foundation
internal import Glibc

/// A program that is asked something and ends soon.
enum Subprocess {
    /// What a program writes to standard output; nil if it is not there, fails, or has not ended after some seconds.
    static func output(_ arguments: [String], seconds: Double = 5) -> String? {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        defer { close(ends[0]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var process: pid_t = 0
        let failure = posix_spawnp(&process, arguments[0], &actions, nil, &pointers, environ)
        close(ends[1])
        guard failure == 0 else { return nil }
        let text = read(ends[0], until: ContinuousClock.now + .seconds(seconds))
        if text == nil { kill(process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
        return status == 0 ? text : nil
    }

    private static func read(_ file: Int32, until end: ContinuousClock.Instant) -> String? {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            // Nobody says so much in answer to a question.
            guard bytes.count < 1 << 22 else { return nil }
            let left = (end - .now) / .milliseconds(1)
            guard left > 0 else { return nil }
            var wish = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            guard poll(&wish, 1, Int32(left)) > 0 else { continue }
            let count = Glibc.read(file, &part, part.count)
            guard count > 0 else { break }
            bytes += part[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Where a program is in the search path.
    static func path(of name: String) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init) ?? []
        return folders.lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }
}
