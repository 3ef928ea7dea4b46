import CityData
import CityStacks
import CoreData
import Foundation
import Mainspring
import MainspringGraphics
import MainspringRendering
import MainspringWindows
import XCTest

@testable import Atlas
@testable import MainspringApplication

/// A city's form, used by keys and the pointer; XCTest's tests are on the main thread, and so is the main loop.
final class EditFormTests: XCTestCase {
    /// What there is before a form was used, and after.
    private struct Outcome: Sendable {
        /// What stands in the form when it has come.
        var offered: String?
        var isOpen: Bool
        var title: String
        /// Whether list and map are as they were when the form had come.
        var isRestUntouched: Bool
        var before: String
        /// As somebody finds it in the store who has seen nothing of the form.
        var after: String?
    }

    func test_aNameThatIsWrittenIsInTheStoreAfterReturn() throws {
        let outcome = try Self.outcome(of: Self.press("x") + Self.press("q") + Self.press("\r", writes: false))
        XCTAssertEqual(outcome.offered, outcome.before)
        XCTAssertFalse(outcome.isOpen)
        XCTAssertEqual(outcome.title, "Atlas – xq")
        XCTAssertEqual(outcome.after, "xq")
    }

    func test_aNameThatIsWrittenIsInTheStoreAfterAClickOnSave() throws {
        let outcome = try Self.outcome(of: Self.press("x") + Self.press("q") + Self.click(583, 439))
        XCTAssertFalse(outcome.isOpen)
        XCTAssertEqual(outcome.title, "Atlas – xq")
        XCTAssertEqual(outcome.after, "xq")
    }

    func test_escapeAndAClickOnCancelLeaveTheName() throws {
        for end in [Self.press("\u{1B}", writes: false), Self.click(481, 439)] {
            let outcome = try Self.outcome(of: Self.press("x") + Self.press("q") + end)
            XCTAssertFalse(outcome.isOpen)
            XCTAssertEqual(outcome.title, "Atlas – \(outcome.before)")
            XCTAssertEqual(outcome.after, outcome.before)
        }
    }

    func test_aCityWithoutANameIsNotSavedAndTheFormStays() throws {
        let back = KeyEvent(isDown: true, keyCode: 22, characters: "\u{7F}")
        let outcome = try Self.outcome(of: [.key(back)] + Self.press("\r", writes: false))
        XCTAssertTrue(outcome.isOpen)
        XCTAssertEqual(outcome.title, "Atlas – editing \(outcome.before)")
        XCTAssertEqual(outcome.after, outcome.before)
    }

    func test_whileTheFormIsOpenNothingElseTakesClicksAndKeys() throws {
        let outside: [[Event.Content]] = [
            // Lines of the list, the map, and the form itself where nothing is.
            Self.click(1_000, 140), Self.click(1_000, 180), Self.click(1_000, 220), Self.click(300, 300),
            Self.click(470, 262),
            [.scroll(ScrollEvent(CGVector(dx: 0, dy: 3), isPrecise: false, at: CGPoint(x: 300, y: 300)))],
            Self.press("\u{F700}", writes: false),
        ]
        // The search would take what is typed.
        let search = Self.click(1_000, 80) + Self.press("x") + Self.press("q") + Self.press("\r", writes: false)
        let outcome = try Self.outcome(of: outside.flatMap(\.self) + search)
        XCTAssertFalse(outcome.isOpen)
        XCTAssertTrue(outcome.isRestUntouched)
        XCTAssertEqual(outcome.title, "Atlas – xq")
        XCTAssertEqual(outcome.after, "xq")
    }

    func test_tabGoesFromFieldToFieldOfTheFormAlone() throws {
        for count in [2, 4] {
            let tabs = (0..<count).flatMap { _ in Self.press("\t") }
            let outcome = try Self.outcome(of: tabs + Self.press("x") + Self.press("\r", writes: false))
            XCTAssertFalse(outcome.isOpen)
            XCTAssertEqual(outcome.after, "x")
        }
    }

    /// A key's way down and up, with the text that it writes.
    private static func press(_ letter: String, writes: Bool = true) -> [Event.Content] {
        let code = UInt32(letter.unicodeScalars.first?.value ?? 0)
        let down = Event.Content.key(KeyEvent(isDown: true, keyCode: code, characters: letter))
        let up = Event.Content.key(KeyEvent(isDown: false, keyCode: code, characters: letter))
        return writes ? [down, .text(letter), up] : [down, up]
    }

    private static func click(_ x: CGFloat, _ y: CGFloat) -> [Event.Content] {
        let place = CGPoint(x: x, y: y)
        return [
            .pointer(PointerEvent(.down, at: place, button: .primary)),
            .pointer(PointerEvent(.up, at: place, button: .primary)),
        ]
    }

    /// Chooses a city, opens its form with the key E, and does something to it.
    private static func outcome(of contents: [Event.Content]) throws -> Outcome {
        let loop = CFRunLoopGetMain()!
        let before = loop.clock
        loop.clock = VirtualClock()
        defer { loop.clock = before }
        return try MainActor.assumeIsolated {
            let (application, windows) = (Application(loop: loop) { _ in }, HeadlessWindowSystem())
            application.windowSystem = windows
            let store = try AtlasStore()
            defer { store.remove() }
            let city = try insertCities(into: store.container.viewContext)
            let (name, number) = (city.name ?? "", city.geonameID)
            let window = try Window(WindowConfiguration(title: "Atlas", size: Style.size), application: application)
            let screen = try AtlasScreen(store.container.viewContext, in: window)
            defer {
                screen.end()
                window.close()
            }
            window.show()
            screen.choose(city.objectID)
            let surface = try XCTUnwrap(windows.surfaces.last)
            for content in press("e") { surface.send(content) }
            CFRunLoopRunInMode(.defaultMode, 1, false)
            let offered = screen.form?.name.text
            let (camera, chosen, offset) = (screen.map.camera, screen.list.chosen, screen.list.offset)
            for content in contents { surface.send(content) }
            CFRunLoopRunInMode(.defaultMode, 1, false)
            let stored = try storedName(number, store)
            return Outcome(
                offered: offered, isOpen: screen.form != nil, title: window.title,
                isRestUntouched: screen.map.camera == camera && screen.list.chosen == chosen
                    && screen.list.offset == offset,
                before: name, after: stored)
        }
    }

    @MainActor
    private static func storedName(_ number: Int64, _ store: AtlasStore) throws -> String? {
        let context = store.container.newBackgroundContext()
        return try context.performAndWait {
            let request: NSFetchRequest<City> = City.fetchRequest()
            request.predicate = NSPredicate(format: "geonameID == %lld", number)
            return try context.fetch(request).first?.name
        }
    }

    /// - Returns: one of them.
    @MainActor
    private static func insertCities(into context: NSManagedObjectContext) throws -> City {
        let cities = CityImport(
            countries: try CityData.countries(), cities: try CityData.cities(limit: 20), batchSize: 20)
        let identities = try cities.insertCountries(into: context)
        try context.save()
        for batch in cities.batches { try cities.insert(batch, identities, into: context) }
        let request: NSFetchRequest<City> = City.fetchRequest()
        return try XCTUnwrap(try context.fetch(request).first)
    }
}
