internal import Foundation
internal import MainspringModel

/// Links to objects that there are no more, which no save may keep.
extension NSManagedObject {
    /// Collects an error for each relationship that was set to lead to an object that is deleted, or that the context does not
    /// have.
    final func checkLinks(_ failures: inout ValidationFailures) {
        guard !state.contains(.fault) else { return }
        for relationship in shape.layout.relationships {
            let place = relationship.place
            guard let gone = goneOther(relationship), isChanged(place) else { continue }
            let error = shape.layout.validator.bySlot[Int(place.slot)].error(
                NSManagedObjectValidationError, loose(place), self,
                "“\(shape.property(at: place).name)” of \(objectID) leads to \(gone.objectID), which is deleted. End the link, or "
                    + "insert that object again.")
            failures.add(error)
        }
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
