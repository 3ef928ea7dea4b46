internal import Diagnostics
internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// The members of a to-many relationship, changed in place.
struct MemberChange {
    let memory: ValueMemory
    let place: SlotPlace

    func add(_ objects: [NSManagedObject]) {
        if place.kind == .ordered { list.append(objects) } else { set.members.formUnion(objects) }
    }

    func remove(_ objects: [NSManagedObject]) {
        if place.kind == .ordered { list.remove(objects) } else { set.members.subtract(objects) }
    }

    /// The set of an unordered relationship, made if it had none.
    private var set: MemberSet {
        if let set = memory.reference(place) as? MemberSet { return set }
        let made = MemberSet([])
        memory.setReference(made, place)
        return made
    }

    /// The list of an ordered relationship, made if it had none.
    var list: MemberList {
        if let list = memory.reference(place) as? MemberList { return list }
        let made = MemberList([])
        memory.setReference(made, place)
        return made
    }
}

extension NSManagedObject {
    /// Changes a to-many relationship by objects that it can have; a sentence and no change for others.
    final func change(_ number: Int, with objects: Any, _ body: (MemberChange, [NSManagedObject]) -> Void) {
        guard let (change, members) = checked(number, objects) else { return }
        willChangeValue(forKey: shape.name(number))
        body(change, members)
        didChangeValue(forKey: shape.name(number))
    }

    /// Changes an ordered relationship at places.
    /// - Parameter body: returns false if a place is outside.
    final func changeList(
        _ number: Int, _ objects: [NSManagedObject], _ places: IndexSet,
        _ body: (MemberList, [NSManagedObject], IndexSet) -> Bool
    ) {
        guard let (change, members) = checked(number, objects) else { return }
        guard change.place.kind == .ordered else {
            programmerError(
                "“\(shape.name(number))” of the entity “\(entity.name ?? "")” has no order. Make it ordered in the model."
            )
        }
        willChangeValue(forKey: shape.name(number))
        defer { didChangeValue(forKey: shape.name(number)) }
        guard body(change.list, members, places) else {
            programmerError(
                """
                “\(shape.name(number))” of the entity “\(entity.name ?? "")” has \(change.list.members.count) objects, and no places \
                \(places.map { "\($0)" }.joined(separator: ", ")). Give as many objects as places, within the list.
                """)
        }
    }

    /// The relationship with a number, and objects that it can have.
    private func checked(_ number: Int, _ objects: Any) -> (MemberChange, [NSManagedObject])? {
        guard let place = knownPlace(number) else { return nil }
        let name = shape.name(number)
        guard let relationship = shape.property(at: place) as? NSRelationshipDescription, relationship.isToMany else {
            KeyValueError.report(
                .wrongValue(
                    name, owner: KeyValueError.owner(self), expected: shape.property(at: place).description,
                    given: "several objects"))
            return nil
        }
        let members = objects as? [NSManagedObject] ?? Self.members(objects)
        let destination = relationship.destinationEntity
        guard let members, members.allSatisfy({ $0.entity.isKindOf(entity: destination ?? $0.entity) }) else {
            KeyValueError.report(
                .wrongValue(
                    name, owner: KeyValueError.owner(self), expected: destination?.name ?? "NSManagedObject",
                    given: KeyValueError.naming(objects)))
            return nil
        }
        return (MemberChange(memory: memory, place: place), members)
    }
}
