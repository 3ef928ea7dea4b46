internal import Diagnostics
internal import Dispatch

/// A context's queue as that of an actor: its jobs are blocks of the context, each of them an event.
extension ContextQueue: SerialExecutor {
    /// Enqueues a job, from any thread.
    func enqueue(_ job: consuming ExecutorJob) {
        let queue = requireQueue(for: "An actor's job")
        let job = UnownedJob(job)
        turn?.noteEnqueued()
        queue.dispatch.async {
            self.run(on: queue, endsEvent: true, wasEnqueued: true) {
                job.runSynchronously(on: self.asUnownedSerialExecutor())
            }
        }
    }

    /// What an actor gives as its `unownedExecutor`; for a main-queue context the `MainActor`'s. It traps for a context
    /// without a queue.
    ///
    /// It does not keep the context's queue, so the actor keeps the context, or the executor.
    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        requireQueue(for: "serialExecutor") === SerialQueue.main
            ? MainActor.sharedUnownedExecutor : UnownedSerialExecutor(ordinary: self)
    }

    /// Traps if the caller is not on the queue.
    func checkIsolated() {
        if !isCurrent {
            programmerError(
                """
                Code of an actor on \(self) was called \(ThreadName.place). Await the actor, or call it inside perform of the \
                context.
                """)
        }
    }

    /// Whether the caller is on the queue; nil if not, so that ``checkIsolated()`` is asked, which says more than Swift.
    func isIsolatingCurrentContext() -> Bool? { isCurrent ? true : nil }
}
