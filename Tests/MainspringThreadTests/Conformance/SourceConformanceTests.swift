import Mainspring
import Testing

@Suite("Sources")
struct SourceConformanceTests {
    @Test func `source0s perform by order, those of one order by the time of their signal`() throws {
        let log = try Stage.log { stage in
            let sources = [("A", 5), ("B", 1), ("C", 5)].map { stage.source($0.0, order: $0.1) }
            for source in sources { CFRunLoopAddSource(stage.loop, source, .defaultMode) }
            for place in [2, 0, 1] { CFRunLoopSourceSignal(sources[place]) }
            stage.run()
        }
        #expect(log == "B C A =3")
    }

    @Test func `a second signal does not move the time of the first`() throws {
        let log = try Stage.log { stage in
            let first = stage.signalled("A")
            stage.signalled("B")
            CFRunLoopSourceSignal(first)
            stage.run()
        }
        #expect(log == "A B =3")
    }

    @Test func `a signal that another mode took says nothing of the time of the next`() throws {
        let log = try Stage.log { stage in
            let (first, second) = (stage.source("A"), stage.source("B"))
            for source in [first, second] {
                CFRunLoopAddSource(stage.loop, source, .defaultMode)
                CFRunLoopAddSource(stage.loop, source, .other)
            }
            CFRunLoopSourceSignal(first)
            stage.run(in: .other)
            CFRunLoopSourceSignal(second)
            CFRunLoopSourceSignal(first)
            stage.run()
        }
        #expect(log == "A =3 B A =3")
    }

    @Test func `a source that is added to a mode after its signal keeps the time of it`() throws {
        let log = try Stage.log { stage in
            let (first, second) = (stage.source("A"), stage.source("B"))
            CFRunLoopAddSource(stage.loop, second, .defaultMode)
            CFRunLoopSourceSignal(first)
            CFRunLoopSourceSignal(second)
            CFRunLoopAddSource(stage.loop, first, .defaultMode)
            stage.run()
        }
        #expect(log == "A B =3")
    }

    @Test func `a run that returns after a source performs the first of several, the rest stay signalled`() throws {
        let log = try Stage.log { stage in
            stage.observe()
            stage.signalled("B")
            stage.signalled("A")
            stage.run(1, untilSource: true)
            stage.run(1, untilSource: true)
        }
        #expect(log == "o1 o2 o4 B o128 =4 o1 o2 o4 A o128 =4")
    }

