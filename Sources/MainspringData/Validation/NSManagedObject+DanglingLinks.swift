internal import Foundation
internal import MainspringModel

/// Links to objects that there are no more, which no save may keep.
extension NSManagedObject {
    /// Collects an error for each relationship to one that was set to lead to an object that is deleted, or that the context
    /// does not have. Of relationships to many such objects are left out of what is saved.
    final func checkLinks(_ failures: inout ValidationFailures) {
        guard !state.contains(.fault) else { return }
        for relationship in shape.layout.relationships where !relationship.isToMany {
            let place = relationship.place
            guard let other = memory.object(place), other.state.contains(.deleted) || other.core !== core,
                isChanged(place)
            else { continue }
            let error = shape.layout.validator.bySlot[Int(place.slot)].error(
                NSManagedObjectValidationError, loose(place), self,
                "“\(shape.property(at: place).name)” of \(objectID) leads to \(other.objectID), which is deleted. End the link, or "
                    + "insert that object again.")
            failures.add(error)
        }
    }
}
