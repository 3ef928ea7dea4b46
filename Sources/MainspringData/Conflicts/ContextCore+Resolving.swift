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

    /// Throws if objects that are not saved are not any more as they were read.
    final func detectConflicts(of object: NSManagedObject) throws {
        guard object.state.contains(.updated), let saved = object.saved,
            let row = try source?.row(of: object.objectID), row.version != saved.version
        else { return }
        throw CoreDataError.mergeConflicts([NSMergeConflict(object, row: row)])
    }
}
