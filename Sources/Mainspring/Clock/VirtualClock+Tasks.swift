internal import Locks
import Synchronization

/// Tasks that sleep on a virtual clock.
extension VirtualClock {
    /// The hold that a task has on a clock while it runs, and not while it sleeps.
    private struct TaskHold: Sendable {
        @TaskLocal static var current: TaskHold?

        private let clock: ObjectIdentifier
        /// Child tasks inherit the value, but the hold is not theirs.
        private let task: Int

        init(_ clock: VirtualClock) {
            self.clock = ObjectIdentifier(clock)
            task = Self.currentTask
        }

        static func isHeld(on clock: VirtualClock) -> Bool {
            current.map { $0.clock == ObjectIdentifier(clock) && $0.task == currentTask } ?? false
        }

        private static var currentTask: Int { withUnsafeCurrentTask { $0?.hashValue ?? 0 } }
    }

    /// Runs work for which time stands still, on whatever executor; when the calling task sleeps on this clock, time
    /// goes on, and stands still again from the instant at which the task wakes.
    ///
    /// So tasks that sleep, and loops, take turns in a fixed order. A child task has no part in the hold: give it one
    /// of its own.
    public func withHold<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        if TaskHold.isHeld(on: self) { return try await body() }
        let hold = hold()
        defer { hold.release() }
        return try await TaskHold.$current.withValue(TaskHold(self), operation: body, isolation: isolation)
    }

    /// Suspends the task until an instant of this clock; throws `CancellationError` when it is cancelled.
    ///
    /// While the task is on its way back to its executor, a hold is open. From then on time may move, unless the task
    /// has a hold of its own: see ``withHold(isolation:_:)``.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        guard deadline.nanoseconds > uptime else { return }
        let hasHold = TaskHold.isHeld(on: self)
        let id = lock.withLock { () -> UInt64 in
            state.nextID += 1
            return state.nextID
        }
        let wasWoken = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                lock.lock()
                if state.cancelled.remove(id) != nil {
                    lock.unlock()
                    return continuation.resume(returning: false)
                }
                state.sleepers.append(
                    Sleeper(deadline: deadline.nanoseconds, id: id, hasHold: hasHold, continuation: continuation))
                if hasHold { state.holds -= 1 }
                advanceIfQuiet()
            }
        } onCancel: {
            cancelSleep(id)
        }
        // Woken with a hold, which a task that has one keeps.
        if wasWoken, !hasHold {
            lock.lock()
            state.holds -= 1
            advanceIfQuiet()
        }
        lock.withLock { _ = state.cancelled.remove(id) }
        try Task.checkCancellation()
    }

    private func cancelSleep(_ id: UInt64) {
        lock.lock()
        guard let place = state.sleepers.firstIndex(where: { $0.id == id }) else {
            state.cancelled.insert(id)
            return lock.unlock()
        }
        let sleeper = state.sleepers.remove(at: place)
        if sleeper.hasHold { state.holds += 1 }
        lock.unlock()
        sleeper.continuation.resume(returning: false)
    }
}
