internal import MainspringModel

/// What is handed over calls each object by one identity, though some was captured before others had theirs: the program
/// obtains identities in the midst of it, as the save itself does.
extension SaveOperation {
    /// An object has another identity from now on.
    func noteRenamed() {
        if !early.isEmpty { isEarlyRenamed = true }
        guard stage == .capturing || stage == .renaming, !captures.isEmpty else { return }
        isRenamed = true
        // Those that lead to it may have been before it.
        if stage == .renaming { beginRenaming() }
    }

    func beginRenaming() { (next, renamedCounts) = (0, CaptureCounts()) }

    /// Lets some of what was captured have the identities of now.
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

    /// What was captured of an object before all new ones had their identities of the stores, with these.
    func renamed(_ change: ObjectChange, _ object: NSManagedObject, in core: ContextCore) -> ObjectChange {
        let row = change.row.renamed { core.current($0) }
        if row !== change.row {
            flight?.note(object, row)
            // What it has in common with the row goes with that.
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
    /// The same values with other identities of those to whom relationships to one lead; the very row if these are the same.
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
