import CityData
import CoreData

/// Cities on their way into a context, a batch at a time.
struct CityImport: Sendable {
    let countries: [CountryRecord]
    let cities: [CityRecord]
    /// How many cities are saved at once.
    let batchSize: Int

    /// Makes all objects in a context, and saves it after each batch. On the context's queue.
    /// - Parameters:
    ///   - saved: called after each save.
    ///   - save: saves the context.
    func run(
        in context: NSManagedObjectContext, saved: () throws -> Void = {},
        save: (NSManagedObjectContext) throws -> Void = { try $0.save() }
    ) throws {
        let identities = try insertCountries(into: context)
        try save(context)
        try saved()
        for start in stride(from: 0, to: cities.count, by: batchSize) {
            for city in cities[start..<min(start + batchSize, cities.count)] { insert(city, identities, into: context) }
            try save(context)
            try saved()
        }
    }

    /// Makes countries and continents.
    /// - Returns: the countries' identities, which outlive the context's objects and are the same in all contexts.
    private func insertCountries(into context: NSManagedObjectContext) throws -> [String: NSManagedObjectID] {
        var continents: [String: Continent] = [:]
        var made: [String: Country] = [:]
        for record in countries {
            let country = Country(context: context)
            (country.iso, country.name, country.capital) = (record.iso, record.name, record.capital)
            (country.area, country.population, country.currency) = (record.area, record.population, record.currency)
            let continent = continents[record.continent] ?? Continent(context: context)
            continent.code = record.continent
            continents[record.continent] = continent
            country.continent = continent
            made[record.iso] = country
        }
        for record in countries {
            for neighbour in record.neighbours.compactMap({ made[$0] }) { made[record.iso]?.addToNeighbours(neighbour) }
        }
        try context.obtainPermanentIDs(for: Array(made.values))
        return made.mapValues(\.objectID)
    }

    private func insert(
        _ record: CityRecord, _ countries: [String: NSManagedObjectID], into context: NSManagedObjectContext
    ) {
        let city = City(context: context)
        (city.geonameID, city.name, city.region) = (record.geonameID, record.name, record.region)
        (city.latitude, city.longitude) = (record.latitude, record.longitude)
        (city.population, city.timeZone) = (record.population, record.timeZone)
        city.country = countries[record.country].flatMap { context.object(with: $0) as? Country }
    }
}
