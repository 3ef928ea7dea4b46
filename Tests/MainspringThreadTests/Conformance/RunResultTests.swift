import Mainspring
import Testing

@Suite("Results of a run")
struct RunResultTests {
    @Test func `an empty mode finishes at once, without observer calls`() throws {
        #expect(try Stage.log { $0.run(1) } == "=1")
    }

    @Test func `a mode with observers only finishes at once, without observer calls`() throws {
        let log = try Stage.log { stage in
            stage.observe()
            stage.run(1)
        }
        #expect(log == "=1")
    }

    @Test func `a mode that never was finishes at once, and does not come into being`() throws {
        let log = try Stage.log { stage in
            stage.run(1, in: .other)
            stage.note("\(CFRunLoopCopyAllModes(stage.loop)?.count ?? 0)")
        }
        #expect(log == "=1 1")
    }

    @Test func `the common modes are no mode to run in`() throws {
        let log = try Stage.log { stage in
            stage.keepAlive(.commonModes)
            stage.run(1, in: .commonModes)
        }
        #expect(log == "=1")
    }

    @Test func `the empty string is a mode like others`() throws {
        let log = try Stage.log { stage in
            stage.keepAlive(CFRunLoopMode(""))
            stage.run(in: CFRunLoopMode(""))
        }
        #expect(log == "=3")
    }

    @Test func `a queued block keeps a mode from being empty and runs before the sleep`() throws {
        let log = try Stage.log { stage in
            stage.observe()
            stage.post("block")
            stage.run(1)
        }
        #expect(log == "o1 o2 o4 block o32 o64 o128 =3")
    }

    @Test func `a mode that its only block empties is found empty only after the wait: it sleeps and times out`() throws
    {
        let log = try Stage.log { stage in
            stage.observe()
            stage.post("block")
            stage.run(0.05, untilSource: true)
        }
        #expect(log == "o1 o2 o4 block o32 o64 o128 =3")
    }

    @Test func `a block is no source to a run that returns after one`() throws {
        let log = try Stage.log { stage in
            stage.keepAlive()
            stage.post("block")
            stage.run(0.05, untilSource: true)
        }
        #expect(log == "block =3")
    }

    @Test func `a timer is no source to a run that returns after one`() throws {
        let log = try Stage.log { stage in
            stage.observe()
            stage.timer("timer", in: 0.01)
            stage.run(0.1, untilSource: true)
        }
        #expect(log == "o1 o2 o4 o32 o64 timer o128 =1")
    }

    @Test(arguments: [0, -5, -CFTimeInterval.infinity]) func `no time or less gives one pass`(seconds: CFTimeInterval)
        throws
    {
        let log = try Stage.log { stage in
            stage.keepAlive()
            stage.observe()
            stage.run(seconds)
        }
        #expect(log == "o1 o2 o4 o128 =3")
    }

    @Test func `a stop before a run is not remembered`() throws {
        let log = try Stage.log { stage in
            stage.keepAlive()
            CFRunLoopStop(stage.loop)
            stage.run(0.05)
        }
        #expect(log == "=3")
    }

    @Test func `a stop in a nested run ends that run alone`() throws {
        let log = try Stage.log { stage in
            stage.keepAlive()
            stage.post("outer") {
                stage.post("stop") { CFRunLoopStop(stage.loop) }
                stage.run(1)
            }
            stage.run(0.1)
        }
        #expect(log == "outer stop =2 =3")
    }

    @Test func `two stops are one`() throws {
        let log = try Stage.log { stage in
            stage.keepAlive()
            stage.post("block") {
                CFRunLoopStop(stage.loop)
                CFRunLoopStop(stage.loop)
            }
            stage.run(1)
            stage.run()
        }
        #expect(log == "block =2 =3")
    }

    @Test func `a stop in an entry observer ends the run before its first pass`() throws {
        let log = try Stage.log { stage in
            stage.signalled("source")
            stage.observe { if $0 == .entry { CFRunLoopStop(stage.loop) } }
            stage.run(1)
        }
        #expect(log == "o1 o128 =2")
    }

    @Test(arguments: [
        (CFRunLoopActivity.beforeTimers, "o1 o2 o4 source o128 =2"), (.beforeSources, "o1 o2 o4 source o128 =2"),
        (.beforeWaiting, "o1 o2 o4 source o2 o4 o32 o64 o128 =2"),
        (.afterWaiting, "o1 o2 o4 source o2 o4 o32 o64 o128 =3"),
        (.exit, "o1 o2 o4 source o2 o4 o32 o64 o128 =3"),
    ])
    func `a stop in an observer lets the pass go on to its end`(activity: CFRunLoopActivity, expected: String) throws {
        let log = try Stage.log { stage in
            stage.signalled("source")
            stage.observe { if $0 == activity { CFRunLoopStop(stage.loop) } }
            stage.run(1)
        }
        #expect(log == expected)
    }

    @Test func `handled source comes before timed out, stopped and finished`() throws {
        let log = try Stage.log { stage in
            var source: CFRunLoopSource?
            source = stage.signalled("source") {
                CFRunLoopStop(stage.loop)
                CFRunLoopSourceInvalidate(source)
            }
            stage.run(0, untilSource: true)
        }
        #expect(log == "source =4")
    }

    @Test func `timed out comes before stopped and finished`() throws {
        let log = try Stage.log { stage in
            stage.timer("timer", in: -1) { _ in CFRunLoopStop(stage.loop) }
            stage.run()
            stage.timer("late", in: -1) { _ in
                stage.clock.advance(by: .seconds(2))
                CFRunLoopStop(stage.loop)
            }
            stage.run(1)
        }
        #expect(log == "timer =3 late =3")
    }

    @Test func `stopped comes before finished`() throws {
        let log = try Stage.log { stage in
            stage.timer("timer", in: 1) { _ in CFRunLoopStop(stage.loop) }
            stage.run(9)
        }
        #expect(log == "timer =2")
    }

    @Test func `times beyond sixteen years are endless, and a run that is not a number too`() throws {
        let log = try Stage.log { stage in
            for seconds in [1e10, .infinity, .nan, .greatestFiniteMagnitude] {
                stage.timer("t", in: 3600) { _ in CFRunLoopStop(stage.loop) }
                stage.run(seconds)
            }
        }
        #expect(log == "t =2 t =2 t =2 t =2")
    }
}
