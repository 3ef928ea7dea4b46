import CoreData

/// Cities on their way into a store, a batch at a time.
@MainActor
struct CityImport {
    let records: [CityRecord]
    let batchSize: Int

    /// Makes and saves the cities in a background context; pauses after each batch.
    func run(_ container: NSPersistentContainer, pause: () async throws -> Void) async throws {
        let context = container.newBackgroundContext()
        for start in stride(from: 0, to: records.count, by: batchSize) {
            let batch = records[start..<min(start + batchSize, records.count)]
            try await context.perform {
                for record in batch { try Self.insert(record, into: context) }
                try context.save()
                context.reset()
            }
            try await pause()
        }
    }

    /// On the context's queue.
    nonisolated private static func insert(_ record: CityRecord, into context: NSManagedObjectContext) throws {
        let request: NSFetchRequest<Nation> = Nation.fetchRequest()
        request.predicate = NSPredicate(format: "name == %@", record.country)
        let country = try context.fetch(request).first ?? Nation(context: context)
        country.name = record.country
        let city = Town(context: context)
        (city.name, city.population, city.country) = (record.name, record.population, country)
        (city.latitude, city.longitude) = (record.latitude, record.longitude)
    }
}
