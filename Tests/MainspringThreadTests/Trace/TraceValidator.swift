import FoundationEssentials

/// What readers of Chrome's trace format insist on, as a list of what is wrong with a document.
struct TraceValidator {
    struct Document: Decodable {
        var traceEvents: [Event]
        var displayTimeUnit: String
    }

    struct Event: Decodable {
        var ph: String
        var name: String
        var pid: Int
        var tid: Int
        var cat: String?
        var ts: Decimal?
        var dur: Decimal?
        var id: String?
        var s: String?
        var bp: String?
        var args: [String: Argument]?
    }

    enum Argument: Decodable, Hashable {
        case text(String)
        case number(Double)
        case flag(Bool)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }
    }

    private(set) var events: [Event] = []
    private(set) var faults: [String] = []

    init(_ json: String) {
        do {
            let document = try JSONDecoder().decode(Document.self, from: Data(json.utf8))
            events = document.traceEvents
            if document.displayTimeUnit != "ms" { faults.append("the time unit is \(document.displayTimeUnit)") }
        } catch {
            faults.append("not readable: \(error)")
            return
        }
        checkMembers()
        checkOrder()
        checkSlices()
        checkPairs()
        checkFlows()
    }

    func events(_ phase: String) -> [Event] { events.filter { $0.ph == phase } }

    private mutating func checkMembers() {
        for event in events {
            let isComplete =
                switch event.ph {
                case "M": event.args != nil
                case "X": event.ts != nil && event.cat != nil && event.dur != nil
                case "b", "e", "s", "f": event.ts != nil && event.cat != nil && event.id?.hasPrefix("0x") == true
                case "i": event.ts != nil && event.cat != nil && event.s == "t"
                case "C": event.ts != nil && event.args?.values.allSatisfy(\.isNumber) == true
                default: false
                }
            if !isComplete { faults.append("a \(event.ph) event is not complete: \(event)") }
            if let duration = event.dur, duration < 0 { faults.append("a slice ends before it begins: \(event)") }
        }
    }

    private mutating func checkOrder() {
        let times = events.compactMap(\.ts)
        if zip(times, times.dropFirst()).contains(where: { $0 > $1 }) {
            faults.append("events are not in order of time")
        }
    }

    /// Complete events of one thread contain each other or do not meet; an outer one stands first.
    private mutating func checkSlices() {
        for (thread, slices) in Dictionary(grouping: events("X"), by: \.tid) {
            var open: [(name: String, end: Decimal)] = []
            for slice in slices {
                guard let start = slice.ts, let duration = slice.dur else { continue }
                while let last = open.last, last.end <= start { open.removeLast() }
                if let last = open.last, last.end < start + duration {
                    faults.append("on thread \(thread) \(slice.name) reaches out of \(last.name)")
                }
                open.append((slice.name, start + duration))
            }
        }
    }

    /// Asynchronous events of one category and identifier are pairs that nest.
    private mutating func checkPairs() {
        var open: [String: [String]] = [:]
        for event in events where event.ph == "b" || event.ph == "e" {
            let track = "\(event.cat ?? "") \(event.id ?? "")"
            if event.ph == "b" {
                open[track, default: []].append(event.name)
            } else if open[track]?.popLast() != event.name {
                faults.append("\(event.name) \(track) ends without having begun last")
            }
        }
        for (track, names) in open where !names.isEmpty { faults.append("\(names) \(track) never end") }
    }

    /// Each flow starts, then ends, once, before the next of its name and identifier.
    private mutating func checkFlows() {
        var started: Set<String> = []
        for event in events where event.ph == "s" || event.ph == "f" {
            let flow = "\(event.cat ?? "") \(event.name) \(event.id ?? "")"
            if event.ph == "s" {
                if !started.insert(flow).inserted { faults.append("flow \(flow) starts twice") }
            } else {
                if started.remove(flow) == nil { faults.append("flow \(flow) ends without a start") }
                if event.bp != "e" { faults.append("flow \(flow) does not end in the slice around it") }
            }
        }
        for flow in started { faults.append("flow \(flow) never ends") }
    }
}

extension TraceValidator.Argument {
    var isNumber: Bool { if case .number = self { true } else { false } }
}
