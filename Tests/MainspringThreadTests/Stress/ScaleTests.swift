import CLinux
import Glibc
import Locks
import SeededRandom
import Synchronization
import Testing

@testable import Mainspring

@Suite struct ScaleTests {
    @Test func `a million timers are added, nine of ten are cancelled, and the rest fire in order`() throws {
        try onVirtualLoop { loop in
            let count = Seeds.size(1_000_000, sanitized: 100_000)
            var random = SeededGenerator(seed: 1)
            let last = Guarded((time: 0.0, count: 0, inOrder: true))
            var timers: [CFRunLoopTimer] = []
            timers.reserveCapacity(count)
            for _ in 0..<count {
                let date = Double(Int.random(in: 1...10_000, using: &random))
                let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, date, 0, 0, 0) { _ in
                    last.withLock { $0 = (date, $0.count + 1, $0.inOrder && date >= $0.time) }
                }
                loop.add(timer, to: .defaultMode)
                timers.append(timer)
            }
            for (index, timer) in timers.enumerated() where index % 10 != 0 { timer.invalidate() }
            #if DEBUG
                // Ten levels of four; a random insert rises little, a cancel may sink to the ground.
                let comparisons = loop.defaultMode.timers.comparisons
                let moves = loop.defaultMode.timers.moves
                #expect(comparisons < count * 3 + count * 42)
                #expect(moves < count * 4 + count * 12)
            #endif
            #expect(loop.run(for: 10_001) == .finished)
            let result = last.withLock { $0 }
            #expect(result.count == count / 10)
            #expect(result.inOrder)
        }
    }

    /// Raises the soft limit on descriptors to a wish or to the hard limit, and returns the descriptors within the wish.
    private static func descriptorLimit(raisedTo wish: Int) -> Int {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = min(limit.rlim_max, max(limit.rlim_cur, rlim_t(wish)))
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(min(limit.rlim_cur, rlim_t(wish)))
    }

    @Test
    func
        `ten thousand descriptors, or as many as there may be, are watched and served, and those of another mode do not spin`()
        async
    {
        await #expect(processExitsWith: .success) {
            try onVirtualLoop { loop in
                // The test runner and the loop need descriptors as well.
                let count = ScaleTests.descriptorLimit(raisedTo: 10_100) - 100
                let other = CFRunLoopMode("other")
                let served = Guarded(Array(repeating: 0, count: count))
                var sources: [FileDescriptorSource] = []
                for number in 0..<count {
                    let descriptor = eventfd(0, Int32(O_NONBLOCK))
                    precondition(descriptor >= 0, "errno \(errno)")
                    let source = try FileDescriptorSource(
                        fileDescriptor: descriptor, events: .readable, closesOnInvalidate: true
                    ) { _ in
                        served.withLock { $0[number] += 1 }
                        var value: UInt64 = 0
                        read(descriptor, &value, 8)
                    }
                    loop.add(source.source, to: .defaultMode)
                    sources.append(source)
                }
                loop.keepAlive(other)
                precondition(loop.run(for: 3_600) == .timedOut)
                for source in sources { eventfd_write(source.fileDescriptor, 1) }

                let before = loop.turns
                precondition(loop.run(for: 3_600, in: other) == .timedOut)
                precondition(served.withLock { $0.allSatisfy { $0 == 0 } })
                precondition(loop.turns - before <= UInt64(count) + 3)
                let parked = loop.turns
                precondition(loop.run(for: 3_600, in: other) == .timedOut)
                precondition(loop.turns - parked <= 3, "what was parked fires again")

                precondition(loop.run(for: 3_600) == .timedOut)
                precondition(served.withLock { $0.allSatisfy { $0 == 1 } })
                for source in sources { source.invalidate() }
                precondition(loop.poll() == .finished)
            }
        }
    }

    @Test func `a thousand modes have their items, and common items are in all of them`() throws {
        try onVirtualLoop { loop in
            let names = (0..<1_000).map { CFRunLoopMode("mode \($0)") }
            let log = Guarded<[String: Int]>([:])
            @Sendable func note(_ what: String) { log.withLock { $0[what, default: 0] += 1 } }
            for name in names { loop.addCommonMode(name) }
            let common = CFRunLoopSource.manual { note("common source") }
            loop.add(common, to: .commonModes)
            loop.add(CFRunLoopObserverCreateWithHandler(nil, 1, true, 0) { _, _ in note("observer") }, to: .commonModes)
            let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 1e6, 1, 0, 0) { _ in note("timer") }
            loop.add(timer, to: .commonModes)
            for name in names {
                let own = CFRunLoopSource.manual { note("own source") }
                loop.add(own, to: name)
                own.signal()
                loop.post({ note("block") }, mode: name)
            }
            #expect(loop.allModeNames.count == 1_001)
            for name in names {
                common.signal()
                loop.poll(name)
            }
            #expect(
                log.withLock { $0 } == ["common source": 1_000, "observer": 1_000, "own source": 1_000, "block": 1_000])
            #expect(loop.nextTimerFireDate(in: names[999]) == 1e6)
            timer.invalidate()
            common.invalidate()
            #expect(loop.nextTimerFireDate(in: names[999]) == 0)
        }
    }

    @Test func `a hundred thousand blocks that other threads post are called in each thread's order`() throws {
        let running = RunningLoop()
        let log = Guarded<[[Int]]>(Array(repeating: [], count: 4))
        let threads = (0..<4).map { number in
            TestThread {
                for block in 0..<25_000 {
                    running.loop.post({ log.withLock { $0[number].append(block) } }, mode: .commonModes)
                    if block % 100 == 0 { CFRunLoopWakeUp(running.loop) }
                }
            }
        }
        for thread in threads { try thread.join() }
        try running.end()
        // The common modes are the default one alone, and the last look at it has found what was left.
        for number in 0..<4 { #expect(log.withLock { $0[number] } == Array(0..<25_000)) }
    }
}
