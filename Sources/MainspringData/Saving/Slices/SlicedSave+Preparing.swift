internal import Foundation
internal import MainspringModel

/// What comes before objects are handed over: hooks, derived attributes, validation.
extension SlicedSave {
    /// Lets objects know that they are about to be saved, and those again who are changed by that.
    func prepare(_ most: Int, in core: ContextCore) -> Int {
        settleEvent(in: core)
        let told = takeNext(most)
        let known = objects.count
        let changed = hearing(in: core) {
            for object in told where isUnsaved(object, in: core) {
                object.state.insert(.toldOfSave)
                object.willSave()
            }
        }
        // Those that have come by it have their turn, where the whole set has.
        let new = pass == nil ? ObjectSet(objects[known...]) : ObjectSet()
        for object in changed where !new.contains(object) && has(object) {
            again.insert(object)
            object.state.remove(.toldOfSave)
        }
        if next >= (pass ?? objects).count { endPass(in: core) }
        return told.count
    }

    /// The objects of the next step, in an array of their own: hooks may make others.
    func takeNext(_ most: Int) -> [NSManagedObject] {
        let (start, count) = (next, (pass ?? objects).count)
        next = start + min(most, count - start)
        return Array((pass ?? objects)[start..<next])
    }

    private func endPass(in core: ContextCore) {
        guard !again.isEmpty else {
            (pass, stage) = (nil, .deriving)
            return next = 0
        }
        passes += 1
        SaveGrowth.check(rounds: passes, followers: objects[initialCount...], of: initialCount, in: core.title)
        (pass, again, next) = (Array(again.objects), ObjectSet(), 0)
    }

    /// Calls hooks.
    /// - Returns: the objects that were changed meanwhile.
    private func hearing(in core: ContextCore, _ body: () throws -> Void) rethrows -> [NSManagedObject] {
        let (outer, count) = (core.changedWhilePreparing, core.touched.count)
        core.changedWhilePreparing = []
        defer { core.changedWhilePreparing = outer }
        return try inHooks {
            try body()
            let changed = Array(core.touched.dropFirst(count))
            if core.isProcessing { listNew(changed, in: core) }
            core.processPendingChanges()
            return changed + (core.changedWhilePreparing ?? [])
        }
    }

    /// Lists what hooks have brought in the midst of an event, at whose end the program's objects are listed.
    private func listNew(_ objects: [NSManagedObject], in core: ContextCore) {
        for object in objects where object.core === core && !object.state.contains(.listed) { core.pend(object) }
    }

    /// What the program has changed since is an event of its own, and not of the hooks'.
    private func settleEvent(in core: ContextCore) { if core.hasUnprocessedChanges { core.processPendingChanges() } }

    /// Whether an object is still to be handed over.
    func isUnsaved(_ object: NSManagedObject, in core: ContextCore) -> Bool {
        object.core === core && !object.state.isDisjoint(with: .pending) && flight?.has(object) != true
    }

    func derive(_ most: Int, in core: ContextCore) throws -> Int {
        settleEvent(in: core)
        guard derivesAttributes(in: core) else {
            (stage, next) = (.validating, 0)
            return 0
        }
        let group = takeNext(most)
        let changed = group.filter { isUnsaved($0, in: core) && !$0.state.contains(.deleted) }
        _ = try hearing(in: core) {
            derived += try core.deriveAttributes(
                of: changed.filter { $0.state.contains(.inserted) || $0.differsPersistently })
        }
        if next >= objects.count { (stage, next) = (.validating, 0) }
        return group.count
    }

    private func derivesAttributes(in core: ContextCore) -> Bool {
        core.source?.givesPermanentIdentities == true && core.derivesAttributes
    }

    /// Collects what is wrong. What validation changes, or brings, is a part of the save.
    func validate(_ most: Int, in core: ContextCore) throws -> Int {
        settleEvent(in: core)
        let group = takeNext(most)
        var unsaved = ContextCore.Unsaved()
        for object in group where isUnsaved(object, in: core) { core.note(object, &unsaved) }
        try core.requireReadable(unsaved)
        _ = hearing(in: core) { failures.collect { try core.validate(unsaved) } }
        unsaved.inserted.forEachHeld { if $0.core === core { count($0) } }
        if next >= objects.count {
            SaveGrowth.check(rounds: 2, followers: objects[initialCount...], of: initialCount, in: core.title)
            try failures.check()
            (stage, next) = (.reserving, 0)
        }
        return group.count
    }

    private func count(_ object: NSManagedObject) {
        guard object.key.isTemporary else { return }
        if let last = counts.indices.last, counts[last].entity === object.entity {
            counts[last].count += 1
        } else {
            counts.append(EntityCount(entity: object.entity, count: 1))
        }
    }

    // MARK: Changes meanwhile

    /// The program is about to change an object: what is still to be done for it comes before.
    func finish(_ object: NSManagedObject, in core: ContextCore) {
        guard let flight, !isInHooks, !flight.has(object), has(object), isUnsaved(object, in: core) else { return }
        if stage == .preparing || stage == .deriving || stage == .validating {
            settleEvent(in: core)
            guard !flight.has(object), isUnsaved(object, in: core) else { return }
            core.holdingSlices { finishHooks(of: object, in: core) }
        }
        guard isUnsaved(object, in: core) else { return }
        flight.leave(object)
        // It may stand in this event's list already.
        if !core.touched.isEmpty { core.isSavedInPart = true }
    }

    /// Hooks, derived attributes and validation of one whose turn comes early.
    private func finishHooks(of object: NSManagedObject, in core: ContextCore) {
        var unsaved = ContextCore.Unsaved()
        _ = hearing(in: core) {
            // In later stages it was told in its turn.
            if stage == .preparing, !object.state.contains(.toldOfSave) {
                object.state.insert(.toldOfSave)
                object.willSave()
            }
            guard isUnsaved(object, in: core) else { return }
            if derivesAttributes(in: core), !object.state.contains(.deleted) {
                failures.collect { derived += try core.deriveAttributes(of: [object]) }
            }
            guard isUnsaved(object, in: core) else { return }
            core.note(object, &unsaved)
            failures.collect { try core.validate(unsaved) }
        }
    }

    /// The program is about to delete an object: the same for those that its deletion reaches, and whose links it ends.
    func finishReached(byDeleting object: NSManagedObject, in core: ContextCore) {
        guard stage == .preparing || stage == .deriving || stage == .validating, !isInHooks else { return }
        var (next, known) = ([object], ObjectSet([object]))
        while let deleted = next.popLast() {
            for relationship in deleted.shape.layout.relationships
            where relationship.endsWithDeletion && deleted.core === core && core.hasValues(deleted) {
                for other in deleted.others(relationship) where other.core === core && known.insert(other) {
                    finish(other, in: core)
                    if relationship.deleteRule == .cascadeDeleteRule { next.append(other) }
                }
            }
        }
    }
}
