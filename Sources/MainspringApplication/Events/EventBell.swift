internal import Glibc
internal import Mainspring

/// A pipe by which any thread wakes a loop: what a source of version 1 watches.
final class EventBell: Sendable {
    /// Readable while it rings.
    let descriptor: Int32
    private let writer: Int32
    /// The process that opened the pipe.
    private let process = OwnProcess()

    /// Nil where the process may open no more descriptors.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (descriptor, writer) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(writer)
    }

    /// From any thread. A pipe that is full rings already.
    /// - Returns: False if other code has closed the pipe.
    func ring() -> Bool {
        process.require(
            "Mainspring: A process made by fork() posted an event to its parent's queue. Events stay in a process, so the parent would be woken for nothing. Call exec() in the child first, or start it with Process or posix_spawn.\n"
        )
        var byte: UInt8 = 0
        return write(writer, &byte, 1) == 1 || errno == EAGAIN
    }

    /// On the loop's thread.
    func silence() {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { bytes in
            while read(descriptor, bytes.baseAddress, 64) == 64 {}
        }
    }
}
