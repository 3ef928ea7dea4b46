internal import MainspringModel

/// The stages that reserve primary keys and assign permanent identities to new objects.
extension SaveOperation {
    /// Reserves keys in the stores, in slices on a background thread, and at once while the queue is lent.
    func reserve(in core: ContextCore) {
        (stage, next) = (.naming, 0)
        if !isInSlices { flight?.takeConditions(from: core) }
        guard let source = core.source, !counts.isEmpty else { return }
        // An error is thrown later, when the save needs the keys.
        guard let background else {
            guard source.savesBesideReaders, canLend(in: core) else { return }
            isLentForKeys = true
            core.queue.lend { [counts] in try? source.reserveKeys(counts) }
            return isLentForKeys = false
        }
        guard
            isForStores
                ? source.savesBesideReaders : counts.reduce(0, { $0 + $1.count }) > Self.fewIdentities
        else { return }
        let (counts, handed) = (Handed(counts), Handed(source))
        background.run(for: core) { done in
            try? handed.value.reserveKeys(counts.value)
            done()
        }
    }

    /// The number of new identities that a context learns in less time than a slice has. For so few, a child's save does
    /// not wait for keys of the parent's stores.
    private static let fewIdentities = 1_000

    /// Whether the queue may be lent while the source works: no event is unfinished.
    func canLend(in core: ContextCore) -> Bool {
        core.queue.mayLend && !core.event.isProcessing && core.event.touched.isEmpty
    }

    /// Assigns permanent identities to the new objects of a group.
    func name(_ most: Int, in core: ContextCore) throws -> Int {
        guard let source = core.source, givesIdentities else {
            (stage, next) = (.capturing, 0)
            return 0
        }
        let group = takeNext(most)
        try name(group.filter { isToBeNamed($0, in: core) }, source, in: core)
        if next >= objects.count { (stage, next) = (.capturing, 0) }
        return group.count
    }

    /// Whether this save assigns permanent identities: it is a save into stores, or a save in slices into a parent whose
    /// stores have reserved keys.
    var givesIdentities: Bool { isForStores || isInSlices && hasKeysAtHand }

    /// Whether an object is new and has a temporary identity.
    func isToBeNamed(_ object: NSManagedObject, in core: ContextCore) -> Bool {
        guard object.core === core, object.key.isTemporary else { return false }
        let early = early.isEmpty ? nil : early[ObjectIdentifier(object)]
        return early?.capture == .inserted || object.state.contains(.inserted) && !object.state.contains(.deleted)
    }

    /// Assigns identities to objects, all of which are new.
    func name(_ objects: [NSManagedObject], _ source: any ObjectSource, in core: ContextCore) throws {
        guard !objects.isEmpty else { return }
        guard let keys = try keys(for: objects, source, in: core) else { return hasKeysAtHand = false }
        var former = FormerIdentities()
        former.add(objects)
        formers.append(former)
        // Child contexts must not read before they know the new identities.
        if !isInSlices { core.objectMap.hasUntoldIdentities = true }
        var index = 0
        objects.forEachHeld { object in
            core.rename(object, keys[index])
            index += 1
        }
    }

    private func keys(
        for objects: [NSManagedObject], _ source: any ObjectSource, in core: ContextCore
    ) throws -> [ObjectKey]? {
        let assigned = core.allAssignments
        return isForStores
            ? try source.permanentKeys(for: objects, assigned: assigned)
            : source.keysAtHand(for: objects, assigned: assigned)
    }

    /// Sends the identities that were replaced so far to child contexts, before one of them reads. These identities remain,
    /// even if the save fails.
    func tellIdentities(in core: ContextCore) {
        while toldFormers < formers.count {
            core.tellReplaced(formers[toldFormers].replaced)
            toldFormers += 1
        }
    }
}
