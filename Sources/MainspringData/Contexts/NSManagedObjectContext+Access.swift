extension NSManagedObjectContext {
    /// Calls a closure that uses what belongs to the context's queue, and ends the program, where concurrency is checked, if
    /// the caller may not: each public member that does is made of it. Without checks it costs a load.
    /// - Parameter member: what was called, for the sentence.
    @inline(__always)
    final func use<Result, Failure: Error>(
        _ member: StaticString = #function, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try core.queue.withAccess(to: "\(member)", body)
    }
}
