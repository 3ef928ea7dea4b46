import Foundation
import MainspringRendering
import MainspringWindows
import XCTest

@testable import Atlas

/// What clicks in the list do; XCTest's tests are on the main thread, and so is the main loop.
final class ListClickTests: XCTestCase {
    func test_aDoubleClickOpensTheFormOfTheCityThatWasPressed() throws {
        let opened = try ScreenStage.run(cities: 300) { stage in
            var opened: [[String]] = []
            for line in [1, 2, 8, 12, 16, 19] {
                let place = CGPoint(x: Style.list.minX + 60, y: 118 + (CGFloat(line) + 0.5) * RowLayer.height)
                let before = stage.screen.captionText
                stage.click(place)
                let chosen = stage.screen.captionText
                // A country's line chooses nothing.
                guard chosen != before else { continue }
                stage.click(place, count: 2)
                let name = stage.screen.form?.name.text ?? "no form"
                opened.append([chosen, name])
                stage.screen.form?.cancel()
                stage.wait(2)
            }
            return opened
        }
        XCTAssertGreaterThan(Set(opened).count, 2, "\(opened)")
        for pair in opened { XCTAssertTrue(pair[0].hasPrefix("\(pair[1]) · "), "\(pair)") }
    }
}
