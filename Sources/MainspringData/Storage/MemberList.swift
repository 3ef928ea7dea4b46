internal import Foundation

/// The objects at the other end of an ordered relationship, each once.
final class MemberList {
    private(set) var members: [NSManagedObject] = []
    private var known: Set<NSManagedObject> = []

    /// Of objects that come twice the first counts.
    init(_ members: some Sequence<NSManagedObject>) { append(members) }

    var asOrderedSet: NSOrderedSet { NSOrderedSet(array: members) }

    func append(_ objects: some Sequence<NSManagedObject>) {
        for object in objects where known.insert(object).inserted { members.append(object) }
    }

    /// Puts objects that are not in the list at places of their own, as they are counted after the insertion.
    /// - Returns: false if a place is outside.
    func insert(_ objects: [NSManagedObject], at places: IndexSet) -> Bool {
        let new = zip(objects, places).filter { !known.contains($0.0) }
        guard objects.count == places.count, (places.last ?? -1) < members.count + new.count else { return false }
        for (object, place) in new where known.insert(object).inserted {
            members.insert(object, at: min(place, members.count))
        }
        return true
    }

    func remove(_ objects: some Sequence<NSManagedObject>) {
        let gone = known.intersection(objects)
        guard !gone.isEmpty else { return }
        known.subtract(gone)
        members.removeAll { gone.contains($0) }
    }

    /// - Returns: false if a place is outside.
    func remove(at places: IndexSet) -> Bool {
        guard (places.last ?? -1) < members.count else { return false }
        for place in places.reversed() { known.remove(members.remove(at: place)) }
        return true
    }

    /// Puts other objects in the place of some. One that is elsewhere in the list leaves that place.
    /// - Returns: false if a place is outside.
    func replace(at places: IndexSet, with objects: [NSManagedObject]) -> Bool {
        guard (places.last ?? -1) < members.count, objects.count == places.count else { return false }
        var changed: [NSManagedObject?] = members
        let new = Set(objects)
        for (index, member) in members.enumerated() where new.contains(member) && !places.contains(index) {
            changed[index] = nil
        }
        for (place, object) in zip(places, objects) { changed[place] = object }
        (members, known) = ([], [])
        append(changed.compactMap(\.self))
        return true
    }
}
