internal import Diagnostics
internal import Locks
package import Mainspring

/// A thread that reports when a loop does not come round in time, while what holds it up is still running.
///
/// Ours.
///
/// ```swift
/// let watchdog = Watchdog(loop, limit: .milliseconds(16))
/// watchdog.start()
/// ```
///
/// A report names the kind of call-out, the user's function in it, the stack of the loop's own thread and the intervals
/// that were open; see ``StopReport``. Each stop is reported once, and once more when it is over, with its duration.
/// While the loop sleeps, the watchdog does too and nothing wakes it. While the loop is busy, it wakes at most twice
/// for each limit.
///
/// Time is real here (`CLOCK_MONOTONIC`), whatever clock the loop has. When the whole process was stopped for longer
/// than the limit, by a debugger for instance, the call-out gets one limit more.
///
/// The stack is taken by a signal, see ``Backtrace/ofThread(_:timeout:)``.
public final class Watchdog: Sendable {
    private let beat: LoopBeat
    private let limit: Duration
    private let captureTimeout: Duration
    private let handler: @Sendable (StopReport) -> Void

    private let lock = Lock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var watch: Watch?

    /// A watchdog of a pulse.
    ///
    /// - Parameter captureTimeout: How long to wait for the stack; so long does the report of a thread come late that
    ///   stands in an uninterruptible system call.
    package init(
        _ beat: LoopBeat, limit: Duration, captureTimeout: Duration = .seconds(2),
        handler: @escaping @Sendable (StopReport) -> Void = Watchdog.printReport
    ) {
        self.captureTimeout = captureTimeout
        self.beat = beat
        self.limit = limit
        self.handler = handler
    }

    deinit {
        stop()
    }

    /// Begins to watch, in a thread of its own.
    ///
    /// Does nothing while it watches already.
    /// - Throws: When the system gives no more threads.
    public func start() throws(StartError) {
        try lock.withLock { () throws(StartError) in
            guard watch == nil else { return }
            watch = try Watch(beat: beat, limit: limit, captureTimeout: captureTimeout, handler: handler)
        }
    }

    /// Ends watching, and returns when no handler runs any more; from the handler itself, at once.
    public func stop() {
        let ended = lock.withLock {
            defer { watch = nil }
            return watch
        }
        ended?.stop()
    }

    /// The handler that is used when none is given: writes the report to the standard error output.
    @Sendable
    public static func printReport(_ stop: StopReport) {
        report("Watchdog: \(stop)")
    }

    /// Why a watchdog could not start.
    public struct StartError: Error, Sendable, CustomStringConvertible {
        /// What `pthread_create` said.
        public let errno: Int32

        /// The error as a sentence.
        public var description: String {
            "The watchdog has no thread: the process is at its limit of threads or memory (pthread_create: errno \(errno)). Stop threads that are not needed, or raise the limit with ulimit -u."
        }
    }
}
