extension NSPersistentContainer {
    /// Calls a block with a context of its own, on that context's queue, and returns at once. Tasks run at the same time.
    public final func performBackgroundTask(_ block: @escaping (NSManagedObjectContext) -> Void) {
        let context = newBackgroundContext()
        context.perform { block(context) }
    }

    /// Calls a block with a context of its own, on that context's queue, and returns what it returns, or throws what it
    /// throws, without blocking a thread.
    public final nonisolated(nonsending) func performBackgroundTask<Value, Failure: Error>(
        _ block: @escaping (NSManagedObjectContext) throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let context = newBackgroundContext()
        return try await context.perform(schedule: .enqueued) { () throws(Failure) in try block(context) }
    }
}
