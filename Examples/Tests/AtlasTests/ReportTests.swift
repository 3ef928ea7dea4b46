import CityStacks
import CommandRunner
import Foundation
import Mainspring
import Testing

@testable import Atlas

@Suite struct ReportTests {
    @Test func `a chart has a bar for each frame, late ones in another color, and says how long the longest were`()
        throws
    {
        let chart = try DrawnChart(FrameChart([0, 0.016, 0.033, 0.2, 0.216], seconds: 1, name: "single").svg)
        #expect(chart.classesOfBars == ["frame", "frame", "late", "frame"])
        #expect(chart.labels.filter(\.isStop).map(\.text) == ["167 ms"])
        let empty = try DrawnChart(FrameChart([], seconds: 0, name: "single").svg)
        #expect(empty.bars.isEmpty && empty.labels.contains { $0.text == "No frames were measured." })
    }

    @Test(arguments: [1, 2, 50, 137, 2_000], [0.03, 0.4, 7_200])
    func `no two labels of a report overlap in which every frame was missed`(count: Int, length: Double) throws {
        let measurements = SetUpKind.allCases.map { kind in
            let frames = FrameReport(
                due: count, shown: 0, longestStop: .seconds(length), longestCallOut: .seconds(length))
            return Measurement(
                setUp: SetUpMeasurement(kind: kind, rows: 170_391, seconds: Double(count) * length, frames: frames),
                frameTimes: (0...count).map { Double($0) * length }, picture: nil, mistake: nil)
        }
        let charts = try DrawnChart.all(in: Report(measurements).page())
        #expect(charts.count == measurements.count)
        for chart in charts {
            #expect(chart.labels.mistakes(in: chart.size) == [], "\(chart.name)")
            #expect(chart.labels.contains { $0.isStop && $0.text == ChartTime.stop(length) })
            #expect(chart.classesOfBars.allSatisfy { $0 == "late" })
        }
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
            let charts = try DrawnChart.all(in: String(contentsOf: page, encoding: .utf8))
            // In this set-up the import is one call-out, which begins with what stands first.
            let first = try #require(charts.first?.bars.first)
            #expect(first.minX == 0)
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
