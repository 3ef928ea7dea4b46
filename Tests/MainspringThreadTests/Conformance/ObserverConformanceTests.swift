import Mainspring
import Testing

@Suite("Observers")
struct ObserverConformanceTests {
    @Test func `observers are called by order, those of one order as they were added; one-shot ones once`() throws {
        let log = try Stage.log { stage in
            stage.keepAlive()
            let once = stage.observe("0:", [.entry, .exit], repeats: false)
            stage.observe("1:", [.entry, .exit])
            stage.observe("2:", [.entry, .exit], order: -1)
            stage.run()
            stage.note("valid", CFRunLoopObserverIsValid(once))
        }
        #expect(log == "2:1 0:1 1:1 2:128 1:128 =3 valid:no")
    }

    @Test func `an observer in its call is not called again by a run inside it, others are`() throws {
        let log = try Stage.log { stage in
            stage.keepAlive()
            var isFirst = true
            stage.observe("p", [.beforeTimers, .exit]) { activity in
                guard isFirst, activity == .beforeTimers else { return }
                isFirst = false
                stage.run()
            }
            stage.observe("q", [.beforeTimers, .exit], order: 1)
            stage.run()
        }
        #expect(log == "p2 q2 q128 =3 q2 p128 q128 =3")
    }

    @Test func `a one-shot observer is valid in its call, and invalid after it`() throws {
        let log = try Stage.log { stage in
            stage.keepAlive()
            let observer = UncheckedBox<CFRunLoopObserver?>(nil)
            observer.value = stage.observe("p", .entry, repeats: false) { _ in
                stage.note("valid", CFRunLoopObserverIsValid(observer.value))
                stage.note("in", CFRunLoopContainsObserver(stage.loop, observer.value, .defaultMode))
            }
            stage.run()
            stage.note("valid", CFRunLoopObserverIsValid(observer.value))
        }
        #expect(log == "p1 valid:yes in:yes =3 valid:no")
    }

    @Test func `one added in a stage waits for the next, one removed is still called, one invalidated is not`() throws {
        let log = try Stage.log { stage in
            stage.keepAlive()
            var others: [CFRunLoopObserver] = []
            var isFirst = true
            stage.observe("a", .beforeTimers) { _ in
                guard isFirst else { return }
                isFirst = false
                CFRunLoopRemoveObserver(stage.loop, others[0], .defaultMode)
                CFRunLoopObserverInvalidate(others[1])
                stage.observe("added", .beforeTimers, order: 9)
            }
            others.append(stage.observe("removed", .beforeTimers, order: 1))
            others.append(stage.observe("invalid", .beforeTimers, order: 2))
            stage.run()
            stage.run()
        }
        #expect(log == "a2 removed2 =3 a2 added2 =3")
    }

    @Test func `an observer is in one loop only`() throws {
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
            let observer = stage.observe()
            CFRunLoopAddObserver(other.value, observer, .defaultMode)
            stage.note("there", CFRunLoopContainsObserver(other.value, observer, .defaultMode))
            CFRunLoopRemoveObserver(stage.loop, observer, .defaultMode)
            CFRunLoopAddObserver(other.value, observer, .defaultMode)
            stage.note("there", CFRunLoopContainsObserver(other.value, observer, .defaultMode))
            CFRunLoopObserverInvalidate(observer)
            end.open()
            try thread.join()
        }
        #expect(log == "there:no there:yes")
    }
}
