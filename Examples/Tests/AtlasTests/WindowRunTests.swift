import ArgumentParser
import CityStacks
import CoreData
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

    func test_anImportThatFailsIsToldOverTheMapAndByTheEndOfTheRunWhenTheWindowCloses() throws {
        let outcome = try Self.play(FullDisk.self) { _, surface in
            surface.send(.key(KeyEvent(isDown: true, keyCode: 24, characters: "q")))
        }
        XCTAssertEqual(outcome.failure, FullDisk.sentence)
        XCTAssertEqual(outcome.caption, FullDisk.sentence)
        // It is Atlas that ends the process, with another status than the application would.
        XCTAssertEqual(outcome.statuses, [])
        XCTAssertTrue(outcome.hasReturned)
    }

    func test_aWindowSystemThatGoesIsAFailureAndEndsTheRun() throws {
        let outcome = try Self.play(NoImport.self) { application, _ in
            application.post(Event(.windowSystemFailed("The server is gone."), time: 0))
        }
        XCTAssertEqual(outcome.failure, "The server is gone.")
        XCTAssertEqual(outcome.statuses, [])
        XCTAssertTrue(outcome.hasReturned)
    }

    func test_aWindowThatClosesAfterAllWentWellEndsTheProcessWith0() throws {
        let outcome = try Self.play(NoImport.self) { _, surface in
            surface.send(.key(KeyEvent(isDown: true, keyCode: 24, characters: "q")))
        }
        XCTAssertNil(outcome.failure)
        XCTAssertEqual(outcome.statuses, [0])
        XCTAssertTrue(outcome.hasReturned)
    }

    /// What has become of a run.
    private struct Outcome: Sendable {
        var failure: String?
        /// What stands over the map.
        var caption: String
        /// With what the application has ended the process.
        var statuses: [Int32]
        /// Whether the run was over before it was ended from outside.
        var hasReturned: Bool
    }

    /// Runs Atlas in a window without a display, and does something when the import is over.
    private static func play(
        _ kind: any SetUp.Type, _ act: @escaping @MainActor @Sendable (Application, HeadlessSurface) -> Void
    ) throws -> Outcome {
        let (loop, clock) = (CFRunLoopGetMain()!, VirtualClock())
        let before = loop.clock
        loop.clock = clock
        defer { loop.clock = before }
        return try MainActor.assumeIsolated {
            var statuses: [Int32] = []
            let (application, windows) = (Application(loop: loop) { statuses.append($0) }, HeadlessWindowSystem())
            (application.windowSystem, application.handlesTerminationSignals) = (windows, false)
            let run = try WindowRun.open(try Options.parse(["--rows", "20"]), application, kind: kind)
            defer {
                run.screen.end()
                AtlasStore.removeAll()
            }
            application.delegate = run
            var (hasActed, hasReturned) = (false, true)
            let timer = CFRunLoopTimerCreateWithHandler(nil, clock.absoluteTime, 0.1, 0, 0) { _ in
                guard !hasActed, let surface = windows.surfaces.last else { return }
                // Its title says how many cities there are, once they are there.
                guard run.failure != nil || surface.title != "Atlas" else { return }
                hasActed = true
                act(application, surface)
            }
            let guardian = CFRunLoopTimerCreateWithHandler(nil, clock.absoluteTime + 60, 0, 0, 0) { _ in
                hasReturned = false
                application.stop(nil)
            }
            for each in [timer, guardian] { CFRunLoopAddTimer(loop, each, CFRunLoopMode.commonModes) }
            defer { for each in [timer, guardian] { CFRunLoopTimerInvalidate(each) } }
            application.run()
            return Outcome(
                failure: run.failure, caption: run.screen.captionText, statuses: statuses, hasReturned: hasReturned)
        }
    }
}

/// A set-up whose import does nothing.
private struct NoImport: SetUp {
    let viewContext: NSManagedObjectContext

    init(_ coordinator: NSPersistentStoreCoordinator) {
        viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        viewContext.persistentStoreCoordinator = coordinator
    }

    func run(_ cities: CityImport) async throws {}
}

/// A set-up whose import fails as one does that has no room.
private struct FullDisk: SetUp {
    static let sentence = "Nothing was saved: the disk is full."
    let viewContext: NSManagedObjectContext

    init(_ coordinator: NSPersistentStoreCoordinator) {
        viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        viewContext.persistentStoreCoordinator = coordinator
    }

    func run(_ cities: CityImport) async throws {
        throw NSError(
            domain: NSCocoaErrorDomain, code: CocoaError.Code.fileWriteOutOfSpace.rawValue,
            userInfo: [NSLocalizedDescriptionKey: Self.sentence])
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
