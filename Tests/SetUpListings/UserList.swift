package import CoreData

/// The users in a context, as a screen lists them, and what it was told.
package final class UserList: NSObject, NSFetchedResultsControllerDelegate {
    private let controller: NSFetchedResultsController<TwitterUser>
    /// What the list was told since it was asked last.
    private var told: [String] = []

    package init(_ context: NSManagedObjectContext) throws {
        let request = NSFetchRequest<TwitterUser>(entityName: "TwitterUser")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        super.init()
        controller.delegate = self
        try controller.performFetch()
    }

    /// The rows.
    package var rows: [String] { (controller.fetchedObjects ?? []).map { $0.name ?? "" } }

    /// What the list was told since this was asked last.
    package func changes() -> [String] {
        defer { told = [] }
        return told
    }

    package func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        let kind = [NSFetchedResultsChangeType.insert: "insert", .delete: "delete", .move: "move"][type] ?? "update"
        told.append("\(kind) “\((anObject as? TwitterUser)?.name ?? "")”")
    }
}
