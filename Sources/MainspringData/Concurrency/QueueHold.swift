internal import Mainspring

/// That a thread has a queue, for as long as a block runs; it lies in the frame of who calls the block.
///
/// Whoever waits for a block leaves to it what they have themselves: the queues are in nobody else's hands meanwhile. So
/// a block may perform on the context that waits for it, and that runs at once.
struct QueueHold {
    let queue: SerialQueue
    /// Whose block it is; nil for what runs on the main queue by itself.
    let context: ContextQueue?
    /// What the same thread had before.
    let outer: UnsafePointer<QueueHold>?
    /// What the thread has that waits for the block, if that is another one. It stays, since that thread waits.
    let waiter: UnsafePointer<QueueHold>?
}

/// The queues that a thread has.
final class ThreadHolds {
    private static let slot = ThreadSlot()

    private(set) var innermost: UnsafePointer<QueueHold>?

    /// The calling thread's.
    static var current: ThreadHolds {
        if let object = slot.object { return Unmanaged<ThreadHolds>.fromOpaque(object).takeUnretainedValue() }
        let holds = ThreadHolds()
        slot.put(holds)
        return holds
    }

    /// Calls a closure while the thread has a queue more. On the object's thread.
    func holding<Result, Failure: Error>(
        _ queue: SerialQueue, of context: ContextQueue?, waiter: UnsafePointer<QueueHold>? = nil,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outer = innermost
        let hold = QueueHold(queue: queue, context: context, outer: outer, waiter: waiter)
        return try withUnsafePointer(to: hold) { place throws(Failure) -> Result in
            innermost = place
            defer { innermost = outer }
            return try body()
        }
    }

    /// Whether the thread has a queue, or who waits for it.
    func has(_ queue: SerialQueue) -> Bool { Self.find(queue, from: innermost) }

    private static func find(_ queue: SerialQueue, from start: UnsafePointer<QueueHold>?) -> Bool {
        var place = start
        while let hold = place {
            if hold.pointee.queue === queue { return true }
            if let waiter = hold.pointee.waiter, find(queue, from: waiter) { return true }
            place = hold.pointee.outer
        }
        return false
    }

    /// All that the thread has, and who waits for it; the innermost first.
    var all: [QueuePlace] {
        var places: [QueuePlace] = []
        Self.collect(&places, from: innermost)
        return places
    }

    private static func collect(_ places: inout [QueuePlace], from start: UnsafePointer<QueueHold>?) {
        var place = start
        while let hold = place {
            places.append(QueuePlace(queue: hold.pointee.queue, context: hold.pointee.context))
            collect(&places, from: hold.pointee.waiter)
            place = hold.pointee.outer
        }
    }
}

/// A queue, and the context for which it is meant, if it is for one.
struct QueuePlace: Sendable, CustomStringConvertible {
    let queue: SerialQueue
    let context: ContextQueue?

    var description: String { context?.description ?? "the main queue" }
}
