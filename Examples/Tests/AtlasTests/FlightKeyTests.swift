import CityData
import CityStacks
import CoreData
import Foundation
import Mainspring
import MainspringAnimation
import XCTest

@testable import Atlas
@testable import MainspringApplication

/// What the key F does; XCTest's tests are on the main thread, and so is the main loop.
final class FlightKeyTests: XCTestCase {
    /// How often the main queue was served in a run of the loop inside another one.
    private final class Count: @unchecked Sendable {
        // `@unchecked Sendable`: the main thread alone uses it.

        var inside = 0
        /// The number of nested runs of the loop.
        var depth = 0
        /// The map, and how often it was looked at while it moved, and with names on it.
        var map: MapView?
        var (moving, named) = (0, 0)

        func look() {
            MainActor.assumeIsolated {
                guard let map, !(map.world.animationKeys() ?? []).isEmpty else { return }
                moving += 1
                if !(map.names.sublayers ?? []).isEmpty { named += 1 }
            }
        }
    }

    func test_theMainQueueIsServedInTheRunsInWhichTheKeyFFlies() throws {
        let (loop, clock) = (CFRunLoopGetMain()!, VirtualClock())
        let before = loop.clock
        loop.clock = clock
        defer { loop.clock = before }
        let count = Count()
        // On the loop, since a task that sleeps would stop the clock where nobody serves the main queue.
        let timer = CFRunLoopTimerCreateWithHandler(nil, clock.absoluteTime, 0.1, 0, 0) { _ in
            count.look()
            DispatchQueue.main.async { if count.depth > 1 { count.inside += 1 } }
        }
        CFRunLoopAddTimer(loop, timer, CFRunLoopMode.commonModes)
        defer { CFRunLoopTimerInvalidate(timer) }
        let ends: CFRunLoopActivity = [.entry, .exit]
        let observer = CFRunLoopObserverCreateWithHandler(nil, ends.rawValue, true, 0) { _, activity in
            count.depth += activity == .entry ? 1 : -1
        }
        CFRunLoopAddObserver(loop, observer, CFRunLoopMode.commonModes)
        defer { CFRunLoopObserverInvalidate(observer) }
        try MainActor.assumeIsolated {
            let (application, windows) = (Application(loop: loop) { _ in }, HeadlessWindowSystem())
            application.windowSystem = windows
            let store = try AtlasStore()
            defer { store.remove() }
            try Self.insertCities(into: store.container.viewContext)
            let window = try Window(WindowConfiguration(title: "Atlas", size: Style.size), application: application)
            let screen = try AtlasScreen(store.container.viewContext, in: window)
            window.show()
            count.map = screen.map
            let key = KeyEvent(isDown: true, keyCode: 41, characters: "f")
            try XCTUnwrap(windows.surfaces.last).send(.key(key))
            // Both flights last less.
            CFRunLoopRunInMode(.defaultMode, 60, false)
            count.map = nil
            screen.end()
            window.close()
        }
        // Twelve ways of half a second at least, and the stays.
        XCTAssertGreaterThan(count.inside, 60)
        // No name stands where its city is not, in either flight.
        XCTAssertGreaterThan(count.moving, 120)
        XCTAssertEqual(count.named, 0)
    }

    @MainActor
    private static func insertCities(into context: NSManagedObjectContext) throws {
        let cities = CityImport(
            countries: try CityData.countries(), cities: try CityData.cities(limit: 100), batchSize: 100)
        let identities = try cities.insertCountries(into: context)
        try context.save()
        for batch in cities.batches { try cities.insert(batch, identities, into: context) }
    }
}
