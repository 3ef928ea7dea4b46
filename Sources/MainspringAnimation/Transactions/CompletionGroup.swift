internal import Mainspring
import Synchronization

/// Animations that were added while one completion block was current, and the block, which is called when all of them are over.
///
/// A group that begins inside another one counts as a part of it: the outer block comes after the inner one.
final class CompletionGroup: @unchecked Sendable {
    // `@unchecked Sendable`: `parts` is atomic; whoever brings it to 0 is the only one to touch `block` from then on.

    private let loop: CFRunLoop
    private let outer: CompletionGroup?
    /// What is not over yet; the group itself until its transaction is pushed.
    private let parts = Atomic<Int>(1)
    private var block: (() -> Void)?
    /// No animation of it was removed or replaced.
    private let isWhole = Atomic<Bool>(true)

    /// Whether all its animations came to their end; for its block to ask.
    var allFinished: Bool { isWhole.load(ordering: .acquiring) }

    /// - Parameter loop: The loop that calls the block, if it can.
    init(on loop: CFRunLoop, in outer: CompletionGroup?, _ block: @escaping () -> Void) {
        self.loop = loop
        self.outer = outer
        self.block = block
        outer?.join()
    }

    /// One more has to be over first.
    func join() { parts.wrappingAdd(1, ordering: .relaxed) }

    /// One of its animations was removed or replaced.
    func leaveUnfinished() {
        isWhole.store(false, ordering: .releasing)
        outer?.isWhole.store(false, ordering: .releasing)
        leave()
    }

    /// One is over. After the last one the loop gets the block; it is never called at once.
    func leave() {
        guard parts.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
        let due = block
        block = nil
        if let due { loop.deliver(due) }
        outer?.leave()
    }
}
