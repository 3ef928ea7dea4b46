internal import Foundation
internal import MainspringModel

/// What becomes of objects by the stores' answer.
extension SlicedSave {
    /// The stores have answered.
    func answer(in core: ContextCore) throws {
        guard let flight else { return }
        do {
            rows = try flight.result().get()
        } catch let conflicts as StoreConflicts where attempts < Self.mostAttempts {
            return try retry(conflicts, in: core)
        }
        core.sourceChangeCount += 1
        checked = ObjectSet()
        (insertedLeft, updatedLeft) = (flight.changes.inserted.count, flight.changes.updated.count)
        flight.settle(in: core)
        // What was saved is seen from now on, and what others have saved before.
        if core.generation != nil { core.generation = HeldGeneration() }
        stage = .landing
    }

    /// Lets objects know that they are saved, from the last to the first, and lets go of them.
    func land(_ most: Int, in core: ContextCore) -> Int {
        if let former = formers.popLast() {
            if formers.count >= toldFormers { core.tellReplaced(former.replaced) }
            return 0
        }
        guard let flight, !objects.isEmpty else {
            finishLanding(in: core)
            return 0
        }
        let count = min(most, objects.count)
        var saved = ContextCore.Unsaved()
        let readers = core.childReaders()
        for _ in 0..<count { land(list.removeLast(), captures.removeLast(), flight, readers, &saved, in: core) }
        if !saved.deleted.isEmpty, !core.touched.isEmpty { core.touched.removeAll { $0.core !== core } }
        landed.inserted += saved.inserted
        landed.updated += saved.updated
        landed.deleted += saved.deleted
        return count
    }

    private func land(
        _ object: NSManagedObject, _ capture: Capture, _ flight: SaveInFlight, _ readers: ChildReaders?,
        _ saved: inout ContextCore.Unsaved, in core: ContextCore
    ) {
        switch capture {
        case .nothing: if idle.last === object { idle.removeLast() }
        case .inserted:
            insertedLeft -= 1
            let (given, row) = (flight.changes.inserted[insertedLeft].row, rows?.inserted?[insertedLeft])
            core.noteSaved(object, given, row, flight)
            if readers != nil { core.acknowledgeInserted(object.key, (row ?? given).version) }
            saved.inserted.append(object)
        case .updated:
            updatedLeft -= 1
            let (change, row) = (flight.changes.updated[updatedLeft], rows?.updated?[updatedLeft])
            core.noteSaved(object, change.row, row, flight)
            if readers != nil { core.acknowledgeUpdated(change, (row ?? change.row).version) }
            saved.updated.append(object)
        case .unstored: if object.core === core, !flight.hasLeft(object) { object.noteSaved() }
        case .deleted:
            guard object.core === core else { break }
            // The event that has deleted it is not over yet, and says so when it is.
            if object.state.contains(.deletedNow) { core.mergedDeletions.append(object) }
            if readers != nil { core.acknowledged.noteDeletion(object.key) }
            core.forget(object)
            saved.deleted.append(object)
        }
        flight.forget(object)
        object.state.remove(.toldOfSave)
        guard object.core === core else { return }
        if object.state.isDisjoint(with: .pending) {
            object.state.remove(.listed)
        } else if object.state.contains(.listed) {
            core.pending.append(object)
        }
    }

    private func finishLanding(in core: ContextCore) {
        if core.source?.givesPermanentIdentities != true, let flight {
            // What only a parent has still goes to its store, if it goes and comes back.
            core.assignments.stores.merge(flight.assignments.stores) { later, _ in later }
        }
        core.tellResultsSaved()
        // Nobody has saved those into this context, and its children have them by no other way.
        var others = SavedIdentities()
        others.refreshed = derived.map(\.objectID)
        core.children.post(others, from: core)
        conclude(in: core, .success(()))
    }

    // MARK: Identities

    /// Lets children know which identities have been replaced so far: one is about to read.
    func tellIdentities(in core: ContextCore) {
        isRead = true
        while toldFormers < formers.count {
            core.tellReplaced(formers[toldFormers].replaced)
            toldFormers += 1
        }
    }

    // MARK: Failure

    /// Nothing is saved: objects have their changes, and those of since.
    func takeBack(in core: ContextCore) {
        guard core.slicedSave === self else { return }
        takeBackObjects(in: core)
        for object in objects { object.state.remove(.toldOfSave) }
        // Children have the new identities.
        if !isRead { for former in formers.reversed() { core.takeBack(former) } }
        list.append(core.pending)
        (core.pending, list, core.slicedSave) = (list, UnsavedList(), nil)
        core.leavePending { $0.state.isDisjoint(with: .pending) || $0.core !== core }
    }

    /// - Parameter kept: stay as they are.
    func takeBackObjects(in core: ContextCore, except kept: ObjectSet = ObjectSet()) {
        guard let flight else { return }
        flight.capture = nil
        core.saveInFlight = nil
        flight.takeBack(in: core, except: kept)
        core.assignments.stores.merge(flight.assignments.stores) { later, _ in later }
        core.locked = Array(ObjectSet(flight.locked + core.locked).objects)
        core.formerVersions.merge(flight.formerVersions) { later, _ in later }
        for object in objects where object.core === core {
            if let row = flight.row(of: object), object.isSharing(row), !kept.contains(object) { object.stopSharing() }
        }
        (early, inserted, updated, deleted) = ([:], [], [], [])
        (linked, lastLinked) = (ObjectSet(), nil)
        self.flight = nil
    }
}
