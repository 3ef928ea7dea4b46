import Mainspring
import Testing

@Suite("Wake-ups")
struct WakeUpConformanceTests {
    private static let once = "o1 o2 o4 o32 o64 o128 =3"
    private static let twice = "o1 o2 o4 o32 o64 o2 o4 o32 o64 o128 =3"

    @Test(arguments: [
        (CFRunLoopActivity.entry, twice), (.beforeTimers, twice), (.beforeSources, twice), (.beforeWaiting, twice),
        (.afterWaiting, once), (.exit, once),
    ])
    func `a wake-up counts before the wait, and is dropped between waking and the next pass`(
        activity: CFRunLoopActivity, expected: String
    ) throws {
        let log = try Stage.log { stage in
            stage.keepAlive()
            var isFirst = true
            stage.observe {
                guard isFirst, $0 == activity else { return }
                isFirst = false
                CFRunLoopWakeUp(stage.loop)
                CFRunLoopWakeUp(stage.loop)
            }
            stage.run(1)
            stage.run()
        }
        #expect(log == expected + " o1 o2 o4 o128 =3")
    }

    @Test func `a wake-up outside a run is dropped`() throws {
        let log = try Stage.log { stage in
            stage.keepAlive()
            stage.observe()
            CFRunLoopWakeUp(stage.loop)
            stage.run(1)
            CFRunLoopWakeUp(stage.loop)
            stage.run(1)
        }
        #expect(log == "\(Self.once) \(Self.once)")
    }

    @Test func `a wake-up in a block makes one more pass, one in a timer's call none`() throws {
        let log = try Stage.log { stage in
            stage.keepAlive()
            stage.observe()
            stage.post("block") { CFRunLoopWakeUp(stage.loop) }
            stage.run(1)
            stage.timer("timer", in: 0.5) { _ in CFRunLoopWakeUp(stage.loop) }
            stage.run(1)
        }
        #expect(log == "o1 o2 o4 block o32 o64 o2 o4 o32 o64 o128 =3 o1 o2 o4 o32 o64 timer o2 o4 o32 o64 o128 =3")
    }

    @Test func `a run inside a block takes the wake-up that the block gave`() throws {
        let log = try Stage.log { stage in
            stage.keepAlive()
            stage.observe("o", .beforeTimers)
            stage.post("block") {
                CFRunLoopWakeUp(stage.loop)
                stage.run()
            }
            stage.run(1)
        }
        #expect(log == "o2 block o2 =3 =3")
    }

    @Test func `the stop of an entry observer leaves its wake-up for the next run`() throws {
        let log = try Stage.log { stage in
            stage.keepAlive()
            var isFirst = true
            stage.observe {
                if isFirst, $0 == .entry { CFRunLoopStop(stage.loop) }
                isFirst = false
            }
            stage.run(1)
            stage.run(1)
        }
        #expect(log == "o1 o128 =2 \(Self.twice)")
    }

    @Test func `nothing that is added wakes a loop from its own thread`() throws {
        let log = try Stage.log { stage in
            stage.keepAlive()
            var isFirst = true
            stage.observe {
                guard isFirst, $0 == .beforeWaiting else { return }
                isFirst = false
                stage.timer("timer", in: 100)
                stage.signalled("source")
                stage.post("block")
            }
            stage.run(1)
        }
        #expect(log == "o1 o2 o4 o32 o64 block o128 =3")
    }
}
