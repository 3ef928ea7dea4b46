internal import Foundation
internal import MainspringModel

/// Beginning anew, when the merge policy has resolved conflicts.
///
/// What the program has changed since objects were captured belongs to the next save all the same. An object of which only attributes have been
/// changed since goes back to what was captured, as long as the conflicts are resolved, and gets its later values again when it has been
/// captured anew. One whose links have been changed since, at both ends then, or that is to be deleted since, stays as it is: what was captured of
/// it is handed over, as the merge policy leaves that.
extension SaveOperation {
    /// A policy of the program's that resolves nothing would keep this going for ever.
    static let mostAttempts = 16

    /// Resolves conflicts as the merge policy says, and begins anew with what there is then.
    func retry(_ conflicts: StoreConflicts, in core: ContextCore) throws {
        attempts += 1
        // What was not saved with its other end must not be divided either.
        if isInSlices { core.merging?.completeOvertaking() }
        core.processPendingChanges()
        let known = objects.count
        // At once nothing but children's saves has come since: they are saved with it.
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

    /// The same after another thread has taken everything back.
    /// - Throws: The source's error, if it is no conflict, or if there have been too many.
    func retryTakenBack(_ error: any Error, in core: ContextCore) throws {
        guard let conflicts = error as? StoreConflicts, attempts < Self.mostAttempts else { throw error }
        attempts += 1
        core.processPendingChanges()
        takeSet(in: core)
        try inHooks { try core.resolve(conflicts) }
        pass = objects.filter { !toldBefore.contains($0) }
        toldBefore = ObjectSet()
    }

    /// - Parameter known: so many objects have been told already that they are saved; what has come by the resolution has not.
    private func prepareAgain(from known: Int) {
        (pass, again, next, stage) = (nil, ObjectSet(), known, .preparing)
        growth = SaveGrowth(objects.count)
    }

    /// Nothing is handed over any more.
    /// - Parameters:
    ///   - edits: whose objects with other links stay handed over as they were captured.
    ///   - earlier: in which they were.
    private func beginAnew(in core: ContextCore, keeping edits: LaterEdits? = nil, of earlier: SaveInFlight? = nil) {
        // What the next save has of these is no part of this one.
        let (assignments, locked) = (core.assignments, core.locked)
        if edits != nil { (core.assignments, core.locked) = (StoreAssignments(), []) }
        let checked = checked
        takeBackObjects(in: core, except: edits?.kept ?? ObjectSet())
        (counts, failures) = ([], ValidationFailures())
        (isEarlyRenamed, isRenamed, isLaterReached) = (false, false, false)
        beginFlight(in: core)
        stage = .preparing
        guard let edits, let earlier, let flight else { return }
        (core.assignments, core.locked) = (assignments, locked)
        flight.keep(edits.kept, of: earlier)
        early = edits.captured
        if !edits.kept.isEmpty { linked = checked }
    }

    /// Takes in what was to belong to the next save. Objects of this one have been changed with it: they are handed over as they are now, and may
    /// lead to others that the stores do not have.
    private func takeLater(in core: ContextCore) {
        list.append(core.pending)
        (core.pending, later) = (UnsavedList(), [])
    }

    /// Captures objects that were set aside, and makes the program's changes of since again.
    private func captureAgain(_ edits: LaterEdits, in core: ContextCore) {
        // They are told no more: that was before the program has changed them.
        stage = .deriving
        for object in edits.aside where core.hasValues(object) && !object.state.contains(.deleted) {
            finish(object, in: core)
            guard core.hasValues(object), flight?.has(object) != true else { continue }
            // The policy has left nothing of it to be saved.
            flight?.note(object, nil)
            flight?.leave(object)
            early[ObjectIdentifier(object)] = (.nothing, nil)
        }
        edits.putBack(in: core)
        edits.tell(in: core)
    }

    /// Resolves the conflict of an object whose links were changed since it was captured, by what was captured.
    /// - Returns: false if the object is to be resolved as it is.
    func resolve(_ conflict: NSMergeConflict, _ type: NSMergePolicyType, in core: ContextCore) -> Bool {
        let object = conflict.sourceObject
        guard edits?.kept.contains(object) == true, let flight, let row = conflict.row,
            let change = early[ObjectIdentifier(object)]?.change, let base = change.previous
        else { return false }
        guard type != .errorMergePolicyType else { return true }
        let resolved = change.row.resolved(
            type, base: base, stored: row, isNext: core.source?.givesPermanentIdentities == true)
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
    /// The values that are saved of an object whose links are the same in all three rows; nil if nothing is.
    /// - Parameter isNext: whether its version is the one after the stores'.
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
