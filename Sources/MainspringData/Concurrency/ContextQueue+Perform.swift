internal import Dispatch

extension ContextQueue {
    /// Calls a block on the queue, behind what is enqueued, and returns at once.
    ///
    /// Blocks run in the order in which they came. The queue lives until its last block has run; who needs the context
    /// until then keeps it in the block.
    func perform(_ block: @escaping () -> Void) {
        let queue = requireQueue(for: "perform")
        let handed = Handed(block)
        turn?.noteEnqueued()
        queue.dispatch.async { self.run(on: queue, endsEvent: true, wasEnqueued: true) { handed.value() } }
    }

    /// Calls a block on the queue and returns what it returns, or throws what it throws.
    ///
    /// On the queue already, or in a block for which somebody on the queue waits, it is called at once. From elsewhere it
    /// comes behind what is enqueued, and runs on the calling thread, or for the main queue on the one that serves it.
    /// A circle of waiting contexts is told where concurrency is checked (``ConcurrencyDebug``), and else lasts for ever.
    /// On an idle private queue it costs less than two microseconds.
    /// - Parameter isPrograms: whether it is the program that waits: on the main thread what is brought to contexts in slices is merged
    ///   meanwhile. A context that waits for its parent must not be changed by that.
    func performAndWait<Result, Failure: Error>(
        isPrograms: Bool = false, _ block: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let queue = requireQueue(for: "performAndWait")
        if isCurrent(queue) { return try run(on: queue, endsEvent: false, block) }
        let place = QueuePlace(queue: queue, context: self)
        return try queue.wait(for: place, ThreadHolds.current, mergesMeanwhile: isPrograms) {
            waiter throws(Failure) -> Result in
            try run(on: queue, endsEvent: false, waiter: waiter, block)
        }
    }

    /// Calls a block on the queue and returns what it returns, or throws what it throws, without blocking a thread.
    ///
    /// `.immediate` calls it at once where the caller is on the queue. It stays on the caller's actor before and after;
    /// a cancelled task gets the block called all the same.
    nonisolated(nonsending) func perform<Value, Failure: Error>(
        schedule: NSManagedObjectContext.ScheduledTaskType = .immediate,
        _ block: @escaping () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let queue = requireQueue(for: "perform")
        if schedule == .immediate, isCurrent(queue) { return try run(on: queue, endsEvent: true, block) }
        let handed = Handed(block)
        let outcome = Outcome<Value, Failure>()
        await withCheckedContinuation { continuation in
            turn?.noteEnqueued()
            queue.dispatch.async {
                do throws(Failure) {
                    outcome.set(.success(try self.run(on: queue, endsEvent: true, wasEnqueued: true, handed.value)))
                } catch {
                    outcome.set(.failure(error))
                }
                continuation.resume()
            }
        }
        return try outcome.take().get()
    }
}
