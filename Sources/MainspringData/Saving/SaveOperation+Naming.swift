internal import MainspringModel

/// The identities of new objects: keys are reserved, and given.
extension SaveOperation {
    /// Lets the stores reserve keys. Meanwhile the main loop goes on, or the queue is lent.
    func reserve(in core: ContextCore) {
        (stage, next) = (.naming, 0)
        if !isInSlices { flight?.takeConditions(from: core) }
        guard let source = core.source, !counts.isEmpty else { return }
        // The save gets the error, if it needs the keys.
        guard let away else {
            guard source.savesBesideReaders, canLend(in: core) else { return }
            isLentForKeys = true
            core.queue.lend { [counts] in try? source.reserveKeys(counts) }
            return isLentForKeys = false
        }
        guard
            source.givesPermanentIdentities
                ? source.savesBesideReaders : counts.reduce(0, { $0 + $1.count }) > Self.fewIdentities
        else { return }
        let (counts, handed) = (Handed(counts), Handed(source))
        away.leave(core) { done in
            try? handed.value.reserveKeys(counts.value)
            done()
        }
    }

    /// So many new identities are learned in less time than a slice has: for their keys a child's save does not wait for
    /// the parent's stores.
    private static let fewIdentities = 1_000

    /// Whether children may use the context while the source works: the context is in the midst of nothing.
    func canLend(in core: ContextCore) -> Bool {
        core.queue.mayLend && !core.isProcessing && core.touched.isEmpty
    }

    /// Gives new objects the identities that they have in the stores.
    func name(_ most: Int, in core: ContextCore) throws -> Int {
        guard let source = core.source, names(source) else {
            (stage, next) = (.capturing, 0)
            return 0
        }
        let group = takeNext(most)
        try name(group.filter { isToBeNamed($0, in: core) }, source, in: core)
        if next >= objects.count { (stage, next) = (.capturing, 0) }
        return group.count
    }

    /// Whether a source gives identities to what is saved into it. A parent gives none, unless its stores have keys at
    /// hand.
    func names(_ source: any ObjectSource) -> Bool {
        source.givesPermanentIdentities || isInSlices && hasKeysAtHand
    }

    func isToBeNamed(_ object: NSManagedObject, in core: ContextCore) -> Bool {
        guard object.core === core, object.key.isTemporary else { return false }
        let early = early.isEmpty ? nil : early[ObjectIdentifier(object)]
        return early?.capture == .inserted || object.state.contains(.inserted) && !object.state.contains(.deleted)
    }

    func name(_ objects: [NSManagedObject], _ source: any ObjectSource, in core: ContextCore) throws {
        guard !objects.isEmpty else { return }
        guard let keys = try keys(for: objects, source, in: core) else { return hasKeysAtHand = false }
        var former = FormerIdentities()
        former.add(objects)
        formers.append(former)
        // Children must not read before they have heard of it.
        if !isInSlices { core.hasUntoldIdentities = true }
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
        return source.givesPermanentIdentities
            ? try source.permanentKeys(for: objects, assigned: assigned)
            : source.keysAtHand(for: objects, assigned: assigned)
    }

    /// Lets children know which identities have been replaced so far: one is about to read. They stay so, whatever becomes
    /// of the save.
    func tellIdentities(in core: ContextCore) {
        while toldFormers < formers.count {
            core.tellReplaced(formers[toldFormers].replaced)
            toldFormers += 1
        }
    }
}
