internal import Dispatch
internal import Locks
internal import Mainspring

/// A closure on its way to another thread, and the place where its sender may wait.
final class PendingPerform: @unchecked Sendable {
    private enum State {
        case pending, performed, failed
    }

    /// Guards `block`, `state` and `waiter`.
    private let lock = Lock()
    private var block: (@Sendable () -> Void)?
    private var state = State.pending
    /// The sender, as its clock knows it.
    private var waiter: BlockedThread?
    /// Signalled at the end, if there is somebody to wait for it.
    private let ended: DispatchSemaphore?

    init(isWaitedFor: Bool, _ block: @escaping @Sendable () -> Void) {
        self.block = block
        ended = isWaitedFor ? DispatchSemaphore(value: 0) : nil
    }

    /// Calls the closure on the calling thread.
    func perform() {
        let slot = ThreadSlot.current
        slot.running.append(self)
        call()
        slot.running.removeLast()
        end(.performed)
    }

    /// Its own function, so that it has released the closure when it returns.
    @inline(never)
    private func call() {
        takeBlock()?()
    }

    /// Tells the sender that the closure will not be called, or not to its end.
    func fail() {
        end(.failed)
    }

    /// Waits until the closure has returned or failed.
    /// - Parameter isHopeless: asked every 20 ms, where nobody tells of the thread's end: a thread without a loop has
    ///   nothing that ends with it.
    /// - Returns: whether the closure was called.
    func wait(unless isHopeless: (() -> Bool)? = nil) -> Bool {
        guard let ended else { return false }
        let blocked = lock.withLock {
            if state == .pending { waiter = BlockedThread() }
            return waiter
        }
        blocked?.letTimeMove()
        defer { blocked?.resume() }
        if let isHopeless {
            while ended.wait(timeout: .now() + .milliseconds(20)) == .timedOut {
                if isHopeless() { break }
            }
        } else {
            ended.wait()
        }
        return lock.withLock { state == .performed }
    }

    private func end(_ last: State) {
        discardBlock()
        lock.withLock {
            if state == .pending { state = last }
            waiter?.resume()
        }
        ended?.signal()
    }

    /// Releases a closure that was not called before the sender goes on, which may be in the destructor of what it
    /// holds.
    @inline(never)
    private func discardBlock() {
        _ = takeBlock()
    }

    /// Moves the closure out of the lock, since its own destructors are the user's.
    private func takeBlock() -> (@Sendable () -> Void)? {
        lock.withLock {
            let taken = block
            block = nil
            return taken
        }
    }
}
