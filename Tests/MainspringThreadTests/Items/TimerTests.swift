import Locks
import SeededRandom
import Testing

@testable import Mainspring

/// Tolerance, and dates at the edge of what can be told.
@Suite struct TimerTests {
    /// Runs timers until they have fired, and returns how often the loop woke, and by how much each was late.
    private func run(
        _ timers: [(date: CFAbsoluteTime, tolerance: CFTimeInterval)], for seconds: CFTimeInterval = 1_000
    ) throws -> (wakeUps: Int, lateness: [CFTimeInterval]) {
        try onVirtualLoop { loop in
            let wakeUps = Counter()
            let lateness = Guarded<[CFTimeInterval]>(Array(repeating: .nan, count: timers.count))
            loop.add(
                CFRunLoopObserverCreateWithHandler(nil, CFRunLoopActivity.afterWaiting.rawValue, true, 0) { _, _ in
                    wakeUps.add()
                }, to: .defaultMode)
            for (number, timer) in timers.enumerated() {
                let made: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, timer.date, 0, 0, 0) { _ in
                    lateness.withLock { $0[number] = CFAbsoluteTimeGetCurrent() - timer.date }
                }
                made.tolerance = timer.tolerance
                loop.add(made, to: .defaultMode)
            }
            #expect(loop.run(for: seconds) == .finished)
            return (wakeUps.value, lateness.withLock { $0 })
        }
    }

    @Test func `a timer whose date is no number does not fire`() throws {
        try onVirtualLoop { loop in
            let log = CallLog()
            let made: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, .nan, 0, 0, 0) { _ in log.add("made") }
            let moved: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 0, 0, 0, 0) { _ in log.add("moved") }
            CFRunLoopTimerSetNextFireDate(moved, .nan)
            for timer in [made, moved] { loop.add(timer, to: .defaultMode) }
            #expect(loop.run(for: 365 * 86_400) == .timedOut)
            #expect(log.entries == [])
            #expect(CFRunLoopTimerGetNextFireDate(made).isNaN)
            CFRunLoopTimerSetNextFireDate(moved, CFAbsoluteTimeGetCurrent() + 1)
            loop.run(for: 2)
            #expect(log.entries == ["moved"])
        }
    }

    @Test func `timers without tolerance wake the loop for each instant`() throws {
        let result = try run((1...50).map { (Double($0), 0) })
        #expect(result.wakeUps == 50)
        for late in result.lateness { #expect(abs(late) < 1e-6) }
    }

    @Test func `timers whose tolerances overlap share a wake-up, and none is early`() throws {
        let result = try run((1...50).map { (Double($0), 10) })
        #expect(result.wakeUps <= 5)
        for late in result.lateness { #expect(late > -1e-6 && late < 10 + 1e-6) }
    }

    @Test func `one timer without tolerance among tolerant ones is on time and takes those along whose time has come`()
        throws
    {
        let result = try run([(1, 100), (2, 100), (3, 0), (4, 100)])
        #expect(result.wakeUps == 2)
        #expect(abs(result.lateness[2]) < 1e-6)
        #expect(abs(result.lateness[0] - 2) < 1e-6)
        #expect(abs(result.lateness[1] - 1) < 1e-6)
        #expect(abs(result.lateness[3] - 100) < 1e-6)
    }

    @Test(arguments: Seeds.first(1)) func `random tolerances are kept`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let timers = (0..<200).map { _ in
                (date: Double.random(in: 0...100, using: &random), tolerance: Double.random(in: 0...3, using: &random))
            }
            let result = try run(timers)
            for (timer, late) in zip(timers, result.lateness) {
                #expect(late > -1e-6 && late < timer.tolerance + 1e-6, "seed \(seed), \(timer)")
            }
            #expect(result.wakeUps < 150, "seed \(seed)")
        }
    }

    @Test func `more tolerant timers than are looked at fire on time`() throws {
        let result = try run((0..<2_000).map { (1 + Double($0) / 1_000, 100) })
        for late in result.lateness { #expect(late > -1e-6 && late < 100 + 1e-6) }
    }

    @Test(
        arguments: [
            (0, 5, 5), (0, -1, 0), (0, .infinity, .infinity), (10, 3, 3), (10, 5, 5), (10, 7, 5), (10, .infinity, 5),
            (10, -1, 0),
            (-3, 7, 7),
        ] as [(CFTimeInterval, CFTimeInterval, CFTimeInterval)])
    func `a tolerance is at least nothing, and at most half the interval of a repeating timer`(
        interval: CFTimeInterval, wanted: CFTimeInterval, given: CFTimeInterval
    ) {
        let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 0, interval, 0, 0) { _ in }
        #expect(CFRunLoopTimerGetTolerance(timer) == 0)
        CFRunLoopTimerSetTolerance(timer, wanted)
        #expect(CFRunLoopTimerGetTolerance(timer) == given)
    }

    @Test func `a repeating timer with tolerance stays on its grid`() throws {
        try onVirtualLoop { loop in
            let times = Guarded<[CFAbsoluteTime]>([])
            let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 10, 10, 0, 0) { _ in
                times.withLock { $0.append(CFAbsoluteTimeGetCurrent()) }
            }
            timer.tolerance = 4
            loop.add(timer, to: .defaultMode)
            loop.run(for: 105)
            let all = times.withLock { $0 }
            #expect(all.count == 10)
            for (number, time) in all.enumerated() {
                let planned = Double(number + 1) * 10
                #expect(time > planned - 1e-6 && time < planned + 4 + 1e-6)
            }
        }
    }

    @Test func `a tolerance that changes while the loop sleeps is followed`() throws {
        let clock = VirtualClock()
        let thread = RunLoopThread(name: "sleeper", clock: clock)
        let hold = clock.hold()
        let fired = Gate()
        let time = Guarded<CFAbsoluteTime>(0)
        let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 10, 0, 0, 0) { _ in
            time.withLock { $0 = CFAbsoluteTimeGetCurrent() }
            fired.open()
        }
        timer.tolerance = 1_000
        CFRunLoopAddTimer(thread.loop, timer, .defaultMode)
        while !thread.loop.wake.isSleeping {}
        timer.tolerance = 0
        hold.release()
        fired.pass()
        let fireTime: CFAbsoluteTime = time.withLock { $0 }
        #expect(abs(fireTime - 10) < 1e-6)
        thread.stop()
    }

    // MARK: Dates at the edge

    @Test(arguments: [1e12, 1e300, .infinity, 63_113_904_000, 5e8] as [CFAbsoluteTime])
    func `a distant date does not overflow`(date: CFAbsoluteTime) throws {
        try onVirtualLoop { loop in
            let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, date, 1, 0, 0) { _ in
                Issue.record("it fired")
            }
            loop.add(timer, to: .defaultMode)
            #expect(loop.run(for: 1e8) == .timedOut)
            timer.nextFireDate = date
            #expect(loop.run(for: 1) == .timedOut)
            #expect(timer.isValid)
            timer.invalidate()
            #expect(timer.nextFireDate == 0)
        }
        try onThread {
            let loop = LoopTable.current
            let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, date + 1e9, .infinity, 0, 0) { _ in
                Issue.record("it fired")
            }
            timer.tolerance = .infinity
            loop.add(timer, to: .defaultMode)
            #expect(loop.poll() == .timedOut)
            timer.invalidate()
        }
    }

    @Test(arguments: [0, -1, -1e12, -1e300, -.infinity] as [CFAbsoluteTime])
    func `what is past is now`(date: CFAbsoluteTime) throws {
        try onVirtualLoop { loop in
            let fired = Counter()
            let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, date, 0, 0, 0) { _ in fired.add() }
            loop.add(timer, to: .defaultMode)
            #expect(loop.poll() == .timedOut || fired.value == 1)
            #expect(fired.value == 1)
        }
    }

    @Test(arguments: [.infinity, 1e300, 1e10] as [CFTimeInterval])
    func `an interval without end fires once in any time that can be waited for`(interval: CFTimeInterval) throws {
        try onVirtualLoop { loop in
            let fired = Counter()
            let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 0, interval, 0, 0) { _ in fired.add() }
            loop.add(timer, to: .defaultMode)
            loop.run(for: 5e8)
            #expect(fired.value == 1)
            #expect(timer.isValid)
            timer.invalidate()
        }
    }

    @Test(arguments: [1e-9, 1e-12, 1e-300, .leastNonzeroMagnitude] as [CFTimeInterval])
    func `the smallest interval fires again and again and does not hang`(interval: CFTimeInterval) throws {
        try onVirtualLoop { loop in
            let fired = Counter()
            let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 0, interval, 0, 0) { timer in
                fired.add()
                if fired.value == 100 { CFRunLoopTimerInvalidate(timer) }
            }
            loop.add(timer, to: .defaultMode)
            #expect(loop.run(for: 1) == .finished)
            #expect(fired.value == 100)
        }
    }

    @Test func `times that were missed are skipped, and the grid stays`() throws {
        try onVirtualLoop { loop in
            let clock = loop.clock as! VirtualClock
            let times = Guarded<[CFAbsoluteTime]>([])
            let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 10, 10, 0, 0) { _ in
                times.withLock { $0.append(CFAbsoluteTimeGetCurrent()) }
                if times.withLock({ $0.count }) == 1 { clock.advance(by: .seconds(25)) }
            }
            loop.add(timer, to: .defaultMode)
            loop.run(for: 55)
            #expect(times.withLock { $0 } == [10, 40, 50])
        }
    }

    @Test func `a run of more than sixteen years, or of no number, has no end`() throws {
        try onVirtualLoop { loop in
            for seconds in [1e10, .infinity, .nan, 504_911_233] as [CFTimeInterval] {
                loop.add(
                    CFRunLoopTimerCreateWithHandler(nil, loop.clock.absoluteTime + 6e7, 0, 0, 0) { _ in },
                    to: .defaultMode)
                #expect(loop.run(for: seconds) == .finished)
            }
            loop.keepAlive(.defaultMode)
            #expect(loop.run(for: 504_911_232) == .timedOut)
        }
    }
}
