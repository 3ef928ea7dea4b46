internal import MainspringModel

/// What the graph must know of a relationship, without asking its description.
struct RelationshipPlace: Sendable {
    let place: SlotPlace
    /// The slot of the relationship that leads back, in the destination and all that inherit from it; -1 without one.
    let inverse: Int
    let deleteRule: NSDeleteRule
    let destination: ObjectIdentifier?

    var isToMany: Bool { place.kind != .toOne }

    init(_ relationship: NSRelationshipDescription, _ place: SlotPlace) {
        self.place = place
        deleteRule = relationship.deleteRule
        destination = relationship.destinationEntity.map { ObjectIdentifier($0) }
        // Inherited properties come first, so that the slot is the same in each entity that inherits.
        inverse =
            relationship.inverseRelationship.flatMap { back in relationship.destinationEntity?.slot(named: back.name) }
            ?? -1
    }
}
