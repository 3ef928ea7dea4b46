internal import Dispatch

/// Reading for children, while the context's own blocks let them.
extension ContextQueue {
    /// Calls a closure that reads for a child, or takes its changes over, and returns what that returns.
    ///
    /// On the calling thread, behind what is enqueued, as ``performAndWait(isPrograms:_:)`` does; but while a block of the queue has
    /// lent it (``lend(_:)``) it waits for nothing.
    func performForChild<Result>(_ body: () throws -> Result) rethrows -> Result {
        let queue = requireQueue(for: "performAndWait")
        guard let turn, !isCurrent(queue) else { return try performAndWait { () throws in try body() } }
        let holds = ThreadHolds.current
        turn.takeToRead(QueuePlace(queue: queue, context: self), holds, queue.dispatch)
        defer { turn.give() }
        return try runInTurn(on: queue, holds, endsEvent: false, waiter: nil) { () throws in
            isReading = true
            defer { isReading = false }
            return try body()
        }
    }

    /// Calls a block on the queue, for which those who read do not wait.
    func performUnawaited(_ block: @escaping () -> Void) {
        let queue = requireQueue(for: "perform")
        let handed = Handed(block)
        queue.dispatch.async { self.run(on: queue, endsEvent: true) { handed.value() } }
    }

    /// Whether the caller, who is on the queue, may lend it. Not who reads, nor a thread that has something else as well: those who read
    /// would wait for that in call-outs, and it waits for them.
    var mayLend: Bool {
        guard turn != nil, !isReading, let queue else { return false }
        return !SerialQueue.threadServesMain && ThreadHolds.current.hasOnly(queue)
    }

    /// Lets those who read for children have the queue while a closure runs that does nothing with the context. On the queue; only a queue of
    /// the context's own is lent.
    func lend<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard let turn else { return try body() }
        return try turn.lend(body)
    }
}
