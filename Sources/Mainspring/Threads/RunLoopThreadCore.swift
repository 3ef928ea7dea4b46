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
    }

    private let name: String
    private let clock: RunLoopClock
    private let state = Guarded(State())
    private let startLock = DispatchSemaphore(value: 1)
    private let started = DispatchSemaphore(value: 0)
    private let ended = DispatchGroup()
    private let threadID = Atomic<Int32>(0)
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

    func start() {
        startLock.wait()
        defer { startLock.signal() }
        guard state.withLock({ if case .notStarted = $0.phase { true } else { false } }) else { return }
        // Virtual time must not move before the new loop takes part in it; it lets go of this when it first sleeps.
        let hold = (clock as? VirtualClock)?.hold()
        ended.enter()
        spawn {
            self.main(hold)
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
