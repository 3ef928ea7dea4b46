import Mainspring
import Measure
import Workloads

/// timer-schedule, timer-cancel, timer-run, timer-late: one-shot timers with a handler, on the main loop.
struct CFTimer: MeasuredTimer {
    static let loop: CFRunLoop = CFRunLoopGetMain()

    let timer: Unmanaged<CFRunLoopTimer>

    init(due: UInt64, tolerance: UInt64, run: UnsafeMutablePointer<TimerRun<Self>>) {
        nonisolated(unsafe) let run = run
        let delay = (Double(due) - Double(measure_wall())) / 1e9
        let timer = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent() + delay, 0, 0, 0) { _ in
            run.pointee.fired(due)
        }!
        if tolerance > 0 { CFRunLoopTimerSetTolerance(timer, Double(tolerance) / 1e9) }
        self.timer = Unmanaged.passRetained(timer)
    }

    func schedule() { timer._withUnsafeGuaranteedRef { CFRunLoopAddTimer(Self.loop, $0, .defaultMode) } }
    func cancel() { timer._withUnsafeGuaranteedRef { CFRunLoopTimerInvalidate($0) } }
    func destroy() { timer.release() }
    static func run() { runUntilStopped() }
    static func stop() { stopMain() }
}
