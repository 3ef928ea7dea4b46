import Glibc
import Locks
import Synchronization
import SeededRandom
import Testing

@testable import Mainspring

/// `CFRunLoopWakeUp` and `CFRunLoopStop` in a signal handler, which may have interrupted anything.
@Suite(.serialized) struct SignalHandlerTests {
    private static let signal: Int32 = 60

    /// What the handler works on. Set before the signal comes, and taken away when no more will come.
    private enum Target {
        // `nonisolated(unsafe)`: written while the handler is not installed.
        nonisolated(unsafe) static var loop: CFRunLoop?
        static let calls = Atomic<Int>(0)
        static let stops = Atomic<Bool>(false)
    }

    /// Runs a closure while the signal wakes a loop, and stops it if `stops` is set.
    private func handling(_ loop: CFRunLoop, stops: Bool, _ body: () throws -> Void) rethrows {
        Target.loop = loop
        Target.calls.store(0, ordering: .relaxed)
        Target.stops.store(stops, ordering: .relaxed)
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in
            CFRunLoopWakeUp(Target.loop)
            if Target.stops.load(ordering: .relaxed) { CFRunLoopStop(Target.loop) }
            Target.calls.wrappingAdd(1, ordering: .relaxed)
        }
        sigaction(Self.signal, &action, nil)
        try body()
        Glibc.signal(Self.signal, SIG_IGN)
        Target.loop = nil
    }

    @Test func `a handler that interrupts the holder of the loop's lock stops the run`() throws {
        try onThread {
            let loop = LoopTable.current
            loop.keepAlive(.defaultMode)
            handling(loop, stops: true) {
                loop.post(
                    {
                        loop.lock.lock()
                        raise(Self.signal)
                        loop.lock.unlock()
                    }, mode: .defaultMode)
                #expect(loop.run(for: 60) == .stopped)
            }
        }
    }

    @Test func `a handler that interrupts the holder of the loop's lock wakes the next wait`() throws {
        try onVirtualLoop { loop in
            loop.keepAlive(.defaultMode)
            let passes = Counter()
            loop.add(
                CFRunLoopObserverCreateWithHandler(nil, CFRunLoopActivity.beforeWaiting.rawValue, true, 0) { _, _ in
                    passes.add()
                    guard passes.value == 1 else { return }
                    loop.lock.lock()
                    raise(Self.signal)
                    loop.lock.unlock()
                }, to: .defaultMode)
            handling(loop, stops: false) { #expect(loop.run(for: 60) == .timedOut) }
            #expect(passes.value == 2)
        }
    }

    @Test(
        .disabled(if: Sanitizers.hasThread, "the thread sanitizer holds a signal back that comes just before the sleep")
    )
    func `a handler that interrupts a sleeping loop stops its run`() throws {
        try onThread {
            let loop = LoopTable.current
            loop.keepAlive(.defaultMode)
            let sleeper = pthread_self()
            try handling(loop, stops: true) {
                let other = TestThread {
                    while !loop.wake.isSleeping { sched_yield() }
                    pthread_kill(sleeper, Self.signal)
                }
                #expect(loop.run(for: 60) == .stopped)
                try other.join()
            }
        }
    }

    @Test(arguments: [false, true])
    func `a hundred thousand signals during adds and posts do no harm`(stops: Bool) throws {
        let wanted = stops ? Seeds.size(100_000, sanitized: 10_000) : Seeds.size(20_000, sanitized: 4_000)
        let handle = Guarded<pthread_t?>(nil)
        let began = Gate()
        let mayEnd = Gate()
        let thread = TestThread {
            let loop = LoopTable.current
            loop.keepAlive(.defaultMode)
            let called = Counter()
            var posted = 0
            handling(loop, stops: stops) {
                handle.withLock { $0 = pthread_self() }
                began.open()
                while Target.calls.load(ordering: .relaxed) < wanted {
                    let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(
                        nil, CFAbsoluteTimeGetCurrent(), 0, 0, 0
                    ) { _ in
                        called.add()
                    }
                    loop.add(timer, to: .commonModes)
                    let source = CFRunLoopSource.manual { called.add() }
                    loop.add(source, to: .defaultMode)
                    source.signal()
                    loop.post({ called.add() }, mode: .defaultMode)
                    posted += 3
                    // A stop between two runs is nobody's; one inside a run may come before the timer's turn. Where nobody stops
                    // it the run would take its whole time.
                    while called.value < posted { loop.run(for: stops ? 1 : 0) }
                    source.invalidate()
                    let cancelled: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 1e9, 0, 0, 0) { _ in }
                    loop.add(cancelled, to: .defaultMode)
                    cancelled.invalidate()
                }
                mayEnd.pass()
            }
            #expect(called.value == posted)
        }
        began.pass()
        let target = handle.withLock { $0 }!
        for sent in 0..<wanted {
            // One at a time, or the handler would be all that runs.
            while Target.calls.load(ordering: .relaxed) < sent { sched_yield() }
            pthread_kill(target, Self.signal)
        }
        mayEnd.open()
        try thread.join()
    }
}
