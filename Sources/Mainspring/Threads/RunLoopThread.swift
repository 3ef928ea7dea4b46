internal import Diagnostics
internal import Dispatch
internal import Glibc
internal import Locks

/// A thread with a run loop that stays alive until it is stopped (ours).
///
/// ```swift
/// let worker = RunLoopThread(name: "worker")
/// worker.start()
/// worker.perform { print("on the worker") }
/// let sum = try worker.performAndWait { 1 + 1 }
/// worker.stop()
/// ```
///
/// Work is called in the loop's common modes, in order. What was accepted before `stop()` is called before the thread
/// ends; what comes later is refused, and the caller is told; so is one whose work the thread does not live to finish.
/// The thread holds no reference to this object; when its last one goes, the thread is stopped. Use from any thread.
public final class RunLoopThread: Sendable {
    /// Work came to a thread that has been stopped.
    public struct Stopped: Error, CustomStringConvertible {
        /// The thread's name.
        public let name: String

        /// The sentence.
        public var description: String {
            "The run loop thread “\(name)” has been stopped, so it takes no more work. Start another one."
        }
    }

    /// The error when the system cannot start a thread.
    public struct StartFailure: Error, CustomStringConvertible {
        /// The name of the thread.
        public let name: String
        /// The errno of `pthread_create`.
        public let code: Int32

        /// The sentence.
        public var description: String {
            "The run loop thread “\(name)” could not be started: \(String(cString: strerror(code))). Stop threads that are not needed, or raise the limits on threads and memory (ulimit -u, ulimit -v)."
        }
    }

    /// What the system calls the thread; the first 15 bytes of it.
    public let name: String
    private let core: RunLoopThreadCore

    /// Makes a thread, which begins with ``start()``.
    ///
    /// - Parameter clock: The clock of its loop; the process's unless given.
    public init(name: String = "run loop", clock: RunLoopClock? = nil) {
        self.name = name
        core = RunLoopThreadCore(name: name, clock: clock ?? RunLoopClock.process)
    }

    deinit { core.stop(waits: false) }

    /// Begins the thread and waits until it has its loop. A second call does nothing.
    ///
    /// - Returns: True if the thread runs, or was stopped. False if the system cannot start a thread: the process or
    ///   its user is at a limit on threads or memory. That is logged once, and the next call tries again.
    @discardableResult
    public func start() -> Bool { core.start() == 0 }

    /// The thread's loop; the thread is started for it. Traps if it has been stopped, or if the system cannot start it.
    /// ``start()`` reports that without a trap.
    public var loop: CFRunLoop {
        guard let loop = core.startedLoop else {
            if let failure = core.startFailure {
                programmerError(
                    "A run loop of a thread was asked for, and there is none. \(failure) Call start() first.")
            }
            programmerError(
                "The run loop of the thread “\(name)” was asked for after the thread had been stopped. Start another one."
            )
        }
        return loop
    }

    /// An executor over the thread's loop: give it to actors that are to live here.
    public var executor: RunLoopExecutor { core.executor(loop) }

    /// Whether the calling thread is this one.
    public var isCurrent: Bool { core.isCurrent }

    /// Queues a closure, and starts the thread if need be. Returns false, and drops the closure, if it has been
    /// stopped, or cannot be started.
    @discardableResult
    public func perform(_ body: @escaping @Sendable () -> Void) -> Bool {
        core.start()
        return core.post(body)
    }

    /// Calls a closure on the thread and waits for its result; on the thread itself it is called at once.
    ///
    /// - Throws: ``Stopped``, ``StartFailure``, or what the closure throws.
    public func performAndWait<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
        if core.isCurrent { return try body() }
        let done = DispatchSemaphore(value: 0)
        let waiter = BlockedThread()
        let outcome = Guarded<Swift.Result<Result, any Error>?>(nil)
        @Sendable func end() {
            waiter?.resume()
            done.signal()
        }
        // The thread lets go of the closure before it says so: what it still holds then knows nothing of it.
        let work = Guarded<(@Sendable () throws -> Result)?>(body)
        // Held by what is posted alone.
        perform { [core, answer = OwedAnswer(onRefusal: end)] in
            let result = core.owing(answer) { Self.takeAndCall(work) }
            guard answer.settle() else { return }
            outcome.withLock { $0 = result }
            end()
        }
        waiter?.letTimeMove()
        done.wait()
        work.withLock { $0 = nil }
        guard let result = outcome.withLock({ $0 }) else { throw core.startFailure ?? Stopped(name: name) }
        return try result.get()
    }

    @inline(never)
    private static func takeAndCall<Result: Sendable>(
        _ work: Guarded<(@Sendable () throws -> Result)?>
    ) -> Swift.Result<Result, any Error>? {
        let body = work.withLock { work in
            let body = work
            work = nil
            return body
        }
        return body.map { body in Swift.Result { try body() } }
    }

    /// Calls a closure on the thread and suspends until its result is there.
    ///
    /// - Throws: ``Stopped``, ``StartFailure``, or what the closure throws.
    public func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let answer = { [name, core] in
                OwedAnswer { continuation.resume(throwing: core.startFailure ?? Stopped(name: name)) }
            }
            perform { [core, answer = answer()] in
                let result = core.owing(answer) { Swift.Result { try body() } }
                if answer.settle() { continuation.resume(with: result) }
            }
        }
    }

    /// Ends the thread after what was accepted so far, and waits for its end; on the thread itself it does not wait.
    ///
    /// A nested run that is going on there ends first, by itself.
    public func stop() { core.stop(waits: true) }

    /// Ends the thread after what was accepted so far, and does not wait for that.
    package func stopWithoutWaiting() { core.stop(waits: false) }
}
