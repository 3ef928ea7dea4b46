internal import Diagnostics
internal import Foundation
internal import MainspringModel

/// Saving: everything goes to the source, or nothing.
extension ContextCore {
    var hasChanges: Bool {
        func isUnsaved(_ object: NSManagedObject) -> Bool {
            object.core === self && !object.state.isDisjoint(with: .pending)
        }
        return pending.objects.contains(where: isUnsaved) || slicedSave?.objects.contains(where: isUnsaved) == true
            || touched.contains {
                !$0.state.isDisjoint(with: .pending) && !$0.state.isSuperset(of: [.inserted, .deleted])
            }
    }

    final func save() throws {
        guard let context, let source else {
            programmerError(
                "\(title) cannot be saved: it has neither a coordinator nor a parent. Set persistentStoreCoordinator or parent."
            )
        }
        if let slicedSave, slicedSave.isBusy { throw SlicedSave.isInProgress(self) }
        landSave()
        learnIdentities()
        var (derived, rounds): ([NSManagedObject], SaveRounds) = ([], SaveRounds())
        var saved = try holdingSlices { try saveUntold(source, from: context, &derived, &rounds) }
        guard saved != nil else { return }
        // Objects that nobody has go with the list, in the order in which they lie in memory, and not in that of the sets that are told.
        saved.map { notifySaved($0, &rounds) }
        lendQueue { saved = nil }
        // Nobody has saved those into this context, and its children have them by no other way.
        var others = SavedIdentities()
        others.refreshed = derived.map(\.objectID)
        children.post(others, from: self)
    }

    /// Saves with all that comes before.
    /// - Returns: what was saved, of which nobody knows yet; nil for nothing.
    private func saveUntold(
        _ source: any ObjectSource, from context: NSManagedObjectContext, _ derived: inout [NSManagedObject],
        _ rounds: inout SaveRounds
    ) throws -> Unsaved? {
        completeMerges()
        guard hasChanges else {
            processPendingChanges()
            return nil
        }
        reserveKeys(source)
        NotificationCenter.default.post(name: .NSManagedObjectContextWillSave, object: context)
        processPendingChanges(&rounds)
        prepareObjects(unsaved, &rounds)
        return hasChanges ? try saveAll(source, &derived, &rounds) : nil
    }

    /// Saves, and resolves conflicts as the merge policy says, until there are none.
    /// - Parameter derived: gets the objects of which an attribute was computed that is another one now.
    /// - Returns: what was saved; nil if validation has left nothing.
    private func saveAll(
        _ source: any ObjectSource, _ derived: inout [NSManagedObject], _ rounds: inout SaveRounds
    ) throws -> Unsaved? {
        var (former, handedOver, isPausing) = (FormerIdentities(), Unsaved(), true)
        do {
            // A policy of the program's that resolves nothing would keep this going for ever.
            for _ in 0..<Self.mostResolutions {
                do {
                    return try saveOnce(source, &former, &derived, &handedOver, &rounds, pausing: isPausing)
                } catch let conflicts as StoreConflicts {
                    try resolve(conflicts)
                } catch is ChangedMeanwhile {
                    isPausing = false
                    processPendingChanges(&rounds)
                }
                // Children may have saved others meanwhile.
                let known = ObjectSet(handedOver.all)
                prepareObjects(unsaved.filter { !known.contains($0) }, &rounds)
            }
            return try saveOnce(source, &former, &derived, &handedOver, &rounds, pausing: false)
        } catch {
            takeBack(former)
            throw error
        }
    }

    private static let mostResolutions = 16

    /// Somebody who reads has changed something while it was gathered what is to be saved.
    private struct ChangedMeanwhile: Error {}

    private func saveOnce(
        _ source: any ObjectSource, _ former: inout FormerIdentities, _ derived: inout [NSManagedObject],
        _ handedOver: inout Unsaved, _ rounds: inout SaveRounds, pausing isPausing: Bool
    ) throws -> Unsaved? {
        if source.givesPermanentIdentities { derived += try deriveAttributes() }
        let unsaved = try validated(&rounds)
        guard !unsaved.isEmpty || hasChanges else { return nil }
        handedOver = unsaved
        try requireReadable(unsaved)
        let persistent = Unsaved(
            inserted: unsaved.inserted, updated: unsaved.updated.filter(\.differsPersistently),
            deleted: unsaved.deleted)
        if source.givesPermanentIdentities { try giveIdentities(persistent.inserted, source, &former) }
        var flight: SaveInFlight? = SaveInFlight(
            unsaved, persistent, try changeSet(persistent, source, pausing: isPausing), former, in: self)
        try flight.map { try handOver($0, source, &former) }
        tellReplaced(former.replaced)
        // To let go of what was handed over takes as long as there is.
        lendQueue { flight = nil }
        return persistent
    }

