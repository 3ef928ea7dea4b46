internal import Dispatch

/// Reading for children, while the context's own blocks let them.
extension ContextQueue {
    /// Calls a closure that reads for a child, or takes its changes over, and returns what that returns.
    ///
    /// On the calling thread, behind what is enqueued, as ``performAndWait(isPrograms:_:)`` does; but while a block of the queue has
    /// lent it (``lend(_:)``), or pauses (``pause(for:)``), it waits for nothing.
    /// - Parameters:
    ///   - reading: for whom, and whether a pause will do; nil for who reads for nobody in particular.
    ///   - endsEvent: whether this is an event of the context's.
    ///   - body: gets whether the context is in the midst of nothing.
    func performForChild<Result>(
        _ reading: QueueTurn.Reading? = nil, endsEvent: Bool = false, _ body: (_ isWhole: Bool) throws -> Result
    ) rethrows -> Result {
        let queue = requireQueue(for: "performAndWait")
        guard let turn, !isCurrent(queue) else {
            return try performAndWait { () throws in try body(!isReadingInPause) }
        }
        let holds = ThreadHolds.current
        let isInPause = turn.takeToRead(
            reading ?? QueueTurn.Reading(child: ObjectIdentifier(self), needsWhole: true),
            QueuePlace(queue: queue, context: self), holds, queue.dispatch)
        defer { turn.give() }
        return try runInTurn(on: queue, holds, endsEvent: endsEvent, waiter: nil) { () throws in
            (isReading, isReadingInPause) = (true, isInPause)
            defer { (isReading, isReadingInPause) = (false, false) }
            return try body(!isInPause)
        }
    }

    /// Calls a block on the queue, for which those who read do not wait.
    func performUnawaited(_ block: @escaping () -> Void) {
        let queue = requireQueue(for: "perform")
        let handed = Handed(block)
        queue.dispatch.async { self.run(on: queue, endsEvent: true) { handed.value() } }
    }

    /// Whether the caller, who is on the queue, may lend it. Not who reads, nor a thread that has taken something else since: those who read
    /// would wait for that in call-outs, and it waits for them. What it had before may stay: a call-out on this queue that waits for that is
    /// against the order in which the thread has taken both, and could last for ever without lending too.
    var mayLend: Bool {
        guard turn != nil, !isReading, let queue else { return false }
        return !SerialQueue.threadServesMain && ThreadHolds.current.hasLast(queue)
    }

    /// Lets those who read for children have the queue while a closure runs that does nothing with the context. On the queue; only a queue of
    /// the context's own is lent.
    func lend<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard let turn, let queue else { return try body() }
        defer { if isTakingOver { context?.core.finishTaking() } }
        return try turn.lend(QueuePlace(queue: queue, context: self), body)
    }

    /// Lets those in who wait to read, between two steps of something long. On the queue, whose objects are all as they are to be seen.
    /// - Parameter child: the one for which they may read; nil for any.
    func pause(for child: QueueTurn.Reader?) {
        guard mayLend, let turn, let queue else { return }
        let start = ContinuousClock.now
        // Children that never stop reading must not keep the work from going on.
        if let nextPause, start < nextPause { return }
        turn.pause(QueuePlace(queue: queue, context: self), for: child)
        let end = ContinuousClock.now
        nextPause = end + start.duration(to: end) / 2
    }
}
