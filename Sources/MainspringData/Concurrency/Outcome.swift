internal import Synchronization

/// What a block has returned or thrown, on its way to the task that awaits it.
///
/// Not through the continuation: where a block is done before its task is suspended, Swift's runtime lets the task go on
/// without an order between the two threads that the thread sanitizer sees, and all that the block did would be reported.
/// For the same reason the continuation is a checked one, whose code lies in the runtime.
final class Outcome<Value, Failure: Error>: @unchecked Sendable {
    // `@unchecked Sendable`: `result` is the block's until it has set `isKnown`, and the task's from then on.

    private let isKnown = Atomic<Bool>(false)
    private var result: Result<Value, Failure>?

    /// Called by the block, once, before it resumes the task.
    func set(_ result: Result<Value, Failure>) {
        self.result = result
        isKnown.store(true, ordering: .releasing)
    }

    /// Called by the task when it was resumed.
    func take() -> Result<Value, Failure> {
        precondition(isKnown.load(ordering: .acquiring), "A task was resumed before its block was done.")
        return result.unsafelyUnwrapped
    }
}
