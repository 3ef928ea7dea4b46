internal import Mainspring
import Synchronization

/// Animations that were added while one completion block was current, and the block, which is called when all of them
/// are over.
///
/// A group that begins inside another one counts as a part of it: the outer block comes after the inner one.
final class CompletionGroup: @unchecked Sendable {
    // `@unchecked Sendable`: `parts` and `isWhole` are atomic, `tracked` has a lock; whoever brings `parts` to 0 is the
    // only one to touch `block` from then on; the rest is constant.

    private let loop: CFRunLoop
    /// Constant until the group goes.
    private var outer: CompletionGroup?
    /// What is not over yet; the group itself until its transaction is pushed.
    private let parts = Atomic<Int>(1)
    private var block: (() -> Void)?
    /// Its animations, where somebody may want to remove them; nil where nobody does.
    private let tracked: Guarded<[WeakRecord]>?
    /// No animation of it was removed or replaced.
    private let isWhole = Atomic<Bool>(true)

    /// Whether all its animations came to their end; for its block to ask.
    var allFinished: Bool { isWhole.load(ordering: .acquiring) }

    /// - Parameters:
    ///   - loop: The loop that calls the block, if it can.
    ///   - isRemovable: Whether ``removeAnimations()`` is going to be asked for.
    init(
        on loop: CFRunLoop, in outer: CompletionGroup?, isRemovable: Bool = false, _ block: @escaping () -> Void
    ) {
        tracked = isRemovable ? Guarded([]) : nil
        self.loop = loop
        self.outer = outer
        self.block = block
        outer?.join()
    }

    deinit { StepwiseRelease.release(&outer) }

    /// One more has to be over first.
    func join() { parts.wrappingAdd(1, ordering: .relaxed) }

    /// An animation has to be over first.
    func join(_ record: AnimationRecord) {
        join()
        track(record)
    }

    private func track(_ record: AnimationRecord) {
        var group: CompletionGroup? = self
        while let current = group {
            current.tracked?.withLock { $0.append(WeakRecord(record: record)) }
            group = current.outer
        }
    }

    /// Removes its animations, and those of groups inside it, from their layers. On the thread of these.
    func removeAnimations() {
        for each in tracked?.withLock({ $0 }) ?? [] { each.record?.removeFromLayer() }
    }

    private struct WeakRecord {
        weak var record: AnimationRecord?
    }

    /// One of its animations was removed or replaced.
    func leaveUnfinished() {
        var group: CompletionGroup? = self
        while let current = group {
            current.isWhole.store(false, ordering: .releasing)
            group = current.outer
        }
        leave()
    }

    /// One is over. After the last one the loop gets the block; it is never called at once.
    func leave() {
        var group: CompletionGroup? = self
        while let current = group,
            current.parts.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0
        {
            let due = current.block
            current.block = nil
            if let due { current.loop.deliver(due) }
            group = current.outer
        }
    }
}
