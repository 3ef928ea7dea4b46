import CityStacks
import Foundation
import MainspringGraphics
import MainspringRendering

/// The measurements as one page that needs nothing beside it: table, a chart of each frame, the last picture, the recording.
struct Report {
    private let measurements: [Measurement]
    private let recording: String?

    init(_ measurements: [Measurement], recording: String?) {
        (self.measurements, self.recording) = (measurements, recording)
    }

    /// The page.
    /// - Throws: where the recording cannot be read.
    func page() throws -> String {
        let film = try recording.map { try Data(contentsOf: URL(fileURLWithPath: $0)).base64EncodedString() }
        let picture = try measurements.last?.picture?.pngData().base64EncodedString()
        let seconds = measurements.flatMap(\.frameTimes).max() ?? 1
        let rows = measurements.first?.setUp.rows ?? 0
        let lead = ResultTable.cities(rows) + (rows == 1 ? " is" : " are")
        let count = ProcessInfo.processInfo.activeProcessorCount
        let verbs = count == 1 ? " processor paints, imports and runs" : " processors paint, import and run"
        let processors = "\(count)\(verbs) the loop"
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>Atlas: does the screen stop?</title><style>\(Self.style)</style></head><body><main>
            <h1>Atlas: does the screen stop?</h1>
            <p class="lead">\(lead) imported into an SQLite \
            file while the map of them is painted sixty times a second, through contexts in \
            \(measurements.count == 1 ? "one set-up" : "\(measurements.count) set-ups").</p>
            \(film.map { "<img class=\"film\" alt=\"The story, recorded\" src=\"data:image/webp;base64,\($0)\">" } ?? "")
            <h2>The measurements</h2>
            \(table)
            <p>A frame is <b>missed</b> if the main loop did not come round in its 16.7 ms. The <b>longest stop</b> is the longest time \
            in which it did not come round; the <b>longest call-out</b> the longest that a single block, timer or observer took. \
            \(processors) at once; what else the machine does is in the numbers too.</p>
            <h2>Each frame</h2>
            \(measurements.map { chart($0, seconds: seconds) }.joined(separator: "\n"))
            <p>Each bar is a frame of the main loop: as wide and as high as it took. The line is a sixtieth of a second; frames that took \
            one and a half of that or more are red. Rings and hands turn on meanwhile in any case: animations are made on a thread \
            of their own.</p>
            \(picture.map { "<h2>The last picture</h2><img alt=\"The map with all cities\" src=\"data:image/png;base64,\($0)\">" } ?? "")
            <p class="quiet">The cities are GeoNames' (<a href="https://www.geonames.org">geonames.org</a>), Creative Commons \
            Attribution 4.0.</p>
            </main></body></html>

            """
    }

    private var table: String {
        func row(_ cells: [String], _ tag: String) -> String {
            "<tr>" + cells.map { "<\(tag)>\($0)</\(tag)>" }.joined() + "</tr>"
        }
        return "<table>" + row(ResultTable.titles, "th")
            + measurements.map { row(ResultTable.cells($0.setUp), "td") }.joined(separator: "\n") + "</table>"
    }

    private func chart(_ measurement: Measurement, seconds: Double) -> String {
        "<h3>\(measurement.setUp.kind.rawValue)</h3><p class=\"quiet\">\(measurement.setUp.kind.sentence)</p>"
            + FrameChart.svg(measurement.frameTimes, seconds: seconds)
    }

    private static let style = """
        :root { color-scheme: dark; --line: #22304b; --quiet: #8594b2; --amber: #ffc46b; --coral: #ff7a66; --sky: #63b3ff; }
        body { background: #070b14; color: #eaf0fb; font: 16px/1.55 system-ui, sans-serif; margin: 0; }
        main { max-width: 960px; margin: 0 auto; padding: 48px 24px 80px; }
        h1 { font-size: 34px; margin: 0 0 8px; } h2 { margin: 44px 0 12px; font-size: 21px; } h3 { margin: 26px 0 2px; }
        .lead { font-size: 18px; color: #c9d4ea; } .quiet { color: var(--quiet); margin: 0 0 8px; font-size: 14px; }
        img { max-width: 100%; border-radius: 10px; border: 1px solid var(--line); } a { color: var(--sky); }
        table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
        th, td { text-align: right; padding: 7px 10px; border-bottom: 1px solid var(--line); }
        th { color: var(--quiet); font-weight: 500; } th:first-child, td:first-child { text-align: left; color: var(--amber); }
        svg { width: 100%; background: #0e1626; border-radius: 8px; padding: 8px; box-sizing: border-box; }
        svg text { fill: var(--quiet); font-size: 12px; } svg .long { fill: var(--coral); }
        .frame { fill: var(--sky); } .late { fill: var(--coral); } .limit { stroke: #eaf0fb; stroke-opacity: .45; stroke-dasharray: 4 4; }
        """
}

extension SetUpKind {
    /// What it is, for who does not know it.
    var sentence: String {
        switch self {
        case .single: "One context for everything, on the main queue."
        case .shared: "A background context beside the main one, which merges what it saves."
        case .nested: "A child of the main context: what it saves goes through the main one to the disk."
        case .writer: "A child of the main context, and a private writer between that and the disk."
        }
    }
}
