internal import Locks
internal import Mainspring

/// The ordered and delayed performs of one run loop that have not been called.
///
/// It owns the requests; the loop owns their timers, which know this list weakly. So when the thread ends, its
/// `RunLoop` goes, and what was never called goes with it.
final class PerformRequests: @unchecked Sendable {
    /// Guards `ordered`, `delayed` and `lastSequence`.
    private let lock = Lock()
    private var ordered: [UInt64: PerformRequest] = [:]
    private var delayed: [UInt64: PerformRequest] = [:]
    private var lastSequence: UInt64 = 0

    /// Lists a closure for the start of the next pass.
    func add(
        order: Int, to loop: CFRunLoop, modes: [RunLoop.Mode], target: AnyObject?,
        _ block: @escaping @Sendable () -> Void
    ) -> PerformRequest {
        let request = PerformRequest(order: order, sequence: nextSequence(), target: target, in: self, block)
        request.timer = CFRunLoopTimerCreateWithHandler(kCFAllocatorDefault, loop.clock.absoluteTime, 0, 0, 0) {
            [weak self] _ in self?.performOrdered(in: loop)
        }
        lock.withLock { ordered[request.sequence] = request }
        request.start(in: loop, modes)
        return request
    }

    /// Lists a closure for a time.
    func add(
        delay: TimeInterval, to loop: CFRunLoop, modes: [RunLoop.Mode], target: AnyObject?,
        _ block: @escaping @Sendable () -> Void
    ) -> PerformRequest {
        let request = PerformRequest(order: 0, sequence: nextSequence(), target: target, in: self, block)
        request.timer = CFRunLoopTimerCreateWithHandler(
            kCFAllocatorDefault, loop.clock.absoluteTime + max(delay, 0), 0, 0, 0
        ) { [weak request] _ in request?.perform() }
        lock.withLock { delayed[request.sequence] = request }
        request.start(in: loop, modes)
        return request
    }

    func remove(_ request: PerformRequest) {
        // The dictionary's reference is not the last one: the caller has another.
        lock.withLock {
            ordered[request.sequence] = nil
            delayed[request.sequence] = nil
        }
    }

    func cancelAll(where isMeant: (PerformRequest) -> Bool) {
        let listed = lock.withLock { Array(ordered.values) + Array(delayed.values) }
        for request in listed where isMeant(request) { request.cancel() }
    }

    /// Calls what is due in the current mode, lowest order first.
    ///
    /// The first timer that fires does this for all of them, since timers that are due together fire by their dates and
    /// know no order.
    private func performOrdered(in loop: CFRunLoop) {
        guard let mode = CFRunLoopCopyCurrentMode(loop) else { return }
        let due = lock.withLock { Array(ordered.values) }
            .filter { CFRunLoopContainsTimer(loop, $0.timer, mode) }
            .sorted { ($0.order, $0.sequence) < ($1.order, $1.sequence) }
        for request in due { request.perform() }
    }

    private func nextSequence() -> UInt64 {
        lock.withLock {
            lastSequence += 1
            return lastSequence
        }
    }
}

extension PerformRequest {
    /// Starts the request's timer.
    fileprivate func start(in loop: CFRunLoop, _ modes: [RunLoop.Mode]) {
        for mode in modes { CFRunLoopAddTimer(loop, timer, mode.cfMode) }
    }
}
