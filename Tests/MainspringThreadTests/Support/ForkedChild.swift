import Glibc

/// A child made by `fork`, which shares the open files of this process and has one thread.
enum ForkedChild {
    /// The end of a child.
    enum End: Equatable {
        /// By itself, with a status.
        case status(Int32)
        /// By a signal.
        case signal(Int32)

        /// Whether a trap ended it.
        var isTrap: Bool { self == .signal(SIGILL) || self == .signal(SIGTRAP) }
    }

    /// Runs a closure in a child, and waits for the child's end. A child that hangs is ended by SIGALRM after two
    /// minutes.
    static func run(_ body: () throws -> Void) -> End {
        let process = divide()
        if process == 0 {
            do { try body() } catch { _exit(1) }
            _exit(0)
        }
        return end(of: process)
    }

    /// Makes a child, and returns in both processes: 0 in the child, the child's number in the parent.
    static func divide() -> pid_t {
        let process = fork()
        precondition(process >= 0, "no child: errno \(errno)")
        if process == 0 { alarm(120) }
        return process
    }

    /// Runs a closure in a child that a raw system call makes, of which the C library knows nothing.
    static func runByRawCall(_ body: () -> Void) -> End {
        let process = pid_t(rawSystemCall(rawClone, SIGCHLD, 0, 0, 0, 0))
        precondition(process >= 0, "no child: errno \(errno)")
        if process == 0 {
            alarm(120)
            body()
            _exit(0)
        }
        return end(of: process)
    }

    /// Waits for a child's end.
    static func end(of process: pid_t) -> End {
        var word: Int32 = 0
        while waitpid(process, &word, 0) == -1, errno == EINTR {}
        // The low seven bits name the signal that ended the process, if one did.
        return word & 0x7F == 0 ? .status((word >> 8) & 0xFF) : .signal(word & 0x7F)
    }

    /// Looks up what a child calls, since the dynamic linker's lock may be held when it is made.
    static func prepare() { _ = (fork, rawSystemCall) }

    /// The number of the call `clone`.
    #if arch(x86_64)
        private static let rawClone = 56
    #else
        private static let rawClone = 220
    #endif

    // Swift hides these because of what other threads may hold. The children here take no lock of theirs.

    private static let fork: @convention(c) () -> pid_t = unsafeBitCast(
        dlsym(UnsafeMutableRawPointer(bitPattern: 0), "fork"), to: (@convention(c) () -> pid_t).self)

    private typealias SystemCall = @convention(c) (Int, Int32, Int, Int, Int, Int) -> Int

    private static let rawSystemCall: SystemCall = unsafeBitCast(
        dlsym(UnsafeMutableRawPointer(bitPattern: 0), "syscall"), to: SystemCall.self)
}
