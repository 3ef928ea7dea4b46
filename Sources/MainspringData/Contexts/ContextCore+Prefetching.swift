internal import Foundation
internal import MainspringModel

/// Reading what relationships lead to before anybody asks.
extension ContextCore {
    /// Reads the objects along a path of relationships: each step at once for all objects of an entity.
    /// - Parameter ahead: what was read ahead; nil where the source is asked.
    final func prefetch(_ path: String, of objects: [NSManagedObject], from ahead: ReadAhead? = nil) throws {
        var here = objects
        let keys = path.split(separator: ".")
        for (number, key) in keys.enumerated() {
            var next: [NSManagedObject] = []
            for group in groups(of: here, with: String(key)) {
                try step(group, ahead)
                if number < keys.count - 1 { next += others(group) }
            }
            here = next
        }
    }

    /// Objects of one entity and store, and where a relationship of theirs lies.
    private struct PrefetchGroup {
        let relationship: RelationshipPlace
        var objects: [NSManagedObject]
    }

    /// Each object once, by entities and stores.
    private func groups(of objects: [NSManagedObject], with key: String) -> [PrefetchGroup] {
        var (groups, numbers) = ([PrefetchGroup](), [GroupKey: Int]())
        var seen = ObjectSet()
        for object in objects where seen.insert(object) {
            let groupKey = GroupKey(entity: ObjectIdentifier(object.entity), store: object.key.store)
            if let number = numbers[groupKey] {
                groups[number].objects.append(object)
                continue
            }
            guard let slot = object.entity.slot(named: key),
                let relationship = object.shape.relationship(object.shape.layout.places[slot])
            else { continue }
            numbers[groupKey] = groups.count
            groups.append(PrefetchGroup(relationship: relationship, objects: [object]))
        }
        return groups
    }

    private struct GroupKey: Hashable {
        let entity: ObjectIdentifier
        let store: UInt32
    }

    /// Reads what a relationship leads to, with the rows.
    private func step(_ group: PrefetchGroup, _ ahead: ReadAhead?) throws {
        guard let first = group.objects.first, let source: any FetchSource = ahead ?? source else { return }
        let (place, store) = (group.relationship.place, first.key.store)
        let owners = group.objects.filter { object in
            !group.relationship.isToMany || object.isFault || object.memory.members(place)?.isLoaded != true
        }
        guard store != 0,
            let found = try source.prefetch(
                slot: Int(place.slot), of: owners.map(\.key.key), first.entity, store: store)
        else {
            for other in others(group) { _ = isRead(other) }
            return
        }
        if group.relationship.isToMany { load(found, into: owners, place) }
    }

    /// The objects that a relationship leads to.
    private func others(_ group: PrefetchGroup) -> [NSManagedObject] {
        group.objects.flatMap { isRead($0) ? $0.others(group.relationship) : [] }
    }

    /// Reads an object's values.
    /// - Returns: whether it has them then: who hears that he was read may reset the context, or let go of them.
    private func isRead(_ object: NSManagedObject) -> Bool {
        if object.core === self, object.isFault { fulfil(object) }
        return hasValues(object)
    }

    /// Gives objects the members of a relationship that were found for them.
    final func load(_ found: FetchedMembers, into owners: [NSManagedObject], _ place: SlotPlace) {
        var ranges: [Int64: Range<Int>] = [:]
        ranges.reserveCapacity(owners.count)
        var start = 0
        while start < found.owners.count {
            var end = start + 1
            while end < found.owners.count, found.owners[end] == found.owners[start] { end += 1 }
            ranges[found.owners[start]] = start..<end
            start = end
        }
        for owner in owners where isRead(owner) {
            let members = owner.knownMembers(at: place)
            guard !members.isLoaded else { continue }
            let others = objects(for: found.members, ranges[owner.key.key] ?? 0..<0)
            members.load(others)
            if others.contains(where: { $0.state.contains(.deleted) }) { leaveOutDeleted(members, of: owner, place) }
            settleLoaded(members, of: owner, place)
        }
    }
}
