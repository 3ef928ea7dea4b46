internal import MainspringModel

/// What a save hands over, and what becomes of it.
extension ContextCore {
    /// Hands over what is to be saved. A context with a queue of its own lends that to its children until the stores have answered.
    final func handOver(
        _ flight: SaveInFlight, _ source: any ObjectSource, _ former: inout FormerIdentities
    ) throws {
        defer {
            // Children have the new identities.
            if flight.wasRead { former = FormerIdentities() }
        }
        guard canLend(source) else {
            let result = Result { try source.save(flight.changes, for: self) }
            saveInFlight = flight
            return try land(flight, result)
        }
        saveInFlight = flight
        flight.isLent = true
        (assignments, locked, formerVersions) = (StoreAssignments(), [], [:])
        queue.lend { flight.end(Result { try source.save(flight.changes, for: self) }) }
        guard saveInFlight === flight else { return _ = try flight.result().get() }
        try land(flight, flight.result())
    }

    /// Whether children may use the context while it is saved: one whose event is being processed says of no change that it is one.
    private func canLend(_ source: any ObjectSource) -> Bool {
        queue.mayLend && !isProcessing && touched.isEmpty && source.savesBesideReaders
    }

    /// Lets the stores reserve the keys of new objects, and lends the queue until they have.
    final func reserveKeys(_ source: any ObjectSource) {
        guard queue.mayLend, !isProcessing, source.savesBesideReaders else { return }
        var counts: [EntityCount] = []
        unsaved.inserted.forEachHeld { object in
            pause()
            guard object.key.isTemporary else { return }
            if let last = counts.indices.last, counts[last].entity === object.entity {
                counts[last].count += 1
            } else {
                counts.append(EntityCount(entity: object.entity, count: 1))
            }
        }
        guard !counts.isEmpty else { return }
        // The save gets the error, if it needs the keys.
        queue.lend { try? source.reserveKeys(counts) }
    }

    /// Waits for the stores' answer to a save, and lets it be done. For who has the queue while that is lent, and is about to do what
    /// must not come before.
    final func landSave() {
        // One in slices is an element of the context's merges, and is completed with these.
        guard let flight = saveInFlight, slicedSave == nil, !flight.isLanding else { return }
        // Who saves gets the error.
        try? land(flight, flight.result())
    }

    /// What those change who read in its pauses is changed after the save.
    private func land(_ flight: SaveInFlight, _ result: Result<SavedRows?, any Error>) throws {
        flight.isLanding = true
        defer { if saveInFlight === flight { saveInFlight = nil } }
        do {
            let rows = try result.get()
            sourceChangeCount += 1
            // Children learn the new identities now. What they have must be known before versions are noted.
            flight.noteRead(in: self)
            // What was saved is seen from now on, and what others have saved before.
            if generation != nil { generation = HeldGeneration() }
            finish(flight, rows)
        } catch {
            takeBack(flight)
            throw error
        }
    }

    private func takeBack(_ flight: SaveInFlight) {
        flight.takeBack(in: self)
        if flight.isLent {
            assignments.stores.merge(flight.assignments.stores) { later, _ in later }
            locked = Array(ObjectSet(flight.locked + locked).objects)
            formerVersions.merge(flight.formerVersions) { later, _ in later }
        }
        takeBackMemory(flight.persistent.inserted, flight.changes.inserted)
        takeBackMemory(flight.persistent.updated, flight.changes.updated)
    }

    /// What was handed over with the memory of objects is not saved: they have memory of their own again.
    final func takeBackMemory(_ objects: [NSManagedObject], _ changes: [ObjectChange]) {
        for (object, change) in zip(objects, changes) where object.isSharing(change.row) { object.stopSharing() }
    }

    /// What was handed over is saved.
    private func finish(_ flight: SaveInFlight, _ rows: SavedRows?) {
        noteSaved(flight.persistent.inserted, flight.changes.inserted, rows?.inserted, flight)
        noteSaved(flight.persistent.updated, flight.changes.updated, rows?.updated, flight)
        flight.settle(in: self)
        flight.unsaved.updated.forEachHeld {
            if !$0.state.isDisjoint(with: .pending), !flight.hasLeft($0) { $0.noteSaved() }
        }
        for object in flight.unsaved.deleted {
            // The event that has deleted it is not over yet, and says so when it is.
            if object.state.contains(.deletedNow) { mergedDeletions.append(object) }
            forget(object)
            pause()
        }
        acknowledge(flight.changes, rows)
        if !touched.isEmpty { touched.removeAll { $0.core !== self } }
        isSavedInPart = !touched.isEmpty
        let saved = leavePending { $0.state.isDisjoint(with: .pending) || $0.core !== self }
        if !flight.isLent {
            (locked, formerVersions) = ([], [:])
            // What only a parent has still goes to its store, if it goes and comes back.
            if source?.givesPermanentIdentities == true { assignments = StoreAssignments() }
        }
        letGo(of: consume saved)
    }

    /// - Parameter rows: are nil where they are those of the changes.
    private func noteSaved(
        _ objects: [NSManagedObject], _ changes: [ObjectChange], _ rows: [Row]?, _ flight: SaveInFlight
    ) {
        var index = 0
        objects.forEachHeld { object in
            noteSaved(object, changes[index].row, rows?[index], flight)
            index += 1
            pause()
        }
    }

    /// - Parameters:
    ///   - given: what was handed over.
    ///   - row: what was saved, if it is another one.
    @inline(__always)
    final func noteSaved(_ object: NSManagedObject, _ given: Row, _ row: Row?, _ flight: SaveInFlight) {
        let row = row ?? given
        guard !flight.hasLeft(object) else {
            if row !== given, object.savedRow === given { object.saved = row }
            return
        }
        if row === given { object.noteSaved(as: row) } else { object.saved = row }
        object.noteSaved()
    }
}
