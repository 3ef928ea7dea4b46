import CommandRunner
import Foundation
import Testing

@Suite struct TrackingExampleTests {
    @Test func `the example prints what the README shows`() throws {
        let (status, output) = try Program.run("Tracking", [])
        #expect(status == 0)
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
        #expect(readme.contains("```text\n\(output)```"), "\(output)")
    }

    @Test func `while the box is dragged only the timer of the common modes goes on`() throws {
        let lines = try Program.run("Tracking", []).output.split(separator: "\n")
        let tracking = lines.filter { $0.contains("tracking") }
        #expect(tracking.filter { $0.contains("common modes") }.count == 3)
        #expect(tracking.filter { $0.contains("default mode") }.isEmpty)
        let others = lines.filter { !$0.contains("tracking") }
        for timer in ["common modes", "default mode"] {
            #expect(others.filter { $0.contains("timer of the \(timer)") }.count >= 4, "\(timer)")
        }
    }
}
