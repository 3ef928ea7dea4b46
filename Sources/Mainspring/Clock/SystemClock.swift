/// Real time: the machine's monotonic clock, and its calendar for absolute times.
public final class SystemClock: RunLoopClock, Clock, @unchecked Sendable {
    // `@unchecked Sendable`: it has no state of its own.

    /// The one there is.
    public static let shared = SystemClock()

    init() { super.init(isVirtual: false, epoch: 0) }

    /// Suspends the task until an instant; throws `CancellationError` when it is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let left = now.duration(to: deadline)
        if left > .zero { try await Task.sleep(for: left, tolerance: tolerance) }
        try Task.checkCancellation()
    }
}
