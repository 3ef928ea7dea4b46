import Foundation
import MainspringData

/// What a task makes of updates.
struct UpdateReplica {
    private(set) var sections: [(name: String, ids: [NSManagedObjectID])] = []

    mutating func apply(_ update: FetchedResultsUpdate?) {
        switch update {
        case .snapshot(let all): sections = all.map { ($0.name, $0.objectIDs) }
        case .changes(let changes):
            let gone = changes.objects.filter { $0.type == .delete || $0.type == .move }.compactMap(\.indexPath)
            for path in gone.sorted(by: >) { sections[path.section].ids.remove(at: path.row) }
            for section in changes.deletedSections { sections.remove(at: section) }
            for section in changes.insertedSections { sections.insert((section.name, []), at: section.index) }
            let come = changes.objects.filter { $0.type == .insert || $0.type == .move }
            for change in come.sorted(by: { ($0.newIndexPath ?? []) < ($1.newIndexPath ?? []) }) {
                guard let path = change.newIndexPath else { continue }
                sections[path.section].ids.insert(change.objectID, at: path.row)
            }
        case nil: break
        }
    }
}
