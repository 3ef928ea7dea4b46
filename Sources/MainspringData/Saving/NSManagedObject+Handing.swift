internal import MainspringModel

/// The capture of an object's unsaved changes for its source.
extension NSManagedObject {
    /// Returns the change that deletes the object.
    final func deletion() -> ObjectChange {
        let row = saved ?? rowForSource()
        return ObjectChange(key: key, row: row, previous: row, members: [])
    }

    /// Returns the change that inserts or updates the object.
    /// - Parameters:
    ///   - previous: The row that was read or saved last, or nil for a new object.
    ///   - isNext: Whether the source is a store, which increments the version.
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
            // An object of another store is not a member in this store, where its key may be that of another object.
            removed.removeAll { $0.key.store != key.store }
        }
        return MembersChange(
            slot: Int(relationship.place.slot), added: added.map(\.objectID), removed: removed.map(\.objectID),
            order: members is MemberList ? members.objects.map(\.objectID) : nil,
            former: core?.sourceState.detectsConflictsInParent == true && !isForStore ? formerMembers(members) : nil)
    }

    /// Returns the members that were read or saved last, or nil if they were not read or the object is new.
    private final func formerMembers(_ members: Members) -> MembersChange.Former? {
        guard members.isLoaded, !state.contains(.inserted), let difference = members.sinceSave else { return nil }
        if let before = difference.before {
            return MembersChange.Former(identities: before.map(\.objectID), isOrdered: true)
        }
        let kept = members.objects.filter { !difference.added.contains($0) }
        return MembersChange.Former(
            identities: (kept + difference.removed.objects).map(\.objectID), isOrdered: false)
    }

    /// Whether the foreign keys of the members contain the whole change. Links to other stores do not, so that the save
    /// rejects them.
    private func isSaidByMembers(
        _ relationship: RelationshipPlace, _ added: ContiguousArray<NSManagedObject>,
        _ removed: ContiguousArray<NSManagedObject>
    ) -> Bool {
        guard relationship.place.kind == .toMany, relationship.inverse >= 0, let member = added.first ?? removed.first,
            member.shape.layout.places[relationship.inverse].kind == .toOne
        else { return false }
        return added.allSatisfy { $0.key.store == key.store }
    }

    /// Returns a row with the object's values, and with identities in place of objects.
    final func rowForSource() -> Row { rowForSource(savedVersion) }

    private final func rowForSource(_ version: Int64) -> Row {
        let copy = shape.layout.copy(memory)
        for relationship in shape.layout.relationships where !relationship.isToMany {
            copy.setIdentity(memory.destination(relationship.place), relationship.place)
        }
        return Row(taking: copy, of: shape.layout, version: version)
    }

    private var savedVersion: Int64 { saved?.version ?? core?.pendingChanges.formerVersions[key] ?? 0 }

    /// Returns the row to save. If the object's memory contains no references to objects, the row shares it with the object,
    /// which avoids a copy.
    /// - Parameter isNext: Whether the row gets the version after the one that was read or saved last.
    private final func rowToSave(_ isNext: Bool) -> Row {
        let version = isNext ? Row.version(after: savedVersion) : savedVersion
        guard state.isDisjoint(with: [.sharing, .fault]), !shape.layout.hasObjects(memory) else {
            return rowForSource(version)
        }
        state.insert(.sharing)
        return Row(taking: memory, of: shape.layout, version: version)
    }
}
