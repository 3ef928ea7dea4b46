internal import MainspringModel

/// Who has objects as members that others have changed without a word about their owners, as a batch does.
///
/// An object that has values here tells by them where it was; of one without any nobody knows but its owners. On the context's queue.
struct UnseenOwners {
    /// By the objects, and by the slots of theirs that lead to the owners.
    private var found: [ObjectKey: [Int: ContiguousArray<NSManagedObject>]] = [:]
    /// Relationships of which somebody knows all members.
    private var loaded: Set<ObjectIdentifier> = []

    /// - Returns: nil where nobody knows all members of anything.
    ///
    /// Cost: some 20 ns for each member that the context's objects know.
    init?(_ changed: some Sequence<NSManagedObjectID>, in core: ContextCore) {
        let wanted = Set(changed.lazy.map(\.key).filter { core.table.object($0) != nil })
        guard !wanted.isEmpty else { return nil }
        for object in core.table.objects where core.hasValues(object) {
            for relationship in object.shape.layout.relationships
            where relationship.isToMany && relationship.inverse >= 0 {
                guard let members = object.memory.members(relationship.place), members.isLoaded else { continue }
                loaded.insert(ObjectIdentifier(object.shape.property(at: relationship.place)))
                for member in members.objects where wanted.contains(member.key) {
                    found[member.key, default: [:]][relationship.inverse, default: []].append(object)
                }
            }
        }
        guard !loaded.isEmpty else { return nil }
    }

    /// The links to owners that are others than these know, by what the object's row says now.
    ///
    /// Cost: the row of an object without values is read, if somebody knows all members of a relationship that leads back to it.
    func moves(of object: NSManagedObject, in core: ContextCore) -> [ContextCore.MovedLink] {
        let links = object.shape.layout.relationships.filter { relationship in
            guard !relationship.isToMany, relationship.inverse >= 0,
                let known = object.shape.property(at: relationship.place) as? NSRelationshipDescription
            else { return false }
            return known.inverseRelationship.map { loaded.contains(ObjectIdentifier($0)) } ?? false
        }
        guard !links.isEmpty, !object.state.contains(.inserted) else { return [] }
        let isFault = object.state.contains(.fault)
        let row = isFault ? (try? core.row(of: object)) ?? nil : nil
        guard let memory = isFault ? row?.memory : object.memory else { return [] }
        return withExtendedLifetime(row) {
            links.filter { isFault || !object.isChanged($0.place) }.flatMap { moves(of: object, $0, memory, core) }
        }
    }

    private func moves(
        of object: NSManagedObject, _ link: RelationshipPlace, _ memory: ValueMemory, _ core: ContextCore
    ) -> [ContextCore.MovedLink] {
        let (new, key) = (memory.destination(link.place), core.currentKey(link.place, memory))
        let owners = found[object.key]?[Int(link.place.slot)] ?? []
        var former: [NSManagedObject?] = owners.filter { $0.key != key }
        if former.isEmpty, new != nil, owners.isEmpty { former = [nil] }
        return former.map { ContextCore.MovedLink(object: object, slot: link.inverse, former: $0, new: new) }
    }
}
