internal import Foundation
internal import MainspringModel

/// Links to objects that there are no more, which no save may keep.
extension NSManagedObject {
    /// Collects an error for each relationship that was set to lead to an object that is deleted, or that the context does not
    /// have.
    final func checkLinks(_ failures: inout ValidationFailures) {
        guard !state.contains(.fault) else { return }
        for relationship in shape.layout.relationships {
            guard let gone = goneOther(relationship),
                isChanged(relationship.place) || gone.endsLinks(atBackOf: relationship)
            else { continue }
            failures.add(danglingLink(at: relationship.place, to: gone))
        }
    }

    /// Ends each link to one that was read with the object and leads to a deleted object.
    ///
    /// If another context has ended such a link in the store, the deletion reads an inverse without this object, and its
    /// delete rule does not reach this object.
    final func endStaleLinks() {
        guard let core, !state.contains(.fault) else { return }
        for relationship in shape.layout.relationships where !relationship.isToMany && relationship.inverse >= 0 {
            let place = relationship.place
            // The link may have its identity alone, since nothing has asked for the object.
            let key = core.currentKey(place, memory)
            guard let gone = memory.object(place) ?? key.flatMap({ core.objectMap.table.object($0) }),
                gone.core === core, gone.state.contains(.deleted),
                !isChanged(place), gone.endsLinks(atBackOf: relationship),
                !gone.leads(to: self, slot: relationship.inverse)
            else { continue }
            setOther(nil, at: place)
            guard self.core === core, !state.contains(.fault) else { return }
        }
    }

    /// Collects an error for each relationship to many of another object that leads to this deleted object.
    ///
    /// Members that were rebuilt as they are saved note no change, and their owner would have to search all of them. So
    /// the check begins at the deleted object, whose inverse has the owners.
    final func checkMemberships(_ failures: inout ValidationFailures) {
        guard !state.contains(.fault) else { return }
        for relationship in shape.layout.relationships
        where relationship.inverse >= 0 && endsLinks(at: relationship.place) {
            for other in knownOthers(relationship) where !isGone(other) && !other.state.contains(.fault) {
                let back = other.shape.layout.places[relationship.inverse]
                guard back.kind != .toOne, let members = other.memory.members(back), members.contains(self),
                    !other.state.contains(.inserted), members.sinceSave?.added.contains(self) != true
                else { continue }
                failures.add(other.danglingLink(at: back, to: self))
            }
        }
    }

    private func danglingLink(at place: SlotPlace, to gone: NSManagedObject) -> any Error {
        shape.layout.validator.bySlot[Int(place.slot)].error(
            NSManagedObjectValidationError, loose(place), self,
            "“\(shape.property(at: place).name)” of \(objectID) leads to \(gone.objectID), which is deleted. End the link, or "
                + "insert that object again.")
    }

    /// Whether the object is deleted, and that has ended the link that leads to it.
    private func endsLinks(atBackOf relationship: RelationshipPlace) -> Bool {
        relationship.inverse >= 0 && endsLinks(at: shape.layout.places[relationship.inverse])
    }

    /// An object that a relationship leads to, and that is deleted; of members only those are looked at that were added.
    private func goneOther(_ relationship: RelationshipPlace) -> NSManagedObject? {
        guard relationship.isToMany else { return memory.object(relationship.place).flatMap { isGone($0) ? $0 : nil } }
        guard let members = memory.members(relationship.place) else { return nil }
        let added = state.contains(.inserted) ? members.objects : members.sinceSave?.added.objects ?? []
        return added.first(where: isGone)
    }

    private func isGone(_ object: NSManagedObject) -> Bool {
        object.state.contains(.deleted) || object.core !== core
    }
}
