import CoreData
import Foundation

/// What the main loop does beside an import: a list of all cities that is kept up to date, fetches of a hundred rows, cold faults.
@MainActor
final class MainLoad: NSObject, @MainActor NSFetchedResultsControllerDelegate {
    nonisolated static let rowsPerFetch = 100
    private static let (ticksPerSecond, fetchesPerSecond, faultsPerSecond) = (60, 10, 1_000)

    private let context: NSManagedObjectContext
    private let list: NSFetchedResultsController<City>
    private let countries: [Country]
    /// Cities that nobody has read.
    private var cold: [NSManagedObjectID]
    private var (ticks, fetches, faults) = (0, 0, 0)
    /// The longest fetch or fault.
    private(set) var longestRead = Duration.zero

    /// Fetches the list. Not measured.
    init(_ context: NSManagedObjectContext, _ start: StartStore) throws {
        self.context = context
        let cities: NSFetchRequest<City> = City.fetchRequest()
        cities.sortDescriptors = [
            NSSortDescriptor(key: "country.name", ascending: true), NSSortDescriptor(key: "name", ascending: true),
        ]
        cities.fetchBatchSize = 100
        list = NSFetchedResultsController(
            fetchRequest: cities, managedObjectContext: context, sectionNameKeyPath: "country.name", cacheName: nil)
        let known: NSFetchRequest<Country> = Country.fetchRequest()
        known.predicate = NSPredicate(format: "iso IN %@", start.countries)
        known.sortDescriptors = [NSSortDescriptor(key: "iso", ascending: true)]
        countries = try context.fetch(known)
        let all = NSFetchRequest<NSManagedObjectID>(entityName: "City")
        all.resultType = .managedObjectIDResultType
        all.includesPropertyValues = false
        cold = try context.fetch(all)
        // A generator of its own, with the same numbers each time.
        var (state, shuffled) = (UInt64(7), cold)
        for index in shuffled.indices.dropLast() {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            shuffled.swapAt(index, index + Int(state >> 33) % (shuffled.count - index))
        }
        cold = shuffled
        super.init()
        list.delegate = self
        try list.performFetch()
    }

    /// One frame's share.
    func tick() {
        ticks += 1
        while faults * Self.ticksPerSecond < ticks * Self.faultsPerSecond, let identity = cold.popLast() {
            faults += 1
            measure { _ = (context.object(with: identity) as? City)?.population }
        }
        while fetches * Self.ticksPerSecond < ticks * Self.fetchesPerSecond {
            fetches += 1
            measure(fetch)
        }
    }

    /// Whether a country is one of those that are fetched: with a page of cities at the start, and not with more in the end than a list has pages for.
    nonisolated static func isOfUse(count: Int, in all: Int) -> Bool {
        count >= rowsPerFetch && all <= 5 * rowsPerFetch
    }

    /// The largest cities of a country.
    private func fetch() {
        let request: NSFetchRequest<City> = City.fetchRequest()
        request.predicate = NSPredicate(format: "country == %@", countries[fetches % countries.count])
        request.sortDescriptors = [NSSortDescriptor(key: "population", ascending: false)]
        request.fetchLimit = Self.rowsPerFetch
        do {
            let found = try context.fetch(request)
            precondition(found.count == Self.rowsPerFetch, "\(found.count) rows were found.")
        } catch { fatalError("\(error)") }
    }

    private func measure(_ read: () -> Void) {
        let begin = ContinuousClock.now
        read()
        longestRead = max(longestRead, ContinuousClock.now - begin)
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}
}
