import CityStacks
import Foundation
import MainspringGraphics
import MainspringRendering

/// The measurements as one page: the table, a chart of each set-up's frames, the last picture and the recording.
///
/// The page needs no other file and stays below ``PageBudget/limit``: a picture or a recording that would exceed that is left out,
/// and a sentence says so.
struct Report {
    private let measurements: [Measurement]
    private let recording: RecordingFigure?

    init(_ measurements: [Measurement], recording: RecordingFigure? = nil) {
        (self.measurements, self.recording) = (measurements, recording)
    }

    /// Returns the page.
    /// - Parameter folder: The folder in which the page will be, from which it links to the recording; nil if it may be anywhere.
    /// - Throws: An error if the recording cannot be read, or the last picture cannot be encoded.
    func page(in folder: URL? = nil) throws -> String {
        let (head, body, end) = (head, body, Self.end)
        var budget = PageBudget(text: head.utf8.count + body.utf8.count + end.utf8.count)
        // The picture before the recording: its size has a limit, and the recording can be linked instead.
        let picture = try measurements.last?.picture.map { Self.figure(try $0.pngData(), &budget) }
        let film = try recording?.html(from: folder, &budget)
        return head + (film ?? "") + body + (picture ?? "") + end
    }

    private var head: String {
        let rows = measurements.first?.setUp.rows ?? 0
        let lead = ResultTable.cities(rows) + (rows == 1 ? " is" : " are")
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>Atlas: does the screen stop?</title><style>\(Self.style)</style></head><body><main>
            <h1>Atlas: does the screen stop?</h1>
            <p class="lead">\(lead) imported into an SQLite \
            file while the map of them is to be painted sixty times a second, through contexts in \
            \(measurements.count == 1 ? "one set-up" : "\(measurements.count) set-ups").</p>

            """
    }

    private var body: String {
        let seconds = measurements.compactMap(\.frameTimes.last).max() ?? 1
        let count = ProcessInfo.processInfo.activeProcessorCount
        let processors = "\(count) \(count == 1 ? "processor" : "processors")"
        return """
            <h2>The measurements</h2>
            \(table)
            <p>A frame is <b>missed</b> if the main loop could not run a timer in its 16.7 ms. The <b>longest stop</b> is the longest \
            pass of the loop, without its sleep. The <b>longest call-out</b> is the longest time that a single block, timer or observer \
            took. The import, the main loop and the painting share \(processors) with everything else that the machine does.</p>
            <h2>Each frame</h2>
            <p>A bar is a frame of the main loop, as wide and as high as the time that it took. The lower line is a sixtieth of a second. \
            Red frames took one and a half times that or longer. Bars end at 60 ms: the length of the longest stops is written above \
            them. Where frames are too short to be drawn, a bar is the longest of several.</p>
            \(measurements.map { chart($0, seconds: seconds) }.joined(separator: "\n"))
            <p>Rings and hands keep turning during a stop: the animations run on a thread of their own.</p>

            """
    }

    private static let end = """
        <p class="quiet">The cities are GeoNames' (<a href="https://www.geonames.org">geonames.org</a>), Creative Commons \
        Attribution 4.0.</p>
        </main></body></html>

        """

    private var table: String {
        func row(_ cells: [String], _ tag: String) -> String {
            "<tr>" + cells.map { "<\(tag)>\($0)</\(tag)>" }.joined() + "</tr>"
        }
        return "<div class=\"wide\"><table>" + row(ResultTable.titles, "th")
            + measurements.map { row(ResultTable.cells($0.setUp), "td") }.joined(separator: "\n") + "</table></div>"
    }

    private func chart(_ measurement: Measurement, seconds: Double) -> String {
        let kind = measurement.setUp.kind
        let chart = FrameChart(measurement.frameTimes, seconds: seconds, name: kind.rawValue)
        return """
            <h3>\(kind.rawValue)</h3><p class="quiet">\(kind.sentence)</p>
            <div class="wide">\(chart.svg)</div>
            """
    }

    private static func figure(_ picture: Data, _ budget: inout PageBudget) -> String {
        guard let source = budget.embed(picture, type: "image/png") else {
            return "<p>The last picture is too large for this page.</p>\n"
        }
        return "<h2>The last picture</h2>\n<img alt=\"The map with all cities\" src=\"\(source)\">\n"
    }
}

extension SetUpKind {
    /// A sentence that explains the set-up.
    var sentence: String {
        switch self {
        case .single: "One context on the main queue does everything."
        case .shared: "A background context imports and saves into the store; the main context merges each save."
        case .nested: "A child context imports and saves into the main context, which saves into the store."
        case .writer: "A child context imports and saves into the main context; a private one saves into the store."
        }
    }
}
