@_spi(Tools) internal import MainspringModel

/// Which relationships to one of an entity are required.
struct RequiredLinks {
    private var known: [ObjectIdentifier: [SlotPlace]] = [:]
    /// What was asked for last: mostly the next object's entity is the same.
    private var last: (layout: ObjectLayout, places: [SlotPlace])?

    mutating func places(of layout: ObjectLayout) -> [SlotPlace] {
        if let last, last.layout === layout { return last.places }
        let places = known[ObjectIdentifier(layout)] ?? find(layout)
        last = (layout, places)
        return places
    }

    private mutating func find(_ layout: ObjectLayout) -> [SlotPlace] {
        let places: [SlotPlace] = layout.relationships.compactMap { relationship in
            let property = layout.entity.slots[Int(relationship.place.slot)]
            return relationship.isToMany || property.isOptional ? nil : relationship.place
        }
        known[ObjectIdentifier(layout)] = places
        return places
    }

    /// Gives those at the other end of a relationship.
    typealias Others = (NSManagedObject, RelationshipPlace) -> ContiguousArray<NSManagedObject>

    /// An object that goes, behind those that go too and require it, or one that goes for that.
    /// - Parameters:
    ///   - others: those at the other end of a relationship.
    ///   - goes: whether one of them goes too.
    mutating func going(
        with object: NSManagedObject, others: Others, where goes: (NSManagedObject) -> Bool
    ) -> [NSManagedObject] {
        var (found, seen, index) = ([object], ObjectSet([object]), 0)
        while index < found.count {
            for relationship in found[index].shape.layout.relationships where relationship.inverse >= 0 {
                for other in others(found[index], relationship) where goes(other) {
                    let isRequired = places(of: other.shape.layout).contains { Int($0.slot) == relationship.inverse }
                    if isRequired, seen.insert(other) { found.append(other) }
                }
            }
            index += 1
        }
        return found.reversed()
    }
}
