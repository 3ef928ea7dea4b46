public import Measure

/// A timer as the cases need it. Times are nanoseconds of `measure_wall`.
public protocol MeasuredTimer: SendableMetatype {
    /// Makes a timer that is not scheduled and calls `run.pointee.fired(due)` when it fires.
    init(due: UInt64, tolerance: UInt64, run: UnsafeMutablePointer<TimerRun<Self>>)
    func schedule()
    func cancel()
    /// Lets go of the timer. Timers are held without counting references, as in C: the loops over them would count for each.
    func destroy()
    /// Runs the loop until it is stopped from inside.
    static func run()
    static func stop()
}

/// Schedules and cancels a batch of timers again and again, so that there are `size` of them at most; as `measure_timers.h` does.
@inlinable
public func changeTimers<Timer: MeasuredTimer>(
    _: Timer.Type, size: Int, cancels: Bool, atLeast operations: Int
) -> Int {
    let batch = min(size >= 10_000 ? size / 10 : size, operations)
    let run = UnsafeMutablePointer<TimerRun<Timer>>.allocate(capacity: 1)
    var random: UInt64 = 1
    var makeTime: UInt64 = 0
    var made = 0

    func make(_ count: Int) -> [Timer] {
        let second: UInt64 = 1_000_000_000
        let now = measure_wall()
        let dues = (0..<count).map { _ in now + 1000 * second + measure_random(&random) % (1000 * second) }
        let before = measure_cpu()
        let timers = dues.map { due in Timer(due: due, tolerance: 0, run: run) }
        makeTime += measure_cpu() - before
        made += count
        return timers
    }

    for timer in make(size - batch) { timer.schedule() }
    var done = 0
    var isWarm = false
    while done < operations {
        let timers = make(batch)
        if !cancels { measure_begin() }
        for timer in timers { timer.schedule() }
        if !cancels { measure_end() }
        if cancels { measure_begin() }
        for timer in timers { timer.cancel() }
        if cancels { measure_end() }
        for timer in timers { timer.destroy() }
        if isWarm {
            done += batch
        } else {
            measure_reset()
            makeTime = 0
            made = 0
            isWarm = true
        }
    }
    if !cancels { measure_note("make", Double(makeTime) / Double(made)) }
    return done
}

/// The cases of timers. Slow peers do fewer `operations` and have no million of timers.
@inlinable
public func timerCases<Timer: MeasuredTimer>(
    _ timer: Timer.Type, operations: Int, hasMillion: Bool
) -> [Program.Case] {
    let sizes = [("", Sizes.timers), ("-1k", 1000), ("-10k", 10_000)] + (hasMillion ? [("-1m", 1_000_000)] : [])
    let changes = sizes.flatMap { suffix, size in
        [("timer-schedule", false), ("timer-cancel", true)].map { name, cancels in
            Program.Case(name + suffix, size: size) {
                changeTimers(timer, size: $0, cancels: cancels, atLeast: operations)
            }
        }
    }
    return changes + [
        Program.Case("timer-run-exact", size: Sizes.timers) {
            runTimers(timer, size: $0, lateness: false, tolerance: 0)
        },
        Program.Case("timer-run-coarse", size: Sizes.timers) {
            runTimers(timer, size: $0, lateness: false, tolerance: 1_000_000)
        },
        Program.Case("timer-late-p999", size: Sizes.timers) {
            runTimers(timer, size: $0, lateness: true, tolerance: 0)
        },
    ]
}
