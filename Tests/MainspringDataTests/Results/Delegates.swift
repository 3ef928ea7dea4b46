import Foundation
import MainspringData

/// Notes what it is told, in words. Written as for Apple’s platforms, where `any` may be left out.
class Listener: NSObject {
    var words: [String] = []
    var didBegin: (() -> Void)?

    func take() -> [String] {
        defer { words = [] }
        return words
    }
}

func text(_ path: IndexPath?) -> String { path.map { "\($0.section).\($0.row)" } ?? "-" }

/// Has all methods for single changes.
final class ListDelegate: Listener, NSFetchedResultsControllerDelegate {
    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        words.append("will change \(controller.fetchedObjects?.count ?? -1)")
        didBegin?()
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo,
        atSectionIndex sectionIndex: Int, for type: NSFetchedResultsChangeType
    ) {
        words.append("\(type) section \(sectionInfo.name) \(sectionIndex)")
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?,
        for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        words.append("\(type) \((anObject as! NSManagedObject).title) \(text(indexPath)) \(text(newIndexPath))")
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        words.append("did change \(controller.fetchedObjects?.count ?? -1)")
    }
}

/// Has one method only.
final class EndDelegate: Listener, NSFetchedResultsControllerDelegate {
    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        words.append("did change")
    }
}

/// Has a method for differences, and others.
final class DifferenceDelegate: Listener, NSFetchedResultsControllerDelegate {
    var ids: [NSManagedObjectID] = []

    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        words.append("will change")
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) {
        words.append("difference of \(diff.count)")
        ids = ids.applying(diff) ?? []
    }
}

/// Has a method for snapshots, and all others.
final class SnapshotDelegate: Listener, NSFetchedResultsControllerDelegate {
    var snapshots: [NSDiffableDataSourceSnapshotReference] = []
    var didTake: (() -> Void)?

    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        words.append("will change")
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        words.append("did change")
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
    ) {
        words.append("snapshot")
        snapshots.append(snapshot)
        didTake?()
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) {
        words.append("difference")
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
    ) -> String? { "§" + sectionName }
}
