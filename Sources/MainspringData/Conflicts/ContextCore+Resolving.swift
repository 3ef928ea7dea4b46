internal import Diagnostics
internal import Foundation

extension ContextCore {
    /// Has the merge policy resolve what a store has refused.
    /// - Throws: what the policy throws.
    final func resolve(_ conflicts: StoreConflicts) throws {
        let policy = context?.mergePolicy as? NSMergePolicy ?? .error
        // Held, since who is told of the rows may let go of them.
        let contested = conflicts.constraints.compactMap { conflict in
            registered(conflict.identity).map { (conflict, $0, registered(conflict.holder)) }
        }
        if !conflicts.rows.isEmpty {
            let list = conflicts.rows.map { conflict in
                NSMergeConflict(object(for: conflict.change.identity), row: conflict.persisted)
            }
            try policy.resolve(optimisticLockingConflicts: list)
        }
        let constraints = contested.compactMap(constraintConflict)
        if !constraints.isEmpty { try policy.resolve(constraintConflicts: constraints) }
        processPendingChanges()
        settleLinks(of: conflicts.rows)
        processPendingChanges()
    }

    /// - Returns: nil if an object that was to be saved is not any more; what is still in conflict meets the next save.
    private func constraintConflict(
        _ conflict: UniqueConflict, _ object: NSManagedObject, _ known: NSManagedObject?
    ) -> NSConstraintConflict? {
        let holder = known ?? self.object(for: conflict.holder)
        let objects = conflict.isHolderSaved ? [object] : [holder, object]
        guard holder.core === self, objects.allSatisfy({ $0.core === self && !$0.state.isDisjoint(with: .pending) })
        else { return nil }
        return NSConstraintConflict(
            constraint: conflict.constraint, database: conflict.isHolderSaved ? holder : nil,
            databaseSnapshot: conflict.holderRow?.snapshot, conflictingObjects: objects,
            conflictingSnapshots: objects.map(\.snapshot))
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
        guard !object.state.contains(.inserted), !pendingChanges.locked.contains(object) else { return }
        // What is checked is the row on which decisions were based.
        if object.state.contains(.fault) { fulfil(object) }
        pendingChanges.locked.insert(object)
    }

    /// What is looked at without being changed, for the source.
    final func changes(ofLocked locked: [NSManagedObject]) -> [ObjectChange] {
        locked.compactMap { object in
            guard object.core === self, object.state.isDisjoint(with: .pending), let row = object.saved else {
                return nil
            }
            return ObjectChange(key: object.key, row: row, previous: row, members: [])
        }
    }

    /// Adds the unchanged objects at the other ends of an object's modified links. The source compares their rows, since
    /// another save may have modified these links or deleted these objects.
    /// - Parameter last: The object that was added last. Objects in sequence often have the same other end.
    @inline(__always)
    final func gatherLinked(_ object: NSManagedObject, _ others: inout ObjectSet, _ last: inout NSManagedObject?) {
        for relationship in object.shape.layout.relationships
        where !relationship.isToMany && relationship.inverse >= 0 && object.isChanged(relationship.place) {
            if let other = object.memory.object(relationship.place), other !== last, isUnchanged(other) {
                others.insert(other)
                last = other
            }
            if let former = formerOther(of: object, relationship) { others.insert(former) }
        }
    }

    /// Returns changes without a modification, by which the source compares the rows of objects.
    final func changes(ofLinked others: [NSManagedObject]) -> [ObjectChange] {
        others.compactMap { other in
            other.saved.map { ObjectChange(key: other.key, row: $0, previous: $0, members: []) }
        }
    }

    private func isUnchanged(_ object: NSManagedObject) -> Bool {
        object.core === self && object.state.isDisjoint(with: [.fault, .inserted, .deleted])
            && !object.differsPersistently
    }

    /// Where a relationship to one led that leads elsewhere now, if that one has never led back here: the store may have the
    /// link at that end.
    private func formerOther(of object: NSManagedObject, _ relationship: RelationshipPlace) -> NSManagedObject? {
        guard let row = object.saved, let key = currentKey(relationship.place, row.memory),
            let former = objectMap.table.object(key), isUnchanged(former), let saved = former.saved
        else { return nil }
        let back = former.shape.layout.places[relationship.inverse]
        return back.kind == .toOne && currentKey(back, saved.memory) != object.key ? former : nil
    }

    /// Lets the next save save an object, without a word about it.
    final func list(_ object: NSManagedObject, as state: ObjectState) {
        object.state.insert(state)
        guard object.state.isDisjoint(with: [.listed, .tracked]) else { return }
        pend(object)
    }
}
