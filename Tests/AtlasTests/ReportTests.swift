import CommandRunner
import Foundation
import Testing

@testable import Atlas

@Suite struct ReportTests {
    @Test func `a chart has a bar for each frame, late ones in another colour, and says how long the longest were`() {
        let svg = FrameChart.svg([0, 0.016, 0.033, 0.2, 0.216], seconds: 1)
        #expect(svg.components(separatedBy: "class=\"frame\"").count == 4)
        #expect(svg.components(separatedBy: "class=\"late\"").count == 2)
        #expect(svg.contains("167 ms"))
        #expect(FrameChart.svg([], seconds: 0).hasSuffix("</svg>"))
    }

    @Test func `a measurement brings all cities to store and map, and writes page and trace`() throws {
        try Program.inFolder { folder in
            let (page, trace) = (
                folder.appendingPathComponent("a/report.html"), folder.appendingPathComponent("t.json")
            )
            let (status, output) = try Program.run(
                "Atlas", "--headless", "--stack", "shared", "--rows", "1500", "--report", page.path, "--trace",
                trace.path)
            #expect(status == 0 && output.contains("\nshared      1,500 "), "\(output)")
            let text = try String(contentsOf: page, encoding: .utf8)
            #expect(text.contains("<td>1,500</td>") && text.contains("<svg") && text.contains("data:image/png;base64,"))
            // Nothing is loaded from elsewhere.
            #expect(!text.contains("src=\"http") && !text.contains("<script"))
            let events = try JSONSerialization.jsonObject(with: Data(contentsOf: trace)) as? [String: Any]
            let slices = (events?["traceEvents"] as? [[String: Any]] ?? []).filter { $0["ph"] as? String == "X" }
            // The main loop's call-outs, and in them what Atlas marks.
            #expect(
                Set(slices.compactMap { $0["name"] as? String }).isSuperset(of: [
                    "timer", "main queue", "sleep", "frame",
                ]))
            #expect(overlaps(slices) == [])
        }
    }

    /// The slices of a thread that reach out of the one around them.
    private func overlaps(_ slices: [[String: Any]]) -> [String] {
        var open: [Int: [Double]] = [:]
        return slices.compactMap { slice in
            guard let thread = slice["tid"] as? Int, let start = slice["ts"] as? Double,
                let time = slice["dur"] as? Double
            else { return "\(slice)" }
            while let end = open[thread]?.last, end <= start + 0.0005 { open[thread]?.removeLast() }
            let isInside = open[thread]?.last.map { start + time <= $0 + 0.0005 } ?? true
            open[thread, default: []].append(start + time)
            return isInside ? nil : "\(slice)"
        }
    }
}
