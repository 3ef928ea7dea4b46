internal import Foundation
internal import MainspringModel

/// What the deletion of objects does to others, by the delete rules.
extension ContextCore {
    /// Does it for all that are deleted, and for those that are deleted with them. A list, not a recursion: a chain may
    /// be of any length.
    final func propagateDeletions() {
        // Somebody who is told of it may save: what was begun is done before that.
        for object in preparing { markDeleted(object) }
        for object in propagating { propagate(object) }
        var readCount = toldDeletions
        while toldDeletions < deletions.count {
            if toldDeletions == readCount {
                readCount = deletions.count
                prefetchLinks(of: deletions[toldDeletions...])
                // Who was told that he is read may have saved, or rolled back: then there are no deletions any more.
                continue
            }
            let object = deletions[toldDeletions]
            toldDeletions += 1
            guard object.state.contains(.deleted), !object.state.contains(.propagated) else { continue }
            object.state.insert(.propagated)
            propagating.append(object)
            propagate(object)
            propagating.removeLast()
        }
        deletions.removeAll(keepingCapacity: deletions.count <= Self.mostKept)
        toldDeletions = 0
    }

    private func propagate(_ object: NSManagedObject) {
        for relationship in object.shape.layout.relationships where isToBeDeleted(object) {
            propagate(object, relationship)
        }
    }

    /// Whether nobody who was told of deletions has taken this one back, or forgotten the object.
    private func isToBeDeleted(_ object: NSManagedObject) -> Bool {
        object.core === self && object.state.contains(.deleted)
    }

    private func propagate(_ object: NSManagedObject, _ relationship: RelationshipPlace) {
        switch relationship.deleteRule {
        case .noActionDeleteRule: return
        // The save is refused as long as there is somebody: see the validation for deletion.
        case .denyDeleteRule: return
        case .cascadeDeleteRule:
            for other in object.others(relationship) where other.core === self && !other.state.contains(.deleted) {
                preparing.append(other)
                other.prepareForDeletion()
                preparing.removeLast()
                guard isToBeDeleted(object) else { return }
                markDeleted(other)
                merging?.noteDeleted(other, with: object)
            }
        case .nullifyDeleteRule: break
        }
        object.unlinkAll(relationship)
    }
}

extension NSManagedObject {
    /// The objects at the other end of a relationship, of whatever kind.
    final func others(_ relationship: RelationshipPlace) -> ContiguousArray<NSManagedObject> {
        guard relationship.isToMany else { return other(at: relationship.place).map { [$0] } ?? [] }
        return members(at: relationship.place).objects
    }
}
