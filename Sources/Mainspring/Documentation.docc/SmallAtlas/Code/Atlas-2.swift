import CoreData

/// A store with what shows it: a list and a map.
@MainActor
final class Atlas {
    let list: CityList
    let map = MapView()
    private let container: NSPersistentContainer

    init(store file: URL) throws {
        container = try .world(at: file)
        list = try CityList(container.viewContext)
        list.onArrival = { [map] city in map.add(city) }
    }

    /// Imports the cities, four at a time.
    func importCities(pause: () async throws -> Void) async throws {
        try await CityImport(records: CityRecord.all, batchSize: 4).run(container, pause: pause)
    }
}
