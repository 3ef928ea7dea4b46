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
            #expect((events?["traceEvents"] as? [Any])?.isEmpty == false)
        }
    }
}
