internal import Diagnostics
internal import Foundation

extension ContextCore {
    /// Has the merge policy resolve what a store has refused.
    /// - Throws: what the policy throws.
    final func resolve(_ conflicts: StoreConflicts) throws {
        let policy = context?.mergePolicy as? NSMergePolicy ?? .error
        if !conflicts.rows.isEmpty {
            let list = conflicts.rows.map { conflict in
                NSMergeConflict(object(for: conflict.change.identity), row: conflict.persisted)
            }
            try policy.resolve(optimisticLockingConflicts: list)
        }
        if !conflicts.constraints.isEmpty { try policy.resolve(constraintConflicts: list(conflicts.constraints)) }
        processPendingChanges()
        for conflict in conflicts.rows { settleLinks(of: object(for: conflict.change.identity), conflict.persisted) }
        processPendingChanges()
    }

    private func list(_ conflicts: [UniqueConflict]) -> [NSConstraintConflict] {
        conflicts.map { conflict in
            let object = object(for: conflict.identity)
            let holder = self.object(for: conflict.holder)
            let objects = conflict.isHolderSaved ? [object] : [holder, object]
            return NSConstraintConflict(
                constraint: conflict.constraint, database: conflict.isHolderSaved ? holder : nil,
                databaseSnapshot: conflict.holderRow?.snapshot, conflictingObjects: objects,
                conflictingSnapshots: objects.map(\.snapshot))
        }
    }

    /// Lets the next save look at an object, even if it does not change.
    final func lock(_ object: NSManagedObject) {
        guard object.core === self else {
            programmerError(
                """
                Conflicts of \(object.objectID) cannot be detected by \(title): it belongs to \(object.core?.title ?? "no context"). \
                Ask this context for it by object(with: objectID).
                """)
        }
        guard !object.state.contains(.inserted), !locked.contains(where: { $0 === object }) else { return }
        // What is checked is the row on which decisions were based.
        if object.state.contains(.fault) { fulfil(object) }
        locked.append(object)
    }

    /// What is looked at without being changed, for the source.
    var lockedChanges: [ObjectChange] {
        locked.compactMap { object in
            guard object.core === self, object.state.isDisjoint(with: .pending), let row = object.saved else {
                return nil
            }
            return ObjectChange(identity: object.objectID, row: row, previous: row, members: [])
        }
    }

    /// The other ends of links that were made here, where they are not saved themselves since they had the link already, by
    /// what was read earlier: others may have ended it since, or deleted them.
    final func linkedChanges(_ unsaved: Unsaved) -> [ObjectChange] {
        var others = ObjectSet()
        for object in unsaved.inserted + unsaved.updated {
            for relationship in object.shape.layout.relationships
            where !relationship.isToMany && relationship.inverse >= 0 && object.isChanged(relationship.place) {
                guard let other = object.memory.object(relationship.place), other.core === self,
                    other.state.isDisjoint(with: [.fault, .inserted, .deleted]), !other.differsPersistently
                else { continue }
                others.insert(other)
            }
        }
        return others.objects.compactMap { other in
            other.saved.map { ObjectChange(identity: other.objectID, row: $0, previous: $0, members: []) }
        }
    }

    /// Lets the next save save an object, without a word about it.
    final func list(_ object: NSManagedObject, as state: ObjectState) {
        object.state.insert(state)
        guard object.state.isDisjoint(with: [.listed, .tracked]) else { return }
        object.state.insert(.listed)
        pending.append(object)
    }
}
