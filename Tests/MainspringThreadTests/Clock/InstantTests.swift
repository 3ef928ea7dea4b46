import Testing

@testable import Mainspring

@Suite struct InstantTests {
    typealias Instant = RunLoopClock.Instant

    @Test(
        arguments: [
            (100, .nanoseconds(5), 105), (100, .nanoseconds(-5), 95), (100, .nanoseconds(-500), 0), (0, .zero, 0),
            (UInt64.max, .nanoseconds(1), UInt64.max), (100, .seconds(Int64.max), 100 + UInt64(Int64.max)),
            (100, .seconds(Int64.min), 0), (UInt64.max, .seconds(Int64.max), UInt64.max),
            (1, Duration(secondsComponent: 0, attosecondsComponent: 999_999_999), 1),
        ] as [(UInt64, Duration, UInt64)])
    func `an instant stays within its range`(start: UInt64, duration: Duration, end: UInt64) {
        #expect(Instant(nanoseconds: start).advanced(by: duration) == Instant(nanoseconds: end))
    }

    @Test(
        arguments: [
            (0, 0, .zero), (5, 8, .nanoseconds(3)), (8, 5, .nanoseconds(-3)), (0, UInt64.max, .nanoseconds(Int64.max)),
            (UInt64.max, 0, .nanoseconds(Int64.min)),
        ] as [(UInt64, UInt64, Duration)])
    func `the duration between instants is as long as it can be told`(start: UInt64, end: UInt64, duration: Duration) {
        #expect(Instant(nanoseconds: start).duration(to: Instant(nanoseconds: end)) == duration)
        #expect((Instant(nanoseconds: start) < Instant(nanoseconds: end)) == (start < end))
    }

    @Test(
        arguments: [
            (0, 0), (-1, 0), (-Double.infinity, 0), (.nan, 0), (1, 1_000_000_000), (0.1 + 0.2, 300_000_000), (1e-9, 1),
            (0.4e-9, 1),
            (.infinity, 504_911_232_000_000_000), (1e300, 504_911_232_000_000_000),
        ] as [(Double, UInt64)])
    func `seconds become nanoseconds, at most sixteen years of them`(seconds: Double, nanoseconds: UInt64) {
        #expect(RunLoopClock.nanoseconds(seconds) == nanoseconds)
    }

    @Test func `the system's clock goes forward and shows the calendar's time`() async throws {
        let clock = SystemClock.shared
        let start = clock.now
        #expect(clock.now >= start)
        #expect(abs(clock.absoluteTime - CFAbsoluteTimeGetCurrent()) < 60)
        try await clock.sleep(until: start)
        let task = Task { try await clock.sleep(until: start.advanced(by: .seconds(1_000))) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
