@_spi(Tools) import MainspringModel

@testable import MainspringData

/// Looks at what is in a context's memory, and reads nothing for it.
struct LinkWitness {
    let context: NSManagedObjectContext

    /// A link that is at one end and not at the other; nil if there is none.
    var fault: String? {
        let core = context.core
        // What others have deleted goes at the end of the event.
        let gone = ObjectSet(core.event.mergedDeletions)
        for object in core.objectMap.table.objects where core.hasValues(object) && !gone.contains(object) {
            for relationship in object.shape.layout.relationships where relationship.inverse >= 0 {
                for other in known(relationship, of: object) where core.hasValues(other) && !gone.contains(other) {
                    let back = other.shape.layout.places[relationship.inverse]
                    if leads(other, to: object, back) == false {
                        let name = object.entity.slots[Int(relationship.place.slot)].name
                        return "\(title(object)).\(name) leads to \(title(other)), and nothing leads back"
                    }
                }
            }
        }
        return nil
    }

    /// Whether a relationship leads to an object; nil if its members are not known.
    private func leads(_ object: NSManagedObject, to other: NSManagedObject, _ place: SlotPlace) -> Bool? {
        guard place.kind == .toOne else {
            return object.memory.members(place).flatMap { $0.isLoaded ? $0.contains(other) : nil }
        }
        return context.core.currentKey(place, object.memory) == other.key
    }

    private func known(_ relationship: RelationshipPlace, of object: NSManagedObject) -> [NSManagedObject] {
        guard relationship.isToMany else {
            return context.core.currentKey(relationship.place, object.memory)
                .flatMap { context.core.objectMap.table.object($0) }.map { [$0] } ?? []
        }
        return object.memory.members(relationship.place).map { Array($0.objects) } ?? []
    }

    private func title(_ object: NSManagedObject) -> String {
        "\(object.entity.name ?? "") \(attributes(of: object)[0])"
    }

    /// The attributes' values of an object that has some.
    func attributes(of object: NSManagedObject) -> [String] {
        object.shape.layout.places.indices.compactMap { slot in
            let place = object.shape.layout.places[slot]
            switch place.kind {
            case .toOne, .toMany, .ordered, .fetched, .missing: return nil
            default: return "\(object.memory.loose(place) ?? "nil")"
            }
        }
    }
}
