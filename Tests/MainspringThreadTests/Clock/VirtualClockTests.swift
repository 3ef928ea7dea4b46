import Glibc
import Locks
import SeededRandom
import Testing

@testable import Mainspring

@Suite struct VirtualClockTests {
    @Test func `it shows its epoch and stands there`() {
        let clock = VirtualClock(epoch: 1_000)
        #expect(clock.absoluteTime == 1_000)
        #expect(clock.now == clock.now)
        #expect(clock.minimumResolution == .nanoseconds(1))
    }

    @Test func `the functions that tell the time tell that of the thread's loop`() throws {
        try onVirtualLoop(clock: VirtualClock(epoch: 500)) { loop in
            #expect(CFAbsoluteTimeGetCurrent() == 500)
            loop.keepAlive(.defaultMode)
            loop.run(for: 100)
            #expect(CFAbsoluteTimeGetCurrent() == 600)
        }
        try onThread { #expect(CFAbsoluteTimeGetCurrent() > 800_000_000) }
    }

    @Test(arguments: [0.1, 0.3, 1 / 3, 1, 1.000_000_001, 59.999_999, 86_400, 1e6] as [CFTimeInterval])
    func `a timer and a deadline come at their time`(seconds: CFTimeInterval) throws {
        try onVirtualLoop { loop in
            let times = Guarded<[CFAbsoluteTime]>([])
            loop.keepAlive(.defaultMode)
            loop.add(
                CFRunLoopTimerCreateWithHandler(nil, seconds, 0, 0, 0) { _ in
                    times.withLock { $0.append(CFAbsoluteTimeGetCurrent()) }
                }, to: .defaultMode)
            #expect(loop.run(for: 2 * seconds) == .timedOut)
            let fired = times.withLock { $0 }
            #expect(fired.count == 1)
            // The nearest nanosecond.
            #expect(abs(fired[0] - seconds) < 1e-9)
            #expect(abs(CFAbsoluteTimeGetCurrent() - 2 * seconds) < 1e-9)
        }
    }

    @Test func `timers of one instant fire in one pass, those of the next in the next`() throws {
        try onVirtualLoop { loop in
            let log = CallLog()
            for (name, date) in [("a", 2.0), ("b", 1.0), ("c", 2.0), ("d", 3.0)] {
                loop.add(
                    CFRunLoopTimerCreateWithHandler(nil, date, 0, 0, 0) { _ in
                        log.add("\(name) \(CFAbsoluteTimeGetCurrent())")
                    }, to: .defaultMode)
            }
            loop.add(
                CFRunLoopObserverCreateWithHandler(nil, CFRunLoopActivity.beforeTimers.rawValue, true, 0) { _, _ in
                    log.add("pass")
                }, to: .defaultMode)
            #expect(loop.run(for: 10) == .finished)
            #expect(log.entries == ["pass", "b 1.0", "pass", "a 2.0", "c 2.0", "pass", "d 3.0"])
        }
    }

    @Test(arguments: Seeds.first(1))
    func `a timer whose date has nine places is neither early nor late by one of them`(seed: UInt64) throws {
        try onVirtualLoop { loop in
            var random = SeededGenerator(seed: seed)
            var dates: [CFAbsoluteTime] = []
            for _ in 0..<500 { dates.append(Double(Int.random(in: 1...1_000_000_000_000, using: &random)) / 1e9) }
            let differences = Guarded<[CFTimeInterval]>([])
            for date in dates {
                loop.add(
                    CFRunLoopTimerCreateWithHandler(nil, date, 0, 0, 0) { _ in
                        differences.withLock { $0.append(CFAbsoluteTimeGetCurrent() - date) }
                    }, to: .defaultMode)
            }
            loop.run(for: 2_000)
            #expect(differences.withLock { $0 } == Array(repeating: 0, count: 500), "seed \(seed)")
        }
    }

    // MARK: Holds

    @Test func `a hold keeps time from moving until it is released, once`() throws {
        let clock = VirtualClock()
        let first = clock.hold()
        let second = clock.hold()
        let fired = Gate()
        let thread = TestThread {
            let loop = LoopTable.makeCurrent(clock: clock)
            loop.add(CFRunLoopTimerCreateWithHandler(nil, 5, 0, 0, 0) { _ in fired.open() }, to: .defaultMode)
            loop.run(for: 10)
        }
        first.release()
        first.release()
        #expect(clock.absoluteTime == 0)
        second.release()
        fired.pass()
        try thread.join()
        #expect(clock.absoluteTime == 5)
    }

    @Test func `a hold that is let go is released`() throws {
        let clock = VirtualClock()
        do { _ = clock.hold() }
        try onVirtualLoop(clock: clock) { loop in
            loop.keepAlive(.defaultMode)
            #expect(loop.run(for: 1) == .timedOut)
        }
    }

    @Test func `a hold taken in a call keeps the run's deadline from coming`() throws {
        let clock = VirtualClock()
        let hold = Guarded<ClockHold?>(nil)
        let isHeld = Gate()
        let thread = TestThread {
            let loop = LoopTable.makeCurrent(clock: clock)
            loop.keepAlive(.defaultMode)
            loop.post(
                {
                    hold.withLock { $0 = clock.hold() }
                    isHeld.open()
                }, mode: .defaultMode)
            #expect(loop.run(for: 100) == .timedOut)
            #expect(clock.absoluteTime == 100)
        }
        isHeld.pass()
        #expect(clock.absoluteTime == 0)
        hold.withLock { $0 }!.release()
        try thread.join()
    }

    // MARK: Tasks

    @Test func `sleeping tasks are woken in order of time`() async throws {
        let clock = VirtualClock()
        let log = CallLog()
        let hold = clock.hold()
        await withTaskGroup { group in
            for second in [3, 1, 2] {
                group.addTask {
                    try? await clock.sleep(until: .init(nanoseconds: UInt64(second) * 1_000_000_000))
                    log.add("\(second)")
                    try? await clock.sleep(for: .seconds(10))
                }
            }
            while clock.sleeperCount < 3 { await Task.yield() }
            #expect(clock.absoluteTime == 0)
            hold.release()
        }
        #expect(log.entries.sorted() == ["1", "2", "3"])
        #expect(clock.absoluteTime >= 11)
    }

    @Test func `time that has passed is not slept for`() async throws {
        let clock = VirtualClock()
        let hold = clock.hold()
        try await clock.sleep(until: clock.now)
        try await clock.sleep(until: .init(nanoseconds: 0))
        try await clock.sleep(for: .seconds(-5))
        hold.release()
    }

    @Test func `a task whose sleep is cancelled wakes at once and holds nothing up`() async throws {
        let clock = VirtualClock()
        let hold = clock.hold()
        let task = Task { try await clock.sleep(for: .seconds(1_000)) }
        while clock.sleeperCount < 1 { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.absoluteTime == 0)
        #expect(clock.sleeperCount == 0)
        hold.release()
        try onVirtualLoop(clock: clock) { loop in
            loop.keepAlive(.defaultMode)
            #expect(loop.run(for: 1) == .timedOut)
        }
    }

    @Test func `a task that was cancelled before does not sleep`() async throws {
        let clock = VirtualClock()
        let hold = clock.hold()
        let began = Gate()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            began.open()
            try await clock.sleep(for: .seconds(1_000))
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        hold.release()
        #expect(clock.sleeperCount == 0)
    }

    @Test func `cancelling and waking a thousand tasks at once loses none of them`() async {
        let clock = VirtualClock()
        let ends = Counter()
        await withTaskGroup { group in
            for number in 0..<1_000 {
                group.addTask {
                    let sleeper = Task { try? await clock.sleep(for: .milliseconds(number % 7)) }
                    if number % 3 == 0 { sleeper.cancel() }
                    await sleeper.value
                    ends.add()
                }
            }
        }
        #expect(ends.value == 1_000)
        #expect(clock.sleeperCount == 0)
        #expect(clock.openHolds == 0)
    }

    @Test func `a task on a loop's executor sees the time that it slept for`() async throws {
        let clock = VirtualClock()
        let thread = RunLoopThread(name: "executor", clock: clock)
        let other = RunLoopThread(name: "other", clock: clock)
        other.perform {
            CFRunLoopAddTimer(
                CFRunLoopGetCurrent(), CFRunLoopTimerCreateWithHandler(nil, 0.25, 0.25, 0, 0) { _ in }, .commonModes)
        }
        let times = await Task(executorPreference: thread.executor) {
            var times: [CFAbsoluteTime] = []
            for _ in 0..<20 {
                try? await clock.sleep(for: .seconds(1))
                times.append(clock.absoluteTime)
            }
            // Here: whoever awaits this may have to wait for a processor, and time would fly on meanwhile.
            other.stop()
            return times
        }.value
        for (earlier, later) in zip(times, times.dropFirst()) { #expect(abs(later - earlier - 1) < 1e-6) }
        thread.stop()
    }

    // MARK: Stepping by hand

    @Test func `time that is advanced by hand wakes sleepers on its way`() async throws {
        let clock = VirtualClock()
        let hold = clock.hold()
        let log = CallLog()
        let tasks = [1, 2, 30].map { second in
            Task {
                try await clock.sleep(for: .seconds(second))
                log.add("\(second)")
            }
        }
        while clock.sleeperCount < 3 { await Task.yield() }
        clock.advance(by: .seconds(10))
        try await tasks[0].value
        try await tasks[1].value
        #expect(clock.absoluteTime == 10)
        #expect(log.entries.sorted() == ["1", "2"])
        clock.advance(to: .init(nanoseconds: 5))
        clock.advance(by: .seconds(-5))
        #expect(clock.absoluteTime == 10)
        hold.release()
        try await tasks[2].value
        #expect(clock.absoluteTime == 30)
    }

    // MARK: Steps

    @Test func `at one instant tasks come first, then steps in the order in which they were made, then loops`()
        async throws
    {
        let clock = VirtualClock()
        let log = CallLog()
        let hold = clock.hold()
        let steps = ["first step", "second step", "no step"].map { name in
            ClockStep(clock) { time in log.add("\(name) at \(time)") }
        }
        for step in steps.reversed() { step.schedule(at: 1_000_000_000) }
        steps[2].invalidate()
        let takesPart = Gate()
        let thread = TestThread {
            let loop = LoopTable.makeCurrent(clock: clock)
            loop.add(CFRunLoopTimerCreateWithHandler(nil, 1, 0, 0, 0) { _ in log.add("loop") }, to: .defaultMode)
            loop.post({ takesPart.open() }, mode: .defaultMode)
            loop.run(for: 2)
        }
        takesPart.pass()
        let task = Task {
            try await clock.withHold {
                try await clock.sleep(for: .seconds(1))
                log.add("task")
            }
        }
        while clock.sleeperCount < 1 { await Task.yield() }
        hold.release()
        try await thread.joined()
        try await task.value
        #expect(log.entries == ["task", "first step at 1000000000", "second step at 1000000000", "loop"])
    }

    @Test func `a step is done once for each time that it is given, on the thread that moves time`() {
        let clock = VirtualClock()
        let log = CallLog()
        let thread = pthread_self()
        let step = ClockStep(clock) { time in log.add("\(time) \(pthread_equal(pthread_self(), thread) != 0)") }
        clock.advance(to: .init(nanoseconds: 5))
        step.schedule(at: 10)
        step.schedule(at: 20)
        clock.advance(to: .init(nanoseconds: 30))
        clock.advance(to: .init(nanoseconds: 40))
        step.schedule(at: 35)
        step.schedule(at: nil)
        clock.advance(to: .init(nanoseconds: 50))
        // A time that has passed is now.
        step.schedule(at: 45)
        clock.advance(to: .init(nanoseconds: 60))
        #expect(log.entries == ["20 true", "50 true"])
        step.invalidate()
    }

    // MARK: Another clock

    @Test func `a loop that is given another clock keeps what is left until its timers fire`() throws {
        try onVirtualLoop { loop in
            let log = CallLog()
            loop.keepAlive(.defaultMode)
            for (name, date) in [("a", 10.0), ("b", 20.0)] {
                let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, date, 0, 0, 0) { _ in
                    log.add("\(name) \(CFAbsoluteTimeGetCurrent())")
                }
                loop.add(timer, to: .commonModes)
                loop.add(timer, to: CFRunLoopMode("other"))
            }
            loop.run(for: 4)
            loop.clock = VirtualClock(epoch: 1_000)
            #expect(loop.nextTimerFireDate(in: .defaultMode) == 1_006)
            loop.run(for: 10)
            #expect(log.take() == ["a 1006.0"])
            let third = VirtualClock(epoch: 0)
            loop.clock = third
            #expect(loop.run(for: 10) == .timedOut)
            #expect(log.take() == ["b 6.0"])
            #expect(third.absoluteTime == 10)
        }
    }

    @Test func `a timer takes the clock of the loop that it is added to`() throws {
        let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 50, 0, 0, 0) { _ in }
        try onVirtualLoop { loop in
            loop.keepAlive(.defaultMode)
            loop.add(timer, to: .defaultMode)
            loop.run(for: 49)
            #expect(timer.isValid)
            loop.run(for: 2)
            #expect(!timer.isValid)
        }
    }

