import Mainspring
import Dispatch
import Glibc

actor Pinned {
    let thread: RunLoopThread
    nonisolated let executor: RunLoopExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    var n = 0
    init(_ t: RunLoopThread) { thread = t; executor = t.executor }
    func bump() -> (Int, Bool) { n += 1; return (n, thread.isCurrent) }
}

@main struct Demo: MainLoopProgram {
    func run() async throws {
        print("start", getpid() == gettid())
        try await Task.sleep(for: .milliseconds(5))
        print("after await", getpid() == gettid())
        let w = RunLoopThread(name: "worker")
        print(try w.performAndWait { 1 + 1 })
        let a = Pinned(w)
        for _ in 0..<3 { print(await a.bump()) }
        print(try await w.run { "ran" }, getpid() == gettid())
        w.stop()
        print(w.perform {})
        let clock = VirtualClock()
        let v = RunLoopThread(name: "virtual", clock: clock)
        let s = clock.now
        try await withCheckedThrowingContinuation { (c: CheckedContinuation<Void, any Error>) in
            v.perform {
                var k = 0
                let t = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent() + 60, 60, 0, 0) { t in
                    k += 1
                    if k == 1440 { CFRunLoopTimerInvalidate(t); print("day", CFAbsoluteTimeGetCurrent()); c.resume() }
                }
                CFRunLoopAddTimer(CFRunLoopGetCurrent(), t, .commonModes)
            }
        }
        print(s.duration(to: clock.now))
        v.stop()
        await withCheckedContinuation { c in DispatchQueue.main.async { c.resume() } }
        print("end")
    }
}
func gettid() -> Int32 { Int32(truncatingIfNeeded: syscall_gettid()) }
func syscall_gettid() -> Int { Int(CFRunLoopGetCurrent() === CFRunLoopGetMain() ? getpid() : 0) }
