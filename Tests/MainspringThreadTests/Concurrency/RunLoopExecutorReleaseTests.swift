import AllocationCounter
import Locks
import Mainspring
import Testing

/// An actor that lives on a thread of its own.
private actor Pinned {
    nonisolated let executor: RunLoopExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private(set) var values: [Int] = []

    init(_ executor: RunLoopExecutor) { self.executor = executor }

    func add(_ value: Int) { values.append(value) }
    var isOnItsThread: Bool { CFRunLoopGetCurrent() === executor.loop }
}

/// A global actor that lives on a thread of its own.
@globalActor
private actor Workshop {
    static let thread = RunLoopThread(name: "workshop")
    static let shared = Workshop()
    private static let executor = thread.executor
    nonisolated var unownedExecutor: UnownedSerialExecutor { Self.executor.asUnownedSerialExecutor() }
}

@Workshop private func isInTheWorkshop() -> Bool { Workshop.thread.isCurrent }

/// Whether the tests were built for release.
private let isOptimized: Bool = {
    #if DEBUG
        false
    #else
        true
    #endif
}()

/// Not asynchronous, since from there the compiler refuses it.
private func assume(_ actor: Pinned) { actor.assumeIsolated { _ in } }

@Suite struct RunLoopExecutorReleaseTests {
    @Test func `an actor's code runs on the thread of its loop, in the order in which it was asked for`() async {
        let thread = RunLoopThread(name: "pinned")
        let actor = Pinned(thread.executor)
        for value in 0..<100 { await actor.add(value) }
        #expect(await actor.values == Array(0..<100))
        #expect(await actor.isOnItsThread)
        thread.stop()
    }

    @Test func `a global actor is pinned to a thread across awaits`() async {
        #expect(await isInTheWorkshop())
        let stays = await Task { @Workshop in
            let before = Workshop.thread.isCurrent
            await Task.yield()
            await Task.detached {}.value
            return before && Workshop.thread.isCurrent
        }.value
        #expect(stays)
    }

    @Test func `a task that prefers the executor runs on the loop's thread`() async {
        let thread = RunLoopThread(name: "preferred")
        let executor = thread.executor
        let isThere = await withTaskExecutorPreference(executor) { CFRunLoopGetCurrent() === executor.loop }
        #expect(isThere)
        thread.stop()
    }

    @Test func `assumeIsolated holds inside the call-outs of the loop`() async throws {
        let thread = RunLoopThread(name: "isolated")
        let actor = Pinned(thread.executor)
        let kinds = CallLog()
        try thread.performAndWait {
            let loop = CFRunLoopGetCurrent()!
            let note: @Sendable (String) -> Void = { kind in actor.assumeIsolated { _ in kinds.add(kind) } }
            note("block")
            let timer = CFRunLoopTimerCreateWithHandler(nil, 0, 0, 0, 0) { _ in note("timer") }
            CFRunLoopAddTimer(loop, timer, .defaultMode)
            let observer = CFRunLoopObserverCreateWithHandler(
                nil, CFRunLoopActivity.beforeSources.rawValue, false, 0
            ) { _, _ in note("observer") }
            CFRunLoopAddObserver(loop, observer, .defaultMode)
            var context = CFRunLoopSourceContext()
            context.perform = { _ in note("source0") }
            let source = CFRunLoopSourceCreate(nil, 0, &context)
            CFRunLoopAddSource(loop, source, .defaultMode)
            CFRunLoopSourceSignal(source)
            _ = CFRunLoopRunInMode(.defaultMode, 0, false)
            _ = CFRunLoopRunInMode(.defaultMode, 0, false)
            CFRunLoopSourceInvalidate(source)
        }
        #expect(Set(kinds.entries) == ["block", "timer", "observer", "source0"])
        thread.stop()
    }

    @Test func `code of an actor on a loop's executor traps when it is assumed on another thread`() async {
        await #expect(processExitsWith: .failure) {
            let thread = RunLoopThread(name: "elsewhere")
            assume(Pinned(thread.executor))
        }
    }

    @Test(
        .enabled(if: allocation_counter_works(), "a sanitizer has an allocator of its own"),
        .enabled(if: isOptimized, "an unoptimized build allocates where the source does not"))
    func `a job costs the loop's thread no allocation`() async {
        let thread = RunLoopThread(name: "frugal")
        let executor = thread.executor
        let counted = await withTaskExecutorPreference(executor) {
            // The first rounds size the queue's arrays and the task's own memory.
            for _ in 0..<100 { await Task.yield() }
            let before = allocation_counter_value()
            for _ in 0..<1_000 { await Task.yield() }
            return allocation_counter_value() - before
        }
        #expect(counted == 0)
        thread.stop()
    }

    @Test func `jobs that wait when the loop's thread ends are reported, as one that comes later is`() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let (isReady, mayEnd) = (Gate(), Gate())
            let executor = Guarded<RunLoopExecutor?>(nil)
            let thread = TestThread {
                executor.withLock { $0 = RunLoopExecutor(loop: CFRunLoopGetCurrent()) }
                isReady.open()
                mayEnd.pass()
            }
            isReady.pass()
            for _ in 0..<3 { Task(executorPreference: executor.withLock { $0 }) { fatalError("ran") } }
            mayEnd.open()
            try thread.join()
            Task(executorPreference: executor.withLock { $0 }) { fatalError("ran") }
        }
        let words = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(words.contains("3 jobs were enqueued on the executor of a run loop whose thread has ended"))
        #expect(words.contains("a job was enqueued on the executor of a run loop whose thread has ended"))
    }

    @Test func `a job that comes after the thread's end is reported, and runs nowhere`() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let thread = RunLoopThread(name: "gone")
            let executor = thread.executor
            thread.stop()
            Task(executorPreference: executor) { fatalError("ran") }
        }
        let words = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(words.contains("enqueued on the executor of a run loop whose thread has ended"))
    }
}
