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

    @Test(arguments: [
        // A stop from before the begin until after the end, as where all is done in one call-out.
        ([0, 1, 2, 9, 10], 2.5, 8.5, [0, 7]),
        ([0, 1, 2, 3, 4, 5], 1.5, 3.5, [0, 1, 2, 3]),
        ([0, 1, 2, 3], 1, 2, [0, 1]),
        // None has followed, or been before.
        ([0, 1, 2], 0.5, 7, [0, 1, 2]),
        ([3, 4], 1, 3.5, [0, 1]),
        ([], 0, 1, []),
    ])
    func `a measurement's frames are those from the last one before it to the first one after it`(
        frames: [Double], begin: Double, end: Double, times: [Double]
    ) {
        #expect(Measurement.times(of: frames, from: begin, to: end) == times)
    }

    @Test func `the chart of a measurement has no gap before the first frame that the import let through`() throws {
        try Program.inFolder { folder in
            let page = folder.appendingPathComponent("report.html")
            let (status, output) = try Program.run(
                "Atlas", "--headless", "--stack", "single", "--rows", "3000", "--report", page.path)
            #expect(status == 0, "\(output)")
            let bars = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "<rect x=\"").dropFirst()
            // In this set-up the import is one call-out, which begins with what stands first.
            let first = try #require(bars.first)
            #expect(first.hasPrefix("0.0\""), "\(first)")
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
