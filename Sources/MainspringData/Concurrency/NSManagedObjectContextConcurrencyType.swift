/// Where a context's work is done.
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
    /// On whatever thread, by one at a time; there is no queue, so nothing can be performed.
    ///
    /// **Difference from Apple**: what counts is that two threads are never inside at once, not which thread it is.
    @available(
        *, deprecated,
        message: "Give the context a queue: .privateQueueConcurrencyType or .mainQueueConcurrencyType."
    )
    case confinementConcurrencyType = 0
    /// On a queue of the context's own.
    case privateQueueConcurrencyType = 1
    /// On the main queue.
    case mainQueueConcurrencyType = 2
}

extension NSManagedObjectContext {
    /// Where a context's work is done: the kinds that have a queue.
    public struct ConcurrencyType: RawRepresentable, Hashable, Sendable {
        /// The same in the older type.
        public let rawValue: NSManagedObjectContextConcurrencyType

        /// Makes one of the older type.
        public init(rawValue: NSManagedObjectContextConcurrencyType) { self.rawValue = rawValue }

        /// On a queue of the context's own.
        public static let privateQueue = ConcurrencyType(rawValue: .privateQueueConcurrencyType)
        /// On the main queue.
        public static let mainQueue = ConcurrencyType(rawValue: .mainQueueConcurrencyType)
    }

    /// When a closure is called that is performed with `await`.
    public enum ScheduledTaskType: Hashable, Sendable {
        /// At once if the caller is on the context's queue already, else behind what is enqueued.
        case immediate
        /// Behind what is enqueued, wherever the caller is.
        case enqueued
    }
}
