internal import Locks
internal import Mainspring

/// A closure that a run loop was asked to call later, and that can be cancelled until then.
///
/// Ours: it stands where Apple's API names a request by target, selector and argument. The loop keeps the request;
/// dropping it cancels nothing.
public final class PerformRequest: @unchecked Sendable {
    /// Guards `block` and `target`; the rest is written before the request is shared.
    private let lock = Lock()
    private var block: (@Sendable () -> Void)?
    private var target: AnyObject?
    let order: Int
    let sequence: UInt64
    /// Due when the request is; made and added to the request's modes before anybody else has the request.
    var timer: CFRunLoopTimer!
    /// Where the request is listed, if that is still there.
    private weak var requests: PerformRequests?

    init(
        order: Int, sequence: UInt64, target: AnyObject?, in requests: PerformRequests,
        _ block: @escaping @Sendable () -> Void
    ) {
        self.order = order
        self.sequence = sequence
        self.target = target
        self.requests = requests
        self.block = block
    }

    /// Whether the closure has been neither called nor cancelled.
    public var isPending: Bool { lock.withLock { block != nil } }

    /// Takes the request back: the closure is released and will not be called.
    ///
    /// Does nothing once the call has begun. Callable on any thread.
    public func cancel() {
        _ = take()
    }

    /// Calls the closure unless it was called or cancelled.
    func perform() {
        if let block = take() { block() }
    }

    func isFor(_ other: AnyObject) -> Bool {
        lock.withLock { target === other }
    }

    /// The closure, for the first who asks; the request leaves its list and its timer is invalid from then on.
    private func take() -> (@Sendable () -> Void)? {
        // Both are released outside the lock: their destructors are the user's.
        let (taken, _) = lock.withLock {
            let both = (block, target)
            block = nil
            target = nil
            return both
        }
        guard let taken else { return nil }
        requests?.remove(self)
        CFRunLoopTimerInvalidate(timer)
        return taken
    }
}
