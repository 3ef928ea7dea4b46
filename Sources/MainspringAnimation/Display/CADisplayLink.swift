internal import Diagnostics
public import Foundation
public import Mainspring

/// Calls a closure at each frame of a display, on the thread of a run loop.
///
/// ```swift
/// let link = CADisplayLink { link in move(to: link.targetTimestamp) }
/// link.add(to: .main, forMode: .common)
/// ```
///
/// It is called when a frame begins, at most once for each, and never before. Frames that go by while the loop or its
/// own closure is busy are skipped and not made up. It is not called inside its own call, even if that runs the loop.
/// While it is paused or in no mode it wakes nobody.
///
/// The display has 60 frames a second. Times are in seconds of the loop's clock, as `CACurrentMediaTime()` tells them:
/// under a `VirtualClock` they are virtual.
///
/// A loop keeps a link that was added to it, and the link its closure, until ``invalidate()``, until it was removed
/// from all modes, or until the loop's thread ends. Not `Sendable`: it belongs to the thread of its loop. One that is
/// set up on another thread is that loop's from `add` on.
public final class CADisplayLink: NSObject {
    private var handler: ((CADisplayLink) -> Void)?
    /// The modes hold it, and it holds this link: so a link goes with the last mode. One interval is as good as
    /// another, since each call sets the next time.
    private(set) weak var timer: CFRunLoopTimer?
    /// The frame that the timer is set to.
    private var armed: (instant: UInt64, clock: RunLoopClock)?
    private var isCalling = false
    /// The frames it is called at.
    private var grid = FrameGrid.standard

    /// Makes a link that calls a closure with itself (ours, in place of a selector). It does nothing before it is added
    /// to a run loop.
    ///
    /// The closure is kept until ``invalidate()``.
    public init(handler: @escaping (CADisplayLink) -> Void) {
        self.handler = handler
    }

    /// Makes a link that calls a method of an object (ours, in place of a selector):
    /// `CADisplayLink(target: view, action: View.step)`.
    ///
    /// The object is kept until ``invalidate()``, as on Apple's platforms.
    public convenience init<Target: AnyObject>(
        target: Target, action: @escaping (Target) -> (CADisplayLink) -> Void
    ) {
        self.init { link in action(target)(link) }
    }

    /// The frames of the display that it follows.
    var display = FrameGrid.standard {
        didSet { if display != oldValue { rateChanged() } }
    }

    // MARK: Time

    /// When the frame began that it was called for last, in seconds; 0 before the first call.
    ///
    /// The frame's own time, however late the call is: then that of the last frame that has begun.
    public private(set) var timestamp: CFTimeInterval = 0

    /// When the frame after that begins, at the rate it had when it was called, in seconds; 0 before the first call.
    public private(set) var targetTimestamp: CFTimeInterval = 0

    /// Seconds from one frame of the display to the next, whatever rate is preferred.
    public var duration: CFTimeInterval { display.period }

    // MARK: Rate

    /// How many frames a second are wanted; `.default` is as many as the display has.
    ///
    /// It gets every n-th frame of the display, counted from the clock's zero. Of the rates within the range it is the
    /// one nearest to the preferred rate, the faster of two that are as near; without a preferred rate, the fastest. If
    /// none is within the range, the nearest of all. What is 0, negative or no number is left open.
    public var preferredFrameRateRange = CAFrameRateRange.default {
        didSet { if preferredFrameRateRange != oldValue { rateChanged() } }
    }

    /// How many frames a second are wanted; 0 is as many as the display has. Apple's older name, deprecated there.
    ///
    /// It is the preferred rate of ``preferredFrameRateRange``, rounded; setting it leaves minimum and maximum open.
    public var preferredFramesPerSecond: Int {
        get { Int(exactly: Double(preferredFrameRateRange.preferred ?? 0).rounded()) ?? 0 }
        set { preferredFrameRateRange = CAFrameRateRange(minimum: 0, maximum: 0, preferred: Float(max(newValue, 0))) }
    }

    /// Whether it is not called for now. It stays in its modes.
    public var isPaused = false {
        didSet { if isPaused != oldValue { arm() } }
    }

    private func rateChanged() {
        grid = display.serving(preferredFrameRateRange)
        arm()
    }

    // MARK: Modes

    /// Adds it to a mode of a loop, or to the common modes (ours: Apple's takes a `RunLoop`). Twice is as good as once.
    ///
    /// A link is on one loop: while it is in a mode of another one it stays there, and standard error says so. After
    /// ``invalidate()`` nothing happens.
    public func add(to loop: CFRunLoop, forMode mode: CFRunLoopMode) {
        guard handler != nil else { return }
        if let timer, timer.isInAMode, !timer.isInAMode(of: loop) {
            report(
                """
                Mainspring: a display link was added to a second run loop, and stays on the first. Remove it there, or make \
                another link.
                """)
            return
        }
        let timer = timer ?? makeTimer()
        CFRunLoopAddTimer(loop, timer, mode)
        // The last thing that happens here, since from then on the loop's thread may call it.
        arm()
    }

    /// Takes it out of a mode of a loop, or of the common modes (ours: Apple's takes a `RunLoop`). With its last mode
    /// the loop lets go of it.
    public func remove(from loop: CFRunLoop, forMode mode: CFRunLoopMode) {
        if let timer { CFRunLoopRemoveTimer(loop, timer, mode) }
    }

    /// Ends it for good: it leaves its modes, and lets go of its closure and target.
    public func invalidate() {
        armed = nil
        let released = handler
        handler = nil
        if let timer { CFRunLoopTimerInvalidate(timer) }
        // Last, since what it captured may look at the link.
        withExtendedLifetime(released) {}
    }

    // MARK: Frames

    private func makeTimer() -> CFRunLoopTimer {
        let made: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 0, 1, 0, 0) { [self] in
            if let timer = $0 { fire(timer) }
        }
        made.fireUptime = nil
        armed = nil
        timer = made
        return made
    }

    /// Sets the timer to the next frame, or to none; after a call that is going on, if there is one.
    private func arm() {
        guard !isCalling, handler != nil, let timer else { return }
        if isPaused {
            armed = nil
            timer.fireUptime = nil
            return
        }
        let clock = timer.currentClock
        let now = clock.uptime
        // One whose time has come and that was not called yet keeps its turn.
        let due = armed.flatMap { $0.clock === clock && $0.instant <= now ? $0.instant : nil }
        let next = due.map { grid.first(from: $0) } ?? grid.next(after: now)
        armed = (next, clock)
        timer.fireUptime = next
    }

    private func fire(_ timer: CFRunLoopTimer) {
        let clock = timer.currentClock
        let now = clock.uptime
        // Under another clock than it was set for it is not its time.
        guard let armed, armed.clock === clock, armed.instant <= now, let handler else { return arm() }
        self.armed = nil
        let frame = grid.last(upTo: now)
        timestamp = Double(frame) / 1e9
        targetTimestamp = Double(grid.next(after: frame)) / 1e9
        isCalling = true
        handler(self)
        isCalling = false
        arm()
    }
}

/// As Apple annotates it.
@available(*, unavailable)
extension CADisplayLink: @unchecked Sendable {}
