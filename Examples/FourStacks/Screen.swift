import CityStacks
import CoreData

/// What somebody looks at meanwhile: the large cities by country, and how many there are.
@MainActor
final class Screen: NSObject, NSFetchedResultsControllerDelegate {
    /// How many people live in a city that is listed.
    nonisolated static let leastPopulation: Int64 = 100_000
    /// What the list shows.
    private let list: NSFetchedResultsController<City>
    /// Whether the list has changed since the last frame.
    private var needsDisplay = true
    /// The text of the last frame.
    private(set) var text = ""

    /// Makes a list of a context of the main queue.
    init(_ context: NSManagedObjectContext) throws {
        let request: NSFetchRequest<City> = City.fetchRequest()
        request.predicate = NSPredicate(format: "population >= %lld", Screen.leastPopulation)
        request.sortDescriptors = [
            NSSortDescriptor(key: "country.name", ascending: true), NSSortDescriptor(key: "name", ascending: true),
        ]
        list = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "country.name", cacheName: nil)
        super.init()
        list.delegate = self
        try list.performFetch()
    }

    /// Makes what the frame shows.
    func draw() {
        guard needsDisplay else { return }
        needsDisplay = false
        text = "\(rowCount) large cities in \(list.sections?.count ?? 0) countries"
    }

    /// How many rows the list has.
    var rowCount: Int { list.fetchedObjects?.count ?? 0 }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        needsDisplay = true
    }
}
