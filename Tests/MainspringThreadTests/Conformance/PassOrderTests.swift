@testable import Mainspring
import Testing

@Suite("The order of a pass")
struct PassOrderTests {
    @Test func `source0, block and timer: o1 o2 o4 block source, then the timer after a pass of its own`() throws {
        let log = try Stage.log { stage in
            stage.observe()
            stage.post("block")
            stage.timer("timer", in: 1)
            stage.signalled("source")
            stage.run(2)
        }
        #expect(log == "o1 o2 o4 block source o2 o4 o32 o64 timer o2 o4 o32 o64 o128 =3")
    }

    @Test func `a pass that polls calls neither before nor after waiting`() throws {
        let log = try Stage.log { stage in
            stage.observe()
            stage.post("block")
            stage.run()
        }
        #expect(log == "o1 o2 o4 block o128 =3")
    }

    @Test func `a run that returns after a source does not wait once one was handled`() throws {
        let log = try Stage.log { stage in
            stage.observe()
            stage.signalled("source")
            stage.run(5, untilSource: true)
        }
        #expect(log == "o1 o2 o4 source o128 =4")
    }

    @Test func `blocks run again after a source0 that posted one`() throws {
        let log = try Stage.log { stage in
            stage.observe()
            stage.signalled("source") { stage.post("block") }
            stage.run()
        }
        #expect(log == "o1 o2 o4 source block o128 =3")
    }

    @Test func `a block posted in a timer's call runs in the same pass`() throws {
        let log = try Stage.log { stage in
            stage.keepAlive()
            stage.observe()
            stage.timer("timer", in: -1) { _ in stage.post("block") }
            stage.run()
        }
        #expect(log == "o1 o2 o4 timer block o128 =3")
    }

    @Test func `a handled source0 is followed by a look at the ports, without the notices of waiting`() throws {
        let log = try Stage.log { stage in
            stage.observe()
            stage.signalled("source")
            stage.timer("timer", in: -1)
            stage.run(1)
        }
        #expect(log == "o1 o2 o4 source timer o2 o4 o32 o64 o128 =3")
    }

    @Test func `only one port is served in a pass`() throws {
        let log = try Stage.log { stage in
            let descriptor = OwnDescriptor.pipe()
            descriptor.writer.write("x")
            var context = CFRunLoopSourceContext1()
            let number = descriptor.reader.number
            context.getPort = { _ in number }
            context.perform = { _ in stage.note("port \(descriptor.reader.read())") }
            CFRunLoopAddSource(stage.loop, CFRunLoopSourceCreate(nil, 0, &context), .defaultMode)
            stage.observe("o", .beforeSources)
            stage.timer("timer", in: -1)
            stage.run(1)
        }
        #expect(["o4 port x o4 timer o4 =3", "o4 timer o4 port x o4 =3"].contains(log))
    }

    @Test func `the current mode is that of the innermost run, and none outside`() throws {
        let log = try Stage.log { stage in
            func mode() -> String { CFRunLoopCopyCurrentMode(stage.loop)?.rawValue == "other" ? "other" : "default" }
            stage.keepAlive()
            stage.keepAlive(.other)
            stage.note("outside", CFRunLoopCopyCurrentMode(stage.loop) != nil)
            stage.post("block") {
                stage.post("inner", .other) { stage.note(mode()) }
                stage.run(in: .other)
                stage.note(mode())
            }
            stage.run()
            stage.note("outside", CFRunLoopCopyCurrentMode(stage.loop) != nil)
        }
        #expect(log == "outside:no block inner other =3 default =3 outside:no")
    }

    @Test func `what an observer of afterWaiting takes out is not called, and a due timer that it adds is`() throws {
        let log = try onVirtualLoop { loop in
            let log = CallLog()
            let pipe = OwnDescriptor.pipe()
            let source = try FileDescriptorSource(fileDescriptor: pipe.reader.number, events: .readable) { _ in
                log.add("source")
            }
            loop.add(source.source, to: .defaultMode)
            loop.keepAlive(.defaultMode)
            let waiting = CFRunLoopObserverCreateWithHandler(
                nil, CFRunLoopActivity.beforeWaiting.rawValue, false, 0
            ) { _, _ in pipe.writer.write("x") }
            let woken = CFRunLoopObserverCreateWithHandler(
                nil, CFRunLoopActivity.afterWaiting.rawValue, false, 0
            ) { _, _ in loop.remove(source.source, from: .defaultMode) }
            CFRunLoopAddObserver(loop, waiting, .defaultMode)
            CFRunLoopAddObserver(loop, woken, .defaultMode)
            loop.run(for: 1)

            func timer(_ name: String, in seconds: Double) {
                let timer = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent() + seconds, 0, 0, 0) { _ in
                    log.add(name)
                }
                CFRunLoopAddTimer(loop, timer, .defaultMode)
            }
            timer("first", in: 1)
            let adding = CFRunLoopObserverCreateWithHandler(
                nil, CFRunLoopActivity.afterWaiting.rawValue, false, 0
            ) { _, _ in timer("second", in: 0) }
            CFRunLoopAddObserver(loop, adding, .defaultMode)
            let passes = CFRunLoopObserverCreateWithHandler(
                nil, CFRunLoopActivity.beforeTimers.rawValue, true, 0
            ) { _, _ in log.add("pass") }
            CFRunLoopAddObserver(loop, passes, .defaultMode)
            loop.run(for: 1.5)
            return log.entries.joined(separator: " ")
        }
        #expect(log == "pass first second pass")
    }

    @Test func `the loop is waiting in none of its calls`() throws {
        let log = try Stage.log { stage in
            stage.keepAlive()
            stage.observe { _ in if CFRunLoopIsWaiting(stage.loop) { stage.note("waiting") } }
            stage.run(1)
        }
        #expect(log == "o1 o2 o4 o32 o64 o128 =3")
    }
}
