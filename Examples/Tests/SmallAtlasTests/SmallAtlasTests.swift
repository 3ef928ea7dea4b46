import QuartzCore
import XCTest

@testable import SmallAtlas

/// XCTest's tests are on the main thread, and so is the main loop.
final class SmallAtlasTests: XCTestCase {
    func testTheImportOfAnHourIsOnTheMap() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (loop, clock) = (CFRunLoopGetMain()!, VirtualClock())
        let before = loop.clock
        loop.clock = clock
        defer {
            loop.clock = before
            try? FileManager.default.removeItem(at: folder)
        }
        try MainActor.assumeIsolated {
            let atlas = try Atlas(store: folder.appendingPathComponent("World.sqlite"))
            let host = LayerHost()
            host.layer = atlas.map.layer
            Task { @MainActor in
                try await clock.withHold {
                    try await atlas.importCities { try await clock.sleep(for: .seconds(600)) }
                }
            }
            // The first batch is there at once; its dots have come half of their way.
            CFRunLoopRunInMode(.defaultMode, 0.25, false)
            XCTAssertEqual(atlas.map.dots.count, 4)
            XCTAssertEqual(atlas.map.dots[0].presentation()?.opacity ?? 0, 0.5, accuracy: 0.05)
            // An hour later so are the five others.
            CFRunLoopRunInMode(.defaultMode, 3600, false)
            XCTAssertEqual(atlas.map.dots.count, CityRecord.all.count)
            XCTAssertEqual(atlas.list.lines.first, "Australia: Sydney, Perth")
        }
    }
}
