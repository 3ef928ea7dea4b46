internal import Foundation

// What the delegate is told.

extension FetchedResultsCore {
    typealias Controller = NSFetchedResultsController<any NSFetchRequestResult>

    /// Whether the delegate is known to take neither snapshots nor differences.
    var takesSingleCalls: Bool {
        delegateLacks.contains(.snapshots) && (sectionNameKeyPath != nil || delegateLacks.contains(.differences))
    }

    /// Tells all in one call, if the delegate has a method for that. What it has not got says so.
    func callAtOnce(
        _ delegate: any NSFetchedResultsControllerDelegate, _ controller: Controller,
        _ changes: ResultsChanges<NSManagedObject>
    ) -> Bool {
        if !delegateLacks.contains(.snapshots) {
            let reloaded = (changes.updated + changes.moved).map { $0.element.objectID }
            callWithSnapshot(delegate, controller, reloaded: reloaded)
            if !delegateLacks.contains(.snapshots) { return true }
        }
        guard sectionNameKeyPath == nil, !delegateLacks.contains(.differences) else { return false }
        delegate.controller(controller, didChangeContentWith: changes.difference(\.objectID))
        return !delegateLacks.contains(.differences)
    }

    func callWithSnapshot(
        _ delegate: any NSFetchedResultsControllerDelegate, _ controller: Controller, reloaded: [NSManagedObjectID]
    ) {
        let snapshot = NSDiffableDataSourceSnapshotReference(reloaded: reloaded) { [weak self] in
            .init(sections: self?.identities.map { ($0.name, $0.objectIDs) } ?? [])
        }
        delegate.controller(controller, didChangeContentWith: snapshot)
        // It may have been kept without a look.
        if !delegateLacks.contains(.snapshots) { snapshot.fill() }
    }

    /// The identities of all objects, by sections.
    var identities: [FetchedResultsSection] {
        (results?.sections ?? []).map { section in
            FetchedResultsSection(
                name: sectionNameKeyPath == nil ? soleSectionName : section.name,
                objectIDs: section.elements.map(\.objectID))
        }
    }

    /// Tells each change in a call of its own.
    /// - Parameter mayGoOn: asked before each call.
    func call(
        _ delegate: any NSFetchedResultsControllerDelegate, _ controller: Controller,
        _ changes: ResultsChanges<NSManagedObject>, mayGoOn: () -> Bool
    ) {
        for (type, sections) in [
            (NSFetchedResultsChangeType.delete, changes.deletedSections), (.insert, changes.insertedSections),
        ] {
            for change in sections where mayGoOn() {
                delegate.controller(
                    controller, didChange: FetchedResultsSectionInfo(change.section, self),
                    atSectionIndex: change.number, for: type)
            }
        }
        for (type, change) in changes.objects where mayGoOn() {
            delegate.controller(
                controller, didChange: change.element, at: change.old?.indexPath, for: type,
                newIndexPath: change.new?.indexPath)
        }
    }

    // MARK: Titles

    /// A section's title in a list's index, as the delegate says, or the first letter of its name.
    func indexTitle(forSectionName name: String) -> String? {
        if let delegate, let controller = face?.erased, !delegateLacks.contains(.titles) {
            let title = delegate.controller(controller, sectionIndexTitleForSectionName: name)
            if !delegateLacks.contains(.titles) { return title }
        }
        return name.first.map { String($0).uppercased() } ?? ""
    }
}

extension ResultsChanges {
    /// What became of each object, in the order in which it is told.
    var objects: [(type: NSFetchedResultsChangeType, change: ObjectChange)] {
        deleted.map { (.delete, $0) } + inserted.map { (.insert, $0) } + moved.map { (.move, $0) }
            + updated.map { (.update, $0) }
    }
}

extension ResultPlace {
    /// The place as a list names it.
    var indexPath: IndexPath { IndexPath(row: row, section: section) }
}
