import CoreData

/// The cities by country, the largest first, as they are in the store.
@MainActor
final class CityList: NSObject {
    private let controller: NSFetchedResultsController<Town>
    /// Called with each city that arrives.
    var onArrival: ((Town) -> Void)?

    init(_ context: NSManagedObjectContext) throws {
        let request: NSFetchRequest<Town> = Town.fetchRequest()
        request.sortDescriptors = [
            NSSortDescriptor(key: "country.name", ascending: true),
            NSSortDescriptor(key: "population", ascending: false),
        ]
        controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "country.name", cacheName: nil)
        super.init()
        controller.delegate = self
        try controller.performFetch()
    }

    /// A line for each country.
    var lines: [String] {
        (controller.sections ?? []).map { section in
            let cities = section.objects as? [Town] ?? []
            return "\(section.name): " + cities.compactMap(\.name).joined(separator: ", ")
        }
    }
}

extension CityList: @MainActor NSFetchedResultsControllerDelegate {
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        if type == .insert, let city = anObject as? Town { onArrival?(city) }
    }
}
