internal import MainspringModel

/// Comparing a context's objects with what a child has read, before the child's changes are applied.
extension ContextCore {
    /// Throws if objects have changed here since a child has read them: in an attribute, in a relationship to one, or
    /// in the members of a relationship to many that the child has changed as well. Versions do not count, since a save
    /// of this context changes them.
    /// - Throws: ``StoreConflicts`` with this context's rows; what the source throws if an object cannot be read.
    final func requireUnchanged(since changes: ChangeSet) throws {
        var conflicts: [RowConflict] = []
        for (group, isDeletion) in [(changes.updated, false), (changes.locked, false), (changes.deleted, true)] {
            for change in group {
                guard let previous = change.previous else { continue }
                let row = try rowForChild(change.identity)
                // A deletion of a deleted object loses nothing.
                if row == nil, isDeletion { continue }
                if let row, isUnchanged(row, since: previous), hasFormerMembers(change) { continue }
                conflicts.append(RowConflict(change: change, isDeletion: isDeletion, persisted: row))
            }
        }
        guard conflicts.isEmpty else { throw StoreConflicts(rows: conflicts, constraints: []) }
    }

    private func isUnchanged(_ row: Row, since previous: Row) -> Bool {
        guard row.layout === previous.layout, !previous.isStale else { return false }
        return row.layout.places.allSatisfy { place in
            if place.kind == .toOne { return currentKey(place, row.memory) == currentKey(place, previous.memory) }
            return row.isSame(place, as: previous) || row.layout.transientPlaces.contains { $0.slot == place.slot }
        }
    }

    /// Whether relationships to many have the members that they had before the child has changed them; in their order,
    /// if the child knows it.
    private func hasFormerMembers(_ change: ObjectChange) -> Bool {
        change.members.allSatisfy { members in
            guard let former = members.former else { return true }
            let known = former.identities.map { currentAsked($0).key }
            let own = membersForChild(change.identity, slot: members.slot).map(\.key)
            return former.isOrdered ? known == own : Set(known) == Set(own)
        }
    }
}
