import Foundation
import MainspringData

/// What a table makes of a delegate's calls: an array of arrays, changed by them alone.
final class TableShadow: NSObject, NSFetchedResultsControllerDelegate {
    private(set) var sections: [(name: String, rows: [ObjectIdentifier])] = []
    /// What is wrong with the calls.
    private(set) var faults: [String] = []
    private(set) var callCount = 0
    private var isOpen = false
    private var goneSections: [Int] = []
    private var newSections: [(index: Int, name: String)] = []
    private var objects:
        [(object: ObjectIdentifier, type: NSFetchedResultsChangeType, old: IndexPath?, new: IndexPath?)] = []

    func reload(_ controller: NSFetchedResultsController<NSManagedObject>) {
        sections = (controller.sections ?? []).map { section in
            (section.name, (section.objects as? [NSManagedObject] ?? []).map { ObjectIdentifier($0) })
        }
    }

    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        if isOpen { faults.append("begun twice") }
        isOpen = true
        (goneSections, newSections, objects) = ([], [], [])
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo,
        atSectionIndex sectionIndex: Int, for type: NSFetchedResultsChangeType
    ) {
        if !objects.isEmpty || !isOpen { faults.append("a section after objects") }
        if type == .delete {
            goneSections.append(sectionIndex)
        } else {
            newSections.append((sectionIndex, sectionInfo.name))
        }
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        guard let object = anObject as? NSManagedObject else { return faults.append("no object") }
        if !isOpen { faults.append("an object outside") }
        objects.append((ObjectIdentifier(object), type, indexPath, newIndexPath))
        let hasOld = type != .insert
        let hasNew = type == .insert || type == .move
        if hasOld != (indexPath != nil) || hasNew && newIndexPath == nil { faults.append("paths of \(type)") }
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        isOpen = false
        callCount += 1
        for entry in objects {
            guard let old = entry.old else { continue }
            let isThere = sections.indices.contains(old.section) && sections[old.section].rows.indices.contains(old.row)
            guard isThere, sections[old.section].rows[old.row] == entry.object else {
                return faults.append("\(entry.type) of an object that was not at \(old)")
            }
        }
        let gone = objects.filter { $0.type == .delete || $0.type == .move }.compactMap(\.old)
        if Set(gone).count != gone.count { return faults.append("one path twice") }
        for path in gone.sorted(by: >) { sections[path.section].rows.remove(at: path.row) }
        for index in goneSections.sorted(by: >) {
            if !sections[index].rows.isEmpty { faults.append("a section went with rows") }
            sections.remove(at: index)
        }
        for section in newSections.sorted(by: { $0.index < $1.index }) {
            guard section.index <= sections.count else { return faults.append("a section at \(section.index)") }
            sections.insert((section.name, []), at: section.index)
        }
        let come = objects.filter { $0.type == .insert || $0.type == .move }
        for entry in come.sorted(by: { ($0.new ?? []) < ($1.new ?? []) }) {
            guard let new = entry.new, sections.indices.contains(new.section),
                new.row <= sections[new.section].rows.count
            else { return faults.append("\(entry.type) to \(String(describing: entry.new))") }
            sections[new.section].rows.insert(entry.object, at: new.row)
        }
    }
}

/// What a list makes of differences.
final class DifferenceShadow: NSObject, NSFetchedResultsControllerDelegate {
    var ids: [NSManagedObjectID] = []
    private(set) var callCount = 0
    private(set) var faultCount = 0

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) {
        callCount += 1
        if let changed = ids.applying(diff) { ids = changed } else { faultCount += 1 }
    }
}

/// What comes of snapshots.
final class SnapshotShadow: NSObject, NSFetchedResultsControllerDelegate {
    private(set) var sections: [(name: String, ids: [NSManagedObjectID])] = []

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
    ) {
        sections = snapshot.sectionIdentifiers.map { section in
            (
                section as? String ?? "?",
                snapshot.itemIdentifiersInSection(withIdentifier: section).compactMap { $0 as? NSManagedObjectID }
            )
        }
    }
}
