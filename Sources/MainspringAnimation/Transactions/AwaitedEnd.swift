internal import Locks
internal import Mainspring

/// What a task waits for and something else tells, once and from any thread; either may come first.
final class AwaitedEnd: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Bool, Never>)
        case told(Bool)
    }
    private let state = Guarded(State.open)
    /// Virtual time stands still while the task is on its way back to its executor, which its clock knows nothing of.
    private let hold = Guarded<ClockHold?>(nil)

    func tell(_ result: Bool) {
        let hold = (RunLoopClock.current as? VirtualClock)?.hold()
        self.hold.withLock { $0 = hold }
        let waiter = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            defer { state = .told(result) }
            if case .awaited(let waiter) = state { return waiter }
            return nil
        }
        waiter?.resume(returning: result)
    }

    /// Waits; when the task is cancelled `cancel` is called, from any thread, which has to bring the end about.
    nonisolated(nonsending) func wait(cancel: @escaping @Sendable () -> Void) async -> Bool {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let result = state.withLock { state -> Bool? in
                    if case .told(let result) = state { return result }
                    state = .awaited(continuation)
                    return nil
                }
                if let result { continuation.resume(returning: result) }
            }
        } onCancel: {
            cancel()
        }
        hold.withLock { $0 }?.release()
        return result
    }
}
