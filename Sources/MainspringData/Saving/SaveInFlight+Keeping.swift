internal import MainspringModel

/// Objects that stay handed over as they were captured, where a save begins anew.
extension SaveInFlight {
    /// Hands objects over that have been changed since they were in an earlier try.
    func keep(_ objects: ObjectSet, of earlier: SaveInFlight) {
        for object in objects.objects {
            note(object, earlier.row(of: object))
            former[ObjectIdentifier(object)] = earlier.former[ObjectIdentifier(object)]
        }
    }

    /// The conflict of such an object is resolved.
    /// - Parameters:
    ///   - row: is in the store.
    ///   - isSaved: whether something of the object is still to be saved.
    func noteResolved(_ object: NSManagedObject, _ row: Row, isSaved: Bool) {
        former[ObjectIdentifier(object)]?.saved = row
        if !isSaved { former[ObjectIdentifier(object)]?.state = [] }
    }

    /// Whether members had come or gone when an object was captured.
    func hadOtherMembers(_ object: NSManagedObject) -> Bool {
        former[ObjectIdentifier(object)]?.members.isEmpty == false
    }

    /// Whether links of an object lead elsewhere than when it was captured, or are about to end with it.
    /// - Parameter row: was captured.
    func hasOtherLinks(_ object: NSManagedObject, _ row: Row, in core: ContextCore) -> Bool {
        if object.state.contains(.deleted) { return true }
        let known = former[ObjectIdentifier(object)]?.members ?? []
        return object.shape.layout.relationships.contains { relationship in
            let place = relationship.place
            guard relationship.isToMany else { return !core.isSameDestination(place, object.memory, as: row) }
            guard let members = object.memory.members(place) else { return false }
            guard let earlier = known.first(where: { $0.place.slot == place.slot }) else {
                return members.differsFromSaved
            }
            return earlier.later(members) != nil
        }
    }
}
