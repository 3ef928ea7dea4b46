internal import Dispatch

extension NSPersistentStoreCoordinator {
    /// Calls a block on the coordinator's queue, behind what is there, and returns at once.
    public final func perform(_ block: @escaping () -> Void) {
        let handed = HandedOver(block)
        queue.dispatch.async { self.run { handed.value() } }
    }

    private func run<Value, Failure: Error>(
        waiter: UnsafePointer<QueueHold>? = nil, _ block: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try ThreadHolds.current.holding(queue, of: nil, waiter: waiter, block)
    }

    /// Calls a block on the coordinator's queue and returns what it returns, or throws what it throws. Within a block of
    /// the coordinator, and in one for which that waits, it is called at once.
    ///
    /// A circle of coordinators and contexts that wait for each other is told where concurrency is checked.
    public final func performAndWait<Value, Failure: Error>(
        _ block: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let holds = ThreadHolds.current
        if holds.has(queue) { return try block() }
        return try queue.wait(for: QueuePlace(queue: queue, context: nil), holds) { waiter throws(Failure) -> Value in
            try run(waiter: waiter, block)
        }
    }

    /// Calls a block on the coordinator's queue and returns what it returns, or throws what it throws, without blocking a
    /// thread.
    public final func perform<Value, Failure: Error>(
        _ block: @escaping () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let handed = HandedOver(block)
        let outcome: HandedOver<Result<Value, Failure>> = await withCheckedContinuation { continuation in
            queue.dispatch.async {
                do throws(Failure) {
                    continuation.resume(returning: HandedOver(.success(try self.run(handed.value))))
                } catch {
                    continuation.resume(returning: HandedOver(.failure(error)))
                }
            }
        }
        return try outcome.value.get()
    }
}

/// What one thread gives to another, and does not use any more.
struct HandedOver<Value>: @unchecked Sendable {
    // `@unchecked Sendable`: whoever makes it gives the value away, as Apple's signatures promise for it.

    let value: Value

    init(_ value: Value) { self.value = value }
}
