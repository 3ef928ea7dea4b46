internal import MainspringModel

/// Which relationships to one of an entity are required.
struct RequiredLinks {
    private var known: [ObjectIdentifier: [SlotPlace]] = [:]

    mutating func places(of layout: ObjectLayout) -> [SlotPlace] {
        if let places = known[ObjectIdentifier(layout)] { return places }
        let places: [SlotPlace] = layout.relationships.compactMap { relationship in
            let property = layout.entity.slots[Int(relationship.place.slot)]
            return relationship.isToMany || property.isOptional ? nil : relationship.place
        }
        known[ObjectIdentifier(layout)] = places
        return places
    }
}
