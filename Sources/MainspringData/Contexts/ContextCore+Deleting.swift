internal import Foundation
internal import MainspringModel

/// What the deletion of objects does to others, by the delete rules.
extension ContextCore {
    /// Applies the delete rules of all deleted objects, and of those that they delete. A loop, not a recursion: a chain may
    /// be of any length.
    final func propagateDeletions() {
        // A hook of a deletion may save. The deletions that have begun are completed before that.
        for object in deletionQueue.preparing { markDeleted(object) }
        for object in deletionQueue.propagating { propagate(object) }
        var prefetched = deletionQueue.doneCount
        while !deletionQueue.left.isEmpty {
            if deletionQueue.doneCount == prefetched {
                prefetched = deletionQueue.objects.count
                prefetchLinks(of: deletionQueue.left)
                // A hook of the fetch may have saved or rolled back, so that no deletions are left.
                continue
            }
            guard let object = deletionQueue.next(), object.state.contains(.deleted),
                !object.state.contains(.propagated)
            else { continue }
            object.state.insert(.propagated)
            deletionQueue.propagate(object, propagate)
        }
        deletionQueue.end()
    }

    /// Applies the delete rules again of objects that were read anew since, so that no link is left at one end.
    final func propagateAgain() {
        guard deletionQueue.isRepeated, deletionQueue.propagating.isEmpty else { return }
        propagateDeletions()
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
                deletionQueue.prepare(other)
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
