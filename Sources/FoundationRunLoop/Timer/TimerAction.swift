internal import Locks
internal import Mainspring

/// What a timer does when it fires; the timer at CoreFoundation's level owns it.
///
/// It knows its `Timer` weakly, so that there is no circle: `Timer` owns the timer below, that one owns this.
final class TimerAction: @unchecked Sendable {
    /// Guards `block`, `weakTimer` and `info`.
    ///
    /// Not held while the closure is called.
    private let lock = Lock()
    private var block: (@Sendable (Timer) -> Void)?
    private weak var weakTimer: Timer?
    private var info: Any?

    init(userInfo: Any?, _ block: @escaping @Sendable (Timer) -> Void) {
        self.info = userInfo
        self.block = block
    }

    var timer: Timer? {
        get { lock.withLock { weakTimer } }
        set { lock.withLock { weakTimer = newValue } }
    }

    var userInfo: Any? { lock.withLock { info } }

    /// Calls the closure with the timer, or with another object for it where nobody has kept the first.
    func fire(_ timer: CFRunLoopTimer) {
        guard let block = lock.withLock({ block }) else { return }
        let object = self.timer ?? remake(timer)
        block(object)
        if !CFRunLoopTimerDoesRepeat(timer) { discard() }
    }

    /// Releases the closure and the object that came with it.
    func discard() {
        // Outside the lock: their destructors are the user's.
        let unused = lock.withLock {
            let both = (block, info)
            block = nil
            info = nil
            return both
        }
        _ = unused
    }

    private func remake(_ timer: CFRunLoopTimer) -> Timer {
        let object = Timer(timer, self)
        self.timer = object
        return object
    }
}
