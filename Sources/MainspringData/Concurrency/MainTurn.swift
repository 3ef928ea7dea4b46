internal import Dispatch
internal import Locks

/// The main thread's turn on another queue. What others bring meanwhile to contexts on the main queue is merged inside the wait: the
/// queue may be in the hands of who waits for that.
final class MainTurn: Sendable {
    private struct State {
        /// Whether the main thread does nothing but wait. While it merges it takes no queue: what it merges may need others.
        var isIdle = false
        var isAsked = false
        var isGiven = false
    }

    private let state = Guarded(State())
    private let isOver = DispatchSemaphore(value: 0)

    /// Calls a closure on the calling thread as soon as the queue is its.
    /// - Parameter place: the queue, and the context for which it is meant.
    func take<Value, Failure: Error>(
        _ queue: DispatchQueue, for place: QueuePlace, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        defer { isOver.signal() }
        MainSlices.shared.serve(for: place) {
            ask(queue)
        } until: {
            stopIdling()
        }
        return try body()
    }

    /// The main thread has nothing to do from now on. Asks for the queue, behind what is there.
    private func ask(_ queue: DispatchQueue) {
        let isNew = state.withLock { state in
            defer { (state.isIdle, state.isAsked) = (true, true) }
            return !state.isAsked
        }
        guard isNew else { return }
        queue.async { [self] in
            let isGiven = state.withLock { state in
                (state.isAsked, state.isGiven) = (false, state.isIdle)
                return state.isGiven
            }
            MainSlices.shared.wakeServers()
            if isGiven { isOver.wait() }
        }
    }

    /// - Returns: whether the queue is the main thread's.
    private func stopIdling() -> Bool {
        state.withLock { state in
            state.isIdle = false
            return state.isGiven
        }
    }
}
