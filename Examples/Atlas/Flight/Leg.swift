import CityStacks
import CoreData
import MainspringGraphics

/// A city that the flight goes to.
struct Leg: Equatable {
    let title: String
    let camera: Camera

    /// Whose largest cities the flight goes to.
    private static let countries = ["JP", "CN", "IN", "EG", "TR", "FR", "GB", "NG", "BR", "US", "MX", "AU"]
    /// A power of two, as the scales of what is drawn.
    private static let zoom: CGFloat = 32

    /// The largest cities of twelve countries; of a store that lacks some, the largest of all instead.
    @MainActor
    static func all(in context: NSManagedObjectContext) throws -> [Leg] {
        var cities = try countries.compactMap {
            try largest(1, NSPredicate(format: "country.iso == %@", $0), context).first
        }
        if cities.count < countries.count {
            let others = try largest(countries.count, NSPredicate(value: true), context)
            cities += others.filter { !cities.contains($0) }.prefix(countries.count - cities.count)
        }
        return cities.map(Leg.init)
    }

    @MainActor
    private static func largest(
        _ count: Int, _ predicate: NSPredicate, _ context: NSManagedObjectContext
    ) throws -> [City] {
        let request: NSFetchRequest<City> = City.fetchRequest()
        request.predicate = predicate
        request.sortDescriptors = [NSSortDescriptor(key: "population", ascending: false)]
        request.fetchLimit = count
        return try context.fetch(request)
    }

    @MainActor
    init(_ city: City) {
        title = "\(city.name ?? "") · \(city.country?.name ?? "") · \(ResultTable.grouped(Int(city.population)))"
        camera = Camera(
            center: Projection.point(latitude: city.latitude, longitude: city.longitude), zoom: Self.zoom)
    }
}
