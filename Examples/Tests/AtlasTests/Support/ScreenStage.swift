import CityData
import CityStacks
import CoreData
import Foundation
import Mainspring
import MainspringGraphics
import XCTest

@testable import Atlas
@testable import MainspringApplication

/// Atlas's screen in a window without a display, with some cities, on a clock that waits for nobody.
@MainActor
struct ScreenStage {
    let screen: AtlasScreen
    let surface: HeadlessSurface
    let window: Window
    let clock: VirtualClock

    /// Runs something on the main thread, whose loop it may run.
    nonisolated static func run<Outcome: Sendable>(
        cities count: Int, _ body: @MainActor (ScreenStage) throws -> Outcome
    ) throws -> Outcome {
        let loop = CFRunLoopGetMain()!
        let before = loop.clock
        let clock = VirtualClock()
        loop.clock = clock
        defer { loop.clock = before }
        return try MainActor.assumeIsolated {
            let (application, windows) = (Application(loop: loop) { _ in }, HeadlessWindowSystem())
            application.windowSystem = windows
            let store = try AtlasStore()
            defer { store.remove() }
            let context = store.container.viewContext
            let window = try Window(WindowConfiguration(title: "Atlas", size: Style.size), application: application)
            let screen = try AtlasScreen(context, in: window)
            defer {
                screen.end()
                window.close()
            }
            window.show()
            let cities = CityImport(
                countries: try CityData.countries(), cities: try CityData.cities(limit: count), batchSize: count)
            let identities = try cities.insertCountries(into: context)
            try context.save()
            for batch in cities.batches { try cities.insert(batch, identities, into: context) }
            let stage = ScreenStage(
                screen: screen, surface: try XCTUnwrap(windows.surfaces.last), window: window, clock: clock)
            stage.wait(1)
            return try body(stage)
        }
    }

    /// Lets the loop run for some seconds of its clock.
    func wait(_ seconds: Double) { CFRunLoopRunInMode(.defaultMode, seconds, false) }

    /// Presses the primary button and lets it go.
    func click(_ place: CGPoint, count: Int = 1) {
        for phase in [PointerEvent.Phase.down, .up] {
            surface.send(.pointer(PointerEvent(phase, at: place, clickCount: count)))
        }
        wait(0.1)
    }

    func press(_ letter: String) {
        let code = UInt32(letter.unicodeScalars.first?.value ?? 0)
        for isDown in [true, false] {
            surface.send(.key(KeyEvent(isDown: isDown, keyCode: code, characters: letter)))
        }
    }

    /// Turns the wheel where the map's middle is.
    func turnWheel() {
        let middle = CGPoint(x: Style.map.midX, y: Style.map.midY)
        surface.send(.scroll(ScrollEvent(CGVector(dx: 0, dy: -1), isPrecise: false, at: middle)))
    }
}
