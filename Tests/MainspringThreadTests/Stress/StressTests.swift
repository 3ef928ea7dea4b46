import CLinux
import Glibc
import Locks
import SeededRandom
import Synchronization
import Testing

@testable import Mainspring

/// Many threads at the same loops and items: also what the thread sanitizer is to look at.
@Suite struct StressTests {
    private static let modes = RunningLoop.modes + [.commonModes]

    @Test(arguments: Seeds.first(1, soak: 4))
    func `eight threads post, wake and stop, and no block is lost or called twice`(seed: UInt64) throws {
        let running = [RunningLoop(), RunningLoop()]
        let called = Counter()
        let posted = Counter()
        let threads = (0..<8).map { number in
            TestThread {
                var random = SeededGenerator(seed: seed &* 100 &+ UInt64(number))
                for _ in 0..<2_000 {
                    let loop = running.randomElement(using: &random)!.loop
                    switch Int.random(in: 0..<8, using: &random) {
                    case 0..<4:
                        loop.post({ called.add() }, mode: Self.modes.randomElement(using: &random)!)
                        posted.add()
                    case 4:
                        loop.post({ called.add() }, modes: [RunningLoop.modes[1], RunningLoop.modes[2]])
                        posted.add()
                    case 5: CFRunLoopStop(loop)
                    default: CFRunLoopWakeUp(loop)
                    }
                }
            }
        }
        for thread in threads { try thread.join() }
        for loop in running { try loop.end() }
        #expect(called.value == posted.value, "seed \(seed)")
    }

    @Test func `of posts close upon each other none is left lying until something else wakes the loop`() throws {
        let thread = RunLoopThread(name: "reader")
        let loop = thread.loop
        let called = Counter()
        let limit = mainspring_monotonic_now() + 120_000_000_000
        for round in 1...20_000 {
            for _ in 0..<2 {
                loop.post({ called.add() }, mode: .commonModes)
                CFRunLoopWakeUp(loop)
            }
            while called.value < 2 * round {
                sched_yield()
                try #require(mainspring_monotonic_now() < limit, "A post was not called in round \(round).")
            }
        }
        thread.stop()
    }

    @Test(arguments: Seeds.first(4))
    func `eight threads add, remove, change, signal and end the same items in two loops`(seed: UInt64) throws {
        let running = [RunningLoop(), RunningLoop()]
        let pool = try ItemPool()
        let threads = (0..<8).map { number in
            TestThread {
                var random = SeededGenerator(seed: seed &* 100 &+ UInt64(number))
                for _ in 0..<400 {
                    let loop = running.randomElement(using: &random)!.loop
                    try pool.doSomething(with: loop, in: Self.modes.randomElement(using: &random)!, &random)
                }
            }
        }
        for thread in threads { try thread.join() }
        pool.end()
        for running in running {
            running.loop.lock.withLock {
                for mode in running.loop.modes {
                    // The one source that keeps each mode alive.
                    let kept = mode.name == .commonModes ? 0 : 1
                    #expect(mode.itemCount.load(ordering: .relaxed) == kept, "seed \(seed)")
                    #expect(mode.timerCount.load(ordering: .relaxed) == 0, "seed \(seed)")
                    #expect(mode.tolerantTimers == 0, "seed \(seed)")
                    #expect(mode.sources0.count == kept && mode.sources1.isEmpty, "seed \(seed)")
                }
                #expect(running.loop.descriptors.all.isEmpty, "seed \(seed)")
            }
            try running.end()
        }
        #expect(pool.objects == 0, "seed \(seed)")
        #expect(pool.calls > 0, "seed \(seed)")
    }

    /// A loop that is to end when it has called some blocks.
    private struct EndingLoop {
        let loop: CFRunLoop
        let called: Counter
    }

    @Test(arguments: Seeds.first(1, soak: 4))
    func `threads end with work queued, and every block is called once or let go uncalled`(seed: UInt64) throws {
        let loops = Guarded<[EndingLoop]>([])
        let isOver = Guarded(false)
        let posted = Counter()
        let letGo = Counter()
        let posters = (0..<4).map { number in
            TestThread {
                var random = SeededGenerator(seed: seed &* 100 &+ UInt64(number))
                while !isOver.withLock({ $0 }) {
                    guard let ending = loops.withLock({ $0.randomElement(using: &random) }) else { continue }
                    guard !ending.loop.threadHasEnded else { continue }
                    let object = OnEnd { letGo.add() }
                    posted.add()
                    ending.loop.post({ withExtendedLifetime(object) { ending.called.add() } }, mode: .defaultMode)
                    CFRunLoopWakeUp(ending.loop)
                }
            }
        }
        let called = Counter()
        for _ in 0..<100 {
            let threads = (0..<2).map { _ in
                TestThread {
                    let ending = EndingLoop(loop: CFRunLoopGetCurrent(), called: Counter())
                    ending.loop.keepAlive(.defaultMode)
                    loops.withLock { $0.append(ending) }
                    while ending.called.value < 5 { ending.loop.run(for: 0.001) }
                    called.add(ending.called.value)
                }
            }
            for thread in threads { try thread.join() }
            loops.withLock { $0 = [] }
        }
        isOver.withLock { $0 = true }
        for poster in posters { try poster.join() }
        #expect(letGo.value == posted.value, "seed \(seed)")
        #expect(called.value <= posted.value, "seed \(seed)")
    }

    @Test func `items are changed and ended while the threads of their loops end`() throws {
        for round in 0..<60 {
            let loop = Guarded<CFRunLoop?>(nil)
            let isReady = Gate()
            let timers: [CFRunLoopTimer] = (0..<20).map { _ in
                CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent() + 60, 1, 0, 0) { _ in }
            }
            let sources = (0..<20).map { _ in CFRunLoopSource.manual {} }
            let observers: [CFRunLoopObserver] = (0..<20).map { _ in
                CFRunLoopObserverCreateWithHandler(nil, 0xFFF, true, 0) { _, _ in }
            }
            let ending = TestThread {
                let own = CFRunLoopGetCurrent()!
                for timer in timers { own.add(timer, to: .commonModes) }
                for source in sources { own.add(source, to: .commonModes) }
                for observer in observers { own.add(observer, to: .commonModes) }
                loop.withLock { $0 = own }
                isReady.open()
            }
            isReady.pass()
            let own = loop.withLock { loop in
                // The last reference may be the thread's.
                defer { loop = nil }
                return round % 2 == 0 ? loop : nil
            }
            let changesTimers = TestThread {
                for timer in timers {
                    timer.nextFireDate += 1
                    timer.tolerance = 0.1
                    own?.remove(timer, from: .defaultMode)
                    own?.add(timer, to: .defaultMode)
                    timer.invalidate()
                }
            }
            let changesOthers = TestThread {
                for source in sources {
                    source.signal()
                    own?.add(source, to: CFRunLoopMode("other"))
                    source.invalidate()
                }
                for observer in observers {
                    own?.add(observer, to: CFRunLoopMode("other"))
                    observer.invalidate()
                }
            }
            try ending.join()
            try changesTimers.join()
            try changesOthers.join()
            for timer in timers { #expect(!timer.isValid) }
        }
    }
}
