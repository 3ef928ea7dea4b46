import Mainspring
import Testing

@Suite("Timers")
struct TimerConformanceTests {
    @Test func `a one-shot timer alone fires, and the run finishes; then it is invalid, without a date, in no mode`()
        throws
    {
        let log = try Stage.log { stage in
            stage.observe()
            let timer = stage.timer("T", in: 0.01)
            stage.run(0.1, untilSource: true)
            stage.note("valid", CFRunLoopTimerIsValid(timer))
            stage.note("next", milliseconds: CFRunLoopTimerGetNextFireDate(timer))
            stage.note("in", CFRunLoopContainsTimer(stage.loop, timer, .defaultMode))
        }
        #expect(log == "o1 o2 o4 o32 o64 T o128 =1 valid:no next:0 in:no")
    }

    @Test func `missed fires are skipped, and the phase is kept`() throws {
        let log = try Stage.log { stage in
            var calls = 0
            let timer = stage.timer("t", in: 0.01, every: 0.01) { _ in
                calls += 1
                if calls == 1 { stage.clock.advance(by: .milliseconds(55)) }
            }
            stage.run(0.1)
            stage.note("next", milliseconds: CFRunLoopTimerGetNextFireDate(timer))
        }
        // 10, then 55 later 65 has come: 70, 80, 90, 100.
        #expect(log == "t t t t t =3 next:110")
    }

    @Test func `a due timer that an earlier one's call removes and adds again still fires in its pass`() throws {
        let log = try Stage.log { stage in
            stage.observe("o", .beforeTimers)
            nonisolated(unsafe) var second: CFRunLoopTimer?
            stage.timer("a", in: 0.01) { _ in
                CFRunLoopRemoveTimer(stage.loop, second, .defaultMode)
                CFRunLoopAddTimer(stage.loop, second, .defaultMode)
                stage.timer("late", in: 0)
            }
            second = stage.timer("b", in: 0.01)
            stage.run(0.02)
        }
        #expect(log == "o2 a b o2 late =1")
    }

    @Test func `a run nested in a timer's call never fires that timer again, but others`() throws {
        let log = try Stage.log { stage in
            stage.timer("m", in: 0.01, every: 0.01) { _ in stage.run(0.05) }
            stage.timer("n", in: 0.02, every: 1)
            stage.run(0.06)
        }
        #expect(log == "m n =3 =3")
    }

    @Test func `the order of a timer is ignored: fire time, then the time at which it was set`() throws {
        let log = try Stage.log { stage in
            stage.timer("late", in: 3, order: -9)
            stage.timer("a", in: 1, order: 5)
            stage.timer("b", in: 1, order: -5)
            stage.run(9)
        }
        #expect(log == "a b late =1")
    }

    @Test func `timers that are due already fire in the order in which they were made`() throws {
        let log = try Stage.log { stage in
            stage.timer("a", in: -1)
            stage.timer("b", in: -5)
            stage.timer("c", in: -3)
            stage.run()
        }
        #expect(log == "a b c =3")
    }

    @Test func `a repeating timer that was due when it was made counts from then`() throws {
        let log = try Stage.log { stage in
            let timer = stage.timer("t", in: -2.5, every: 1)
            stage.note("next", milliseconds: CFRunLoopTimerGetNextFireDate(timer))
            stage.note("next", milliseconds: CFRunLoopGetNextTimerFireDate(stage.loop, .defaultMode))
            stage.run()
            stage.note("next", milliseconds: CFRunLoopTimerGetNextFireDate(timer))
        }
        #expect(log == "next:-2500 next:-2500 t =3 next:1000")
    }

    @Test func `a timer still has its old date and its modes in its call`() throws {
        let log = try Stage.log { stage in
            stage.timer("t", in: 2) { timer in
                stage.note("next", milliseconds: CFRunLoopTimerGetNextFireDate(timer))
                stage.note("valid", CFRunLoopTimerIsValid(timer))
                stage.note("in", CFRunLoopContainsTimer(stage.loop, timer, .defaultMode))
            }
            stage.run(9)
        }
        #expect(log == "t next:2000 valid:yes in:yes =1")
    }

    @Test(arguments: [(2.5, "t t =3 next:3500"), (20, "t =3 next:20000"), (-1, "t t =3 next:2000")])
    func `a date set in the timer's own call holds`(date: CFTimeInterval, expected: String) throws {
        let log = try Stage.log { stage in
            var isFirst = true
            let timer = stage.timer("t", in: 1, every: 1) { timer in
                if isFirst { CFRunLoopTimerSetNextFireDate(timer, date) }
                isFirst = false
            }
            stage.run(date < 0 ? 1.5 : 3)
            stage.note("next", milliseconds: CFRunLoopTimerGetNextFireDate(timer))
        }
        #expect(log == expected)
    }