    /// Lets objects know that they are about to be saved, and those again who have changed meanwhile.
    private func prepareObjects(_ first: Unsaved, _ rounds: inout SaveRounds) {
        guard !first.isEmpty else { return }
        defer { changedWhilePreparing = nil }
        var (objects, growth): (Unsaved, SaveGrowth?) = (first, nil)
        while true {
            let count = touched.count
            changedWhilePreparing = []
            objects.forEach {
                if $0.core === self { $0.willSave() }
                pause()
            }
            // Where the save is called by who hears of changes, others have been changed by that event before them.
            let changed = touched.dropFirst(count)
            processPendingChanges(&rounds)
            let again = ObjectSet(changed + (changedWhilePreparing ?? []))
            guard !again.isEmpty else { return }
            objects = unsaved.filter { again.contains($0) }
            if growth == nil { growth = SaveGrowth(first.all) }
            growth?.note(objects.all, in: title)
        }
    }

    // MARK: Identities

    /// Gives new objects the identities that they have in the store.
    private func giveIdentities(
        _ objects: [NSManagedObject], _ source: any ObjectSource, _ former: inout FormerIdentities
    ) throws {
        let isAll = objects.allSatisfy(\.key.isTemporary)
        let temporary = isAll ? objects : objects.filter(\.key.isTemporary)
        let keys = try source.permanentKeys(for: temporary, assigned: assignments)
        former.add(temporary)
        if !temporary.isEmpty { hasUntoldIdentities = true }
        var index = 0
        temporary.forEachHeld { object in
            rename(object, keys[index])
            index += 1
        }
    }

    final func takeBack(_ former: FormerIdentities) {
        hasUntoldIdentities = false
        forgetLinks()
        former.forEach { object, key, identity in
            guard object.core === self else { return }
            registrations.noteGone(object)
            setKey(of: object, key, identity)
            laterIdentities.remove(key)
        }
    }

    /// - Parameter isPausing: whether children may read meanwhile.
    /// - Throws: `ChangedMeanwhile` if something was changed by that.
    private func changeSet(
        _ unsaved: Unsaved, _ source: any ObjectSource, pausing isPausing: Bool
    ) throws -> ChangeSet {
        // Stores count how often a row was saved, and keep the one that they are given if its number is right.
        let (isNext, wasChanged, events) = (source.givesPermanentIdentities, hasUnprocessedChanges, eventCount)
        let inserted = changes(unsaved.inserted, isPausing) { $0.change(previous: nil, isNext: isNext) }
        let updated = changes(unsaved.updated, isPausing) { $0.change(previous: $0.saved, isNext: isNext) }
        let linked = isNext ? linkedChanges(unsaved, pausing: isPausing) : []
        // Who has changed something may have read after that, which ends the event.
        guard wasChanged || !hasUnprocessedChanges && eventCount == events else {
            takeBackMemory(unsaved.inserted, inserted)
            takeBackMemory(unsaved.updated, updated)
            throw ChangedMeanwhile()
        }
        return ChangeSet(
            inserted: inserted, updated: updated,
            deleted: unsaved.deleted.map { $0.deletion() },
            locked: changes(ofLocked: locked) + linked,
            assigned: assignments.of(unsaved.inserted), origin: SaveOrigin(self))
    }

    @inline(__always)
    private func changes(
        _ objects: [NSManagedObject], _ isPausing: Bool, _ change: (NSManagedObject) -> ObjectChange
    ) -> [ObjectChange] {
        var changes: [ObjectChange] = []
        changes.reserveCapacity(objects.count)
        objects.forEachHeld {
            changes.append(change($0))
            if isPausing { pause() }
        }
        return changes
    }

