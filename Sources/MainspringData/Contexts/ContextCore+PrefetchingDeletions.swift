internal import MainspringModel

/// Reading at once what many deletions lead to, which they would read one by one to end their links.
extension ContextCore {
    /// Reads what the links of objects that are to be deleted lead to; in vain for one whose deletion is taken back.
    ///
    /// Whatever cannot be read so is read, and its error told, where it is needed.
    final func prefetchLinks(of deleted: ArraySlice<NSManagedObject>) {
        guard deleted.count >= Self.fewDeletions else { return }
        for objects in groups(of: deleted) where objects.count >= Self.fewDeletions {
            for relationship in objects[0].shape.layout.relationships where relationship.endsWithDeletion {
                prefetchLinks(of: objects, relationship)
            }
        }
    }

    /// So few objects are as fast read one by one.
    private static let fewDeletions = 16

    /// Objects that are in a store, by their entities and stores.
    private func groups(of deleted: ArraySlice<NSManagedObject>) -> [[NSManagedObject]] {
        var (groups, number) = ([[NSManagedObject]](), 0)
        deleted.forEachHeld { object in
            guard object.key.store != 0, object.core === self, !object.state.contains(.propagated) else { return }
            let isIn = { (group: [NSManagedObject]) in
                group[0].shape.layout === object.shape.layout && group[0].key.store == object.key.store
            }
            // They mostly come one after another.
            if !groups.indices.contains(number) || !isIn(groups[number]) {
                number = groups.firstIndex(where: isIn) ?? groups.count
                if number == groups.count { groups.append([]) }
            }
            groups[number].append(object)
        }
        return groups
    }

    private func prefetchLinks(of objects: [NSManagedObject], _ relationship: RelationshipPlace) {
        let place = relationship.place
        var unread: [NSManagedObject] = []
        objects.forEachHeld { if $0.core === self, $0.isUnread(relationship) { unread.append($0) } }
        guard unread.count >= Self.fewDeletions, let store = unread.first?.key.store,
            let found = try? source?.prefetch(
                slot: Int(place.slot), of: unread.map(\.key.key), unread[0].entity, store: store)
        else { return }
        if relationship.isToMany { load(found, into: unread, place) }
    }
}

extension NSManagedObject {
    /// Whether what a relationship leads to has to be read, as far as is known without reading anything.
    fileprivate final func isUnread(_ relationship: RelationshipPlace) -> Bool {
        guard !state.contains(.fault) else { return true }
        let place = relationship.place
        guard !relationship.isToMany else { return memory.members(place)?.isLoaded != true }
        return memory.object(place)?.state.contains(.fault) ?? !memory.isNothing(place)
    }
}

extension RelationshipPlace {
    /// Whether a deletion ends its links, or goes along them.
    var endsWithDeletion: Bool {
        deleteRule == .cascadeDeleteRule || deleteRule == .nullifyDeleteRule && inverse >= 0
    }
}
