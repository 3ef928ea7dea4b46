public import Measure

/// What the timers of one run count down; they capture its address, as those in C do. The main thread alone touches it.
public struct TimerRun<Timer: MeasuredTimer> {
    @usableFromInline var left: Int
    @usableFromInline let size: Int
    @usableFromInline let recordsLateness: Bool
    /// When the last timer is due.
    @usableFromInline let end: UInt64

    @inlinable
    init(_ count: Int, recordsLateness: Bool, end: UInt64) {
        left = count
        size = count
        self.recordsLateness = recordsLateness
        self.end = end
    }

    /// To be called by each timer that fires.
    @inlinable
    public mutating func fired(_ due: UInt64) {
        if recordsLateness { measure_late(due) }
        left -= 1
        if left == 0 {
            report()
            Timer.stop()
        }
    }

    @inlinable
    func report() {
        measure_end()
        if recordsLateness {
            measure_reset()
            measure_late_report()
        } else {
            measure_note("over-time-ms", (Double(measure_wall()) - Double(end)) / 1e6)
        }
    }
}

/// `size` timers spread over a second; what is measured is running them, or how late they come.
@inlinable
public func runTimers<Timer: MeasuredTimer>(_: Timer.Type, size: Int, lateness: Bool, tolerance: UInt64) -> Int {
    let second: UInt64 = 1_000_000_000
    if lateness { measure_late_reserve(size) }
    // A second's room for scheduling all of them before the first is due.
    let base = measure_wall() + second
    // Freed with the process.
    let run = UnsafeMutablePointer<TimerRun<Timer>>.allocate(capacity: 1)
    run.initialize(to: TimerRun(size, recordsLateness: lateness, end: base + second))
    var random: UInt64 = 1
    let timers = (0..<size).map { _ in
        let timer = Timer(due: base + measure_random(&random) % second, tolerance: tolerance, run: run)
        timer.schedule()
        return timer
    }
    sleepUntil(base - second / 100)
    measure_begin()
    return withExtendedLifetime(timers) {
        Timer.run()
        return size
    }
}
