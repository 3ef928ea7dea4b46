internal import Mainspring

/// Frames on a virtual clock: in place, on the thread that moves time.
final class SteppedFrameDriver: FrameDriver, Sendable {
    private let clock: VirtualClock
    private let step: ClockStep
    private let due = Guarded<UInt64>(.max)

    /// - Parameter render: Makes the frame of an instant; returns when the next one is due.
    init(_ clock: VirtualClock, _ render: @escaping @Sendable (UInt64) -> UInt64?) {
        self.clock = clock
        let next = Guarded<(@Sendable (UInt64) -> Void)?>(nil)
        let due = due
        step = ClockStep(clock) { time in
            due.withLock { $0 = .max }
            if let following = render(time) { next.withLock { $0 }?(following) }
        }
        next.withLock { $0 = { [weak self] in self?.request(at: $0) } }
    }

    deinit { step.invalidate() }

    func request(at time: UInt64) {
        let isEarlier = due.withLock { due in
            guard time < due else { return false }
            due = time
            return true
        }
        if isEarlier { step.schedule(at: time) }
    }

    func stop() { step.invalidate() }
}
