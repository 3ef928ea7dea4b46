internal import CSQLite
internal import Glibc

/// How long a connection waits for a lock of somebody else's, where that may be cancelled.
///
/// Used by whoever has the connection, which keeps it as long as it is open.
final class LockPatience {
    private let cancellation: Cancellation
    private let milliseconds: Int
    /// How long it has slept for the lock that it waits for.
    private var slept = 0
    /// So long, in milliseconds, it looks away at most.
    private static let longestSleep = 20

    init(cancellation: Cancellation, milliseconds: Int) {
        (self.cancellation, self.milliseconds) = (cancellation, milliseconds)
    }

    /// Has a connection wait so instead of by its time-out.
    func wait(for connection: OpaquePointer?) {
        sqlite3_busy_handler(
            connection,
            { patience, count in
                guard let patience else { return 0 }
                return Unmanaged<LockPatience>.fromOpaque(patience).takeUnretainedValue().goesOn(Int(count)) ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Whether it tries again, after it has slept.
    /// - Parameter count: how often it has for this lock.
    private func goesOn(_ count: Int) -> Bool {
        if count == 0 { slept = 0 }
        guard !cancellation.isCancelled, slept < milliseconds else { return false }
        let pause = min(count + 1, Self.longestSleep)
        usleep(UInt32(pause) * 1000)
        slept += pause
        return true
    }
}
