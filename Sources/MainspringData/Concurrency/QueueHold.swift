internal import Mainspring

/// That a thread has a queue, or a store's turn, for as long as a block runs; it lies in the frame of who calls the block.
///
/// Whoever waits for a block leaves to it what they have themselves: the queues are in nobody else's hands meanwhile. So
/// a block may perform on the context that waits for it, and that runs at once.
struct QueueHold {
    let queue: SerialPlace
    /// Whose block it is; nil for what runs on the main queue by itself, and for what is no context's.
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
    /// Whether the thread does work that gives way to the main thread.
    var givesWay = false

    /// The calling thread's.
    static var current: ThreadHolds {
        if let object = slot.object { return Unmanaged<ThreadHolds>.fromOpaque(object).takeUnretainedValue() }
        let holds = ThreadHolds()
        slot.put(holds)
        return holds
    }

    /// Calls a closure while the thread has a queue more. On the object's thread.
    func holding<Result, Failure: Error>(
        _ queue: SerialPlace, of context: ContextQueue?, waiter: UnsafePointer<QueueHold>? = nil,
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
    func has(_ queue: SerialPlace) -> Bool { Self.find(queue, from: innermost) }

    /// Whether the thread has a queue itself, and not from who waits for it.
    func hasItself(_ queue: SerialPlace) -> Bool {
        var (place, isFound) = (innermost, false)
        while let hold = place {
            if let waiter = hold.pointee.waiter, Self.find(queue, from: waiter) { return false }
            isFound = isFound || hold.pointee.queue === queue
            place = hold.pointee.outer
        }
        return isFound
    }

    /// Whether the thread has a queue, and has taken nothing after it. To wait for it once more is in the order then in which it has taken
    /// what it has.
    func hasLast(_ queue: SerialPlace) -> Bool {
        var place = innermost
        while let hold = place, hold.pointee.queue === queue {
            guard hold.pointee.waiter == nil else { return false }
            place = hold.pointee.outer
        }
        return place != innermost && !Self.find(queue, from: place)
    }

    private static func find(_ queue: SerialPlace, from start: UnsafePointer<QueueHold>?) -> Bool {
        var place = start
        while let hold = place {
            if hold.pointee.queue === queue { return true }
            if let waiter = hold.pointee.waiter, find(queue, from: waiter) { return true }
            place = hold.pointee.outer
        }
        return false
    }

    /// The context in whose block the thread is; nil for what runs on the main queue by itself.
    var context: NSManagedObjectContext? {
        var place = innermost
        while let hold = place, hold.pointee.context == nil, hold.pointee.queue !== SerialQueue.main {
            place = hold.pointee.outer
        }
        return place?.pointee.context?.context
    }

    /// Calls a closure that waits for what the thread does not have. Where concurrency is checked, a wait that would never end
    /// ends the program instead.
    /// - Parameter body: calls the closure that it gets as soon as it waits no more.
    func waiting<Result, Failure: Error>(
        for place: QueuePlace, _ body: (_ began: () -> Void) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard SerialQueue.threadServesMain, !has(SerialQueue.main) else { return try noted(place, body) }
        // What is left to the block, which is the main queue's no more to libdispatch.
        return try holding(SerialQueue.main, of: nil) { () throws(Failure) -> Result in try noted(place, body) }
    }

    /// Calls a closure that waits for a queue which the thread has lent.
    func waitingAgain(for place: QueuePlace, _ body: () -> Void) {
        let held = all.filter { $0.queue !== place.queue }
        let isSliced = MainSlices.shared.isUsed
        let wait = ConcurrencyDebug.isOn || isSliced ? WaitGraph.shared.begin(held, place) : nil
        if isSliced { MainSlices.shared.noteWait() }
        body()
        if let wait { WaitGraph.shared.end(wait) }
    }

    private func noted<Result, Failure: Error>(
        _ place: QueuePlace, _ body: (_ began: () -> Void) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let isSliced = MainSlices.shared.isUsed
        let wait = ConcurrencyDebug.isOn || isSliced ? WaitGraph.shared.begin(all, place) : nil
        if isSliced { MainSlices.shared.noteWait() }
        return try body { if let wait { WaitGraph.shared.end(wait) } }
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

/// A queue or a store's turn, and the context for which it is meant, if it is for one.
struct QueuePlace: Sendable, CustomStringConvertible {
    let queue: SerialPlace
    let context: ContextQueue?

    var description: String { context?.description ?? queue.title }
}
