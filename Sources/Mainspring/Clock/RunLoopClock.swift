internal import CLinux
internal import Locks
import Synchronization

/// Time as an object that loops share.
///
/// Everything timed asks its loop's clock: timers, deadlines of runs, delays. There is one for the process unless a
/// loop is made with another; a thread without a loop uses the process's. `SystemClock` is real time, `VirtualClock`
/// moves when nobody has anything left to do. Both are Swift `Clock`s. Use from any thread.
public class RunLoopClock: @unchecked Sendable {
    // `@unchecked Sendable`: the base class has constants and an atomic; subclasses say what guards theirs.

    /// A point in time of such a clock.
    public struct Instant: InstantProtocol, Codable {
        /// Nanoseconds since the clock's zero: the machine's start for the system's, its making for a virtual one.
        public var nanoseconds: UInt64

        /// Makes an instant.
        public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

        /// The instant that is later by a duration; stays within the clock's range.
        public func advanced(by duration: Duration) -> Instant {
            let delta = duration.wholeNanoseconds
            if delta < 0 { return Instant(nanoseconds: nanoseconds - min(nanoseconds, delta.magnitude)) }
            let (sum, overflow) = nanoseconds.addingReportingOverflow(delta.magnitude)
            return Instant(nanoseconds: overflow ? .max : sum)
        }

        /// The duration to another instant.
        public func duration(to other: Instant) -> Duration {
            .nanoseconds(Int64(clamping: Int128(other.nanoseconds) - Int128(nanoseconds)))
        }

        /// Whether an instant is earlier than another.
        public static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }
    }

    /// Virtual time; unused by the system's clock.
    final let virtualNanoseconds = Atomic<UInt64>(0)
    final let isVirtual: Bool
    /// What a virtual clock shows as absolute time at its zero, when it is made.
    final let epoch: CFAbsoluteTime

    init(isVirtual: Bool, epoch: CFAbsoluteTime) {
        self.isVirtual = isVirtual
        self.epoch = epoch
    }

    /// Nanoseconds since the clock's zero; never goes back. About 25 ns.
    @inline(__always)
    public final var uptime: UInt64 {
        isVirtual ? virtualNanoseconds.load(ordering: .acquiring) : mainspring_monotonic_now()
    }

    /// Seconds since 2001-01-01 00:00 UTC.
    public final var absoluteTime: CFAbsoluteTime {
        isVirtual
            // Divided, since a whole number of seconds is to come out as one.
            ? epoch + Double(virtualNanoseconds.load(ordering: .acquiring)) / 1e9
            : mainspring_realtime_now() - kCFAbsoluteTimeIntervalSince1970
    }

    /// The current instant.
    public final var now: Instant { Instant(nanoseconds: uptime) }

    /// The smallest step.
    public final var minimumResolution: Duration { .nanoseconds(1) }

    // MARK: Conversions

    /// Nanoseconds of a span, at least 0 and at most Apple's limit of 16 years.
    ///
    /// Rounded up, so that nothing fires early and whoever waits for the rest of a span gets past its end; but to the
    /// nearest where only the arithmetic of seconds has left a trace, so that 0.1 + 0.2 is 0.3.
    static func nanoseconds(_ seconds: CFTimeInterval) -> UInt64 {
        guard seconds > 0 else { return 0 }
        let exact = min(seconds, CFRunLoop.secondsLimit) * 1e9
        let nearest = exact.rounded()
        return UInt64(max(1, abs(exact - nearest) < 0.25 ? nearest : exact.rounded(.up)))
    }

    /// When a date is, on this clock; what is past is now, what is no number never comes.
    final func uptime(at date: CFAbsoluteTime) -> UInt64 {
        uptime &+ Self.nanoseconds(date.isNaN ? .infinity : date - absoluteTime)
    }

    /// The date of a time of this clock.
    final func absoluteTime(at time: UInt64) -> CFAbsoluteTime {
        absoluteTime + (Double(time) - Double(uptime)) / 1e9
    }

    // MARK: Which one

    /// The clock of the calling thread's loop; without one, the process's.
    public static var current: RunLoopClock {
        guard let loop = mainspring_get_thread_loop() else { return process }
        return Unmanaged<CFRunLoop>.fromOpaque(loop)._withUnsafeGuaranteedRef { $0.clockStorage }
    }

    /// The clock of loops that are made without another one.
    ///
    /// Set it before the first loop is made, if at all; loops keep the clock that they were made with.
    public static var process: RunLoopClock {
        get { processClock.withLock { $0 } }
        set { processClock.withLock { $0 = newValue } }
    }

    private static let processClock = Guarded<RunLoopClock>(SystemClock.shared)
}

extension Duration {
    /// The duration in nanoseconds, as far as they reach.
    var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, sumOverflow) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return sumOverflow ? (seconds < 0 ? .min : .max) : sum
    }
}
