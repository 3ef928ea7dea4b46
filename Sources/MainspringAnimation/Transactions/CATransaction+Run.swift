public import Mainspring

extension CATransaction {
    /// Ours: makes changes in a transaction of their own, and suspends until the animations that they add are over.
    ///
    /// ```swift
    /// let finished = await CATransaction.run(duration: 0.5) { layer.opacity = 0 }
    /// if finished { layer.removeFromSuperlayer() }
    /// ```
    /// The changes are committed before the task is suspended, with what the thread's implicit transaction holds.
    /// Without animations, or where no layer is in a host, it returns in a later turn of the loop. When the task is
    /// cancelled the animations are removed, and what the changes have set shows. It stays on the caller's actor:
    /// layers belong to the actor's thread, which has to have a run loop, as the `MainActor`'s and that of a
    /// `RunLoopThread` have.
    ///
    /// Inside an explicit transaction of the same thread the wait could not end: that is said on standard error, and
    /// what it holds is committed.
    /// - Parameters:
    ///   - duration: How long animations take that do not say so, seconds; nil is as in the transaction around.
    ///   - timingFunction: The pace of animations that do not say so; nil is as in the transaction around.
    ///   - changes: Called at once.
    /// - Returns: Whether all animations came to their end; false if one was removed or replaced, or its layer has no
    ///   host.
    @discardableResult
    public nonisolated(nonsending) class func run(
        duration: CFTimeInterval? = nil, timingFunction: CAMediaTimingFunction? = nil,
        file: StaticString = #fileID, line: UInt = #line,
        _ changes: () throws -> Void
    ) async rethrows -> Bool {
        let end = AwaitedEnd()
        let batch = try AnimationBatch(
            duration: duration, timingFunction: timingFunction, file: file, line: line, ended: { end.tell($0) },
            changes: changes)
        TransactionStack.current.pushForWait("CATransaction.run")
        return await end.wait { batch.cancel() }
    }
}
