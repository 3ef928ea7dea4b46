internal import Dispatch
internal import Locks

/// Who has a context's own queue: its block, or, while that has lent it, one who reads for a child.
///
/// First come, first served. One who reads comes behind the blocks that are enqueued, unless the queue is lent meanwhile: what a
/// store does with a save takes long, and needs nothing of the context.
final class QueueTurn: Sendable {
    /// One who waits.
    private final class Waiter: Sendable {
        let turn = DispatchSemaphore(value: 0)
    }

    private struct State {
        var isTaken = false
        var isLent = false
        /// How many blocks have been enqueued and have not asked for their turn.
        var enqueued = 0
        /// Whose turn comes next, in their order.
        var waiting: [Waiter] = []
        /// Those who come behind blocks that are enqueued.
        var behind: [Waiter] = []
    }

    private let state = Guarded(State())

    /// A block is enqueued that will ``take(_:_:wasEnqueued:)`` its turn.
    func noteEnqueued() { state.withLock { $0.enqueued += 1 } }

    /// Waits for the caller's turn. Who takes it gives it back, on any thread.
    /// - Parameters:
    ///   - place: what is waited for.
    ///   - holds: those of the calling thread.
    ///   - wasEnqueued: whether it is for a block that was noted.
    func take(_ place: QueuePlace, _ holds: ThreadHolds, wasEnqueued: Bool) {
        let waiter = state.withLock { state in
            if wasEnqueued { state.enqueued -= 1 }
            return Self.takeOrWait(&state)
        }
        if let waiter { wait(waiter, place, holds) }
    }

    /// The same for one who reads.
    func takeToRead(_ place: QueuePlace, _ holds: ThreadHolds, _ queue: DispatchQueue) {
        let (waiter, isBehind) = state.withLock { state -> (Waiter?, Bool) in
            guard state.enqueued > 0, !state.isLent else { return (Self.takeOrWait(&state), false) }
            let waiter = Waiter()
            state.behind.append(waiter)
            return (waiter, true)
        }
        guard let waiter else { return }
        if isBehind { queue.async { [self] in letIn(waiter) } }
        wait(waiter, place, holds)
    }

    func give() {
        let next = state.withLock { Self.next(&$0) }
        next?.turn.signal()
    }

    /// Lets those who read have the queue while a closure runs, which does nothing with the context. The caller has its turn before
    /// and after.
    func lend<Result>(_ body: () throws -> Result) rethrows -> Result {
        let next = state.withLock { state in
            state.isLent = true
            state.waiting += state.behind
            state.behind = []
            return Self.next(&state)
        }
        next?.turn.signal()
        defer {
            let waiter = state.withLock { state in
                state.isLent = false
                return Self.takeOrWait(&state)
            }
            // Each of those before has a reading's time.
            waiter?.turn.wait()
        }
        return try body()
    }

    private static func takeOrWait(_ state: inout State) -> Waiter? {
        guard state.isTaken else {
            state.isTaken = true
            return nil
        }
        let waiter = Waiter()
        state.waiting.append(waiter)
        return waiter
    }

    /// The one who has the turn from now on; nobody has it if there is none.
    private static func next(_ state: inout State) -> Waiter? {
        guard !state.waiting.isEmpty else {
            state.isTaken = false
            return nil
        }
        return state.waiting.removeFirst()
    }

    /// The blocks are done that one who reads was to come behind. On the queue.
    private func letIn(_ waiter: Waiter) {
        let isFirst = state.withLock { state in
            // It has been let in while the queue was lent.
            guard let place = state.behind.firstIndex(where: { $0 === waiter }) else { return false }
            state.behind.remove(at: place)
            guard state.isTaken else {
                state.isTaken = true
                return true
            }
            state.waiting.append(waiter)
            return false
        }
        if isFirst { waiter.turn.signal() }
    }

    private func wait(_ waiter: Waiter, _ place: QueuePlace, _ holds: ThreadHolds) {
        holds.waiting(for: place) { began in
            waiter.turn.wait()
            began()
        }
    }
}
