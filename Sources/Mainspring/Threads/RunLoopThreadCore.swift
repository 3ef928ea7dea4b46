internal import CLinux
internal import Diagnostics
internal import Dispatch
internal import Glibc
internal import Locks
import Synchronization

/// What a `RunLoopThread` and its thread share, so that neither holds the other.
final class RunLoopThreadCore: @unchecked Sendable {
    // `@unchecked Sendable`: `state` is guarded by its own lock; `isEnding` and `owed` belong to the thread.

    private enum Phase {
        case notStarted
        case running(CFRunLoop)
        case stopping
    }

    private struct State {
        var phase = Phase.notStarted
        var executor: RunLoopExecutor?
        /// Threads that wait for the end.
        var waiters: [BlockedThread] = []
        var hasEnded = false
        /// The errno of the last attempt to start the thread; 0 for success and before the first attempt.
        var startFailure: Int32 = 0
    }

    private let name: String
    private let clock: RunLoopClock
    private let state = Guarded(State())
    private let startLock = DispatchSemaphore(value: 1)
    private let started = DispatchSemaphore(value: 0)
    private let ended = DispatchGroup()
    private let threadID = Atomic<Int32>(0)
    /// The process whose thread this is. Set when the thread begins, before `isStarted`.
    nonisolated(unsafe) private var process: OwnProcess?
    private let isStarted = Atomic<Bool>(false)
    /// Whether a failed start was logged. Guarded by `startLock`.
    private var hasReportedFailure = false
    private var isEnding = false
    /// What the calls that are going on owe, the innermost last.
    private var owed: [OwedAnswer] = []

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

    /// Traps in a child made by fork if its parent started the thread: the child has no such thread. Takes no lock,
    /// since another thread of the parent may have held it at the fork.
    private func requireOwnProcess() {
        if isStarted.load(ordering: .acquiring) { process?.require() }
    }

    /// Whether the parent of this process started the thread, and this process is a child made by fork.
    private var isParents: Bool {
        isStarted.load(ordering: .acquiring) && process?.isCurrent == false
    }

    /// Starts the thread. Returns an errno, 0 for success and for a thread that was started or stopped before.
    @discardableResult
    func start() -> Int32 {
        requireOwnProcess()
        startLock.wait()
        defer { startLock.signal() }
        guard state.withLock({ if case .notStarted = $0.phase { true } else { false } }) else { return 0 }
        // Virtual time must not move before the new loop takes part in it; it lets go of this when it first sleeps.
        let hold = (clock as? VirtualClock)?.hold()
        ended.enter()
        process = OwnProcess()
        isStarted.store(true, ordering: .releasing)
        let failure = SystemThread.start(name: name) { self.main(hold) }
        if failure == 0 { started.wait() } else { couldNotStart(failure, hold) }
        state.withLock { $0.startFailure = failure }
        return failure
    }

    /// Resets the state after a failed start, so that the next call tries again.
    private func couldNotStart(_ failure: Int32, _ hold: ClockHold?) {
        isStarted.store(false, ordering: .releasing)
        hold?.release()
        ended.leave()
        guard !hasReportedFailure else { return }
        hasReportedFailure = true
        report("Mainspring: \(RunLoopThread.StartFailure(name: name, code: failure))")
    }

    /// Why the last attempt to start the thread failed; nil if it did not.
    var startFailure: RunLoopThread.StartFailure? {
        let code = state.withLock { $0.startFailure }
        return code == 0 ? nil : RunLoopThread.StartFailure(name: name, code: code)
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
        if waits { requireOwnProcess() }
        // A child releases its last reference. The parent's thread continues.
        if isParents { return }
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
        if waits, !isCurrent { waitForEnd() }
    }

    private func waitForEnd() {
        let waiter = state.withLock { state in
            guard !state.hasEnded, let waiter = BlockedThread() else { return nil as BlockedThread? }
            state.waiters.append(waiter)
            return waiter
        }
        waiter?.letTimeMove()
        ended.wait()
        // Where there was nobody to do it.
        waiter?.resume()
    }

    /// On the thread: its outermost run is to stop.
    private func end(_ loop: CFRunLoop) {
        isEnding = true
        guard loop.depth > 1 else { return loop.wake.stop() }
        // A run inside one of the loop's calls goes on until it ends by itself; the pass outside it is the last, or the
        // next one.
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
        loop.atThreadEnd = { [self] in threadHasEnded() }
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

    /// Calls what owes an answer, on the thread.
    func owing<Result>(_ answer: OwedAnswer, _ body: () -> Result) -> Result {
        owed.append(answer)
        defer { owed.removeLast() }
        return body()
    }

    /// The last thing on the thread, also where one of its calls ends it.
    private func threadHasEnded() {
        let waiters = state.withLock { state in
            state.phase = .stopping
            state.hasEnded = true
            return state.waiters
        }
        for answer in owed { answer.refuse() }
        owed = []
        for waiter in waiters { waiter.resume() }
        ended.leave()
    }
}
