import Locks
import Testing

@testable import Mainspring

/// Several loops on several threads under one virtual clock.
@Suite struct VirtualDayTests {
    private static let day: CFTimeInterval = 86_400

    /// Runs a day of timers on four threads, and returns what happened, in the order in which it did.
    private func runDay() async throws -> [String] {
        let clock = VirtualClock()
        let log = CallLog()
        let hold = clock.hold()
        let threads = ["a", "b", "c", "d"].map { RunLoopThread(name: $0, clock: clock) }
        // Many of these come to the same instant, on one thread and on several.
        let intervals: [[CFTimeInterval]] = [[120], [120, 360], [300, 600], [180]]
        for (thread, intervals) in zip(threads, intervals) {
            try thread.performAndWait {
                for interval in intervals {
                    let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, interval, interval, 0, 0) {
                        timer in
                        let time = CFAbsoluteTimeGetCurrent()
                        guard time < Self.day else { return CFRunLoopTimerInvalidate(timer) }
                        log.add("\(time) \(thread.name) \(interval)")
                        // The next thread is told, and has called the block before time goes on.
                        if Int(time) % 3_600 == 0, thread.name == "a" {
                            threads[3].perform { log.add("\(CFAbsoluteTimeGetCurrent()) told") }
                        }
                    }
                    CFRunLoopAddTimer(CFRunLoopGetCurrent(), timer, .commonModes)
                }
            }
        }
        hold.release()
        try await clock.sleep(until: clock.now.advanced(by: .seconds(Self.day + 1)))
        for thread in threads { thread.stop() }
        return log.entries
    }

    @Test func `a day of timers on several threads is always the same day`() async throws {
        let first = try await runDay()
        var expected = 0
        for interval in [120, 120, 360, 300, 600, 180] { expected += Int(Self.day) / interval - 1 }
        #expect(first.count == expected + 23)
        let times = first.compactMap { Double($0.prefix { $0 != " " }) }
        #expect(times == times.sorted())
        // A block that a timer posted to another thread comes while that timer's time is still on the clock; which of the two
        // threads is first with what both do at that time, nobody promised.
        func comparable(_ day: [String]) -> [String] { day.filter { !$0.hasSuffix("told") } }
        for run in 2...20 {
            let day = try await runDay()
            #expect(comparable(day) == comparable(first), "run \(run)")
            #expect(day.count == first.count, "run \(run)")
        }
    }

    @Test func `a block posted to another thread is called before time goes on`() throws {
        let clock = VirtualClock()
        let hold = clock.hold()
        let near = RunLoopThread(name: "near", clock: clock)
        let far = RunLoopThread(name: "far", clock: clock)
        let times = Guarded<[CFAbsoluteTime]>([])
        let done = Gate()
        far.perform {
            // Would be the next, were time to go on.
            let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 1.001, 0, 0, 0) { _ in }
            CFRunLoopAddTimer(CFRunLoopGetCurrent(), timer, .defaultMode)
        }
        try near.performAndWait {
            for second in 1...50 {
                let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, Double(second), 0, 0, 0) { _ in
                    far.perform {
                        times.withLock { $0.append(CFAbsoluteTimeGetCurrent()) }
                        if second == 50 { done.open() }
                    }
                }
                CFRunLoopAddTimer(CFRunLoopGetCurrent(), timer, .defaultMode)
            }
        }
        hold.release()
        done.pass()
        let expected: [CFAbsoluteTime] = (1...50).map { CFAbsoluteTime($0) }
        #expect(times.withLock { $0 } == expected)
        near.stop()
        far.stop()
    }

    @Test func `a timer that one thread adds to another's sleeping loop is not passed over`() throws {
        let clock = VirtualClock()
        let hold = clock.hold()
        let adding = RunLoopThread(name: "adding", clock: clock)
        let firing = RunLoopThread(name: "firing", clock: clock)
        let times = Guarded<[CFAbsoluteTime]>([])
        let rounds = 5_000
        let done = Gate()
        let loop = firing.loop
        try adding.performAndWait {
            let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 1, 1, 0, 0) { timer in
                let now = CFAbsoluteTimeGetCurrent()
                if Int(now) == rounds { CFRunLoopTimerInvalidate(timer) }
                CFRunLoopAddTimer(
                    loop,
                    CFRunLoopTimerCreateWithHandler(nil, now + 0.5, 0, 0, 0) { _ in
                        times.withLock { $0.append(CFAbsoluteTimeGetCurrent()) }
                        if Int(now) == rounds { done.open() }
                    }, .defaultMode)
            }
            CFRunLoopAddTimer(CFRunLoopGetCurrent(), timer, .defaultMode)
        }
        hold.release()
        done.pass()
        let expected: [CFAbsoluteTime] = (1...rounds).map { CFAbsoluteTime($0) + 0.5 }
        #expect(times.withLock { $0 } == expected)
        adding.stop()
        firing.stop()
    }

    @Test func `a thread that ends does not keep time from moving`() throws {
        let clock = VirtualClock()
        for _ in 0..<3 {
            try onVirtualLoop(clock: clock) { loop in
                loop.keepAlive(.defaultMode)
                #expect(loop.run(for: 10) == .timedOut)
            }
        }
        #expect(clock.absoluteTime == 30)
    }

    @Test func `a loop that is busy keeps time from moving`() throws {
        let clock = VirtualClock()
        let hold = clock.hold()
        let busy = RunLoopThread(name: "busy", clock: clock)
        let waiting = RunLoopThread(name: "waiting", clock: clock)
        let mayEnd = Gate()
        let isBusy = Gate()
        let fired = Counter()
        waiting.perform {
            CFRunLoopAddTimer(
                CFRunLoopGetCurrent(), CFRunLoopTimerCreateWithHandler(nil, 5, 0, 0, 0) { _ in fired.add() },
                .defaultMode)
        }
        busy.perform {
            isBusy.open()
            mayEnd.pass()
        }
        isBusy.pass()
        hold.release()
        while !waiting.loop.wake.isSleeping {}
        #expect(clock.absoluteTime == 0)
        #expect(fired.value == 0)
        mayEnd.open()
        let after = Gate()
        waiting.perform {
            CFRunLoopAddTimer(
                CFRunLoopGetCurrent(), CFRunLoopTimerCreateWithHandler(nil, 6, 0, 0, 0) { _ in after.open() },
                .defaultMode)
        }
        after.pass()
        #expect(fired.value == 1)
        busy.stop()
        waiting.stop()
    }

    @Test func `an hour of nothing costs no wake-up`() throws {
        let clock = VirtualClock()
        let hold = clock.hold()
        let idle = RunLoopThread(name: "idle", clock: clock)
        idle.start()
        let loop = idle.loop
        while !loop.wake.isSleeping {}
        let before = loop.turns
        let hour = RunLoopThread(name: "hour", clock: clock)
        let isOver = Gate()
        hour.perform {
            CFRunLoopAddTimer(
                CFRunLoopGetCurrent(), CFRunLoopTimerCreateWithHandler(nil, 3_600, 0, 0, 0) { _ in isOver.open() },
                .defaultMode)
        }
        hold.release()
        isOver.pass()
        #expect(clock.absoluteTime == 3_600)
        #expect(loop.turns == before)
        idle.stop()
        hour.stop()
    }
}
