extension NSManagedObjectContext {
    /// Runs a block on the context's queue, later; when it has returned the event ends: changes are processed.
    ///
    /// From any thread. Keeps the context until then. A context without a queue is an error of the program.
    public final func perform(_ block: @escaping () -> Void) {
        core.queue.perform { [self] in withExtendedLifetime(self, block) }
    }

    /// Runs a block on the context's queue, waits for it, and returns what it returns, or throws what it throws.
    ///
    /// From any thread, inside of the context's own blocks too; costs about a microsecond where the queue is idle. Blocks
    /// that wait for each other in a circle end the program with a sentence, where concurrency is checked. It is no event
    /// of its own: changes are processed at the end of the next one, or before a fetch or a save.
    public final func performAndWait<T, Failure: Error>(_ block: () throws(Failure) -> T) throws(Failure) -> T {
        try core.queue.performAndWait(isPrograms: true, block)
    }

    /// Runs a block on the context's queue, and returns what it returns, or throws what it throws, without holding a
    /// thread meanwhile.
    /// - Parameter schedule: `.immediate` runs it at once where the caller is on the queue already.
    public final nonisolated(nonsending) func perform<T, Failure: Error>(
        schedule: ScheduledTaskType = .immediate, _ block: @escaping () throws(Failure) -> T
    ) async throws(Failure) -> T {
        try await core.queue.perform(schedule: schedule, block)
    }

    /// Ours: lets an actor run on the context's queue, so that what it does with the context's objects needs no `perform`:
    /// the actor keeps this executor, and gives it as its `unownedExecutor`. Not for a context without a queue.
    public final var serialExecutor: any SerialExecutor { core.queue }

    /// Runs a block for a child: on this context's queue, or while that is lent by who saves. Without a queue, at once.
    /// - Parameters:
    ///   - child: the one for which somebody reads; nil where the context must not be in the midst of anything.
    ///   - inPauses: whether it may come in while the context pauses in the midst of its own save.
    final func performForChild<Result>(
        of child: QueueTurn.Reader? = nil, inPauses: Bool = true, _ body: (ContextCore) throws -> Result
    ) rethrows -> Result {
        guard core.queue.queue != nil else { return try body(core) }
        let reading = child.map {
            QueueTurn.Reading(child: $0, needsWhole: !inPauses || !core.childLinks.saves.isEmpty)
        }
        return try core.queue.performForChild(reading) { isWhole in
            if let taking = core.childLinks.taking, taking.child != child { core.finishTaking() }
            core.saveInFlight?.noteRead(in: core)
            if isWhole { core.childLinks.saves.take(into: core) }
            return try core.childLinks.reading(for: child) { try body(core) }
        }
    }

    /// Runs a block on this context's queue, if it has one, and waits for it.
    final func performInside<Result>(_ body: (ContextCore) throws -> Result) rethrows -> Result {
        guard core.queue.queue != nil else { return try body(core) }
        return try core.queue.performAndWait { () throws in try body(core) }
    }
}
