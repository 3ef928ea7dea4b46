internal import Diagnostics

/// Counts the frames that a loop misses, and its longest stop: how smooth a program is, in numbers that its own tests can check.
///
/// Ours.
///
/// ```swift
/// let monitor = FrameMonitor(CFRunLoopGetMain())
/// // ... what is to be smooth ...
/// print(monitor.stop())
/// ```
///
/// A frame counts as shown if the loop has come round in its time, in one of its common modes. Time is real here, whatever clock the
/// loop has; a loop with a virtual clock comes round when that does. The monitor costs a timer and two observers, some microseconds for a
/// frame. On the loop's thread.
///
/// What else the machine does is in the numbers too: ``measure(framesPerSecond:control:steady:attempts:_:)`` has a control beside.
public final class FrameMonitor {
    private let now: () -> Duration
    private let begin: Duration
    private var frames: FrameTally
    private var stops: StopTally
    private var timer: CFRunLoopTimer?
    private var observers: [CFRunLoopObserver] = []
    private var end: Duration?

    /// What a period of time can be for: some thirty years at most, a microsecond at least.
    private static let rates = 1e-9...1e6

    /// Begins to watch a loop.
    /// - Parameters:
    ///   - loop: the calling thread's.
    ///   - framesPerSecond: from a billionth to a million; else it is an error of the program.
    public convenience init(_ loop: CFRunLoop, framesPerSecond: Double = 60) {
        let start = ContinuousClock.now
        self.init(loop, framesPerSecond: framesPerSecond) { start.duration(to: .now) }
    }

    /// - Parameter now: the time by any clock that goes on.
    init(_ loop: CFRunLoop, framesPerSecond: Double, now: @escaping () -> Duration) {
        guard Self.rates.contains(framesPerSecond) else {
            programmerError(
                """
                A frame monitor was made with \(framesPerSecond) frames per second. Give a number from a billionth to a million.
                """)
        }
        self.now = now
        begin = now()
        frames = FrameTally(period: .seconds(1 / framesPerSecond))
        stops = StopTally(at: begin)
        observe(loop, .allActivities, order: .min) { [weak self] activity in
            guard let self else { return }
            stops.note(activity, at: self.now())
        }
        observe(loop, .beforeWaiting, order: .max) { [weak self] _ in
            guard let self else { return }
            stops.noteSleep(at: self.now())
        }
        let period = 1 / framesPerSecond
        let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(
            nil, loop.clock.absoluteTime + period, period, 0, 0
        ) { [weak self] _ in
            guard let self else { return }
            frames.note(self.now() - begin)
        }
        CFRunLoopAddTimer(loop, timer, CFRunLoopMode.commonModes)
        self.timer = timer
    }

    deinit { stop() }

    private func observe(
        _ loop: CFRunLoop, _ activities: CFRunLoopActivity, order: CFIndex,
        _ body: @escaping (CFRunLoopActivity) -> Void
    ) {
        let observer: CFRunLoopObserver = CFRunLoopObserverCreateWithHandler(nil, activities.rawValue, true, order) {
            _, activity in body(activity)
        }
        CFRunLoopAddObserver(loop, observer, CFRunLoopMode.commonModes)
        observers.append(observer)
    }

    /// What has been seen so far, with the stop and the call-out that go on.
    public var report: FrameReport {
        let time = end ?? now()
        let stops = stops.ended(at: time)
        return FrameReport(
            due: frames.due(at: time - begin), shown: frames.shown, longestStop: stops.longestStop,
            longestCallOut: stops.longestCallOut)
    }

    /// Ends watching. May be called again.
    /// - Returns: what has been seen.
    @discardableResult
    public func stop() -> FrameReport {
        if end == nil { end = now() }
        if let timer { CFRunLoopTimerInvalidate(timer) }
        timer = nil
        for observer in observers { CFRunLoopObserverInvalidate(observer) }
        observers = []
        return report
    }
}