    private func notifySaved(_ saved: Unsaved, _ rounds: inout SaveRounds) {
        // As many of them, so the very ones: of others nothing was to be saved when that event ended.
        let told = rounds.takeTold().flatMap { told in
            let isAll = told.inserted.count == saved.inserted.count && told.updated.count == saved.updated.count
            return told.event == eventCount && isAll ? told : nil
        }
        saved.forEach {
            $0.didSave()
            pause()
        }
        var notice: SaveNotice? = SaveNotice(saved, told) { pause() }
        if let context { notice?.post(from: context) }
        lendQueue { notice = nil }
        tellResultsSaved()
    }
}

extension NSManagedObject {
    /// The object's deletion, for its source.
    final func deletion() -> ObjectChange {
        let row = saved ?? rowForSource()
        return ObjectChange(key: key, row: row, previous: row, members: [])
    }

    /// What has become of the object, for its source.
    final func change(previous: Row?, isNext: Bool) -> ObjectChange {
        let members: [MembersChange] = shape.layout.relationships.compactMap { relationship in
            guard relationship.isToMany else { return nil }
            return membersChange(relationship, isForStore: isNext)
        }
        return ObjectChange(key: key, row: rowToSave(isNext), previous: previous, members: members)
    }

    private final func membersChange(_ relationship: RelationshipPlace, isForStore: Bool) -> MembersChange? {
        guard let members = memory.members(relationship.place) else { return nil }
        var (added, removed): (ContiguousArray<NSManagedObject>, ContiguousArray<NSManagedObject>) = ([], [])
        if state.contains(.inserted) {
            guard members.count > 0 else { return nil }
            added = members.objects
        } else {
            guard let difference = members.sinceSave, !difference.isEmpty else { return nil }
            (added, removed) = (difference.added.objects, difference.removed.objects)
        }
        if isForStore {
            if isSaidByMembers(relationship, added, removed) { return nil }
            // An object of another store is no member there, and another object may have its key.
            removed.removeAll { $0.key.store != key.store }
        }
        return MembersChange(
            slot: Int(relationship.place.slot), added: added.map(\.objectID), removed: removed.map(\.objectID),
            order: members is MemberList ? members.objects.map(\.objectID) : nil,
            former: core?.detectsConflictsInParent == true && !isForStore ? formerMembers(members) : nil)
    }

    /// The members that were read or saved last; nil if they have not been read, or if the object is new.
    private final func formerMembers(_ members: Members) -> MembersChange.Former? {
        guard members.isLoaded, !state.contains(.inserted), let difference = members.sinceSave else { return nil }
        if let before = difference.before {
            return MembersChange.Former(identities: before.map(\.objectID), isOrdered: true)
        }
        let kept = members.objects.filter { !difference.added.contains($0) }
        return MembersChange.Former(
            identities: (kept + difference.removed.objects).map(\.objectID), isOrdered: false)
    }

    /// Whether the members' own rows say all of it. What leads to another store stays to be refused.
    private func isSaidByMembers(
        _ relationship: RelationshipPlace, _ added: ContiguousArray<NSManagedObject>,
        _ removed: ContiguousArray<NSManagedObject>
    ) -> Bool {
        guard relationship.place.kind == .toMany, relationship.inverse >= 0, let member = added.first ?? removed.first,
            member.shape.layout.places[relationship.inverse].kind == .toOne
        else { return false }
        return added.allSatisfy { $0.key.store == key.store }
    }

    /// The values without objects in them.
    final func rowForSource() -> Row { rowForSource(savedVersion) }

    private final func rowForSource(_ version: Int64) -> Row {
        let copy = shape.layout.copy(memory)
        for relationship in shape.layout.relationships where !relationship.isToMany {
            copy.setIdentity(memory.destination(relationship.place), relationship.place)
        }
        return Row(taking: copy, of: shape.layout, version: version)
    }

    private var savedVersion: Int64 { saved?.version ?? core?.formerVersions[key] ?? 0 }

    /// The same for a save. Memory without objects in it becomes the row's, and the object has it in common with that from now
    /// on: it would have a copy of the very values else.
    /// - Parameter isNext: whether its version is the one after what was read or saved last.
    private final func rowToSave(_ isNext: Bool) -> Row {
        let version = isNext ? Row.version(after: savedVersion) : savedVersion
        guard state.isDisjoint(with: [.sharing, .fault]), !shape.layout.hasObjects(memory) else {
            return rowForSource(version)
        }
        state.insert(.sharing)
        return Row(taking: memory, of: shape.layout, version: version)
    }
}
