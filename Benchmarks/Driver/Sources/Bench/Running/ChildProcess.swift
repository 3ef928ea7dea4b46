internal import Glibc

/// A program that runs in a process of its own, with its standard output read through a pipe.
struct ChildProcess: ~Copyable {
    /// What is known when it has ended.
    struct Ending {
        let output: String
        let isSuccess: Bool
    }

    private let process: pid_t
    private let pipe: Int32

    /// Starts a program that is looked up in PATH if its name has no slash; nil when that fails.
    init?(_ command: [String], quiet: Bool = false) {
        var ends: [Int32] = [0, 0]
        guard Glibc.pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        if quiet { posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) }
        var arguments = command.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var process = pid_t()
        let error = posix_spawnp(&process, command[0], &actions, nil, &arguments, environ)
        close(ends[1])
        guard error == 0 else {
            close(ends[0])
            return nil
        }
        self.process = process
        pipe = ends[0]
    }

    /// Waits for its end.
    consuming func wait() -> Ending {
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(pipe, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { break }
            output += buffer[..<count]
        }
        close(pipe)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return Ending(output: String(decoding: output, as: UTF8.self), isSuccess: status == 0)
    }
}

/// What a program prints; nil if it cannot be run or fails.
func output(of command: [String]) -> String? {
    guard let process = ChildProcess(command, quiet: true) else { return nil }
    let ending = process.wait()
    return ending.isSuccess ? ending.output : nil
}

/// Writes a line to standard error: standard output belongs to the results.
func say(_ line: String) { put(line, STDERR_FILENO) }

/// Writes a line, unbuffered.
func put(_ line: String, _ descriptor: Int32 = STDOUT_FILENO) {
    var bytes = Array((line + "\n").utf8)[...]
    while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count < 0 { return }
        bytes = bytes.dropFirst(count)
    }
}
