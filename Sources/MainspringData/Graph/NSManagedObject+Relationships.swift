internal import Diagnostics
public import Foundation
internal import MainspringFoundation
internal import MainspringModel

// Ours: what generated accessors of relationships call, each with the number that the model compiler has given the
// property.

extension NSManagedObject {
    /// The other object, or nil.
    public final subscript<Object: NSManagedObject>(managed number: Int) -> Object? {
        get { other(number) }
        set { setOther(newValue, number) }
    }
    /// The other object, which there must be.
    public final subscript<Object: NSManagedObject>(managed number: Int) -> Object {
        get { required(other(number), number) }
        set { setOther(newValue, number) }
    }
    /// The other objects; nil if none were ever set.
    public final subscript<Object: NSManagedObject>(managed number: Int) -> Set<Object>? {
        get { members(number) }
        set { writeConverted(newValue.map { NSSet(set: $0) }, number) }
    }
    /// The other objects.
    public final subscript<Object: NSManagedObject>(managed number: Int) -> Set<Object> {
        get { members(number) ?? [] }
        set { writeConverted(NSSet(set: newValue), number) }
    }
    /// The other objects; nil if none were ever set.
    public final subscript(managed number: Int) -> NSSet? {
        get { readConverted(number, as: NSSet.self) }
        set { writeConverted(newValue, number) }
    }
    /// The other objects.
    public final subscript(managed number: Int) -> NSSet {
        get { readConverted(number, as: NSSet.self) ?? NSSet() }
        set { writeConverted(newValue, number) }
    }
    /// The other objects in their order; nil if none were ever set.
    public final subscript(managed number: Int) -> NSOrderedSet? {
        get { readConverted(number, as: NSOrderedSet.self) }
        set { writeConverted(newValue, number) }
    }
    /// The other objects in their order.
    public final subscript(managed number: Int) -> NSOrderedSet {
        get { readConverted(number, as: NSOrderedSet.self) ?? NSOrderedSet() }
        set { writeConverted(newValue, number) }
    }

    private func other<Object: NSManagedObject>(_ number: Int) -> Object? {
        let place = shape.place(number)
        guard place.kind == .toOne else { return readConverted(number, as: Object.self) }
        if !state.isReadable { prepareToRead() }
        noteRead(place)
        reachOthers(at: place)
        guard let object = other(at: place) else { return nil }
        // A comparison instead of a cast, in most cases.
        if type(of: object) == Object.self { return unsafeDowncast(object, to: Object.self) }
        return object as? Object ?? readConverted(number, as: Object.self)
    }

    /// Sets a to-one relationship, without conversion where the object is of the very entity.
    private func setOther(_ object: NSManagedObject?, _ number: Int) {
        let place = shape.place(number)
        guard place.kind == .toOne, object.map({ shape.isDestination($0.entity, place) }) ?? true else {
            return writeConverted(object, number)
        }
        setOther(object, at: place)
    }

    private func members<Object: NSManagedObject>(_ number: Int) -> Set<Object>? {
        guard let place = knownPlace(number) else { return nil }
        guard place.kind == .toMany else { return readConverted(number, as: Set<Object>.self) }
        if !state.isReadable { prepareToRead() }
        noteRead(place)
        reachOthers(at: place)
        let set = unsafeDowncast(members(at: place), to: MemberSet.self)
        return set.asSet(of: Object.self) ?? readConverted(number, as: Set<Object>.self)
    }

    // MARK: Changes

    /// Adds an object to a relationship; at the end of an ordered one.
    public final func addManaged(_ object: NSManagedObject, to number: Int) { add([object], number) }

    /// Adds objects to a relationship.
    public final func addManaged(_ objects: NSSet, to number: Int) { add(objects, number) }

    /// Adds objects to a relationship, in their order.
    public final func addManaged(_ objects: NSOrderedSet, to number: Int) { add(objects, number) }

    /// Adds objects to a relationship.
    public final func addManaged(_ objects: some Sequence<NSManagedObject>, to number: Int) {
        add(Array(objects), number)
    }

