internal import CLinux
internal import Dispatch
internal import Glibc
import Synchronization

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
/// Work is called in the loop's common modes, in order. What was accepted before `stop()` is called before the thread ends; what
/// comes later is refused, and the caller is told. The thread holds no reference to this object; when its last one goes, the
/// thread is stopped. Use from any thread.
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

    /// What the system calls the thread; the first 15 bytes of it.
    public let name: String
    private let core: Core

    /// Makes a thread, which begins with ``start()``.
    ///
    /// - Parameter clock: The clock of its loop; the process's unless given.
    public init(name: String = "run loop", clock: RunLoopClock? = nil) {
        self.name = name
        core = Core(name: name, clock: clock ?? RunLoopClock.process)
    }

    deinit { core.stop(waits: false) }

    /// Begins the thread and waits until it has its loop. A second call does nothing.
    public func start() { core.start() }

    /// The thread's loop; the thread is started for it. Traps if it has been stopped.
    public var loop: CFRunLoop {
        guard let loop = core.startedLoop else {
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

    /// Queues a closure, and starts the thread if need be. Returns false, and drops the closure, if it has been stopped.
    @discardableResult
    public func perform(_ body: @escaping @Sendable () -> Void) -> Bool {
        core.start()
        return core.post(body)
    }

    /// Calls a closure on the thread and waits for its result; on the thread itself it is called at once.
    ///
    /// - Throws: ``Stopped``, or what the closure throws.
    public func performAndWait<Result: Sendable>(_ body: @Sendable () throws -> Result) throws -> Result {
        if core.isCurrent { return try body() }
        let done = DispatchSemaphore(value: 0)
        let outcome = Guarded<Swift.Result<Result, any Error>?>(nil)
        let accepted = withoutActuallyEscaping(body) { body in
            // The thread lets go of the closure before it says so: what it still holds then knows nothing of it.
            let work = Guarded<(@Sendable () throws -> Result)?>(body)
            let accepted = perform {
                let result = Self.takeAndCall(work)
                outcome.withLock { $0 = result }
                done.signal()
            }
            if accepted { done.wait() } else { work.withLock { $0 = nil } }
            return accepted
        }
        guard accepted, let result = outcome.withLock({ $0 }) else { throw Stopped(name: name) }
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
    /// - Throws: ``Stopped``, or what the closure throws.
    public func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let accepted = perform { continuation.resume(with: Swift.Result { try body() }) }
            if !accepted { continuation.resume(throwing: Stopped(name: name)) }
        }
    }

    /// Ends the thread after what was accepted so far, and waits for its end; on the thread itself it does not wait.
    ///
    /// A nested run that is going on there ends first, by itself.
    public func stop() { core.stop(waits: true) }
}

/// What the thread and its handle share, so that neither holds the other.
private final class Core: @unchecked Sendable {
    // `@unchecked Sendable`: `state` is guarded by its own lock; `isEnding` belongs to the thread.

    private enum Phase {
        case notStarted
        case running(CFRunLoop)
        case stopping
    }

    private struct State {
        var phase = Phase.notStarted
        var executor: RunLoopExecutor?
    }

    private let name: String
    private let clock: RunLoopClock
    private let state = Guarded(State())
    private let startLock = DispatchSemaphore(value: 1)
    private let started = DispatchSemaphore(value: 0)
    private let ended = DispatchGroup()
    private let threadID = Atomic<Int32>(0)
    private var isEnding = false

    init(name: String, clock: RunLoopClock) {
        self.name = name
        self.clock = clock
    }

    var isCurrent: Bool { threadID.load(ordering: .acquiring) == mainspring_thread_id() }

    /// The loop, with the thread started; nil once it has been stopped.
    var startedLoop: CFRunLoop? {
        start()
        return state.withLock { state in
            if case .running(let loop) = state.phase { loop } else { nil }
        }
    }

    func executor(_ loop: CFRunLoop) -> RunLoopExecutor {
        if let known = state.withLock({ $0.executor }) { return known }
        let made = RunLoopExecutor(loop: loop)
        return state.withLock { state in
            if let known = state.executor { return known }
            state.executor = made
            return made
        }
    }

