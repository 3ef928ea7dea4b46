internal import MainspringModel

/// Versions of rows that the context saves and merges, noted for the changes of children that have read earlier ones.
extension ContextCore {
    /// The contexts below; nil if there are none.
    ///
    /// Without any, a lock is taken and nothing is allocated.
    final func childReaders() -> ChildReaders? {
        guard let readers = ChildReaders(below: self) else {
            childLinks.acknowledged.removeAll()
            return nil
        }
        childLinks.acknowledged.sweep(knowsAll: readers.knowsAll, isNeeded: readers.mayHave)
        return readers
    }

    // MARK: Saving

    /// Notes the versions that the context has saved, of all rows: a child may be reading one at this moment.
    /// - Parameter rows: the rows as the stores have them; nil where they are those of the changes.
    final func acknowledge(_ changes: ChangeSet, _ rows: SavedRows?) {
        guard childReaders() != nil else { return }
        let (inserted, updated) = (rows?.inserted, rows?.updated)
        for index in changes.inserted.indices {
            acknowledgeInserted(
                changes.inserted[index].key, inserted?[index].version ?? changes.inserted[index].row.version)
        }
        for index in changes.updated.indices {
            acknowledgeUpdated(
                changes.updated[index], updated?[index].version ?? changes.updated[index].row.version)
        }
        for change in changes.deleted { childLinks.acknowledged.noteDeletion(change.key) }
    }

    /// Notes the version of a new object. A child that has it has a row without a version, and would take it for one
    /// that was never saved. Only stores give versions.
    final func acknowledgeInserted(_ key: ObjectKey, _ version: Int64) {
        if sourceState.identitiesLast {
            childLinks.acknowledged.noteSave(key, from: Row.firstVersion, to: max(version, Row.firstVersion))
        }
    }

    /// Notes the version of a changed object. Only stores give versions.
    final func acknowledgeUpdated(_ change: ObjectChange, _ version: Int64) {
        guard sourceState.identitiesLast else { return }
        childLinks.acknowledged.noteSave(
            change.key, from: change.previous?.baseVersion ?? Row.firstVersion, to: version)
    }

    /// Notes that an object is deleted.
    final func acknowledgeDeleted(_ key: ObjectKey, _ readers: ChildReaders) {
        if readers.mayHave(key) { childLinks.acknowledged.noteDeletion(key) }
    }

    // MARK: Merging

    /// Notes the versions that a merge has brought, of objects that are here and of those that are not.
    /// - Parameters:
    ///   - saved: all that was to be merged.
    ///   - merged: The merged objects, with those at other ends that the merge did not report.
    final func acknowledge(_ saved: SavedIdentities, and merged: SavedIdentities) {
        guard let readers = childReaders() else { return }
        for group in [saved.inserted, saved.updated, saved.refreshed, merged.updated] {
            for identity in group { acknowledge(identity, readers) }
        }
        for identity in saved.deleted { acknowledgeDeleted(identity.key, readers) }
    }

    /// Notes the version that an object has now: here, or else where it comes from.
    ///
    /// A row that is not in memory is read. If it cannot be read, nothing is noted, and the changes of children meet a
    /// conflict.
    final func acknowledge(_ identity: NSManagedObjectID, _ readers: ChildReaders) {
        guard !identity.key.isTemporary, readers.mayHave(identity.key) else { return }
        if let object = objectMap.table.object(identity.key), hasValues(object) {
            guard let saved = object.saved else { return }
            return childLinks.acknowledged.noteMerge(identity.key, saved.version)
        }
        guard let row = source?.rowAtHand(of: identity) ?? (try? source?.row(of: identity)) ?? nil else { return }
        childLinks.acknowledged.noteMerge(identity.key, row.version)
    }

    /// Notes the version of an object that was refreshed.
    final func acknowledgeRefreshed(_ object: NSManagedObject) {
        guard object.core === self, !object.state.contains(.inserted), let readers = childReaders() else { return }
        acknowledge(object.objectID, readers)
    }

    /// Notes the versions of all objects that contexts below have, and that are not here.
    final func acknowledgeAll() {
        guard let readers = childReaders() else { return }
        for (key, entity) in readers.contents where !objectMap.table.contains(key) {
            acknowledge(NSManagedObjectID(key, entity), readers)
        }
    }
}
