import Glibc
import Locks
import Mainspring
import Testing

@Suite struct RunLoopThreadTests {
    private struct Refusal: Error, Equatable {}

    @Test func `work is called on the thread, in order`() throws {
        let thread = RunLoopThread(name: "ordered")
        let log = CallLog()
        for number in 0..<10 { thread.perform { log.add("\(number) \(thread.isCurrent)") } }
        try thread.performAndWait {}
        #expect(log.entries == (0..<10).map { "\($0) true" })
        thread.stop()
    }

    @Test
    func `performAndWait gives back what the closure returns or throws, and on the thread itself calls it at once`()
        throws
    {
        let thread = RunLoopThread(name: "waiting")
        #expect(try thread.performAndWait { 6 * 7 } == 42)
        #expect(throws: Refusal()) { try thread.performAndWait { throw Refusal() } }
        #expect(try thread.performAndWait { try thread.performAndWait { "nested" } } == "nested")
        thread.stop()
    }

    @Test func `an async run gives back what the closure returns or throws`() async throws {
        let thread = RunLoopThread(name: "async")
        #expect(try await thread.run { thread.isCurrent })
        await #expect(throws: Refusal()) { try await thread.run { throw Refusal() } }
        thread.stop()
    }

    @Test func `what was accepted before the stop is called before the thread ends`() {
        let thread = RunLoopThread(name: "draining")
        let counter = Counter()
        for _ in 0..<1_000 { thread.perform { counter.add() } }
        thread.stop()
        #expect(counter.value == 1_000)
    }

    @Test func `a stopped thread refuses work and says so`() async {
        let thread = RunLoopThread(name: "stopped")
        thread.start()
        thread.stop()
        #expect(!thread.perform {})
        #expect(throws: RunLoopThread.Stopped.self) { try thread.performAndWait {} }
        await #expect(throws: RunLoopThread.Stopped.self) { try await thread.run {} }
    }

    @Test func `the loop of a stopped thread is asked for in vain`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let thread = RunLoopThread(name: "lost")
            thread.start()
            thread.stop()
            _ = thread.loop
        }
        let words = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(words.contains("The run loop of the thread “lost” was asked for after the thread had been stopped"))
    }

    @Test func `a stop before the start, and a second one, do nothing`() {
        let thread = RunLoopThread(name: "never")
        thread.stop()
        thread.stop()
        #expect(!thread.perform {})
    }

    @Test func `nothing is retained in a circle: when the object goes, the thread stops and lets go of its loop`()
        async throws
    {
        weak var object: RunLoopThread?
        weak var loop: CFRunLoop?
        let ended = ThreadEndWatch()
        do {
            let thread = RunLoopThread(name: "forgotten")
            object = thread
            loop = thread.loop
            try thread.performAndWait { ended.watchCurrentThread() }
        }
        #expect(object == nil)
        ended.wait()
        #expect(loop == nil)
    }

    @Test func `a stop from the thread itself does not wait for it`() throws {
        let thread = RunLoopThread(name: "self")
        let log = CallLog()
        try thread.performAndWait {
            thread.stop()
            log.add("went on")
        }
        thread.stop()
        #expect(log.entries == ["went on"])
    }

    @Test func `a stop lets a nested run end by itself, and the thread ends after it`() throws {
        let thread = RunLoopThread(name: "nested", clock: VirtualClock())
        let log = CallLog()
        let began = Gate()
        thread.perform {
            began.open()
            let result = CFRunLoopRunInMode(.defaultMode, 10, false)
            log.add("\(result) after \(CFAbsoluteTimeGetCurrent())")
        }
        began.pass()
        thread.stop()
        #expect(log.entries == ["timedOut after 10.0"])
    }

    @Test func `a stop that races with the start ends the thread`() {
        for _ in 0..<200 {
            let thread = RunLoopThread(name: "short")
            let other = TestThread { thread.start() }
            thread.stop()
            try? other.join()
            thread.stop()
        }
    }

    @Test func `virtual time goes on while a loop's thread waits for another one`() throws {
        let clock = VirtualClock()
        try onVirtualLoop(clock: clock) { loop in
            loop.keepAlive(.defaultMode)
            let times = Guarded<[CFAbsoluteTime]>([])
            let start = clock.absoluteTime
            loop.post(
                {
                    let worker = RunLoopThread(name: "worker", clock: clock)
                    do { _ = try worker.performAndWait { CFRunLoopRunInMode(.defaultMode, 3_600, false) } } catch {
                        Issue.record(error)
                    }
                    times.withLock { $0.append(clock.absoluteTime - start) }
                    worker.perform { CFRunLoopRunInMode(.defaultMode, 60, false) }
                    worker.stop()
                    times.withLock { $0.append(clock.absoluteTime - start) }
                }, mode: .defaultMode)
            loop.poll()
            #expect(times.withLock { $0 } == [3_600, 3_660])
        }
    }

    @Test func `blocks that were to be called behind one that ends the thread are let go of`() {
        final class Canary: Sendable {
            let released: Guarded<Int>
            init(_ released: Guarded<Int>) { self.released = released }
            deinit { released.withLock { $0 += 1 } }
        }
        let (thread, released, mayGo) = (RunLoopThread(name: "exiting"), Guarded(0), Gate())
        // While this block waits, the blocks below gather in the queue and are later taken in one batch.
        thread.perform { mayGo.pass() }
        thread.perform { pthread_exit(nil) }
        for _ in 0..<100 { thread.perform { [canary = Canary(released)] in withExtendedLifetime(canary) {} } }
        mayGo.open()
        thread.stop()
        #expect(released.withLock { $0 } == 100)
    }

    @Test func `work that ends its thread is answered, and so is the work behind it`() async throws {
        let thread = RunLoopThread(name: "exiting")
        let mayEnd = Gate()
        thread.perform {
            mayEnd.pass()
            pthread_exit(nil)
        }
        let behind = Task { try await thread.run { 1 } }
        mayEnd.open()
        await #expect(throws: RunLoopThread.Stopped.self) { try await behind.value }
        thread.stop()
        #expect(!thread.perform {})

        let other = RunLoopThread(name: "exiting too")
        let exit: @Sendable () -> Void = { pthread_exit(nil) }
        await #expect(throws: RunLoopThread.Stopped.self) { try await other.run(exit) }
        #expect(throws: RunLoopThread.Stopped.self) { try other.performAndWait {} }
        other.stop()

        let last = RunLoopThread(name: "exiting while one waits")
        #expect(throws: RunLoopThread.Stopped.self) { try last.performAndWait(exit) }
        last.stop()
    }

    @Test func `timers of a thread on a virtual clock fire while its maker waits`() throws {
        let clock = VirtualClock()
        let thread = RunLoopThread(name: "virtual", clock: clock)
        let log = CallLog()
        let fired = AsyncGate()
        thread.perform {
            let timer = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent() + 3_600, 0, 0, 0) { _ in
                log.add("\(CFAbsoluteTimeGetCurrent())")
                fired.open()
            }
            CFRunLoopAddTimer(CFRunLoopGetCurrent(), timer, .commonModes)
        }
        fired.wait()
        thread.stop()
        #expect(log.entries == ["3600.0"])
    }

    @Test func `entering a loop on the main queue after an await of an async main traps and says how to do it right`()
        async throws
    {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { CFRunLoopRun() }
        }
        let words = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(words.contains("after the first `await` of an `async main`"))
        #expect(words.contains("MainLoopProgram"))
    }
}
