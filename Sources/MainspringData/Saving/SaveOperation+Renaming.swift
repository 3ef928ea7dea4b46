internal import MainspringModel

/// The stage that replaces temporary identities in captured changes. The program may obtain permanent identities during a
/// save, as the save itself does, and a change set must contain one identity for each object.
extension SaveOperation {
    /// Notes that an object of the context has got another identity.
    func noteRenamed() {
        if !early.isEmpty { isEarlyRenamed = true }
        guard stage == .capturing || stage == .renaming, !captures.isEmpty else { return }
        isRenamed = true
        // Changes that refer to the object may have been processed already.
        if stage == .renaming { beginRenaming() }
    }

    /// Processes the captured changes from the first one on.
    func beginRenaming() { (next, renamedCounts) = (0, CaptureCounts()) }

    /// Replaces the identities in the changes of a group.
    func renameCaptured(_ most: Int, in core: ContextCore) throws -> Int {
        let start = next
        let group = takeNext(most)
        for (place, object) in group.enumerated() {
            switch captures[start + place] {
            case .inserted:
                inserted[renamedCounts.inserted] = renamed(inserted[renamedCounts.inserted], object, in: core)
                renamedCounts.inserted += 1
            case .updated:
                updated[renamedCounts.updated] = renamed(updated[renamedCounts.updated], object, in: core)
                renamedCounts.updated += 1
            case .deleted:
                deleted[renamedCounts.deleted] = renamed(deleted[renamedCounts.deleted], object, in: core)
                renamedCounts.deleted += 1
            case .nothing, .unstored: break
            }
        }
        if next >= objects.count {
            isRenamed = false
            try handOver(in: core)
        }
        return group.count
    }

    /// Returns a captured change with the current identities.
    func renamed(_ change: ObjectChange, _ object: NSManagedObject, in core: ContextCore) -> ObjectChange {
        let row = change.row.renamed { core.current($0) }
        if row !== change.row {
            flight?.note(object, row)
            // The object's memory belongs to the former row.
            if object.isSharing(change.row) { object.stopSharing() }
            if object.savedRow === change.row { object.saved = row }
        }
        let members = change.members.map { members in
            MembersChange(
                slot: members.slot, added: members.added.map(core.current), removed: members.removed.map(core.current),
                order: members.order?.map(core.current), former: members.former)
        }
        let key = object.core === core ? object.key : change.key
        return ObjectChange(key: key, row: row, previous: change.previous, members: members)
    }
}

extension Row {
    /// Returns a copy of the row with the current identities in relationships to one, or the row itself if none differs.
    fileprivate func renamed(_ current: (NSManagedObjectID) -> NSManagedObjectID) -> Row {
        let renamed = layout.relationships.compactMap { relationship -> (SlotPlace, NSManagedObjectID)? in
            guard !relationship.isToMany, let identity = memory.destination(relationship.place), identity.isTemporaryID
            else { return nil }
            let later = current(identity)
            return later.key == identity.key ? nil : (relationship.place, later)
        }
        guard !renamed.isEmpty else { return self }
        let copy = layout.copy(memory)
        for (place, identity) in renamed { copy.setIdentity(identity, place) }
        return Row(taking: copy, of: layout, version: version)
    }
}
