internal import Diagnostics
internal import Locks
import Synchronization

/// Runs actors and tasks on a loop's thread (ours): a serial executor and a task executor in one.
///
/// Give it to an actor as its `unownedExecutor`, or to a task as its preference; their jobs are then called by the
/// loop, in its common modes, in the order in which they were enqueued, and `assumeIsolated` holds inside every
/// call-out of that loop. A job costs no allocation. While an executor lives its source keeps the loop from finishing.
///
/// The main loop needs none: `MainActor` is served by it through the main queue.
public final class RunLoopExecutor: SerialExecutor, TaskExecutor {
    /// The loop whose thread it runs on.
    public let loop: CFRunLoop
    private let jobs: JobQueue
    private let source: CFRunLoopSource

    /// Makes an executor over a loop, from any thread.
    public init(loop: CFRunLoop) {
        self.loop = loop
        let jobs = JobQueue()
        self.jobs = jobs
        var context = CFRunLoopSourceContext()
        context.perform = { _ in jobs.runAll() }
        // Called for each mode when the loop's thread ends, and when the executor goes, which no job of it survives.
        context.cancel = { _, _, _ in Self.reportLost(jobs.close()) }
        source = CFRunLoopSourceCreate(nil, 0, &context)
        loop.add(source, to: .commonModes)
        // An ended loop has not taken the source, and so will not give it back.
        if loop.hasEndedForever { _ = jobs.close() }
    }

    deinit { source.invalidate() }

    /// Enqueues a job; the loop is woken for it. From any thread.
    public func enqueue(_ job: consuming ExecutorJob) {
        loop.requireOwnProcess()
        switch jobs.append(UnownedJob(job), for: self) {
        case .first:
            source.signal()
            loop.wake.wakeUp()
        case .behindOthers: break
        case .closed: Self.reportLost(1)
        }
    }

    private static func reportLost(_ count: Int) {
        guard count > 0 else { return }
        report(
            """
            Mainspring: \(count == 1 ? "a job was" : "\(count) jobs were") enqueued on the executor of a run loop whose thread has \
            ended; \(count == 1 ? "it" : "they") will not run. Keep the thread until its actors have finished.
            """)
    }

    /// The executor as an actor's `unownedExecutor`.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    /// Traps if the calling thread is not the loop's.
    public func checkIsolated() {
        if !loop.isCurrent {
            programmerError(
                "Code of an actor on a run loop's executor was called from another thread than the loop's. Await the actor instead."
            )
        }
    }

    /// Whether the calling thread is the loop's.
    public func isIsolatingCurrentContext() -> Bool? { loop.isCurrent }

    /// Takes no more jobs, if none waits; for the end of a thread. Returns false if one does.
    func closeIfIdle() -> Bool { jobs.closeIfIdle() }
}

/// Jobs in order; two arrays that take turns, so that a job allocates nothing.
private final class JobQueue: @unchecked Sendable {
    // `@unchecked Sendable`: `lock` guards the arrays but for `running`, which the loop's thread has taken.

    private struct Entry {
        var job: UnownedJob
        /// Kept by the job's own reference to its actor or by the caller's; the queue keeps it until the job has run.
        var executor: RunLoopExecutor
    }

    private let lock = Lock()
    private var waiting: [Entry] = []
    private var spare: [Entry] = []
    private var isClosed = false

    enum Addition {
        /// The loop has to be told.
        case first
        case behindOthers
        /// The thread has ended; the job was not taken.
        case closed
    }

    func append(_ job: UnownedJob, for executor: RunLoopExecutor) -> Addition {
        lock.withLock {
            if isClosed { return .closed }
            waiting.append(Entry(job: job, executor: executor))
            return waiting.count == 1 ? .first : .behindOthers
        }
    }

    /// Takes no more jobs. Returns how many were waiting, which will not run.
    func close() -> Int {
        let lost = lock.withLock {
            let lost = waiting
            waiting = []
            isClosed = true
            return lost
        }
        return lost.count
    }

    func closeIfIdle() -> Bool {
        lock.withLock {
            if waiting.isEmpty { isClosed = true }
            return isClosed
        }
    }

    /// Runs what is there now; what comes meanwhile waits for the next pass.
    func runAll() {
        var running = lock.withLock { () -> [Entry] in
            let taken = waiting
            waiting = spare
            spare = []
            return taken
        }
        for entry in running {
            entry.job.runSynchronously(
                isolatedTo: entry.executor.asUnownedSerialExecutor(),
                taskExecutor: entry.executor.asUnownedTaskExecutor())
        }
        running.removeAll(keepingCapacity: true)
        lock.withLock {
            if spare.capacity < running.capacity { swap(&spare, &running) }
        }
    }
}
