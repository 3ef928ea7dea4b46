internal import Mainspring

extension RunLoop {
    /// Performs a closure on a thread, waiting for it or not.
    ///
    /// Ours, in the place of Apple's `perform(_:on:with:waitUntilDone:modes:)`. The thread must run its run loop in one
    /// of the modes; a closure sent before it does so waits for it, and one sent before the thread has even asked for
    /// its loop too. Closures for one thread are called in the order they were sent. A performed closure counts as
    /// input: it ends a ``run(mode:before:)``; while it waits its modes are not empty.
    ///
    /// Waiting on one's own thread calls the closure at once. Waiting blocks the calling thread, whose own loop stands
    /// still meanwhile: two threads that wait for each other wait for ever.
    /// - Parameters:
    ///   - thread: any Foundation thread, `Thread.mainThread` for the main one.
    ///   - wait: whether to return only when the closure has.
    ///   - modes: the modes; without any this returns without performing, as Apple's does.
    ///   - block: the closure; it is released on the thread before the wait is over.
    /// - Throws: a `PerformError` if the thread has ended, or ends while the caller waits. Where the caller does not
    ///   wait, what was sent to a thread that ends later is released unperformed.
    public static func perform(
        on thread: Thread, waitUntilDone wait: Bool, modes: [Mode] = [.common], _ block: @escaping @Sendable () -> Void
    ) throws(PerformError) {
        guard !modes.isEmpty else { return }
        if wait, thread === Thread.current { return block() }
        let perform = PendingPerform(isWaitedFor: wait, block)
        switch ThreadLoops.loop(of: thread, orKeep: perform, modes: modes) {
        case .ended:
            throw .threadHasEnded(thread: thread.designation)
        case .loop(let loop):
            PerformQueue.post(perform, to: loop, modes: modes)
            if wait, !perform.wait() { throw .threadEndedMeanwhile(thread: thread.designation) }
        case .kept:
            guard wait, !perform.wait(unless: { thread.isFinished }) else { return }
            ThreadLoops.forget(perform, of: thread)
            perform.fail()
            throw .threadEndedMeanwhile(thread: thread.designation)
        }
    }

    /// Performs a closure on a loop's thread, waiting for it or not: ``perform(on:waitUntilDone:modes:_:)`` for whoever
    /// has the loop and not the thread.
    public static func perform(
        on loop: CFRunLoop, waitUntilDone wait: Bool, modes: [Mode] = [.common], _ block: @escaping @Sendable () -> Void
    ) throws(PerformError) {
        guard !modes.isEmpty else { return }
        if wait, CFRunLoopGetCurrent() === loop { return block() }
        let designation = "The thread of the run loop"
        if loop.threadHasEnded { throw .threadHasEnded(thread: designation) }
        let perform = PendingPerform(isWaitedFor: wait, block)
        PerformQueue.post(perform, to: loop, modes: modes)
        if wait, !perform.wait() { throw .threadEndedMeanwhile(thread: designation) }
    }

    /// Ours: performs a closure on a thread of ours, waiting for it or not, as ``perform(on:waitUntilDone:modes:_:)`` does.
    public static func perform(
        on thread: RunLoopThread, waitUntilDone wait: Bool, modes: [Mode] = [.common],
        _ block: @escaping @Sendable () -> Void
    ) throws(PerformError) {
        try perform(on: thread.loop, waitUntilDone: wait, modes: modes, block)
    }
}

extension Thread {
    /// How sentences name a thread.
    ///
    /// Its name cannot be asked from another thread on Linux: `Thread.name` gives the caller's.
    fileprivate var designation: String { "The thread \(self)" }
}
