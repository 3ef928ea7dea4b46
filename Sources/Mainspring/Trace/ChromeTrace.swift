/// Events in Chrome's trace format: JSON with times in microseconds.
///
/// What the format's readers insist on is made true here whatever was recorded: complete events of a thread nest by
/// construction (``ThreadTrace``); asynchronous pairs with one category and identifier nest, or get an identifier of
/// their own; each flow has one start, then one end.
struct ChromeTrace {
    private struct Line {
        var time: UInt64
        var text: String
    }

    private let process: Int32
    private var lines: [Line] = []
    private var metadata: [String] = []
    private var usedIDs: Set<UInt64> = []
    private var nextOwnID: UInt64 = 1 << 48
    private let lostEventCount: UInt64

    init(
        events: [TraceEvent], threadNames: [Int32: String], process: Int32, processName: String,
        lostEventCount: UInt64 = 0
    ) {
        self.process = process
        self.lostEventCount = lostEventCount
        addMetadata(threadNames, processName)
        addSlices(events)
        addIntervals(events)
        addFlows(events)
        addPoints(events)
    }

    /// The whole document.
    var json: String {
        // By time; at one time in the order in which they were added, which is the order in which they nest.
        let sorted = lines.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        let all = (metadata + sorted.map(\.element.text)).joined(separator: ",\n")
        return
            "{\"traceEvents\":[\n\(all)\n],\"displayTimeUnit\":\"ms\",\"otherData\":{\"lostEvents\":\(lostEventCount)}}\n"
    }

    private mutating func addMetadata(_ names: [Int32: String], _ processName: String) {
        metadata.append(object("M", "process_name", process, ["\"args\":{\"name\":\(quoted(processName))}"]))
        for (thread, name) in names.sorted(by: { $0.key < $1.key }) {
            let isMain = thread == process
            metadata.append(object("M", "thread_name", thread, ["\"args\":{\"name\":\(quoted(name))}"]))
            metadata.append(
                object("M", "thread_sort_index", thread, ["\"args\":{\"sort_index\":\(isMain ? -1 : thread)}"]))
        }
    }

    // MARK: Slices

    private mutating func addSlices(_ events: [TraceEvent]) {
        var slices: [(event: TraceEvent, end: UInt64)] = []
        for event in events {
            if case .slice(let end) = event.kind { slices.append((event, end)) }
        }
        // The outer one first.
        slices.sort { ($0.event.start, $1.end) < ($1.event.start, $0.end) }
        for (event, end) in slices {
            let duration = "\"dur\":\(microseconds(end - event.start))"
            add(event.start, "X", event, [duration] + arguments(of: event))
        }
    }

    // MARK: Intervals

    private struct Interval {
        var event: TraceEvent
        var end: UInt64
        var endThread: Int32
    }

    private struct Family: Hashable {
        var category: String
        var id: UInt64
    }

    private mutating func addIntervals(_ events: [TraceEvent]) {
        var families: [Family: [Interval]] = [:]
        var order: [Family] = []
        for event in events {
            guard case .interval(let end, let endThread, let id) = event.kind else { continue }
            let family = Family(category: event.category, id: id.rawValue)
            if families[family] == nil { order.append(family) }
            families[family, default: []].append(Interval(event: event, end: end, endThread: endThread))
            usedIDs.insert(id.rawValue)
        }
        for family in order {
            let intervals = families[family, default: []].sorted { ($0.event.start, $1.end) < ($1.event.start, $0.end) }
            for (index, lane) in lanes(intervals).enumerated() {
                // An exclusive interval has no identifier to show.
                add(lane, id: index == 0 && family.id != SignpostID.exclusive.rawValue ? family.id : ownID())
            }
        }
    }