    /// Takes an object out of a relationship.
    public final func removeManaged(_ object: NSManagedObject, from number: Int) { remove([object], number) }

    /// Takes objects out of a relationship.
    public final func removeManaged(_ objects: NSSet, from number: Int) { remove(objects, number) }

    /// Takes objects out of a relationship.
    public final func removeManaged(_ objects: NSOrderedSet, from number: Int) { remove(objects, number) }

    /// Takes objects out of a relationship.
    public final func removeManaged(_ objects: some Sequence<NSManagedObject>, from number: Int) {
        remove(Array(objects), number)
    }

    /// Puts an object at a place of an ordered relationship. A place outside is an error of the program.
    public final func insertManaged(_ object: NSManagedObject, into number: Int, at place: Int) {
        changeList(number, [object], IndexSet(integer: place)) { $0.inserting($1, at: $2) }
    }

    /// Puts objects at places of an ordered relationship. A place outside is an error of the program.
    public final func insertManaged(_ objects: [NSManagedObject], into number: Int, at places: NSIndexSet) {
        changeList(number, objects, IndexSet(places)) { $0.inserting($1, at: $2) }
    }

    /// Takes the object at a place out of an ordered relationship. A place outside is an error of the program.
    public final func removeManaged(at place: Int, from number: Int) {
        changeList(number, [], IndexSet(integer: place)) { list, _, places in list.removing(at: places) }
    }

    /// Takes the objects at places out of an ordered relationship. A place outside is an error of the program.
    public final func removeManaged(at places: NSIndexSet, from number: Int) {
        changeList(number, [], IndexSet(places)) { list, _, places in list.removing(at: places) }
    }

    /// Puts another object in the place of one. A place outside is an error of the program.
    public final func replaceManaged(in number: Int, at place: Int, with object: NSManagedObject) {
        changeList(number, [object], IndexSet(integer: place)) { $0.replacing(at: $2, with: $1) }
    }

    /// Puts other objects in the place of some. A place outside is an error of the program.
    public final func replaceManaged(in number: Int, at places: NSIndexSet, with objects: [NSManagedObject]) {
        changeList(number, objects, IndexSet(places)) { $0.replacing(at: $2, with: $1) }
    }

    private func add(_ objects: Any, _ number: Int) {
        guard let (place, members) = checked(number, objects) else { return }
        addMembers(members, at: place)
    }

    private func remove(_ objects: Any, _ number: Int) {
        guard let (place, members) = checked(number, objects) else { return }
        removeMembers(members, at: place)
    }

    /// Changes an ordered relationship at places.
    /// - Parameter body: returns the list as it is to be; nil if a place is outside.
    private func changeList(
        _ number: Int, _ objects: [NSManagedObject], _ places: IndexSet,
        _ body: (MemberList, [NSManagedObject], IndexSet) -> ContiguousArray<NSManagedObject>?
    ) {
        guard let (place, objects) = checked(number, objects) else { return }
        guard place.kind == .ordered else {
            programmerError(
                "“\(shape.name(number))” of the entity “\(entity.name ?? "")” has no order. Make it ordered in the model."
            )
        }
        let hold = hold
        if !state.isReadable { prepareToRead() }
        // Its row has gone: it has no members any more, among which there were places.
        guard isHeld(hold) else { return }
        let list = unsafeDowncast(members(at: place), to: MemberList.self)
        guard let changed = body(list, objects, places) else {
            programmerError(
                """
                “\(shape.name(number))” of the entity “\(entity.name ?? "")” has \(list.count) objects, and no places \
                \(places.map { "\($0)" }.joined(separator: ", ")). Give as many objects as places, within the list.
                """)
        }
        setMembers(changed, at: place)
    }

    /// The relationship with a number, and objects that it can have; nil, after a sentence, for others.
    private func checked(_ number: Int, _ objects: Any) -> (SlotPlace, [NSManagedObject])? {
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
        return (place, members)
    }
}
