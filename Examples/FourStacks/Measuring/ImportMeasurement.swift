import CityData
import CityStacks
import CoreData
import Foundation
import Mainspring

/// One import through one set-up, and what it did to the main loop.
struct ImportMeasurement: Sendable {
    let setUp: SetUpMeasurement
    /// The screen's last text.
    let screen: String
    /// What went wrong, as a sentence.
    let mistake: String?

    /// Makes the contexts of a set-up on an empty store, runs the import while the screen is drawn 60 times a second, and
    /// looks whether everything has arrived.
    @MainActor
    static func take(
        _ kind: SetUpKind, _ cities: CityImport, _ model: NSManagedObjectModel, into store: StoreKind, budget: Duration?
    ) async throws -> ImportMeasurement {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        return try await store.with(coordinator) { try await take(kind, cities, coordinator, budget) }
    }

    @MainActor
    private static func take(
        _ kind: SetUpKind, _ cities: CityImport, _ coordinator: NSPersistentStoreCoordinator, _ budget: Duration?
    ) async throws -> ImportMeasurement {
        let setUp = kind.type.init(coordinator)
        setUp.viewContext.mergeBudget = budget.map { .time($0) }
        let screen = try Screen(setUp.viewContext)
        let clock = FrameClock { screen.draw() }
        await clock.nextFrame()
        let monitor = FrameMonitor(CFRunLoopGetMain())
        let begin = ContinuousClock.now
        try await setUp.run(cities)
        let time = ContinuousClock.now - begin
        await clock.nextFrame()
        let frames = monitor.stop()
        clock.stop()
        let rows = try await count(in: coordinator)
        return ImportMeasurement(
            setUp: SetUpMeasurement(kind: kind, rows: rows, seconds: time / .seconds(1), frames: frames),
            screen: screen.text, mistake: mistake(cities, rows: rows, shown: screen.rowCount))
    }

    /// How many cities the store has, asked by somebody who has seen none of them.
    private static func count(in coordinator: NSPersistentStoreCoordinator) async throws -> Int {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return try await context.perform { try context.count(for: City.fetchRequest() as NSFetchRequest<City>) }
    }

    private static func mistake(_ cities: CityImport, rows: Int, shown: Int) -> String? {
        guard rows == cities.cities.count else { return "The store has \(rows) of \(cities.cities.count) cities." }
        let large = cities.cities.count { $0.population >= Screen.leastPopulation }
        guard shown == large else { return "The list has \(shown) of \(large) large cities." }
        return nil
    }
}
