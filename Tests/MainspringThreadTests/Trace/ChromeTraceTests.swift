import FoundationEssentials
import SeededRandom
import Testing

@testable import Mainspring

@Suite struct ChromeTraceTests {
    private func validated(_ events: [TraceEvent], names: [Int32: String] = [:]) -> TraceValidator {
        TraceValidator(ChromeTrace(events: events, threadNames: names, process: 1, processName: "test").json)
    }

    @Test func `is a document even without events`() {
        let trace = validated([])
        #expect(trace.faults.isEmpty)
        #expect(trace.events.map(\.name) == ["process_name"])
    }

    @Test func `writes times in microseconds to the nanosecond`() {
        let trace = validated([
            TraceEvent(kind: .slice(end: 1_000_010), name: "a", category: "c", thread: 1, start: 1_009)
        ])
        #expect(trace.faults.isEmpty)
        #expect(trace.events("X").first?.ts == 1.009)
        #expect(trace.events("X").first?.dur == 999.001)
    }

    @Test func `writes any name`() {
        let names = ["\"", "\\", "\n\t\u{0}\u{1f}", "é 日本 🎈", ""]
        let events = names.map { TraceEvent(kind: .event(id: .exclusive), name: $0, category: $0, thread: 1, start: 0) }
        let trace = validated(events, names: [1: "\"\u{1}"])
        #expect(trace.faults.isEmpty)
        #expect(trace.events("i").map(\.name) == names)
        #expect(trace.events("i").map(\.cat) == names)
    }

    @Test func `puts the main thread first`() {
        let trace = validated([], names: [1: "main", 2: "other"])
        let order = trace.events("M").filter { $0.name == "thread_sort_index" }
        #expect(order.map(\.tid) == [1, 2])
        #expect(order.map { $0.args?["sort_index"] } == [.number(-1), .number(2)])
    }

    @Test func `writes counters that JSON can say`() {
        let values = [0, -1.5, 1e300, 2.5e-300, Double.nan, .infinity]
        let trace = validated(
            values.map { TraceEvent(kind: .counter(value: $0), name: "n", category: "c", thread: 1, start: 0) })
        #expect(trace.faults.isEmpty)
        #expect(trace.events("C").map { $0.args?["value"] } == values.prefix(4).map { .number($0) })
    }

    @Test func `keeps the identifier of intervals that nest, and gives others one of their own`() {
        func interval(_ name: String, _ start: UInt64, _ end: UInt64, _ id: UInt64) -> TraceEvent {
            TraceEvent(
                kind: .interval(end: end, endThread: 2, id: SignpostID(id)), name: name, category: "c", thread: 1,
                start: start)
        }
        let trace = validated([
            interval("a", 0, 10, 7), interval("in a", 2, 5, 7), interval("over a", 6, 12, 7),
            interval("no id", 0, 3, 0),
        ])
        #expect(trace.faults.isEmpty)
        let ids = Dictionary(trace.events("b").map { ($0.name, $0.id) }) { first, _ in first }
        #expect(ids["a"] == "0x7")
        #expect(ids["in a"] == "0x7")
        #expect(ids["over a"] != "0x7")
        #expect(ids["no id"] != "0x0")
        #expect(trace.events("b").allSatisfy { $0.tid == 1 })
        #expect(trace.events("e").allSatisfy { $0.tid == 2 })
    }

    @Test func `writes only flows with both ends`() {
        func flow(_ kind: TraceEvent.Kind, _ start: UInt64) -> TraceEvent {
            TraceEvent(kind: kind, name: "flow", category: "c", thread: 1, start: start)
        }
        let (one, two) = (SignpostID(1), SignpostID(2))
        let trace = validated([
            flow(.flowEnd(id: one), 0), flow(.flowStart(id: one), 1), flow(.flowStart(id: two), 2),
            flow(.flowEnd(id: one), 3),
            flow(.flowEnd(id: one), 4),
        ])
        #expect(trace.faults.isEmpty)
        #expect(trace.events("s").map(\.ts) == [0.001])
        #expect(trace.events("f").map(\.ts) == [0.003])
    }

    /// Random calls on several threads, with states handed from one to another, against whatever is well-formed.
    @Test(arguments: Seeds.first(40))
    func `is well-formed whatever was recorded`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        // Ties are as likely as not, and rings as often too small as large enough.
        let clock = TestClock(step: Bool.random(using: &random) ? 0 : 1)
        let size = Bool.random(using: &random) ? 32 : 4096
        let recorder = TraceRecorder(eventsPerThread: size, threads: 4) { clock.now }
        let handedOver = Mailbox<SignpostIntervalState>()
        let seeds = (0..<3).map { _ in random.next() }
        let threads = seeds.map { seed in
            ObservedThread { randomCalls(seed, recorder, clock, handedOver) }
        }
        // While they write, and when they are done.
        #expect(TraceValidator(recorder.chromeTrace()).faults == [])
        for thread in threads { thread.join() }
        let trace = TraceValidator(recorder.chromeTrace())
        #expect(trace.faults == [])
        #expect(trace.events.count > 30)
        if size == 4096 {
            #expect(!trace.events("X").isEmpty && !trace.events("b").isEmpty && !trace.events("s").isEmpty)
        }
    }

    private func randomCalls(
        _ seed: UInt64, _ recorder: TraceRecorder, _ clock: TestClock, _ handedOver: Mailbox<SignpostIntervalState>
    ) {
        var random = SeededGenerator(seed: seed)
        let signposters = [
            Signposter(category: "a", recorder: recorder), Signposter(category: "b", recorder: recorder),
        ]
        var open: [SignpostIntervalState] = []
        var handed = 0
        for _ in 0..<400 {
            let signposter = signposters[Int.random(in: 0...1, using: &random)]
            let id = SignpostID(UInt64.random(in: 0...4, using: &random))
            switch Int.random(in: 0..<12, using: &random) {
            case 0...2: open.append(signposter.beginInterval("slice"))
            case 3: open.append(signposter.beginInterval("job", id: id))
            case 4...6: if let state = open.popLast() { signposter.endInterval("slice", state) }
            case 7:
                guard let index = open.indices.randomElement(using: &random) else { continue }
                signposter.endInterval("overlap", open.remove(at: index))
            case 8:
                guard let index = open.indices.randomElement(using: &random) else { continue }
                handedOver.put(open.remove(at: index))
                handed += 1
            case 9:
                if handed > 0 {
                    handed -= 1
                    signposter.endInterval("handed over", handedOver.take())
                }
            case 10:
                signposter.emitEvent("point", id: id)
                signposter.emitCounter("level", Double.random(in: -5...5, using: &random))
            default:
                if Bool.random(using: &random) {
                    signposter.beginFlow("flow", id: id)
                } else {
                    signposter.endFlow("flow", id: id)
                }
            }
            clock.advance(by: UInt64.random(in: 0...2, using: &random))
        }
    }
}