    func start() {
        startLock.wait()
        defer { startLock.signal() }
        guard state.withLock({ if case .notStarted = $0.phase { true } else { false } }) else { return }
        // Virtual time must not move before the new loop takes part in it; it lets go of this when it first sleeps.
        let hold = (clock as? VirtualClock)?.hold()
        ended.enter()
        spawn {
            self.main(hold)
            self.ended.leave()
        }
        started.wait()
    }

    func post(_ body: @escaping @Sendable () -> Void) -> Bool {
        let loop: CFRunLoop? = state.withLock { state in
            guard case .running(let loop) = state.phase else { return nil }
            loop.post(body, mode: .commonModes)
            return loop
        }
        loop?.wake.wakeUp()
        return loop != nil
    }

    func stop(waits: Bool) {
        let loop: CFRunLoop? = state.withLock { state in
            guard case .running(let loop) = state.phase else {
                if case .notStarted = state.phase { state.phase = .stopping }
                return nil
            }
            state.phase = .stopping
            // Behind everything that was accepted.
            loop.post({ [self] in end(loop) }, mode: .commonModes)
            return loop
        }
        loop?.wake.wakeUp()
        if waits, !isCurrent { ended.wait() }
    }

    /// On the thread: its outermost run is to stop.
    private func end(_ loop: CFRunLoop) {
        isEnding = true
        guard loop.depth > 1 else { return loop.wake.stop() }
        // A run inside one of the loop's calls goes on until it ends by itself; the pass outside it is the last, or the next one.
        let activities: CFRunLoopActivity = [.beforeTimers, .beforeWaiting]
        let observer: CFRunLoopObserver = CFRunLoopObserverCreateWithHandler(
            nil, activities.rawValue, true, 0
        ) { [unowned loop] observer, _ in
            guard loop.depth == 1 else { return }
            CFRunLoopObserverInvalidate(observer)
            loop.wake.stop()
        }
        loop.add(observer, to: .defaultMode)
    }

    private func main(_ hold: ClockHold?) {
        threadID.store(mainspring_thread_id(), ordering: .releasing)
        let loop = LoopTable.makeCurrent(clock: clock)
        loop.beat.rename(name)
        var context = CFRunLoopSourceContext()
        context.perform = { _ in }
        let keepAlive: CFRunLoopSource = CFRunLoopSourceCreate(nil, 0, &context)
        loop.add(keepAlive, to: .defaultMode)
        loop.joinClock()
        // A stop may have come before there was anything to stop.
        isEnding = state.withLock { state in
            guard case .notStarted = state.phase else { return true }
            state.phase = .running(loop)
            return false
        }
        started.signal()
        hold?.release()
        while !isEnding { _ = loop.run(in: .defaultMode, seconds: 1.0e10, returnAfterSourceHandled: false) }
        // Jobs of actors that were enqueued before the end are not left hanging.
        while let executor = state.withLock({ $0.executor }), !executor.closeIfIdle() {
            _ = loop.run(in: .defaultMode, seconds: 0, returnAfterSourceHandled: false)
        }
        keepAlive.invalidate()
        let released = state.withLock { state in
            let released = state.executor
            state.executor = nil
            return released
        }
        withExtendedLifetime(released) {}
        LoopTable.endCurrent()
    }

    private func spawn(_ body: @escaping () -> Void) {
        final class Start {
            let name: String
            let body: () -> Void
            init(name: String, body: @escaping () -> Void) {
                self.name = name
                self.body = body
            }
        }
        var thread = pthread_t()
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let start = Unmanaged.passRetained(Start(name: name, body: body))
        let failure = pthread_create(
            &thread, &attributes,
            { argument in
                let start = Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue()
                mainspring_name_thread(String(decoding: start.name.utf8.prefix(15), as: UTF8.self))
                start.body()
                return nil
            }, start.toOpaque())
        pthread_attr_destroy(&attributes)
        if failure != 0 {
            programmerError(
                "The run loop thread “\(name)” could not be started: \(String(cString: strerror(failure))). Stop threads that are not needed."
            )
        }
    }
}
