internal import Diagnostics
internal import Mainspring

/// A closure that a run loop calls at a date, and again at each interval after it if the timer repeats.
///
/// A timer does nothing before it is added to a run loop. The loop keeps it, and it keeps its closure, until it is
/// invalid; who adds a repeating timer must invalidate it. It never fires early; how late, depends on what its loop
/// does, and on its ``tolerance``. Fires that were missed are skipped: a repeating timer stays on the grid of its first
/// date.
///
/// Around a `CFRunLoopTimer`. Not `Sendable`, as on Apple's platforms: use it on its loop's thread.
public final class Timer: NSObject {
    let timer: CFRunLoopTimer
    private let action: TimerAction

    /// Makes a timer that first fires at a date.
    /// - Parameters:
    ///   - date: the first date. One that has passed makes the timer fire as soon as its loop runs.
    ///   - interval: the seconds between two fires of a repeating timer; 0 or less stands for 0.0001. Not asked
    ///     otherwise.
    ///   - repeats: whether the timer fires until it is invalidated, and not only once.
    ///   - block: what to do, called on the thread of the loop; it is given the timer.
    public convenience init(
        fire date: Date, interval: TimeInterval, repeats: Bool, block: @escaping @Sendable (Timer) -> Void
    ) {
        self.init(fire: date, interval: interval, repeats: repeats, userInfo: nil, block: block)
    }

    /// Makes a timer that first fires after an interval.
    /// - Parameters:
    ///   - interval: the seconds until the first fire and between two fires of a repeating timer; 0 or less stands for
    ///     0.0001.
    ///   - repeats: whether the timer fires until it is invalidated, and not only once.
    ///   - block: what to do, called on the thread of the loop; it is given the timer.
    public convenience init(
        timeInterval interval: TimeInterval, repeats: Bool, block: @escaping @Sendable (Timer) -> Void
    ) {
        let interval = Self.positive(interval)
        self.init(
            fire: Date(timeIntervalSinceReferenceDate: CFAbsoluteTimeGetCurrent() + interval), interval: interval,
            repeats: repeats, block: block)
    }

    /// Makes a timer that carries an object: Apple's initializers with a selector take one, those with a closure do
    /// not.
    ///
    /// Ours.
    public init(
        fire date: Date, interval: TimeInterval, repeats: Bool, userInfo: Any?,
        block: @escaping @Sendable (Timer) -> Void
    ) {
        let action = TimerAction(userInfo: userInfo, block)
        self.action = action
        let interval = Self.positive(interval)
        // The loop keeps the timer at CoreFoundation's level, and that one the action; this object is kept by its users
        // alone.
        timer = CFRunLoopTimerCreateWithHandler(
            kCFAllocatorDefault, date.timeIntervalSinceReferenceDate, repeats ? interval : 0, 0, 0
        ) { timer in action.fire(timer!) }
        super.init()
        action.timer = self
    }

    /// An object for a timer whose own is gone, while the loop has it still.
    init(_ timer: CFRunLoopTimer, _ action: TimerAction) {
        self.timer = timer
        self.action = action
    }

    /// Makes a timer and adds it to the calling thread's loop, in the default mode.
    @discardableResult
    public class func scheduledTimer(
        withTimeInterval interval: TimeInterval, repeats: Bool, block: @escaping @Sendable (Timer) -> Void
    ) -> Timer {
        let timer = Timer(timeInterval: interval, repeats: repeats, block: block)
        CFRunLoopAddTimer(CFRunLoopGetCurrent(), timer.timer, .defaultMode)
        return timer
    }

    /// Calls the closure now, on the calling thread.
    ///
    /// A repeating timer keeps its schedule; another is invalid afterwards, though its date has not come. Does nothing
    /// if the timer is invalid.
    public func fire() {
        guard isValid else { return }
        action.fire(timer)
        if !CFRunLoopTimerDoesRepeat(timer) { invalidate() }
    }

    /// When the timer fires next.
    ///
    /// Setting it moves the next fire, and with it the grid of those after it.
    public var fireDate: Date {
        get { Date(timeIntervalSinceReferenceDate: CFRunLoopTimerGetNextFireDate(timer)) }
        set { CFRunLoopTimerSetNextFireDate(timer, newValue.timeIntervalSinceReferenceDate) }
    }

    /// The seconds between two fires; 0 if the timer does not repeat.
    public var timeInterval: TimeInterval { CFRunLoopTimerGetInterval(timer) }

    /// How many seconds late the timer may fire, so that the loop can wake for several timers at once.
    ///
    /// At most half the interval of a repeating timer. It never moves the dates after it.
    public var tolerance: TimeInterval {
        get { CFRunLoopTimerGetTolerance(timer) }
        set { CFRunLoopTimerSetTolerance(timer, newValue) }
    }

    /// Whether the timer can still fire.
    public var isValid: Bool { CFRunLoopTimerIsValid(timer) }

    /// The object that the timer was made with.
    public var userInfo: Any? { action.userInfo }

    /// Ends the timer for ever: it leaves its loop, and its closure is released.
    public func invalidate() {
        CFRunLoopTimerInvalidate(timer)
        action.discard()
    }

    /// The interval that an interval given stands for.
    private static func positive(_ interval: TimeInterval) -> TimeInterval {
        if interval.isNaN {
            programmerError("A timer's interval is not a number. Pass the seconds between two fires, greater than 0.")
        }
        return interval > 0 ? interval : 0.0001
    }
}

/// As Apple annotates it.
@available(*, unavailable)
extension Timer: @unchecked Sendable {}
