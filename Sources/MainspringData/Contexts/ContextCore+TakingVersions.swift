internal import MainspringModel

/// The versions of rows on which a child's changes are based, kept for the save into the store.
///
/// The context may have, or read, a later row than the child has read. Unless it has saved or merged that row itself,
/// its object is based on the child's version from then on, and the next save meets the conflict. The object's values
/// stay those of the later row, with the child's changes.
extension ContextCore {
    /// Gives a fault its values for a change of a child's.
    ///
    /// The child's row takes the place of one that is not there any more, or that cannot be read: the save meets the
    /// conflict, or the error. An object that was never saved, and is new here no more, stays away.
    final func fulfil(_ object: NSManagedObject, for change: ObjectChange) {
        guard let previous = change.previous, previous.layout === object.shape.layout else { return fulfil(object) }
        do {
            if let found = try rowToTake(object) {
                guard object.core === self, object.state.contains(.fault) else { return }
                fulfil(object, by: found)
                // The parent has no versions for what it has not saved, so that the values tell.
                if sourceState.detectsConflictsInParent, !sourceState.identitiesLast {
                    rebase(object, change, previous, found)
                }
                return
            }
        } catch {
            if wasSaved(object, previous) { return fulfil(object, basedOn: previous) }
        }
        // The context has deleted it, or has merged its deletion.
        guard wasSaved(object, previous), !childLinks.acknowledged.isDeleted(object.key) else { return fulfil(object) }
        fulfil(object, basedOn: previous)
    }

    /// Whether an object was ever saved, by a child's row of it and by what the context has noted. Only a context that
    /// saves into stores notes that; others leave it to that one.
    private func wasSaved(_ object: NSManagedObject, _ previous: Row) -> Bool {
        if previous.version >= Row.firstVersion { return true }
        return sourceState.identitiesLast ? childLinks.acknowledged.has(object.key) : !object.key.isTemporary
    }

    private func rowToTake(_ object: NSManagedObject) throws -> Row? {
        if sourceState.stalenessInterval < 0, sourceState.generation == nil, let row = keptRow(of: object) {
            return row
        }
        return try row(of: object)
    }

    private func fulfil(_ object: NSManagedObject, basedOn previous: Row) {
        guard object.core === self, object.state.contains(.fault) else { return }
        let version = baseVersion(of: object, previous)
        fulfil(object, by: version == previous.version ? previous : previous.with(version: version))
    }

    /// The version on which a child's change is based, unless the context has saved or merged a later one.
    private func baseVersion(of object: NSManagedObject, _ previous: Row) -> Int64 {
        childLinks.acknowledged.latest(object.key, from: previous.baseVersion)
    }

    /// Bases an object on the row of a child, which has changed or deleted it, or relies on it, if the object's own row
    /// is a later one that others have saved, or is based on a child's row already.
    @inline(__always)
    final func keepBase(of object: NSManagedObject, _ change: ObjectChange) {
        guard let previous = change.previous, let saved = object.saved,
            saved.isStale || previous.baseVersion < saved.version
        else { return }
        keepBase(of: object, change, previous, saved)
    }

    /// Bases an object on the row of a child that has changed its values, after the change was applied.
    ///
    /// If the later row already has the child's values, the object is marked as updated, so that the next save meets the
    /// conflict. Otherwise two contexts that increment one value would save the same value, and one increment would be
    /// lost.
    @inline(__always)
    final func keepBase(ofUpdated object: NSManagedObject, _ change: ObjectChange) {
        guard object.state.isDisjoint(with: .pending) else { return keepBase(of: object, change) }
        keepBase(ofSame: object, change)
    }

    @inline(never)
    private func keepBase(ofSame object: NSManagedObject, _ change: ObjectChange) {
        guard let previous = change.previous,
            let changed = object.shape.layout.places.first(where: { !isSame($0, previous, as: change.row) })
        else { return }
        keepBase(of: object, change)
        guard object.savedRow?.isStale == true, object.prepareToWrite(changed) else { return }
        object.noteWritten(changed)
    }

    @inline(never)
    private func keepBase(of object: NSManagedObject, _ change: ObjectChange, _ previous: Row, _ saved: Row) {
        let version = baseVersion(of: object, previous)
        guard hasValues(object), saved.isStale ? version <= saved.version : version < saved.version,
            !isSaving(saved, of: object)
        else { return }
        rebase(object, change, previous, saved)
    }

    /// Bases an object on a child's row where that has other values than the object's own row. If others have saved the
    /// row as it was, nothing is lost.
    private func rebase(_ object: NSManagedObject, _ change: ObjectChange, _ previous: Row, _ saved: Row) {
        guard previous.layout === saved.layout else { return }
        let others = saved.layout.places.filter { !isSame($0, previous, as: saved) }
        guard previous.isStale || !others.isEmpty else { return }
        let base = saved.layout.copy(saved.memory)
        // A merge policy finds there what child and store have both changed.
        for place in others where !change.row.isSame(place, as: previous) { base.copy(place, from: previous.memory) }
        let version = min(baseVersion(of: object, previous), max(saved.version, Row.firstVersion))
        object.saved = Row(taking: base, of: saved.layout, version: version, isStale: true)
    }

    private func isSame(_ place: SlotPlace, _ previous: Row, as saved: Row) -> Bool {
        place.kind == .toOne
            ? currentKey(place, previous.memory) == currentKey(place, saved.memory) : previous.isSame(place, as: saved)
    }

    /// Whether a row is the one that the context is saving while its queue is lent.
    private func isSaving(_ row: Row, of object: NSManagedObject) -> Bool {
        guard let saveInFlight, saveInFlight.has(object) else { return false }
        return saveInFlight.row(of: object)?.version == row.version
    }

    /// Prepares an object for what a child does with it as a whole: deletes it, or relies on it.
    final func prepare(_ object: NSManagedObject, for change: ObjectChange) {
        if object.state.contains(.fault) { fulfil(object, for: change) }
        keepBase(of: object, change)
    }
}

extension Row {
    /// The version of a row that was saved for the first time.
    static let firstVersion: Int64 = 1

    /// The version on which changes of the row are based. A row without a version is that of a new object, and its
    /// first save gives it the first version.
    var baseVersion: Int64 { max(version, Self.firstVersion) }
}