    /// Splits intervals, by start and the outer one first, into as few groups that nest as a greedy look finds.
    private func lanes(_ intervals: [Interval]) -> [[Interval]] {
        var lanes: [(members: [Interval], open: [UInt64])] = []
        for interval in intervals {
            var isPlaced = false
            for index in lanes.indices where !isPlaced {
                while let end = lanes[index].open.last, end <= interval.event.start { lanes[index].open.removeLast() }
                if let end = lanes[index].open.last, end < interval.end { continue }
                lanes[index].members.append(interval)
                lanes[index].open.append(interval.end)
                isPlaced = true
            }
            if !isPlaced { lanes.append(([interval], [interval.end])) }
        }
        return lanes.map(\.members)
    }

    private mutating func add(_ lane: [Interval], id: UInt64) {
        let mark = "\"id\":\(hexadecimal(id))"
        var open: [Interval] = []
        for interval in lane {
            while let last = open.last, last.end <= interval.event.start { end(open.removeLast(), mark) }
            add(interval.event.start, "b", interval.event, [mark] + arguments(of: interval.event))
            open.append(interval)
        }
        while let last = open.popLast() { end(last, mark) }
    }

    private mutating func end(_ interval: Interval, _ mark: String) {
        var event = interval.event
        event.thread = interval.endThread
        add(interval.end, "e", event, [mark])
    }

    private mutating func ownID() -> UInt64 {
        repeat { nextOwnID += 1 } while usedIDs.contains(nextOwnID)
        return nextOwnID
    }

    // MARK: Flows, points and counters

    private struct FlowName: Hashable {
        var category: String
        var name: String
        var id: SignpostID
    }

    private mutating func addFlows(_ events: [TraceEvent]) {
        var started: [FlowName: TraceEvent] = [:]
        for event in events {
            switch event.kind {
            case .flowStart(let id):
                started[FlowName(category: event.category, name: event.name, id: id)] = event
            case .flowEnd(let id):
                guard
                    let start = started.removeValue(
                        forKey: FlowName(category: event.category, name: event.name, id: id))
                else { continue }
                let mark = "\"id\":\(hexadecimal(id.rawValue))"
                add(start.start, "s", start, [mark])
                add(event.start, "f", event, [mark, "\"bp\":\"e\""])
            default: continue
            }
        }
    }

    private mutating func addPoints(_ events: [TraceEvent]) {
        for event in events {
            switch event.kind {
            case .event(let id):
                let arguments = id == .exclusive ? [] : ["\"args\":{\"id\":\(hexadecimal(id.rawValue))}"]
                add(event.start, "i", event, ["\"s\":\"t\""] + arguments)
            case .counter(let value):
                if value.isFinite { add(event.start, "C", event, ["\"args\":{\"value\":\(value)}"]) }
            default: continue
            }
        }
    }

    // MARK: JSON

    /// The member with an event's arguments, if it has any.
    private func arguments(of event: TraceEvent) -> [String] {
        var members = event.arguments.map { argument in
            let value =
                switch argument.value {
                case .text(let text): quoted(text)
                case .integer(let number): "\(number)"
                case .real(let number): number.isFinite ? "\(number)" : "null"
                }
            return "\(quoted(argument.name)):\(value)"
        }
        if event.isOpen { members.append("\"open\":true") }
        return members.isEmpty ? [] : ["\"args\":{\(members.joined(separator: ","))}"]
    }

    private mutating func add(_ time: UInt64, _ phase: String, _ event: TraceEvent, _ members: [String]) {
        let common = ["\"cat\":\(quoted(event.category))", "\"ts\":\(microseconds(time))"]
        lines.append(Line(time: time, text: object(phase, event.name, event.thread, common + members)))
    }

    private func object(_ phase: String, _ name: String, _ thread: Int32, _ members: [String]) -> String {
        let all =
            ["\"ph\":\"\(phase)\"", "\"name\":\(quoted(name))", "\"pid\":\(process)", "\"tid\":\(thread)"] + members
        return "{\(all.joined(separator: ","))}"
    }

    private func microseconds(_ nanoseconds: UInt64) -> String {
        let fraction = String(nanoseconds % 1000)
        return "\(nanoseconds / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }

    private func hexadecimal(_ number: UInt64) -> String {
        "\"0x\(String(number, radix: 16))\""
    }

    private func quoted(_ string: String) -> String {
        var result = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\u{0}"..<"\u{20}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
