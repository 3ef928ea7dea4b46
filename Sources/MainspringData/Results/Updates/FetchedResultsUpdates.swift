/// What becomes of a controller's results, as updates that one task awaits. Ours.
///
/// ```swift
/// for await update in controller.updates {
///     switch update {
///     case .snapshot(let sections): list.show(sections)
///     case .changes(let changes): list.apply(changes)
///     }
/// }
/// ```
/// The first update is a snapshot of what is there when ``NSFetchedResultsController/updates`` is asked for; if nothing
/// was fetched yet, of what is fetched then. Each further fetch sends a snapshot, each change its changes. A task that
/// does not keep up misses nothing: when as many updates wait as the limit says, all are replaced by one snapshot. So
/// reading may fall behind, and memory is bounded.
///
/// The sequence ends when the controller goes, or with its task. It does not keep the controller.
public struct FetchedResultsUpdates: AsyncSequence, Sendable {
    /// What the sequence gives.
    public typealias Element = FetchedResultsUpdate

    private let reading: Reading

    init(_ channel: UpdateChannel) { reading = Reading(channel) }

    /// Begins to read. A second iterator does not get the same: each update goes to one of them.
    public func makeAsyncIterator() -> Iterator { Iterator(reading: reading) }

    /// Waits for updates.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let reading: Reading

        /// Returns the next update; nil once the controller is gone, or the task is cancelled.
        public mutating func next() async -> FetchedResultsUpdate? { await next(isolation: #isolation) }

        /// Returns the next update; nil once the controller is gone, or the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> FetchedResultsUpdate? {
            await reading.channel.next()
        }
    }

    /// Lets the controller know when nobody reads any more.
    fileprivate final class Reading: Sendable {
        let channel: UpdateChannel
        init(_ channel: UpdateChannel) { self.channel = channel }
        deinit { channel.finish() }
    }
}

@available(*, unavailable)
extension FetchedResultsUpdates.Iterator: Sendable {}
