import Testing

@testable import Mainspring

/// Timers that are set to the nanosecond.
@Suite struct TimerUptimeTests {
    @Test func `a timer fires at the nanosecond that it is set to, in its own call too`() throws {
        try onVirtualLoop { loop in
            var fired: [UInt64] = []
            let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 0, 1, 0, 0) { timer in
                fired.append(loop.clock.uptime)
                timer?.fireUptime = fired.count < 3 ? loop.clock.uptime + 16_666_667 : nil
            }
            timer.fireUptime = 1
            loop.add(timer, to: .commonModes)
            loop.run(for: 100)
            #expect(fired == [1, 16_666_668, 33_333_335])
            #expect(timer.fireUptime == nil)
            timer.invalidate()
        }
    }

    @Test func `a timer that never fires keeps its mode from being empty, and moves no clock`() throws {
        try onVirtualLoop { loop in
            let fired = Counter()
            let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 0, 1, 0, 0) { _ in fired.add() }
            timer.fireUptime = nil
            loop.add(timer, to: .defaultMode)
            #expect(timer.isInAMode && timer.isInAMode(of: loop))
            #expect(loop.run(for: 5) == .timedOut)
            #expect(loop.clock.uptime == 5_000_000_000)
            let other = VirtualClock()
            other.advance(by: .seconds(3_600))
            loop.clock = other
            #expect(timer.currentClock === other)
            #expect(timer.fireUptime == nil)
            #expect(loop.run(for: 5) == .timedOut)
            #expect(fired.value == 0)
            loop.remove(timer, from: .defaultMode)
            #expect(!timer.isInAMode && !timer.isInAMode(of: loop))
            #expect(loop.run(for: 5) == .finished)
        }
    }

    @Test func `never stays never on the way to a loop with another clock`() throws {
        let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 0, 1, 0, 0) { _ in }
        timer.fireUptime = nil
        try onVirtualLoop { loop in
            loop.add(timer, to: .defaultMode)
            #expect(timer.fireUptime == nil)
            #expect(loop.run(for: 5) == .timedOut)
            #expect(loop.clock.uptime == 5_000_000_000)
        }
    }

    @Test func `beside one that never fires the others of a mode fire`() throws {
        try onVirtualLoop { loop in
            let fired = Counter()
            // So many that the queue needs its wheel.
            for _ in 0..<3_000 {
                let never: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 0, 1, 0, 0) { _ in fired.add(1_000_000)
                }
                never.fireUptime = nil
                loop.add(never, to: .defaultMode)
                let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 0, 0, 0, 0) { _ in fired.add() }
                timer.fireUptime = 7_000_000
                loop.add(timer, to: .defaultMode)
            }
            #expect(loop.run(for: 10) == .timedOut)
            #expect(fired.value == 3_000)
        }
    }
}
