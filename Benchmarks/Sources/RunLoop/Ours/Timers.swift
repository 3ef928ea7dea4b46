import Mainspring
import Measure
import Workloads

/// timer-schedule, timer-cancel, timer-run, timer-late: one-shot timers with a handler, on the main loop.
struct CFTimer: MeasuredTimer {
    let timer: CFRunLoopTimer

    init(due: UInt64, tolerance: UInt64, fired: @escaping @Sendable () -> Void) {
        let delay = (Double(due) - Double(measure_wall())) / 1e9
        timer = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent() + delay, 0, 0, 0) { _ in fired() }
        if tolerance > 0 { CFRunLoopTimerSetTolerance(timer, Double(tolerance) / 1e9) }
    }

    func schedule() { CFRunLoopAddTimer(CFRunLoopGetMain(), timer, .defaultMode) }
    func cancel() { CFRunLoopTimerInvalidate(timer) }
    static func run() { runUntilStopped() }
    static func stop() { stopMain() }
}