    @Test func `a one-shot timer ends, whatever date is set in its call`() throws {
        let log = try Stage.log { stage in
            let timer = stage.timer("t", in: 1) { CFRunLoopTimerSetNextFireDate($0, 5) }
            stage.run(9)
            stage.note("valid", CFRunLoopTimerIsValid(timer))
        }
        #expect(log == "t =1 valid:no")
    }

    @Test func `of those due together, one that an earlier one invalidates, moves away or takes out does not fire`()
        throws
    {
        let log = try Stage.log { stage in
            stage.keepAlive()
            var others: [CFRunLoopTimer] = []
            stage.timer("first", in: 1) { _ in
                CFRunLoopTimerInvalidate(others[0])
                CFRunLoopTimerSetNextFireDate(others[1], 100)
                CFRunLoopRemoveTimer(stage.loop, others[2], .defaultMode)
            }
            for name in ["invalid", "moved", "removed", "last"] { others.append(stage.timer(name, in: 1)) }
            stage.run(9)
        }
        #expect(log == "first last =3")
    }

    @Test func `a timer that becomes due in a timer's call fires in a pass of its own`() throws {
        let log = try Stage.log { stage in
            stage.keepAlive()
            stage.observe("o", .beforeTimers)
            stage.timer("a", in: -1) { _ in stage.timer("b", in: -1) }
            stage.run(1)
        }
        #expect(log == "o2 a o2 b o2 =3")
    }

    @Test func `a timer is in one loop only, until it has left that`() throws {
        let log = try Stage.log { stage in
            let start = Gate()
            let end = Gate()
            let other = UncheckedBox<CFRunLoop?>(nil)
            let thread = TestThread {
                other.value = CFRunLoopGetCurrent()
                start.open()
                end.pass()
            }
            start.pass()
            let timer = stage.timer("t", in: 5)
            CFRunLoopAddTimer(other.value, timer, .defaultMode)
            stage.note("there", CFRunLoopContainsTimer(other.value, timer, .defaultMode))
            CFRunLoopRemoveTimer(stage.loop, timer, .defaultMode)
            CFRunLoopAddTimer(other.value, timer, .defaultMode)
            stage.note("there", CFRunLoopContainsTimer(other.value, timer, .defaultMode))
            CFRunLoopTimerInvalidate(timer)
            end.open()
            try thread.join()
        }
        #expect(log == "there:no there:yes")
    }

    @Test(arguments: [0, -3]) func `an interval of zero or less is one shot`(interval: CFTimeInterval) throws {
        let log = try Stage.log { stage in
            let timer = stage.timer("t", in: 1, every: interval)
            stage.note("repeats", CFRunLoopTimerDoesRepeat(timer))
            stage.note("interval", milliseconds: CFRunLoopTimerGetInterval(timer))
            stage.run(9)
        }
        #expect(log == "repeats:no interval:0 t =1")
    }

    @Test func `an interval that is not a number is refused`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = CFRunLoopTimerCreate(kCFAllocatorDefault, 0, .nan, 0, 0, nil, nil)
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("interval that is not a number"))
    }

    @Test func `a timer without a call-out and without a context fires all the same`() throws {
        let log = try Stage.log { stage in
            let timer: CFRunLoopTimer = CFRunLoopTimerCreate(
                kCFAllocatorDefault, stage.clock.absoluteTime + 1, 0, 0, 0, nil, nil)
            CFRunLoopAddTimer(stage.loop, timer, .defaultMode)
            stage.run(9)
            stage.note("valid", CFRunLoopTimerIsValid(timer))
        }
        #expect(log == "=1 valid:no")
    }

    @Test(arguments: [
        (10.0, 3.0, 3.0), (10, 8, 5), (0, 3, 3), (0, -1, 0), (10, -1, 0),
    ])
    func `tolerance is at least zero, and at most half the interval of a repeating timer`(
        interval: CFTimeInterval, tolerance: CFTimeInterval, expected: CFTimeInterval
    ) throws {
        let log = try Stage.log { stage in
            let timer = stage.timer("t", in: 60, every: interval)
            CFRunLoopTimerSetTolerance(timer, tolerance)
            stage.note("tolerance", milliseconds: CFRunLoopTimerGetTolerance(timer))
        }
        #expect(log == "tolerance:\(Int(expected * 1000))")
    }

    @Test func `tolerance never makes a timer early`() throws {
        let log = try Stage.log { stage in
            let timer = stage.timer("t", in: 1, every: 1) { _ in
                stage.note("at", milliseconds: stage.clock.absoluteTime)
            }
            CFRunLoopTimerSetTolerance(timer, 0.5)
            stage.run(3.7)
        }
        let times = log.split(separator: " ").compactMap { $0.hasPrefix("at:") ? Int($0.dropFirst(3)) : nil }
        #expect(times.count == 3)
        for (place, time) in times.enumerated() {
            #expect(time >= (place + 1) * 1000)
            #expect(time <= (place + 1) * 1000 + 500)
        }
    }
}
