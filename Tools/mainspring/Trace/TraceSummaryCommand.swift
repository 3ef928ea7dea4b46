internal import ArgumentParser
internal import Foundation

/// What a trace tells about how smooth a program was.
struct TraceSummaryCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "summary",
        abstract:
            "Show the longest stops of the main thread, the call-outs and intervals by kind, and the frames missed.",
        discussion: """
            A stop is a call-out of the main loop, or what else lies in no other slice of the main thread. Where a call-out runs the \
            loop, what that run does and sleeps is none of it. A frame is missed if the main thread was in one stop for all of its \
            time, else it is shown.
            """)

    @Argument(help: "The trace: JSON in Chrome's format.", completion: .file())
    var file: String

    @OptionGroup var format: JSONOption

    @Option(help: "So many stops are shown.")
    var stops = 10

    @Option(help: ArgumentHelp("Frames a second.", valueName: "number"))
    var fps = 60.0

    func validate() throws {
        if stops < 0 { throw ValidationError("--stops is a number, 0 or more.") }
        if !(1...1_000).contains(fps) { throw ValidationError("--fps is a number from 1 to 1000.") }
    }

    func perform() throws {
        let summary = TraceSummary(try ChromeTraceFile(path: file), framesPerSecond: fps)
        let output = StandardOutput.shared
        if format.json { return try output.writeLine(json(summary).document) }
        let frames = summary.frames
        try output.writeLine(
            "\(Self.milliseconds(summary.duration)) ms, \(frames.due) frames due, \(frames.due - frames.missed) shown, "
                + "\(frames.missed) missed (\(Self.number(fps)) a second)")
        if summary.lostEventCount > 0 {
            try output.writeLine(
                "\(summary.lostEventCount) older events are missing; a recorder with more eventsPerThread keeps more.")
        }
        try writeStops(summary, output)
        try writeKinds(summary.kinds.filter(\.isOfLoop), "loop", output)
        try writeKinds(summary.kinds.filter { !$0.isOfLoop }, "interval", output)
    }

    private func writeStops(_ summary: TraceSummary, _ output: StandardOutput) throws {
        if summary.stops.isEmpty { return try output.writeLine("The main thread has no slices.") }
        guard stops > 0 else { return }
        var longest = TextTable(["longest stops", "ms", "at ms", "longest in it"], [.left, .right, .right, .left])
        for stop in summary.stops.prefix(stops) {
            longest.add([
                stop.title, Self.milliseconds(stop.duration), Self.milliseconds(stop.start - summary.start),
                stop.inside ?? "",
            ])
        }
        try output.writeLine()
        for line in longest.lines { try output.writeLine(line) }
    }

    private func writeKinds(_ kinds: [TraceSummary.Kind], _ title: String, _ output: StandardOutput) throws {
        guard !kinds.isEmpty else { return }
        var table = TextTable(
            [title, "category", "count", "total ms", "longest ms", "median ms"],
            [.left, .left, .right, .right, .right, .right])
        for kind in kinds {
            table.add([
                kind.title, kind.category, "\(kind.count)", Self.milliseconds(kind.total),
                Self.milliseconds(kind.longest), Self.milliseconds(kind.median),
            ])
        }
        try output.writeLine()
        for line in table.lines { try output.writeLine(line) }
    }

    /// Microseconds as milliseconds.
    private static func milliseconds(_ time: Double) -> String { String(format: "%.3f", time / 1_000) }

    private static func number(_ number: Double) -> String {
        number == number.rounded() ? "\(Int(number))" : "\(number)"
    }

    private func json(_ summary: TraceSummary) -> JSONValue {
        .object([
            ("durationMilliseconds", .real(summary.duration / 1_000)),
            ("lostEvents", JSONValue(summary.lostEventCount)),
            (
                "frames",
                .object([
                    ("perSecond", .real(fps)), ("due", JSONValue(summary.frames.due)),
                    ("shown", JSONValue(summary.frames.due - summary.frames.missed)),
                    ("missed", JSONValue(summary.frames.missed)),
                ])
            ),
            (
                "stops",
                .array(
                    summary.stops.prefix(stops).map {
                        .object([
                            ("name", .string($0.title)), ("category", .string($0.category)),
                            ("milliseconds", .real($0.duration / 1_000)),
                            ("atMilliseconds", .real(($0.start - summary.start) / 1_000)),
                            ("longestInside", $0.inside.map { .string($0) } ?? .null),
                        ])
                    })
            ),
            (
                "kinds",
                .array(
                    summary.kinds.map {
                        .object([
                            ("name", .string($0.title)), ("category", .string($0.category)),
                            ("count", JSONValue($0.count)), ("totalMilliseconds", .real($0.total / 1_000)),
                            ("longestMilliseconds", .real($0.longest / 1_000)),
                            ("medianMilliseconds", .real($0.median / 1_000)),
                        ])
                    })
            ),
        ])
    }
}
