internal import Foundation
internal import Mainspring

/// What an application has on its loop beside its events: two observers, and a timer for gestures that wait.
final class ApplicationObservers {
    private var observers: [CFRunLoopObserver] = []
    private var timer: CFRunLoopTimer?

    /// Gestures come first of all that is done before the loop sleeps.
    func add(to loop: CFRunLoop, beforeTimers: @escaping () -> Void, beforeWaiting: @escaping () -> Void) {
        add(to: loop, .beforeTimers, beforeTimers)
        add(to: loop, .beforeWaiting, beforeWaiting)
        // Repeating, so that it stays valid; it is called for nothing but the turn of the loop that comes with it.
        let made: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 0, 315_576_000, 0, 0) { timer in
            timer?.fireUptime = nil
        }
        made.fireUptime = nil
        CFRunLoopAddTimer(loop, made, .commonModes)
        timer = made
    }

    private func add(to loop: CFRunLoop, _ activity: CFRunLoopActivity, _ body: @escaping () -> Void) {
        guard
            let observer = CFRunLoopObserverCreateWithHandler(nil, activity.rawValue, true, 0, { _, _ in body() })
        else { return }
        CFRunLoopAddObserver(loop, observer, .commonModes)
        observers.append(observer)
    }

    /// Wakes the loop at a time of its clock, in seconds; nil for never.
    func wake(_ loop: CFRunLoop, at time: Double?) {
        let instant = time.flatMap { time -> UInt64? in
            let nanoseconds = (time * 1e9).rounded(.up)
            return nanoseconds < 9e18 ? UInt64(max(nanoseconds, 0)) : nil
        }
        if timer?.fireUptime != instant { timer?.fireUptime = instant }
    }

    func invalidate() {
        for observer in observers { CFRunLoopObserverInvalidate(observer) }
        if let timer { CFRunLoopTimerInvalidate(timer) }
    }
}
