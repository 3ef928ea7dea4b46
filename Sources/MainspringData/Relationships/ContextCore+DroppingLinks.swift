internal import Foundation
internal import MainspringModel

/// What becomes of links when one of their ends drops its changes: each is at both ends as it was read or saved, or at none.
///
/// A link that is saved with an end to one goes by that end: it leads again where it has led. Nothing of it is a change of the
/// program's: it is not undone, and who differs by nothing else has no changes any more.
extension ContextCore {
    /// What dropping an object's links has done.
    struct DroppedLinks {
        /// The objects at the other ends.
        fileprivate var others = ObjectSet()
        /// Relationships to one that lead, as they were saved, to what is to be deleted.
        fileprivate var lost: [SlotPlace] = []
    }

    /// Takes back, at the other ends, the links that an object has made or ended and that are not saved. Tells nobody.
    /// - Returns: what is left to be done when the object has dropped its values: see ``finish(_:of:)``.
    final func dropLinks(of object: NSManagedObject) -> DroppedLinks {
        // What it has lost by its own deletion comes back.
        object.state.subtract([.deleted, .propagated, .deletedNow, .deletedBefore])
        var dropped = DroppedLinks()
        for relationship in object.shape.layout.relationships where relationship.inverse >= 0 {
            let place = relationship.place
            guard relationship.isToMany else {
                guard object.isChanged(place) else { continue }
                if restoreOther(of: object, place, back: relationship.inverse, &dropped.others) == nil,
                    object.saved?.destination(place) != nil
                {
                    dropped.lost.append(place)
                }
                continue
            }
            guard let difference = object.memory.members(place)?.sinceSave else { continue }
            for other in difference.added.objects + difference.removed.objects
            where hasValues(other) && !other.state.contains(.deleted) {
                let back = other.shape.layout.places[relationship.inverse]
                if back.kind == .toOne {
                    _ = restoreOther(of: other, back, back: Int(place.slot), &dropped.others)
                } else {
                    other.dropLink(with: object, at: back, isThere: difference.removed.contains(other))
                }
                dropped.others.insert(other)
            }
        }
        dropped.others.remove(object)
        return dropped
    }

    /// Lets deletions that are not saved reach the object once more, and those at the other ends know.
    final func finish(_ dropped: DroppedLinks, of object: NSManagedObject) {
        for place in dropped.lost where object.core === self {
            if object.state.contains(.fault) { fulfil(object) }
            if hasValues(object) { object.setOther(nil, at: place) }
        }
        for other in dropped.others.objects where hasValues(other) {
            endChanges(of: other)
            noteRefreshed(other)
        }
    }

    /// An object that differs by nothing any more has no changes; one that had some before this event keeps what undo is to know.
    private func endChanges(of object: NSManagedObject) {
        guard object.state.isDisjoint(with: [.inserted, .deleted]), !object.differsFromSaved else { return }
        if object.state.contains(.tracked) {
            guard object.state.contains(.updatedNow), object.before === object.saved else { return }
            leaveEvent(object)
            object.settleMembers()
        }
        object.state.subtract([.updated, .updatedNow])
    }

    /// Takes an object off this event's list: what it does from now on in the event is another change.
    final func leaveEvent(_ object: NSManagedObject) {
        guard object.state.contains(.tracked) else { return }
        object.state.remove(.tracked)
        object.before = nil
        event.remove(object)
    }

    /// Lets a relationship to one lead where it was read or saved, at both ends.
    /// - Returns: where that is; nil for nowhere.
    private func restoreOther(
        of object: NSManagedObject, _ place: SlotPlace, back: Int, _ others: inout ObjectSet
    ) -> NSManagedObjectID? {
        let former = known(place, object.memory)
        var destination = object.saved?.destination(place)
        let saved = object.saved.flatMap { known(place, $0.memory) }
        if let saved, saved.endsLinks(at: saved.shape.layout.places[back]) { destination = nil }
        object.put(destination, at: place)
        if let former, former !== saved, hasValues(former) {
            former.dropLink(with: object, at: former.shape.layout.places[back], isThere: false)
            others.insert(former)
        }
        guard destination != nil, let saved, hasValues(saved) else { return destination }
        let end = saved.shape.layout.places[back]
        // One that was read later, and has led elsewhere by then, is not changed by that.
        if end.kind == .toOne, saved.saved.flatMap({ currentKey(end, $0.memory) }) != object.key { return destination }
        if end.kind == .toOne, let rival = known(end, saved.memory), rival !== object, hasValues(rival) {
            rival.dropLink(with: saved, at: rival.shape.layout.places[Int(place.slot)], isThere: false)
            others.insert(rival)
        }
        saved.dropLink(with: object, at: end, isThere: true)
        others.insert(saved)
        return destination
    }

    /// The object that a relationship to one leads to in some memory, if it is here.
    private func known(_ place: SlotPlace, _ memory: ValueMemory) -> NSManagedObject? {
        memory.object(place) ?? memory.destination(place).flatMap { registered($0) }
    }
}

extension NSManagedObject {
    /// Lets one end of a link be as the other end says, without noting it.
    fileprivate final func dropLink(with object: NSManagedObject, at place: SlotPlace, isThere: Bool) {
        guard place.kind == .toOne else {
            memory.members(place)?.drop(object, isThere: isThere)
            return
        }
        if isThere {
            put(object.objectID, at: place)
        } else if core?.currentKey(place, memory) == object.key {
            put(nil, at: place)
        }
    }

    /// Lets a relationship to one lead somewhere, as if it had done so before this event.
    fileprivate final func put(_ destination: NSManagedObjectID?, at place: SlotPlace) {
        linkMemory.setIdentity(destination, place)
        // A row that is shared says it already.
        if let before, before !== saved { before.memory.setIdentity(destination, place) }
    }
}

extension Members {
    /// Lets an object be a member, or none, as it is saved.
    fileprivate final func drop(_ object: NSManagedObject, isThere: Bool) {
        if isThere {
            sinceEvent?.removed.remove(object)
            sinceSave?.removed.remove(object)
            if isLoaded { putBack(object) }
        } else {
            sinceEvent?.added.remove(object)
            sinceSave?.added.remove(object)
            _ = remove(object)
        }
    }

    /// Adds an object; in an order behind those that it stood behind.
    private func putBack(_ object: NSManagedObject) {
        guard let list = self as? MemberList, let before = sinceSave?.before,
            let place = before.firstIndex(where: { $0 === object }), !list.contains(object)
        else {
            _ = add(object)
            return
        }
        let objects = list.objects
        let prior = before[..<place].last { list.contains($0) }
        let index = objects.firstIndex { $0 === prior }.map { $0 + 1 } ?? 0
        list.replaceAll(objects[..<index] + [object] + objects[index...])
    }
}