    // MARK: Real events

    @Test func `a descriptor that becomes ready wakes a loop under virtual time`() throws {
        let pipe = OwnDescriptor.pipe()
        let clock = VirtualClock()
        let hold = clock.hold()
        let isWatching = Gate()
        let thread = TestThread {
            let loop = LoopTable.makeCurrent(clock: clock)
            let source = try FileDescriptorSource(fileDescriptor: pipe.reader.number, events: .readable) { _ in
                _ = pipe.reader.read()
            }
            loop.add(source.source, to: .defaultMode)
            isWatching.open()
            #expect(loop.run(in: .defaultMode, seconds: 100, returnAfterSourceHandled: true) == .handledSource)
            #expect(CFAbsoluteTimeGetCurrent() == 0)
            source.invalidate()
        }
        isWatching.pass()
        pipe.writer.write("x")
        try thread.join()
        hold.release()
    }

    @Test(arguments: 0..<20)
    func `tasks with holds of their own wake one after another, each at its instant`(round: Int) async throws {
        let clock = VirtualClock()
        let log = CallLog()
        let hold = clock.hold()
        let tasks = (1...5).reversed().map { number in
            Task.detached {
                try await clock.withHold {
                    for turn in 1...4 {
                        try await clock.sleep(for: .seconds(number))
                        log.add("\(Int(clock.absoluteTime)):\(number)")
                        // What is held inside is held already.
                        if turn == 2 { await clock.withHold { await Task.yield() } }
                    }
                }
            }
        }
        while clock.sleeperCount < 5 { await Task.yield() }
        hold.release()
        for task in tasks { try await task.value }
        // Of those at one instant, whichever lay down first; so the instants alone are compared.
        let instants = log.entries.map { $0.prefix { $0 != ":" } }
        #expect(instants == instants.sorted { Int($0)! < Int($1)! })
        let expected = (1...5).flatMap { number in (1...4).map { "\($0 * number):\(number)" } }
        #expect(log.entries.sorted() == expected.sorted())
        #expect(clock.openHolds == 0)
    }

    @Test func `a task with a hold that is cancelled in its sleep has its hold again, and gives it back`() async {
        let clock = VirtualClock()
        let outer = clock.hold()
        let task = Task {
            await clock.withHold {
                do { try await clock.sleep(for: .seconds(60)) } catch { #expect(clock.openHolds == 2) }
            }
        }
        while clock.sleeperCount < 1 { await Task.yield() }
        #expect(clock.openHolds == 1)
        task.cancel()
        await task.value
        #expect(clock.openHolds == 1)
        outer.release()
        #expect(clock.uptime == 0)
    }

    @Test func `a child task sleeps without its parent's hold`() async throws {
        let clock = VirtualClock()
        let task = Task {
            try await clock.withHold {
                let child = Task { try await clock.sleep(for: .seconds(1)) }
                while clock.sleeperCount < 1 { await Task.yield() }
                #expect(clock.openHolds == 1)
                #expect(clock.uptime == 0)
                try await clock.sleep(for: .seconds(2))
                #expect(clock.absoluteTime == 2)
                try await child.value
            }
        }
        try await task.value
        #expect(clock.openHolds == 0)
    }
}
