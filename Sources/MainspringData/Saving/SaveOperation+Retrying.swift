internal import Foundation
internal import MainspringModel

/// The retry of a save after a merge policy has resolved its conflicts.
///
/// Changes that the program has made after the capture still belong to the next save. If only attributes of an object were
/// modified, the object has its captured values while conflicts are resolved. It is captured again, and then gets its
/// later values back. If links were modified, or the object was deleted, the object stays as it is. Its captured change is
/// handed over again, as the merge policy leaves it.
extension SaveOperation {
    /// The greatest number of retries. A merge policy of the program that resolves nothing would cause endless ones.
    static let mostAttempts = 16

    /// Has the merge policy resolve conflicts, and starts the save again.
    /// - Throws: The error of the merge policy.
    func retry(_ conflicts: StoreConflicts, in core: ContextCore) throws {
        attempts += 1
        // A child save that was partly applied must not be divided between two saves.
        if isInSlices { core.merging?.completeOvertaking() }
        core.processPendingChanges()
        let known = objects.count
        // A save at once includes child saves that were applied meanwhile.
        guard isInSlices, let flight, let found = LaterEdits(of: self, flight, conflicts, in: core) else {
            beginAnew(in: core)
            takeLater(in: core)
            try inHooks { try core.resolve(conflicts) }
            return prepareAgain(from: known)
        }
        beginAnew(in: core, keeping: found, of: flight)
        found.setAside()
        edits = found
        defer { edits = nil }
        do {
            try inHooks { try core.resolve(conflicts) }
        } catch {
            found.putBack(in: core)
            throw error
        }
        guard let edits else { return }
        if edits.areReached(in: core) || isLaterReached {
            edits.putBack(in: core)
            beginAnew(in: core)
            takeLater(in: core)
            edits.tell(in: core)
        } else {
            captureAgain(edits, in: core)
        }
        prepareAgain(from: known)
    }

    /// Retries a save that another thread has rolled back.
    /// - Throws: The source's error, if it is not a conflict or if there were too many retries.
    func retryTakenBack(_ error: any Error, in core: ContextCore) throws {
        guard let conflicts = error as? StoreConflicts, attempts < Self.mostAttempts else { throw error }
        attempts += 1
        core.processPendingChanges()
        takeSet(in: core)
        try inHooks { try core.resolve(conflicts.newer(in: core)) }
        pass = objects.filter { !toldBefore.contains($0) }
        toldBefore = ObjectSet()
    }

    /// Enters the first stage again.
    /// - Parameter known: The number of objects that have got `willSave()`.
    private func prepareAgain(from known: Int) {
        (pass, again, next, stage) = (nil, ObjectSet(), known, .preparing)
        growth = SaveGrowth(objects.count)
    }

    /// Undoes the capture, and begins another flight.
    /// - Parameters:
    ///   - edits: The later changes. Captured changes of objects with modified links remain.
    ///   - earlier: The flight in which these were captured.
    private func beginAnew(in core: ContextCore, keeping edits: LaterEdits? = nil, of earlier: SaveInFlight? = nil) {
        // The next save's assignments and locked objects are not part of this one.
        let (assignments, locked) = (core.pendingChanges.assignments, core.pendingChanges.locked)
        if edits != nil {
            (core.pendingChanges.assignments, core.pendingChanges.locked) = (StoreAssignments(), ObjectSet())
        }
        let checked = checked
        takeBackObjects(in: core, except: edits?.kept ?? ObjectSet())
        (counts, failures, unvalidated) = ([], ValidationFailures(), [])
        (isEarlyRenamed, isRenamed, isLaterReached) = (false, false, false)
        flight = SaveInFlight(self, in: core)
        stage = .preparing
        guard let edits, let earlier, let flight else { return }
        (core.pendingChanges.assignments, core.pendingChanges.locked) = (assignments, locked)
        flight.keep(edits.kept, of: earlier)
        early = edits.captured
        if !edits.kept.isEmpty { linked = checked }
    }

    /// Adds the objects of the next save to the set. Objects of this save were modified with them, and may refer to new
    /// objects among them.
    private func takeLater(in core: ContextCore) {
        list.append(core.pendingChanges.take())
        later = []
    }

    /// Captures objects that have their captured values again, and then restores the program's later changes.
    private func captureAgain(_ edits: LaterEdits, in core: ContextCore) {
        // They got `willSave()` before the program has modified them.
        stage = .deriving
        for object in edits.aside where core.hasValues(object) && !object.state.contains(.deleted) {
            finish(object, in: core)
            guard core.hasValues(object), flight?.has(object) != true else { continue }
            // The merge policy has removed all its changes.
            flight?.note(object, nil)
            flight?.leave(object)
            early[ObjectIdentifier(object)] = (.nothing, nil)
        }
        edits.putBack(in: core)
        edits.tell(in: core)
    }

    /// Resolves the conflict of an object whose links were modified after its capture, with its captured change.
    /// - Returns: False if the merge policy is to resolve the object itself.
    func resolve(_ conflict: NSMergeConflict, _ type: NSMergePolicyType, in core: ContextCore) -> Bool {
        let object = conflict.sourceObject
        guard edits?.kept.contains(object) == true, let flight, let row = conflict.row,
            let change = early[ObjectIdentifier(object)]?.change, let base = change.previous
        else { return false }
        guard type != .errorMergePolicyType else { return true }
        let resolved = change.row.resolved(
            type, base: base, stored: row, isNext: isForStores)
        let new = resolved ?? row
        if object.state.contains(.deleted) {
            object.saved = new
        } else {
            var moved: [ContextCore.MovedLink] = []
            _ = core.rebase(object, onto: new, &moved)
        }
        flight.noteResolved(object, row, isSaved: resolved != nil)
        flight.note(object, resolved)
        early[ObjectIdentifier(object)] =
            resolved.map {
                (.updated, ObjectChange(key: change.key, row: $0, previous: row, members: change.members))
            } ?? (.nothing, nil)
        edits?.noteResolved(object)
        core.tellRefreshed(object, .mergePolicy)
        return true
    }
}

extension Row {
    /// Returns the row to save of an object whose links are equal in all three rows, or nil if nothing is to be saved.
    /// - Parameter isNext: Whether the row gets the version after the store's.
    fileprivate func resolved(_ type: NSMergePolicyType, base: Row, stored: Row, isNext: Bool) -> Row? {
        guard type != .rollbackMergePolicyType else { return nil }
        let copy = layout.copy(stored.memory)
        var isOther = false
        for place in layout.places where place.isAttribute {
            let isOurs =
                switch type {
                case .overwriteMergePolicyType: true
                case .mergeByPropertyStoreTrumpMergePolicyType: stored.isSame(place, as: base)
                default: !isSame(place, as: base)
                }
            guard isOurs, !isSame(place, as: stored) else { continue }
            copy.copy(place, from: memory)
            isOther = true
        }
        let row = Row(
            taking: copy, of: layout, version: isNext ? Row.version(after: stored.version) : stored.version)
        return isOther ? row : nil
    }
}

extension StoreConflicts {
    /// Returns the conflicts without those that a save of another thread has resolved since: the object has the row, or a
    /// later one.
    fileprivate func newer(in core: ContextCore) -> StoreConflicts {
        var newer = self
        newer.rows.removeAll { conflict in
            guard let persisted = conflict.persisted,
                let saved = core.objectMap.table.object(conflict.change.key)?.saved
            else { return false }
            return saved.version >= persisted.version
        }
        return newer
    }
}
