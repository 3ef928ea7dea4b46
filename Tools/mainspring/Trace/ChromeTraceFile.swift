internal import Foundation
internal import Glibc
@_spi(Tools) internal import Mainspring

/// A file in Chrome's trace format, as far as it tells of times.
struct ChromeTraceFile {
    /// Something that took a time. Times are microseconds.
    struct Slice {
        let name: String
        let category: String
        let thread: Int
        let start: Double
        let end: Double
        /// Whether it lies on its thread, and nests there; else it is an interval of its own.
        let isOnThread: Bool
        /// What it is of a loop's; nil for what is the program's own.
        let loop: LoopSliceKind?
    }

    private(set) var slices: [Slice] = []
    /// The moments that the file names, slices or not.
    private(set) var times: ClosedRange<Double>?
    /// The threads that are the main one of their process: by number, by name, or by where they are to stand.
    private(set) var mainThreads: Set<Int> = []
    /// How many events the recorder had no room for.
    private(set) var lostEventCount = 0

    private static let greatestSize = 2 << 30

    /// - Throws: ``ToolError`` for what is no trace.
    init(path: String) throws {
        var status = stat()
        guard stat(path, &status) == 0 else { throw ToolError("“\(path)” is not there, or may not be read.") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw ToolError("“\(path)” is no file. Name a trace.") }
        guard status.st_size <= Self.greatestSize else {
            throw ToolError(
                "“\(path)” is larger than two gigabytes, and no trace of ours is. Record for a shorter time.")
        }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ToolError("“\(path)” cannot be read. See that it may be.")
        }
        guard let document = Self.document(data) else {
            throw ToolError("“\(path)” is no trace: it is not JSON. Write one by TraceRecorder's chromeTrace().")
        }
        guard let events = (document as? [String: Any])?["traceEvents"] as? [Any] ?? document as? [Any] else {
            throw ToolError(
                "“\(path)” is no trace: it is JSON without “traceEvents”. Write one by TraceRecorder's chromeTrace().")
        }
        let other = (document as? [String: Any])?["otherData"] as? [String: Any]
        lostEventCount = Self.number(other?["lostEvents"]).flatMap { Int(exactly: $0.rounded()) } ?? 0
        read(events.compactMap { $0 as? [String: Any] })
    }

    /// A list of events need not end: a program that was stopped has written no more. What comes after its last whole event is left out.
    private static func document(_ data: Data) -> Any? {
        if let document = try? JSONSerialization.jsonObject(with: data) { return document }
        guard data.first(where: { !" \n\r\t".utf8.contains($0) }) == UInt8(ascii: "["),
            let end = data.lastIndex(of: UInt8(ascii: "}"))
        else { return nil }
        return try? JSONSerialization.jsonObject(with: data[data.startIndex...end] + Data("]".utf8))
    }

    private mutating func read(_ events: [[String: Any]]) {
        var open: [Int: [(String, String, Double)]] = [:]
        var intervals: [String: [(String, Int, Double)]] = [:]
        for event in events {
            let thread = Self.number(event["tid"]).flatMap { Int(exactly: $0.rounded()) } ?? 0
            let (name, category) = (event["name"] as? String ?? "", event["cat"] as? String ?? "")
            let phase = event["ph"] as? String
            if phase == "M" {
                noteMetadata(event, name, thread)
                continue
            }
            guard let time = Self.number(event["ts"]), time.isFinite else { continue }
            note(time)
            let key = "\(category)\u{0}\(event["id"].map { "\($0)" } ?? "")"
            switch phase {
            case "X":
                let duration = max(0, Self.number(event["dur"]) ?? 0)
                guard (time + duration).isFinite else { continue }
                add(name, category, thread, time, time + duration, isOnThread: true)
                if Self.number(event["pid"]).flatMap({ Int(exactly: $0.rounded()) }) == thread {
                    mainThreads.insert(thread)
                }
            case "B": open[thread, default: []].append((name, category, time))
            case "E":
                guard let begin = open[thread]?.popLast(), begin.2 <= time else { continue }
                add(begin.0, begin.1, thread, begin.2, time, isOnThread: true)
            case "b": intervals[key, default: []].append((name, thread, time))
            case "e":
                guard let begin = intervals[key]?.popLast(), begin.2 <= time else { continue }
                add(begin.0, category, begin.1, begin.2, time, isOnThread: false)
            default: continue
            }
        }
    }

    private mutating func noteMetadata(_ event: [String: Any], _ name: String, _ thread: Int) {
        let arguments = event["args"] as? [String: Any]
        let isFirst = name == "thread_sort_index" && (Self.number(arguments?["sort_index"]) ?? 0) < 0
        if isFirst || (name == "thread_name" && arguments?["name"] as? String == "main") { mainThreads.insert(thread) }
    }

    private mutating func add(
        _ name: String, _ category: String, _ thread: Int, _ start: Double, _ end: Double, isOnThread: Bool
    ) {
        note(end)
        slices.append(
            Slice(
                name: name, category: category, thread: thread, start: start, end: end, isOnThread: isOnThread,
                loop: isOnThread ? LoopSliceKind(name: name, category: category) : nil))
    }

    private mutating func note(_ time: Double) {
        times = times.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time
    }

    private static func number(_ value: Any?) -> Double? { (value as? NSNumber)?.doubleValue }
}
