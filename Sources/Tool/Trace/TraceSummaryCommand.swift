internal import ArgumentParser
internal import Foundation

/// What a trace tells about how smooth a program was.
struct TraceSummaryCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "summary",
        abstract:
            "Show the longest stops of the main thread, the call-outs and intervals by kind, and the frames missed.",
        discussion: """
            A stop is a slice of the main thread that lies in no other one. A frame is missed if the main thread was in one stop for \
            all of its time.
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
        try output.writeLine(
            "\(Self.milliseconds(summary.duration)) ms, \(summary.frames.due) frames due, \(summary.frames.missed) missed "
                + "(\(Self.number(fps)) a second)")
        var longest = TextTable(["longest stops", "ms", "at ms"], [.left, .right, .right])
        for stop in summary.stops.prefix(stops) {
            longest.add([stop.title, Self.milliseconds(stop.duration), Self.milliseconds(stop.start - summary.start)])
        }
        if summary.stops.isEmpty {
            try output.writeLine("The main thread has no slices.")
        } else if stops > 0 {
            try output.writeLine()
            for line in longest.lines { try output.writeLine(line) }
        }
        guard !summary.kinds.isEmpty else { return }
        var kinds = TextTable(
            ["kind", "category", "count", "total ms", "longest ms"], [.left, .left, .right, .right, .right])
        for kind in summary.kinds {
            kinds.add([
                kind.title, kind.category, "\(kind.count)", Self.milliseconds(kind.total),
                Self.milliseconds(kind.longest),
            ])
        }
        try output.writeLine()
        for line in kinds.lines { try output.writeLine(line) }
    }

    /// Microseconds as milliseconds.
    private static func milliseconds(_ time: Double) -> String { String(format: "%.3f", time / 1_000) }

    private static func number(_ number: Double) -> String {
        number == number.rounded() ? "\(Int(number))" : "\(number)"
    }

    private func json(_ summary: TraceSummary) -> JSONValue {
        .object([
            ("durationMilliseconds", .real(summary.duration / 1_000)),
            (
                "frames",
                .object([
                    ("perSecond", .real(fps)), ("due", JSONValue(summary.frames.due)),
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
                        ])
                    })
            ),
        ])
    }
}
