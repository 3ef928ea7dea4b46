/// The stage that applies the source's result to the objects.
extension SaveOperation {
    /// Enters the stage after the source has saved.
    func beginLanding(in core: ContextCore) {
        guard let flight else { return }
        if hasSaved { core.sourceState.noteChange() }
        checked = ObjectSet()
        (insertedLeft, updatedLeft) = (flight.changes.inserted.count, flight.changes.updated.count)
        flight.settle(in: core)
        // From now on the context reads the saved rows, and rows that other contexts have saved before.
        if hasSaved, core.sourceState.generation != nil { core.sourceState.generation = HeldGeneration() }
        stage = .landing
    }

    /// Marks objects as saved, from the last to the first.
    func land(_ most: Int, in core: ContextCore) -> Int {
        // Child contexts get the new identities first: their objects must be found when versions are noted.
        if let former = formers.popLast() {
            if formers.count >= toldFormers { core.tellReplaced(former.replaced) }
            return 0
        }
        guard let flight, !objects.isEmpty else {
            endLanding(in: core)
            return 0
        }
        let count = min(most, objects.count)
        var saved = ContextCore.Unsaved()
        let hasReaders = core.childReaders() != nil
        // Retained once, and not for each object.
        let (changes, rows) = (flight.changes, rows)
        for _ in 0..<count {
            land(list.removeLast(), captures.removeLast(), flight, changes, rows, hasReaders, &saved, in: core)
            core.pause()
        }
        if !saved.deleted.isEmpty { core.event.removeForeign(to: core) }
        saved.reverse()
        landed.append(saved)
        return count
    }

    private func land(
        _ object: NSManagedObject, _ capture: Capture, _ flight: SaveInFlight, _ changes: ChangeSet, _ rows: SavedRows?,
        _ hasReaders: Bool, _ saved: inout ContextCore.Unsaved, in core: ContextCore
    ) {
        switch capture {
        case .nothing: if idle.last === object { idle.removeLast() }
        case .inserted:
            insertedLeft -= 1
            let (given, row) = (changes.inserted[insertedLeft].row, rows?.inserted?[insertedLeft])
            flight.noteSaved(object, given, row)
            if hasReaders { core.acknowledgeInserted(object.key, (row ?? given).version) }
            saved.inserted.append(object)
        case .updated:
            updatedLeft -= 1
            let (given, row) = (changes.updated[updatedLeft].row, rows?.updated?[updatedLeft])
            flight.noteSaved(object, given, row)
            if hasReaders {
                core.acknowledgeUpdated(changes.updated[updatedLeft], (row ?? given).version)
            }
            saved.updated.append(object)
        case .unstored: if object.core === core, !flight.hasLeft(object) { object.noteSaved() }
        case .deleted:
            guard object.core === core else { break }
            // The unfinished event that has deleted it reports the deletion at its end.
            if object.state.contains(.deletedNow) { core.event.appendMergedDeletion(object) }
            if hasReaders { core.childLinks.acknowledged.noteDeletion(object.key) }
            core.forget(object)
            saved.deleted.append(object)
        }
        flight.forget(object)
        leaveList(object, in: core)
    }

    /// Removes an object from the set. An object that was modified meanwhile belongs to the next save.
    private func leaveList(_ object: NSManagedObject, in core: ContextCore) {
        object.state.remove(.toldOfSave)
        guard object.core === core else { return }
        if object.state.isDisjoint(with: .pending) {
            object.state.remove(.listed)
        } else if object.state.contains(.listed) {
            core.pendingChanges.append(object)
        }
    }

    /// Ends the save when all objects were processed.
    private func endLanding(in core: ContextCore) {
        if !isForStores, let flight {
            // The parent's new objects keep their assignments, in case they are deleted and inserted again.
            core.pendingChanges.assignments.stores.merge(flight.assignments.stores) { later, _ in later }
        }
        if !core.event.touched.isEmpty {
            core.event.removeForeign(to: core)
            core.event.noteSaved()
        }
        if isInSlices { announce(in: core) }
        conclude(in: core)
    }
}
