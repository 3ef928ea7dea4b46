package import CityData
package import CoreData

/// Cities on their way into a context, a batch at a time.
package struct CityImport: Sendable {
    package let countries: [CountryRecord]
    package let cities: [CityRecord]
    /// How many cities are saved at once.
    package let batchSize: Int

    package init(countries: [CountryRecord], cities: [CityRecord], batchSize: Int) {
        (self.countries, self.cities, self.batchSize) = (countries, cities, batchSize)
    }

    /// Makes all objects in a context, and saves it after each batch. On the context's queue.
    /// - Parameters:
    ///   - saved: called after each save.
    ///   - save: saves the context.
    package func run(
        in context: NSManagedObjectContext, saved: () throws -> Void = {},
        save: (NSManagedObjectContext) throws -> Void = { try $0.save() }
    ) throws {
        let identities = try insertCountries(into: context)
        try save(context)
        try saved()
        for batch in batches {
            try insert(batch, identities, into: context, save: save)
            try saved()
        }
    }

    /// Which cities are saved together.
    package var batches: [Range<Int>] {
        stride(from: 0, to: cities.count, by: batchSize).map { $0..<min($0 + batchSize, cities.count) }
    }

    /// Makes the objects of a batch in a context, and saves it. On the context's queue.
    /// - Parameter identities: The countries'.
    package func insert(
        _ batch: Range<Int>, _ identities: [String: NSManagedObjectID], into context: NSManagedObjectContext,
        save: (NSManagedObjectContext) throws -> Void = { try $0.save() }
    ) throws {
        for city in cities[batch] { insert(city, identities, into: context) }
        try save(context)
    }

    /// Makes countries and continents in a context; on its queue.
    /// - Returns: the countries' identities, which outlive the context's objects and are the same in all contexts.
    package func insertCountries(into context: NSManagedObjectContext) throws -> [String: NSManagedObjectID] {
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
