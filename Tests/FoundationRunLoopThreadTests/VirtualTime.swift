import FoundationRunLoop

/// Runs a closure on a thread of its own whose loop is on a virtual clock that shows 0.
func onVirtualThread<Result: Sendable>(
    _ body: @escaping @Sendable (VirtualClock) throws -> Result
) async throws -> Result {
    try await onThread {
        let clock = VirtualClock()
        CFRunLoopGetCurrent().clock = clock
        return try body(clock)
    }
}

extension VirtualClock {
    /// Milliseconds since the clock was made.
    var milliseconds: Int { absoluteTime.milliseconds }
}

extension TimeInterval {
    /// The interval in whole milliseconds, rounded to the nearest.
    var milliseconds: Int { Int((self * 1000).rounded()) }
}

extension Date {
    /// A date of a virtual clock that was made showing 0.
    static func virtual(_ seconds: TimeInterval) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

    /// Milliseconds since a virtual clock showed 0.
    var virtualMilliseconds: Int { timeIntervalSinceReferenceDate.milliseconds }
}
