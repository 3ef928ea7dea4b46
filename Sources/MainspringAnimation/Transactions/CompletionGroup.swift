internal import Locks
internal import Mainspring
import Synchronization

/// Animations that were added while one completion block was current, and the block, which is called when all of them
/// are over.
///
/// An animation belongs to the one group that is current when it is added, so that of two blocks each waits for its own
/// animations; but what is added inside a batch of ours belongs to the batch too, whatever blocks it sets.
final class CompletionGroup: @unchecked Sendable {
    // `@unchecked Sendable`: `parts` and `isWhole` are atomic, `tracked` has a lock; whoever brings `parts` to 0 is the
    // only one to touch `block` from then on; the rest is constant.

    private let loop: CFRunLoop
    /// The batch that the group is a part of; constant until the group goes.
    private var outer: CompletionGroup?
    /// What is not over yet; the group itself until its transaction is pushed.
    private let parts = Atomic<Int>(1)
    private var block: (() -> Void)?
    /// Its animations, where somebody may want to remove them; nil where nobody does.
    private let tracked: Guarded<[Tracked]>?
    /// No animation of it was removed or replaced.
    private let isWhole = Atomic<Bool>(true)

    /// The group, if it is a batch, else the batch that it is a part of.
    var batch: CompletionGroup? { tracked == nil ? outer : self }

    /// Whether all its animations came to their end; for its block to ask.
    var allFinished: Bool { isWhole.load(ordering: .acquiring) }

    /// - Parameters:
    ///   - loop: The loop that calls the block, if it can.
    ///   - outer: The batch around it.
    ///   - isBatch: Whether what begins inside it is a part of it, and ``removeAnimations()`` may be asked for.
    init(
        on loop: CFRunLoop, in outer: CompletionGroup?, isBatch: Bool = false, _ block: @escaping () -> Void
    ) {
        tracked = isBatch ? Guarded([]) : nil
        self.loop = loop
        self.outer = outer
        self.block = block
        outer?.join()
        if isBatch { outer?.tracked?.withLock { $0.append(.group(Weak(self))) } }
    }

    deinit { StepwiseRelease.release(&outer) }

    /// One more has to be over first.
    func join() { parts.wrappingAdd(1, ordering: .relaxed) }

    /// An animation has to be over first.
    func join(_ record: AnimationRecord) {
        join()
        track(record)
    }

    /// The innermost batch keeps it in mind: those around find that one, however many they are.
    private func track(_ record: AnimationRecord) {
        batch?.tracked?.withLock { $0.append(.record(Weak(record))) }
    }

    /// Removes its animations, and those of groups inside it, from their layers. On the thread of these.
    func removeAnimations() {
        // By a list: groups may be nested deeper than a stack is.
        var waiting: [Tracked] = [.group(Weak(self))]
        while let next = waiting.popLast() {
            switch next {
            case .record(let record): record.object?.removeFromLayer()
            case .group(let group):
                waiting.append(contentsOf: (group.object?.tracked?.withLock { $0 } ?? []).reversed())
            }
        }
    }

    /// What is kept in mind, and not alive.
    private enum Tracked {
        case record(Weak<AnimationRecord>)
        case group(Weak<CompletionGroup>)
    }

    private struct Weak<Object: AnyObject> {
        weak var object: Object?

        init(_ object: Object) { self.object = object }
    }

    /// One of its animations was removed or replaced.
    func leaveUnfinished() {
        var group: CompletionGroup? = self
        // Where it is known, those around know it too, or come to by who has found it first, before that one leaves.
        while let current = group, current.isWhole.exchange(false, ordering: .acquiringAndReleasing) {
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
