internal import Mainspring

/// Commits a thread's implicit transaction before its loop sleeps, and when a run ends.
///
/// Source of the place: the observer of Apple's layers has the order 2,000,000, after everything that changes layers in
/// a turn.
final class TransactionObserver {
    static let order = 2_000_000

    private var observer: CFRunLoopObserver?

    deinit { rest() }

    /// Calls a closure before each sleep and at each end of a run of the calling thread's loop, in its common modes.
    func watch(_ commit: @escaping () -> Void) {
        let loop: CFRunLoop = CFRunLoopGetCurrent()
        let activities: CFRunLoopActivity = [.beforeWaiting, .exit]
        let observer: CFRunLoopObserver = CFRunLoopObserverCreateWithHandler(
            nil, activities.rawValue, true, Self.order
        ) { _, _ in commit() }
        CFRunLoopAddObserver(loop, observer, .commonModes)
        // Where another observer has made the change, just before a sleep, this one is too late for that sleep.
        CFRunLoopWakeUp(loop)
        self.observer = observer
    }

    /// Calls nobody any more.
    func rest() {
        guard let observer else { return }
        CFRunLoopObserverInvalidate(observer)
        self.observer = nil
    }
}
