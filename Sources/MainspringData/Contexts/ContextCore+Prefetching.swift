internal import Foundation
internal import MainspringModel

/// Reading what relationships lead to before anybody asks.
extension ContextCore {
    /// Reads the objects along a path of relationships: each step at once for all objects of an entity.
    final func prefetch(_ path: String, of objects: [NSManagedObject]) throws {
        var here = objects
        for key in path.split(separator: ".") {
            var next: [NSManagedObject] = []
            for group in groups(of: here, with: String(key)) { next += try step(group) }
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

    /// - Returns: the objects that the relationship leads to, with their rows read.
    private func step(_ group: PrefetchGroup) throws -> [NSManagedObject] {
        guard let first = group.objects.first, let source else { return [] }
        let (place, store) = (group.relationship.place, first.key.store)
        let owners =
            group.relationship.isToMany
            ? group.objects.filter { !$0.isFault && $0.memory.members(place)?.isLoaded == true ? false : true }
            : group.objects
        guard store != 0,
            let found = try source.prefetch(
                slot: Int(place.slot), of: owners.map(\.key.key), first.entity, store: store)
        else { return readEach(group) }
        if group.relationship.isToMany { load(found, into: owners, place) }
        return group.objects.flatMap { object in
            if object.isFault { fulfil(object) }
            return object.others(group.relationship)
        }
    }

    /// Gives objects the members of a relationship that were found for them.
    private func load(_ found: FetchedMembers, into owners: [NSManagedObject], _ place: SlotPlace) {
        var ranges: [Int64: Range<Int>] = [:]
        ranges.reserveCapacity(owners.count)
        var start = 0
        while start < found.owners.count {
            var end = start + 1
            while end < found.owners.count, found.owners[end] == found.owners[start] { end += 1 }
            ranges[found.owners[start]] = start..<end
            start = end
        }
        for owner in owners {
            if owner.isFault { fulfil(owner) }
            let members = owner.knownMembers(at: place)
            guard !members.isLoaded else { continue }
            members.load(
                (ranges[owner.key.key] ?? 0..<0).map { object(for: found.members.key($0), found.members.entity($0)) })
        }
    }

    /// From a source that does not read several at once.
    private func readEach(_ group: PrefetchGroup) -> [NSManagedObject] {
        var next: [NSManagedObject] = []
        for object in group.objects {
            if object.isFault { fulfil(object) }
            next += object.others(group.relationship)
        }
        for object in next where object.isFault { fulfil(object) }
        return next
    }
}
