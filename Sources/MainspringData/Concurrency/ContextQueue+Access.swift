internal import Diagnostics

extension ContextQueue {
    /// Traps, where concurrency is checked, if an object of the context may not be used by the caller now.
    ///
    /// - Parameter object: What is used, as a sentence's subject: “An object of entity Animal”, or a member of the context.
    @inline(__always)
    func checkAccess(to object: @autoclosure () -> String) {
        if ConcurrencyDebug.isOn, !isCurrent { denyAccess(object()) }
    }

    /// Calls a closure that uses the context, and traps, where concurrency is checked, if the caller may not.
    ///
    /// Without a queue the caller is inside until the closure has returned, and another thread that comes meanwhile is
    /// the one that is told of.
    @inline(__always)
    func withAccess<Result, Failure: Error>(
        to object: @autoclosure () -> String, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard ConcurrencyDebug.isOn else { return try body() }
        guard queue == nil else {
            if !isCurrent { denyAccess(object()) }
            return try body()
        }
        if !access.enter() { denyAccess(object()) }
        defer { access.leave() }
        return try body()
    }

    @inline(never)
    private func denyAccess(_ object: String) -> Never {
        if queue == nil {
            programmerError(
                """
                \(object) of \(self) was used \(ThreadName.place) while thread \(access.thread) was using the context. Let one \
                thread use it at a time, or give the context a queue.
                """)
        }
        programmerError(
            """
            \(object) of \(self) was used \(ThreadName.place), which is not its queue. Use it inside perform or performAndWait \
            of its context, or hand over its objectID and ask another context for the object.
            """)
    }
}
