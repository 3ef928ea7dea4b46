internal import MainspringModel

/// The rows that are handed over.
extension SaveOperation {
    /// Makes the rows of some objects.
    func capture(_ most: Int, in core: ContextCore) throws -> Int {
        let group = takeNext(most)
        captures.reserveCapacity(objects.count)
        let naming = core.source.flatMap { names($0) ? $0 : nil }
        try group.forEachHeld { object in
            // One that hooks have brought since.
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

    private func add(_ change: ObjectChange, _ capture: Capture) {
        switch capture {
        case .inserted: inserted.append(change)
        case .updated: updated.append(change)
        case .deleted: deleted.append(change)
        case .nothing, .unstored: break
        }
    }

    private func change(of object: NSManagedObject, in core: ContextCore) -> (Capture, ObjectChange?) {
        // Stores count how often a row was saved, and keep the one that they are given if its number is right.
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

    /// Makes the row of an object whose turn has not come, and that is about to be changed. Calls nobody.
    func captureEarly(_ object: NSManagedObject, in core: ContextCore) {
        if edits != nil, object.state.contains(.listed), later.contains(ObjectIdentifier(object)) {
            isLaterReached = true
        }
        // At once, children's saves before that are a part of this one.
        guard let flight, isBeforeCapture || stage == .capturing, isInSlices || !isBeforeReserving,
            !isInHooks || core.merging?.isMerging == true,
            object.core === core, !flight.has(object), has(object)
        else { return }
        // A merge policy has left nothing of it to be saved.
        let isIdle = object.state.isDisjoint(with: .pending)
        let (capture, change) = isIdle ? (.nothing, nil) : change(of: object, in: core)
        flight.note(object, change?.row)
        early[ObjectIdentifier(object)] = (capture, change)
    }

    /// Notes in the flight the rows of objects that were captured in their turn. Only a look for one needs them: mostly
    /// nobody looks.
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
