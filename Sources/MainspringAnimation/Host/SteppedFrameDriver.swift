internal import Locks
internal import Mainspring

/// Frames on a virtual clock: in place, on the thread that moves time.
final class SteppedFrameDriver: FrameDriver, Sendable {
    /// Kept alive for the step.
    private let clock: VirtualClock
    private let step: ClockStep
    private let due: Due

    /// When the next frame is due.
    ///
    /// A class of its own, since the step knows it before the driver is there.
    private final class Due: @unchecked Sendable {
        // `@unchecked Sendable`: `time` has a lock; `step` is set once, before anybody else has the object, and there
        // whenever it is asked: who asks is the driver that holds it, or the step itself.
        let time = Guarded<UInt64>(.max)
        unowned(unsafe) var step: ClockStep?

        func request(at instant: UInt64) {
            let isEarlier = time.withLock { time in
                guard instant < time else { return false }
                time = instant
                return true
            }
            if isEarlier { step?.schedule(at: instant) }
        }
    }

    /// - Parameter render: Makes the frame of an instant; returns when the next one is due.
    init(_ clock: VirtualClock, _ render: @escaping @Sendable (UInt64) -> UInt64?) {
        self.clock = clock
        let due = Due()
        self.due = due
        step = ClockStep(clock) { time in
            due.time.withLock { $0 = .max }
            if let next = render(time) { due.request(at: next) }
        }
        due.step = step
    }

    deinit { step.invalidate() }

    func request(at time: UInt64) { due.request(at: time) }

    func stop() { step.invalidate() }
}
