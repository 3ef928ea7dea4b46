import Foundation
import Testing

@testable import MainspringGraphics

@Suite struct RefusalTests {
    @Test func `what is ignored is said once on standard error`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let path = CGMutablePath()
            for _ in 0..<5 {
                path.move(to: CGPoint(x: CGFloat.nan, y: 0))
                path.addLine(to: .zero)
            }
            CGContext(engine: RecordingEngine()).restoreGState()
        }
        let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        let lines = said.split(separator: "\n").filter { $0.hasPrefix("Mainspring: ") }
        let expected: [Substring] = [
            "Mainspring: A path was given a coordinate that is infinite or not a number; the element is ignored.",
            "Mainspring: A line or curve was added to a path without a current point; it is ignored. "
                + "Call move(to:) first.",
            "Mainspring: restoreGState() was called without a saveGState() before it; it is ignored.",
        ]
        #expect(lines == expected)
    }
}
