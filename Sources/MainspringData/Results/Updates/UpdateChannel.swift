internal import Locks

/// The way of updates to one task. Used from the controller's thread and from the task's.
final class UpdateChannel: Sendable {
    private struct State {
        var unread: [FetchedResultsUpdate] = []
        /// Tasks that wait, the first one first; nothing is unread then.
        var waiters: [CheckedContinuation<FetchedResultsUpdate?, Never>] = []
        var isFinished = false
    }

    private let state = Guarded(State())
    private let limit: Int

    init(limit: Int) { self.limit = max(1, limit) }

    /// Whether nobody reads any more.
    var isFinished: Bool { state.withLock { $0.isFinished } }

    /// Whether another update has no room: the next one has to be a snapshot, which takes the place of all.
    var isFull: Bool { state.withLock { $0.unread.count >= limit } }

    /// Hands an update over; a snapshot takes the place of all that were not read.
    func send(_ update: FetchedResultsUpdate) {
        let waiter = state.withLock { state -> CheckedContinuation<FetchedResultsUpdate?, Never>? in
            guard !state.isFinished else { return nil }
            if !state.waiters.isEmpty { return state.waiters.removeFirst() }
            if case .snapshot = update { state.unread = [] }
            state.unread.append(update)
            return nil
        }
        waiter?.resume(returning: update)
    }

    /// Says that no more will come; what was sent can still be read.
    func finish() {
        let waiters = state.withLock { state in
            state.isFinished = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: nil) }
    }

    /// Waits for the next update; nil after the last one. A task that is cancelled ends the channel.
    nonisolated(nonsending) func next() async -> FetchedResultsUpdate? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // An answer of nil is an answer, too.
                let answer = state.withLock { state -> FetchedResultsUpdate?? in
                    if !state.unread.isEmpty { return .some(state.unread.removeFirst()) }
                    if state.isFinished { return .some(nil) }
                    state.waiters.append(continuation)
                    return .none
                }
                if case .some(let update) = answer { continuation.resume(returning: update) }
            }
        } onCancel: {
            finish()
        }
    }
}
