import Foundation
import Mainspring
import MainspringApplication
import XCTest

@testable import Atlas

/// Who moves the map while it moves by itself; XCTest's tests are on the main thread, and so is the main loop.
final class TakeOverTests: XCTestCase {
    func test_theMapGoesOnFromWhereItIsSeen() throws {
        let (seen, after) = try ScreenStage.run(cities: 300) { stage in
            let map = stage.screen.map
            map.glide(to: Camera(center: CGPoint(x: 100, y: 100), zoom: 32))
            stage.wait(0.4)
            let seen = map.seenCamera
            stage.turnWheel()
            stage.wait(0.05)
            return (seen, map.camera)
        }
        XCTAssertNotEqual(seen.zoom, 32, accuracy: 1)
        XCTAssertNotEqual(seen.zoom, 1, accuracy: 0.01)
        XCTAssertEqual(after.center.x, seen.center.x, accuracy: 4)
        XCTAssertEqual(after.center.y, seen.center.y, accuracy: 4)
        XCTAssertEqual(after.zoom, seen.zoom, accuracy: 0.2 * seen.zoom)
    }

    /// Both flights: the one in runs inside of the loop's, and the one that is awaited.
    func test_aFlightIsOverWhenSomebodyMovesTheMap() throws {
        for instant in [2.3, 23.1] {
            let cameras = try ScreenStage.run(cities: 300) { stage in
                let map = stage.screen.map
                var cameras: [Camera] = []
                let timer = CFRunLoopTimerCreateWithHandler(
                    nil, stage.clock.absoluteTime + instant, 0, 0, 0
                ) { _ in
                    stage.turnWheel()
                }
                let look = CFRunLoopTimerCreateWithHandler(
                    nil, stage.clock.absoluteTime + instant + 0.1, 2, 0, 0
                ) { _ in
                    cameras.append(map.camera)
                }
                for each in [timer, look] { CFRunLoopAddTimer(CFRunLoopGetMain(), each, CFRunLoopMode.commonModes) }
                defer { for each in [timer, look] { CFRunLoopTimerInvalidate(each) } }
                stage.press("f")
                while cameras.count < 5 { stage.wait(1) }
                return cameras
            }
            for camera in cameras { XCTAssertEqual(camera, cameras[0], "\(instant)") }
            XCTAssertNotEqual(cameras[0], .world)
        }
    }

    func test_theKey0LeavesWhatWasChosen() throws {
        let (before, title) = try ScreenStage.run(cities: 300) { stage in
            stage.screen.choose(try XCTUnwrap(stage.screen.list.firstCity))
            stage.wait(2)
            let before = stage.screen.list.chosen != nil
            stage.press("0")
            stage.wait(2)
            XCTAssertEqual(stage.screen.map.camera, .world)
            XCTAssertNil(stage.screen.list.chosen)
            return (before, stage.window.title)
        }
        XCTAssertTrue(before)
        XCTAssertEqual(title, "Atlas – 300 cities")
    }
}
