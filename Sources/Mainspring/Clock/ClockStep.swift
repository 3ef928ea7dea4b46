internal import Locks

/// Work that a virtual clock does in place when its time has come: on the thread that moves time, while everybody else
/// sleeps.
///
/// What has a thread of its own on the system's clock, such as the frames of a host, is stepped this way on a virtual
/// one. At one instant tasks come first, then steps in the order in which they were made, then loops.
package final class ClockStep: @unchecked Sendable {
    // `@unchecked Sendable`: the clock's lock guards `deadline`; the rest is constant.

    private unowned let clock: VirtualClock
    /// Called with the instant, in nanoseconds of the clock, without a lock.
    let body: @Sendable (UInt64) -> Void
    var deadline = UInt64.max

    /// A step that takes part in a clock's time until it is invalidated. It has no time at first.
    package init(_ clock: VirtualClock, _ body: @escaping @Sendable (UInt64) -> Void) {
        self.clock = clock
        self.body = body
        clock.lock.withLock { clock.state.steps.append(self) }
    }

    /// Sets when the work is done next, in nanoseconds of the clock; nil for not at all. Done once.
    package func schedule(at time: UInt64?) {
        clock.lock.withLock { deadline = time ?? .max }
    }

    /// Takes part no more.
    package func invalidate() {
        clock.lock.withLock { clock.state.steps.removeAll { $0 === self } }
    }
}
