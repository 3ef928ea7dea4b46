import ArgumentParser
import Foundation
import Mainspring
import XCTest

@testable import Atlas
@testable import MainspringApplication

/// Atlas in a window; XCTest's tests are on the main thread, and so is the main loop.
final class WindowRunTests: XCTestCase {
    func test_aWindowThatCannotBeOpenedLeavesNoStoreBehind() throws {
        try MainActor.assumeIsolated {
            let (application, display) = (Application(loop: CFRunLoopGetMain()) { _ in }, LostDisplay())
            application.windowSystem = display
            XCTAssertThrowsError(try WindowRun.open(try Options.parse([]), application)) { error in
                XCTAssertTrue(error is LostDisplay.Lost, "\(error)")
            }
            XCTAssertEqual(display.folders.count, 1)
            for folder in display.folders { XCTAssertFalse(FileManager.default.fileExists(atPath: folder.path)) }
            XCTAssertTrue(AtlasStore.all.isEmpty)
        }
    }
}

/// A display that is gone when a window is to be opened.
private final class LostDisplay: WindowSystem {
    struct Lost: Error {}

    var clipboardText: String?
    /// The folders of the stores that there were then.
    private(set) var folders: [URL] = []

    func makeSurface(_ configuration: WindowConfiguration, events: WindowEventPoster) throws -> any WindowSurface {
        folders = MainActor.assumeIsolated { AtlasStore.all.map(\.folder) }
        throw Lost()
    }
}
