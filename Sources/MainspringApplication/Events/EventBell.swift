internal import Glibc

/// A pipe by which any thread wakes a loop: what a source of version 1 watches.
final class EventBell: Sendable {
    /// Readable while it rings.
    let descriptor: Int32
    private let writer: Int32

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
    func ring() {
        var byte: UInt8 = 0
        _ = write(writer, &byte, 1)
    }

    /// On the loop's thread.
    func silence() {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { bytes in
            while read(descriptor, bytes.baseAddress, 64) == 64 {}
        }
    }
}
