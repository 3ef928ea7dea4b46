internal import MainspringModel

/// The stage that captures the changes for the source.
extension SaveOperation {
    /// Captures the changes of a group.
    func capture(_ most: Int, in core: ContextCore) throws -> Int {
        let group = takeNext(most)
        captures.reserveCapacity(objects.count)
        let naming = givesIdentities ? core.source : nil
        try group.forEachHeld { object in
            // A hook has inserted it after the stage `naming`.
            if let naming, object.key.isTemporary, isToBeNamed(object, in: core) {
                try name([object], naming, in: core)
            }
            let capture = captureNext(object, in: core)
            captures.append(capture)
            if capture == .nothing { idle.append(object) }
            core.pause()
        }
        if next >= objects.count { try endCapturing(in: core) }
        return group.count
    }

    private func endCapturing(in core: ContextCore) throws {
        guard isRenamed else { return try handOver(in: core) }
        stage = .renaming
        beginRenaming()
    }

    private func captureNext(_ object: NSManagedObject, in core: ContextCore) -> Capture {
        if !early.isEmpty, let known = early.removeValue(forKey: ObjectIdentifier(object)) {
            guard object.core === core || known.capture == .deleted else { return .nothing }
            guard let change = known.change else { return known.capture }
            add(isEarlyRenamed ? renamed(change, object, in: core) : change, known.capture)
            return known.capture
        }
        guard object.core === core, !object.state.isDisjoint(with: .pending) else { return .nothing }
        if mayRepeat, flight?.has(object) == true { return .nothing }
        let (capture, change) = change(of: object, in: core)
        if let change { add(change, capture) }
        return capture
    }

    @inline(__always)
    private func add(_ change: consuming ObjectChange, _ capture: Capture) {
        switch capture {
        case .inserted: inserted.append(change)
        case .updated: updated.append(change)
        case .deleted: deleted.append(change)
        case .nothing, .unstored: break
        }
    }

    private func change(of object: NSManagedObject, in core: ContextCore) -> (Capture, ObjectChange?) {
        // A store counts the saves of each row, and caches this row if its version is the next one.
        let (isNext, state) = (isForStores, object.state)
        if state.contains(.deleted) {
            return state.contains(.inserted) ? (.nothing, nil) : (.deleted, object.deletion())
        }
        if isNext { core.gatherLinked(object, &linked, &lastLinked) }
        if state.contains(.inserted) { return (.inserted, object.change(previous: nil, isNext: isNext)) }
        guard object.differsPersistently else { return (.unstored, nil) }
        return (.updated, object.change(previous: object.saved, isNext: isNext))
    }

    // MARK: Changes meanwhile

    /// Captures an object that is about to be modified before its turn. Calls no hook.
    func captureEarly(_ object: NSManagedObject, in core: ContextCore) {
        if edits != nil, object.state.contains(.listed), later.contains(ObjectIdentifier(object)) {
            isLaterReached = true
        }
        // A save at once includes child saves until it reserves keys.
        guard let flight, isBeforeCapture || stage == .capturing, isInSlices || !isBeforeReserving,
            !isInHooks || core.merging?.isMerging == true,
            object.core === core, !flight.has(object), has(object)
        else { return }
        // A merge policy has removed all its changes.
        let isIdle = object.state.isDisjoint(with: .pending)
        let (capture, change) = isIdle ? (.nothing, nil) : change(of: object, in: core)
        flight.note(object, change?.row)
        early[ObjectIdentifier(object)] = (capture, change)
    }

    /// Adds the rows that were captured since the last call to the flight's table. Called by lookups, since most saves need
    /// no table.
    func noteCaptured() {
        guard let flight, noted.objects < captures.count else { return }
        flight.reserve(captures.count)
        let (inserted, updated, deleted) =
            isHandedOver
            ? (flight.changes.inserted, flight.changes.updated, flight.changes.deleted) : (inserted, updated, deleted)
        while noted.objects < captures.count {
            let object = objects[noted.objects]
            switch captures[noted.objects] {
            case .inserted:
                flight.note(object, inserted[noted.inserted].row)
                noted.inserted += 1
            case .updated:
                flight.note(object, updated[noted.updated].row)
                noted.updated += 1
            case .deleted:
                flight.note(object, deleted[noted.deleted].row)
                noted.deleted += 1
            case .unstored: flight.note(object, nil)
            case .nothing: break
            }
            noted.objects += 1
        }
    }
}
