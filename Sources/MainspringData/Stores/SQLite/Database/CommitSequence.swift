internal import Synchronization

/// Counts the transactions that were committed to one file through one coordinator.
///
/// The writer counts on after its COMMIT; a reader takes the number before its snapshot begins. So what was read with
/// a number is never older than what was written with that number or a lower one, and it may be newer.
final class CommitSequence: Sendable {
    private let count = Atomic<UInt64>(0)

    /// The number of the last transaction; 0 before the first.
    var value: UInt64 { count.load(ordering: .acquiring) }

    /// Counts on. Called by the writer alone.
    func advance(to number: UInt64) { count.store(number, ordering: .releasing) }
}
