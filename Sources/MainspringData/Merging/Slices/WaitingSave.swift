/// A child's save that waits for slices, holding a thread.
final class WaitingSave: @unchecked Sendable {
    // `@unchecked Sendable`: constants but `outcome`, which the lock of `MainSlices` guards.

    /// Why it is not waited for any more.
    struct Outcome {
        /// The main thread waits for it, and the thread that saves has it.
        let place: QueuePlace
        /// Whether the merge had not begun.
        let isWithdrawn: Bool
    }

    let merge: TakenMerge
    /// What the thread has, and who waits for it.
    let held: [QueuePlace]
    var outcome: Outcome?

    init(_ merge: TakenMerge, held: [QueuePlace]) { (self.merge, self.held) = (merge, held) }
}