    @Test func `a source is scheduled once in each mode, and cancelled once in each when it becomes invalid`() throws {
        let log = try Stage.log { stage in
            let source = stage.source("A", tells: true)
            CFRunLoopAddSource(stage.loop, source, .defaultMode)
            CFRunLoopAddSource(stage.loop, source, .defaultMode)
            CFRunLoopAddSource(stage.loop, source, .other)
            stage.note("|")
            CFRunLoopSourceInvalidate(source)
            CFRunLoopSourceInvalidate(source)
            stage.note("valid", CFRunLoopSourceIsValid(source))
        }
        let parts = log.split(separator: "|").map { $0.split(separator: " ").sorted() }
        #expect(
            parts == [["schedule(default)", "schedule(other)"], ["cancel(default)", "cancel(other)", "valid:no"]])
    }

    @Test func `adding an invalid source does nothing`() throws {
        let log = try Stage.log { stage in
            let source = stage.source("A", tells: true)
            CFRunLoopSourceInvalidate(source)
            CFRunLoopAddSource(stage.loop, source, .other)
            stage.note("in", CFRunLoopContainsSource(stage.loop, source, .other))
            stage.note("\(CFRunLoopCopyAllModes(stage.loop)?.count ?? 0)")
        }
        #expect(log == "in:no 1")
    }

    @Test func `removing a source cancels it in that mode alone, once`() throws {
        let log = try Stage.log { stage in
            let source = stage.source("A", tells: true)
            CFRunLoopAddSource(stage.loop, source, .defaultMode)
            CFRunLoopAddSource(stage.loop, source, .other)
            CFRunLoopRemoveSource(stage.loop, source, .other)
            CFRunLoopRemoveSource(stage.loop, source, .other)
            stage.note("in", CFRunLoopContainsSource(stage.loop, source, .defaultMode))
        }
        #expect(log == "schedule(default) schedule(other) cancel(other) in:yes")
    }

    @Test func `a signal belongs to the source, not to its membership`() throws {
        let log = try Stage.log { stage in
            stage.keepAlive()
            let source = stage.source("A")
            CFRunLoopSourceSignal(source)
            CFRunLoopAddSource(stage.loop, source, .defaultMode)
            CFRunLoopRemoveSource(stage.loop, source, .defaultMode)
            stage.run()
            CFRunLoopAddSource(stage.loop, source, .defaultMode)
            stage.run()
        }
        #expect(log == "=3 A =3")
    }

    @Test func `a signal does not wake`() throws {
        let log = try Stage.log { stage in
            let source = stage.source("A")
            CFRunLoopAddSource(stage.loop, source, .defaultMode)
            stage.observe { if $0 == .beforeWaiting { CFRunLoopSourceSignal(source) } }
            stage.run(1)
            stage.run()
        }
        #expect(log == "o1 o2 o4 o32 o64 o128 =3 o1 o2 o4 A o128 =3")
    }

    @Test func `a signal of a source of version 1 does nothing`() throws {
        let log = try Stage.log { stage in
            var context = CFRunLoopSourceContext1()
            let descriptor = OwnDescriptor.pipe()
            context.getPort = { _ in descriptor.reader.number }
            context.perform = { _ in stage.note("V") }
            let source: CFRunLoopSource = CFRunLoopSourceCreate(kCFAllocatorDefault, 0, &context)
            CFRunLoopAddSource(stage.loop, source, .defaultMode)
            CFRunLoopSourceSignal(source)
            stage.run()
        }
        #expect(log == "=3")
    }

    @Test func `a source that signals itself and others while performing is performed in the next pass`() throws {
        let log = try Stage.log { stage in
            var sources: [CFRunLoopSource] = []
            var isFirst = true
            stage.observe("o", .beforeSources)
            for name in ["A", "B", "C"] {
                let source = stage.source(name, order: sources.count) {
                    if name == "B", isFirst {
                        isFirst = false
                        for other in sources { CFRunLoopSourceSignal(other) }
                    }
                }
                sources.append(source)
                CFRunLoopAddSource(stage.loop, source, .defaultMode)
            }
            CFRunLoopSourceSignal(sources[1])
            stage.run(1)
        }
        #expect(log == "o4 B o4 A B C o4 =3")
    }

    @Test func `one removed by an earlier source of its pass is still performed, an invalidated one is not`() throws {
        let log = try Stage.log { stage in
            let removed = stage.source("removed", order: 1)
            let invalid = stage.source("invalid", order: 2)
            let last = stage.source("last", order: 3)
            stage.signalled("A") {
                CFRunLoopRemoveSource(stage.loop, removed, .defaultMode)
                CFRunLoopSourceInvalidate(invalid)
            }
            for source in [removed, invalid, last] {
                CFRunLoopAddSource(stage.loop, source, .defaultMode)
                CFRunLoopSourceSignal(source)
            }
            stage.run()
        }
        #expect(log == "A removed last =3")
    }

    @Test func `a source may be in several loops, and leaves all of them when it becomes invalid`() throws {
        let source = UncheckedBox(CFRunLoopSource.manual {})
        let log = try Stage.log { stage in
            let start = Gate()
            let end = Gate()
            let loop = UncheckedBox<CFRunLoop?>(nil)
            let thread = TestThread {
                loop.value = CFRunLoopGetCurrent()
                start.open()
                end.pass()
            }
            start.pass()
            CFRunLoopAddSource(stage.loop, source.value, .defaultMode)
            CFRunLoopAddSource(loop.value, source.value, .other)
            stage.note("here", CFRunLoopContainsSource(stage.loop, source.value, .defaultMode))
            stage.note("there", CFRunLoopContainsSource(loop.value, source.value, .other))
            CFRunLoopSourceInvalidate(source.value)
            stage.note("there", CFRunLoopContainsSource(loop.value, source.value, .other))
            end.open()
            try thread.join()
        }
        #expect(log == "here:yes there:yes there:no")
    }
}

/// A value that a test hands from one thread to another, which a gate orders.
final class UncheckedBox<Value>: @unchecked Sendable {
    // `@unchecked Sendable`: gates order the threads that use it.
    var value: Value
    init(_ value: Value) { self.value = value }
}
