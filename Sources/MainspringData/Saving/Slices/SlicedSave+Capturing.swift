internal import Foundation
internal import MainspringModel

/// Handing objects over: their keys, and their rows.
extension SlicedSave {
    /// Lets the stores reserve keys, while the main loop goes on.
    func reserve(in core: ContextCore) {
        (stage, next) = (.naming, 0)
        guard let source = core.source, !counts.isEmpty,
            source.givesPermanentIdentities
                ? source.savesBesideReaders : counts.reduce(0, { $0 + $1.count }) > Self.fewIdentities
        else { return }
        let (counts, handed) = (Handed(counts), Handed(source))
        // The save gets the error, if it needs the keys.
        leaveMain(in: core) { done in
            try? handed.value.reserveKeys(counts.value)
            done()
        }
    }

    /// So many new identities are learned in less time than a slice has: for their keys a child's save does not wait for the parent's stores.
    private static let fewIdentities = 1_000

    /// Gives new objects the identities that they have in the stores.
    func name(_ most: Int, in core: ContextCore) throws -> Int {
        guard let source = core.source, source.givesPermanentIdentities || hasKeysAtHand else {
            (stage, next) = (.capturing, 0)
            return 0
        }
        let group = takeNext(most)
        try name(group.filter { isToBeNamed($0, in: core) }, source, in: core)
        if next >= objects.count { (stage, next) = (.capturing, 0) }
        return group.count
    }

    private func isToBeNamed(_ object: NSManagedObject, in core: ContextCore) -> Bool {
        guard object.core === core, object.key.isTemporary else { return false }
        let early = early.isEmpty ? nil : early[ObjectIdentifier(object)]
        return early?.capture == .inserted || object.state.contains(.inserted) && !object.state.contains(.deleted)
    }

    private func name(_ objects: [NSManagedObject], _ source: any ObjectSource, in core: ContextCore) throws {
        guard !objects.isEmpty, let flight else { return }
        guard let keys = try keys(for: objects, source, flight) else { return hasKeysAtHand = false }
        var former = FormerIdentities()
        former.add(objects)
        formers.append(former)
        for (object, key) in zip(objects, keys) { core.rename(object, key) }
    }

    private func keys(
        for objects: [NSManagedObject], _ source: any ObjectSource, _ flight: SaveInFlight
    ) throws -> [ObjectKey]? {
        source.givesPermanentIdentities
            ? try source.permanentKeys(for: objects, assigned: flight.assignments)
            : source.keysAtHand(for: objects, assigned: flight.assignments)
    }

    /// Says how objects are.
    func capture(_ most: Int, in core: ContextCore) throws -> Int {
        let group = takeNext(most)
        captures.reserveCapacity(objects.count)
        for object in group {
            // One that hooks have brought since.
            if let source = core.source, source.givesPermanentIdentities || hasKeysAtHand,
                isToBeNamed(object, in: core)
            {
                try name([object], source, in: core)
            }
            captures.append(captureNext(object, in: core))
            if captures.last == .nothing { idle.append(object) }
        }
        if next >= objects.count {
            guard isRenamed else {
                try handOver(in: core)
                return group.count
            }
            stage = .renaming
            beginRenaming()
        }
        return group.count
    }

    private func captureNext(_ object: NSManagedObject, in core: ContextCore) -> Capture {
        if !early.isEmpty, let known = early.removeValue(forKey: ObjectIdentifier(object)) {
            guard object.core === core || known.capture == .deleted else { return .nothing }
            guard let change = known.change else { return known.capture }
            add(isEarlyRenamed ? renamed(change, object, in: core) : change, known.capture)
            return known.capture
        }
        guard isUnsaved(object, in: core) else { return .nothing }
        let (capture, change) = change(of: object, in: core)
        flight?.note(object, change?.row)
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
        let isNext = core.source?.givesPermanentIdentities == true
        if object.state.contains(.deleted) { return (.deleted, object.deletion()) }
        if isNext { core.gatherLinked(object, &linked, &lastLinked) }
        if object.state.contains(.inserted) { return (.inserted, object.change(previous: nil, isNext: isNext)) }
        guard object.differsPersistently else { return (.unstored, nil) }
        return (.updated, object.change(previous: object.saved, isNext: isNext))
    }

    /// The same for an object whose turn has not come, and that is about to be changed. Calls nobody.
    func captureEarly(_ object: NSManagedObject, in core: ContextCore) {
        if edits != nil, object.state.contains(.listed), later.contains(ObjectIdentifier(object)) {
            isLaterReached = true
        }
        guard let flight, !flight.has(object), isBeforeCapture, has(object), object.core === core,
            !isInHooks || core.merging?.isMerging == true
        else { return }
        // A merge policy has left nothing of it to be saved.
        let isIdle = object.state.isDisjoint(with: .pending)
        let (capture, change) = isIdle ? (.nothing, nil) : change(of: object, in: core)
        flight.note(object, change?.row)
        early[ObjectIdentifier(object)] = (capture, change)
    }

    private var isBeforeCapture: Bool {
        switch stage {
        case .queued, .renaming, .saving, .landing, .ended: false
        default: true
        }
    }

    func handOver(in core: ContextCore) throws {
        guard let flight, let source = core.source else { throw MissingSource.error(core.title) }
        (stage, next) = (.saving, 0)
        // What has left the save since looks unchanged, and is handed over itself.
        let others =
            core.changes(ofLocked: flight.locked.filter { !flight.has($0) })
            + core.changes(ofLinked: Array(linked.objects.filter { !flight.has($0) }))
        (checked, linked, lastLinked) = (linked, ObjectSet(), nil)
        var versions: [ObjectKey: Int64] = [:]
        for (key, version) in core.formerVersions where core.table.object(key).map(has) ?? true {
            versions[key] = version
            core.formerVersions[key] = nil
        }
        flight.handOver(
            ChangeSet(
                inserted: inserted, updated: updated, deleted: deleted, locked: others, assigned: flight.assignments,
                origin: SaveOrigin(core)),
            versions)
        (inserted, updated, deleted) = ([], [], [])
        let isEmpty = captures.allSatisfy { $0 == .nothing }
        guard !isEmpty, source.savesBesideReaders || source.takesInSlices else {
            return flight.end(Result { isEmpty ? nil : try source.save(flight.changes, for: core) })
        }
        guard source.takesInSlices else {
            return leaveMain(in: core) { done in
                flight.end(Result { try source.save(flight.changes, for: core) })
                done()
            }
        }
        let handed = Handed((flight, source, core))
        leaveMain(in: core) { [brought] done in
            let (flight, source, core) = handed.value
            let ended = Handed(flight)
            let changes = source.bring(flight.changes, for: core) {
                ended.value.end(.success(nil))
                done()
            }
            brought.set(changes)
            changes.takeOver()
        }
    }
}
