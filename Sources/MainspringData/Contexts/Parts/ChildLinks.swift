/// A context's links to its child contexts: what they are sent, and what they have saved into it.
///
/// Accessed only on the context's queue, except for `broadcast` and `saves`, which are thread-safe.
final class ChildLinks {
    /// The child contexts that are notified of saves into the context.
    let broadcast = SaveBroadcast()
    /// Saves of child contexts that are still to be applied.
    let saves = ChildSaves()
    /// A child's save in slices that was partly applied, or nil.
    var taking: Taking? { didSet { queue.isTakingOver = taking != nil } }
    /// Whether the current block reads for the child of `taking`.
    private(set) var isReadingForTaken = false
    /// The child saves that were applied during a batch of rows, or nil outside of one.
    private(set) var takenInBatch: [TakenChanges]?
    /// The versions of rows that the context has saved or merged, of objects that child contexts may have.
    var acknowledged = AcknowledgedVersions()

    private let queue: ContextQueue

    init(_ queue: ContextQueue) { self.queue = queue }

    /// Calls a closure that reads for a child, or for none.
    func reading<Result>(for child: QueueTurn.Reader?, _ body: () throws -> Result) rethrows -> Result {
        isReadingForTaken = child != nil && taking?.child == child
        defer { isReadingForTaken = false }
        return try body()
    }

    /// Notes a child save that was applied.
    func noteTaken(_ changes: TakenChanges) { takenInBatch?.append(changes) }

    /// Calls a closure that reads a batch of rows.
    /// - Parameter failed: Called if that throws, with a function that returns the child saves that were applied since.
    func inBatch(_ body: () throws -> Void, failed: (() -> [TakenChanges]) -> Void) throws {
        takenInBatch = []
        defer { takenInBatch = nil }
        do {
            try body()
        } catch {
            failed {
                defer { takenInBatch = nil }
                return takenInBatch ?? []
            }
            throw error
        }
    }
}
