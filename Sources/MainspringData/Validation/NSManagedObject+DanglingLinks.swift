internal import Foundation
internal import MainspringModel

/// Links to objects that there are no more, which no save may keep.
extension NSManagedObject {
    /// Collects an error for each relationship that was set to lead to an object that is deleted, or that the context does not
    /// have.
    /// - Parameter deletes: whether the save deletes anything; without, members need no look.
    final func checkLinks(_ deletes: Bool, _ failures: inout ValidationFailures) {
        guard !state.contains(.fault) else { return }
        for relationship in shape.layout.relationships where deletes || !relationship.isToMany {
            let place = relationship.place
            guard let gone = goneOther(relationship), isChanged(place) else { continue }
            let error = shape.layout.validator.bySlot[Int(place.slot)].error(
                NSManagedObjectValidationError, loose(place), self,
                "“\(shape.property(at: place).name)” of \(objectID) leads to \(gone.objectID), which is deleted. End the link, or "
                    + "insert that object again.")
            failures.add(error)
        }
    }

    /// An object that a relationship leads to, and that is deleted.
    private func goneOther(_ relationship: RelationshipPlace) -> NSManagedObject? {
        guard relationship.isToMany else { return memory.object(relationship.place).flatMap { isGone($0) ? $0 : nil } }
        guard let members = memory.members(relationship.place) else { return nil }
        let added = state.contains(.inserted) ? members.objects : members.sinceSave?.added.objects ?? []
        // One that was added and is deleted since may not be among the members any more.
        return added.first { isGone($0) && members.contains($0) }
    }

    private func isGone(_ object: NSManagedObject) -> Bool {
        object.state.contains(.deleted) || object.core !== core
    }
}
