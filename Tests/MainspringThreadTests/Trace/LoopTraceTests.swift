import CLinux
import Glibc
import Locks
import SeededRandom
import Testing

@_spi(Tools) @testable import Mainspring

/// What a loop does, as slices of the process's trace; each test in a process of its own, since there is one such
/// recorder.
@Suite struct LoopTraceTests {
    @Test func `each call-out is a slice with its kind, its mode and what it is`() async {
        await #expect(processExitsWith: .success) {
            let (reader, writer) = OwnDescriptor.pipe()
            writer.write("x")
            let trace = try LoopTrace.Recorded { loop in
                let mode = CFRunLoopMode("tracked")
                let manual = CFRunLoopSource.manual(order: 3) {}
                loop.add(manual, to: mode)
                CFRunLoopSourceSignal(manual)
                let pipe = try FileDescriptorSource(fileDescriptor: reader.number, events: .readable) { _ in
                    _ = reader.read()
                }
                CFRunLoopAddSource(loop, pipe.source, mode)
                CFRunLoopPerformBlock(loop, mode.rawValue) {}
                CFRunLoopAddTimer(loop, CFRunLoopTimerCreateWithHandler(nil, 0, 0.5, 0, 0) { _ in }, mode)
                let observer = CFRunLoopObserverCreateWithHandler(
                    nil, CFRunLoopActivity.beforeWaiting.rawValue, true, 7
                ) { _, _ in }
                CFRunLoopAddObserver(loop, observer, mode)
                loop.run(for: 0.6, in: mode)
            }
            #expect(trace.faults.isEmpty)
            let inMode = TraceEvent.Argument("mode", .text("tracked"))
            let slices: [(String, [TraceEvent.Argument])] = [
                ("block", []), ("timer", [.init("interval", .real(0.5))]), ("source0", [.init("order", .integer(3))]),
                ("source1", [.init("descriptor", .integer(Int(reader.number)))]),
                ("observer", [.init("activity", .text("beforeWaiting")), .init("order", .integer(7))]), ("sleep", []),
            ]
            for (name, arguments) in slices {
                let slice = trace.events.first { $0.name == name }
                #expect(slice?.category == "loop", "\(name): \(trace.names)")
                #expect(slice?.arguments == [inMode] + arguments)
                guard case .slice? = slice?.kind else {
                    Issue.record("\(name) is no slice")
                    continue
                }
            }
            let written = TraceValidator(trace.json).events("X")
            #expect(written.first { $0.name == "observer" }?.args?["activity"] == .text("beforeWaiting"))
            #expect(written.first { $0.name == "timer" }?.args == ["mode": .text("tracked"), "interval": .number(0.5)])
        }
    }

    @Test func `call-outs and sleeps follow each other`() async {
        await #expect(processExitsWith: .success) {
            let trace = try LoopTrace.Recorded { loop in
                let timer = CFRunLoopTimerCreateWithHandler(nil, loop.clock.absoluteTime + 1, 1, 0, 0) { _ in }
                CFRunLoopAddTimer(loop, timer, .defaultMode)
                loop.run(for: 2.5)
            }
            #expect(trace.names == ["sleep", "timer", "sleep", "timer", "sleep"])
            #expect(zip(trace.events, trace.events.dropFirst()).allSatisfy { $0.end <= $1.start })
        }
    }

    @Test func `a run inside a call-out lies in it, and what it does in the run`() async {
        await #expect(processExitsWith: .success) {
            let trace = try LoopTrace.Recorded { loop in
                CFRunLoopPerformBlock(loop, CFRunLoopMode.defaultMode.rawValue) {
                    let inner = CFRunLoopMode("inner")
                    let timer = CFRunLoopTimerCreateWithHandler(nil, loop.clock.absoluteTime + 1, 0, 0, 0) { _ in }
                    CFRunLoopAddTimer(loop, timer, inner)
                    loop.run(for: 5, in: inner)
                }
                loop.keepAlive(.defaultMode)
                loop.poll()
            }
            #expect(trace.faults.isEmpty)
            #expect(trace.names == ["block", "nested run", "sleep", "timer"])
            let inner = TraceEvent.Argument("mode", .text("inner"))
            #expect(trace.events.dropFirst().allSatisfy { $0.arguments == [inner] })
            #expect(trace.events[0].end >= trace.events[1].end && trace.events[1].end >= trace.events[3].end)
        }
    }

    @Test func `a call-out is recorded if it begins between start and stop`() async {
        await #expect(processExitsWith: .success) {
            let recorder = TraceRecorder(eventsPerThread: 64, threads: 4)
            let signposter = Signposter(category: "test", recorder: recorder)
            try onVirtualLoop { loop in
                func post(_ body: @escaping () -> Void) {
                    CFRunLoopPerformBlock(loop, CFRunLoopMode.defaultMode.rawValue, body)
                }
                loop.keepAlive(.defaultMode)
                post { signposter.emitEvent("before") }
                post { recorder.start() }
                post { signposter.emitEvent("in one") }
                post {
                    recorder.stop()
                    signposter.emitEvent("in another")
                }
                post { signposter.emitEvent("after") }
                loop.poll()
            }
            #expect(
                recorder.events().map(\.name) == ["before", "block", "in one", "block", "in another", "after"])
        }
    }

    @Test func `a signpost that reaches out of its call-out becomes an interval, and the call-out stays a slice`() async
    {
        await #expect(processExitsWith: .success) {
            let between = Guarded<[String]>([])
            let trace = try LoopTrace.Recorded { loop in
                let signposter = Signposter(category: "test")
                var state: SignpostIntervalState?
                func post(_ body: @escaping () -> Void) {
                    CFRunLoopPerformBlock(loop, CFRunLoopMode.defaultMode.rawValue, body)
                }
                loop.keepAlive(.defaultMode)
                post { state = signposter.beginInterval("long") }
                post {
                    between.withLock { $0 = TraceValidator(TraceRecorder.current?.chromeTrace() ?? "").faults }
                }
                post {
                    signposter.withIntervalSignpost("short") {}
                    if let state { signposter.endInterval("long", state) }
                }
                loop.poll()
            }
            #expect(between.withLock { $0 }.isEmpty)
            #expect(trace.faults.isEmpty)
            let written = TraceValidator(trace.json)
            let names: [String] = written.events("X").map(\.name)
            let slices: [String] = names.filter { $0 != "sleep" }
            #expect(slices == ["block", "block", "block", "short"])
            #expect(written.events("b").map(\.name) == ["long"])
        }
    }

    @Test func `the newest call-outs are kept, and how many are not is told`() async {
        await #expect(processExitsWith: .success) {
            let recorder = TraceRecorder(eventsPerThread: 16, threads: 4)
            recorder.start()
            try onVirtualLoop { loop in
                loop.keepAlive(.defaultMode)
                for _ in 0..<100 { CFRunLoopPerformBlock(loop, CFRunLoopMode.defaultMode.rawValue) {} }
                loop.poll()
            }
            recorder.stop()
            #expect(recorder.events().count == 16)
            #expect(recorder.lostEventCount == 84)
            #expect(recorder.chromeTrace().contains("\"otherData\":{\"lostEvents\":84}"))
        }
    }

    @Test func `runs inside each other deeper than slices are listed leave a trace that nests`() async {
        await #expect(processExitsWith: .success) {
            let trace = try LoopTrace.Recorded { loop in
                loop.keepAlive(.defaultMode)
                let signposter = Signposter(category: "test")
                func deeper(_ level: Int) {
                    CFRunLoopPerformBlock(loop, CFRunLoopMode.defaultMode.rawValue) {
                        signposter.withIntervalSignpost("level") { if level < 50 { deeper(level + 1) } }
                    }
                    loop.poll()
                }
                deeper(0)
            }
            #expect(trace.faults.isEmpty)
            #expect(trace.lostEventCount > 0)
            #expect(trace.names.count { $0 == "nested run" } > 15)
        }
    }

    @Test func `a report of a stop names the program's own intervals and not the call-outs around them`() async {
        await #expect(processExitsWith: .success) {
            let open = Guarded<[[String]]>([])
            _ = try LoopTrace.Recorded { loop in
                CFRunLoopPerformBlock(loop, CFRunLoopMode.defaultMode.rawValue) {
                    Signposter(category: "test").withIntervalSignpost("work") {
                        let (recorder, thread) = (TraceRecorder.current, mainspring_thread_id())
                        open.withLock {
                            $0 = [
                                recorder?.openIntervals(ofThread: thread).map(\.name) ?? [],
                                recorder?.openSignposts(ofThread: thread).map(\.name) ?? [],
                            ]
                        }
                    }
                }
                loop.keepAlive(.defaultMode)
                loop.poll()
            }
            #expect(open.withLock { $0 } == [["block", "work"], ["work"]])
        }
    }

    /// Call-outs that run the loop, begin signposts and end those of others, against whatever is well-formed.
    @Test func `slices of a thread nest whatever its call-outs do`() async {
        await #expect(processExitsWith: .success) {
            for seed in Seeds.first(60) {
                let trace = try LoopTrace.Recorded(eventsPerThread: seed % 2 == 0 ? 32 : 4096) { loop in
                    loop.keepAlive(.defaultMode)
                    let signposter = Signposter(category: "test")
                    var random = SeededGenerator(seed: seed)
                    var open: [SignpostIntervalState] = []
                    var left = 200
                    func post() {
                        CFRunLoopPerformBlock(loop, CFRunLoopMode.defaultMode.rawValue) { act() }
                    }
                    func act() {
                        for _ in 0..<Int.random(in: 0...4, using: &random) where left > 0 {
                            left -= 1
                            switch Int.random(in: 0..<6, using: &random) {
                            case 0, 1: post()
                            case 2: loop.poll()
                            case 3: open.append(signposter.beginInterval("signpost"))
                            case 4: if let last = open.popLast() { signposter.endInterval("signpost", last) }
                            default:
                                guard let place = open.indices.randomElement(using: &random) else { continue }
                                signposter.endInterval("signpost", open.remove(at: place))
                            }
                        }
                    }
                    while left > 0 {
                        post()
                        loop.poll()
                    }
                }
                #expect(trace.faults.isEmpty, "seed \(seed)")
                #expect(trace.names.contains("block"))
            }
        }
    }
}

extension LoopTrace {
    /// What the process's recorder has of a thread with a loop on a virtual clock; each look at the recorder's time is
    /// one later than the last.
    struct Recorded {
        /// By start, the outer one first.
        let events: [TraceEvent]
        let json: String
        let lostEventCount: UInt64

        init(eventsPerThread: Int = 4096, _ body: @escaping @Sendable (CFRunLoop) throws -> Void) throws {
            let time = TestClock(step: 1)
            let recorder = TraceRecorder(eventsPerThread: eventsPerThread, threads: 8) { time.now }
            recorder.start()
            try onVirtualLoop { try body($0) }
            recorder.stop()
            events = recorder.events().filter { $0.category == "\(LoopSliceKind.category)" }
            json = recorder.chromeTrace()
            lostEventCount = recorder.lostEventCount
        }

        var names: [String] { events.map(\.name) }
        var faults: [String] { TraceValidator(json).faults }
    }
}

extension TraceEvent {
    fileprivate var end: UInt64 { if case .slice(let end) = kind { end } else { start } }
}
