internal import Foundation
internal import MainspringModel

/// Whom a change of a link changes besides: what is still to be merged into them, or to be done for a save of theirs, comes before. Those that
/// stay as they are stay in the save that they are in.
extension NSManagedObject {
    /// A relationship to one is about to lead to another object. What is merged of the relationship is there.
    final func reachEnds(_ object: NSManagedObject?, _ place: SlotPlace) {
        let previous = other(at: place)
        guard previous !== object, let relationship = shape.relationship(place), relationship.inverse >= 0 else {
            object?.reachUnchanged()
            return
        }
        _ = previous?.reachForWriting()
        guard let object, object.reachForWriting() else { return }
        object.reachPrevious(of: relationship.inverse, instead: self)
    }

    /// An object is about to become a member.
    final func reachAdded(_ object: NSManagedObject, _ place: SlotPlace, _ relationship: RelationshipPlace) {
        guard relationship.inverse >= 0, !heldMembers(at: place).contains(object) else {
            return object.reachUnchanged()
        }
        guard object.reachForWriting() else { return }
        object.reachPrevious(of: relationship.inverse, instead: self)
    }

    /// A member is about to be none any more.
    final func reachRemoved(_ object: NSManagedObject, _ place: SlotPlace, _ relationship: RelationshipPlace) {
        let members = heldMembers(at: place)
        guard relationship.inverse >= 0, members.contains(object) || !members.isLoaded else {
            return object.reachUnchanged()
        }
        _ = object.reachForWriting()
    }

    /// The object to which a relationship to one leads that is about to lead to another one.
    private func reachPrevious(of slot: Int, instead object: NSManagedObject) {
        let place = shape.layout.places[slot]
        guard place.kind == .toOne, let core, core.hasValues(self), let previous = other(at: place), previous !== object
        else { return }
        _ = previous.reachForWriting()
    }

    /// A link leads to the object, which stays as it is.
    private func reachUnchanged() {
        if let merging = core?.merging, !merging.isMerging { merging.reach(key) }
    }
}
