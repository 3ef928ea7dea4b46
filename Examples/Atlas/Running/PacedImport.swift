import CityStacks
import CoreData
import Mainspring

/// The import of the story: a batch with each frame, on a background context beside the screen's, whose saves that merges.
///
/// The clock stands still while a batch is imported, so that the story is the same on every machine.
struct PacedImport {
    let cities: CityImport
    let clock: VirtualClock
    /// Seconds between two batches.
    let pause: Double

    @MainActor
    func run(_ container: NSPersistentContainer, into screen: NSManagedObjectContext) async throws {
        let background = container.newBackgroundContext()
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: background, queue: nil
        ) { notification in screen.performAndWait { screen.mergeChanges(fromContextDidSave: notification) } }
        defer { NotificationCenter.default.removeObserver(observer) }
        let cities = cities
        try await clock.withHold {
            let identities = try await background.perform {
                let identities = try cities.insertCountries(into: background)
                try background.save()
                return identities
            }
            for batch in cities.batches {
                try await background.perform {
                    try cities.insert(batch, identities, into: background)
                    background.reset()
                }
                await screen.mergesEnded()
                try await clock.sleep(for: .seconds(pause))
            }
        }
    }
}
