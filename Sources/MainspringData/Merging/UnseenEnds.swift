internal import MainspringModel

/// Who leads to objects that others have deleted and that do not know it: they are here without values, or nobody has asked for their
/// members.
///
/// Of those that have values here; found by one look through the context. On the context's queue.
struct UnseenEnds {
    /// By the objects, and by the slots of theirs that lead back.
    private var found: [ObjectKey: [Int: ContiguousArray<NSManagedObject>]] = [:]

    /// - Returns: nil if each of the objects that are here knows who leads to it.
    ///
    /// Cost: some 20 ns for each link of the context's objects, if one does not.
    init?(_ deleted: some Sequence<NSManagedObjectID>, in core: ContextCore) {
        let wanted = Set(
            deleted.lazy.map(\.key).filter { core.objectMap.table.object($0).map { !Self.knowsAll($0, core) } ?? false }
        )
        guard !wanted.isEmpty else { return nil }
        for object in core.objectMap.table.objects where core.hasValues(object) {
            for relationship in object.shape.layout.relationships where relationship.inverse >= 0 {
                guard relationship.isToMany else {
                    guard let key = core.currentKey(relationship.place, object.memory), wanted.contains(key) else {
                        continue
                    }
                    found[key, default: [:]][relationship.inverse, default: []].append(object)
                    continue
                }
                for member in object.memory.members(relationship.place)?.objects ?? []
                where wanted.contains(member.key) {
                    found[member.key, default: [:]][relationship.inverse, default: []].append(object)
                }
            }
        }
    }

    private static func knowsAll(_ object: NSManagedObject, _ core: ContextCore) -> Bool {
        core.hasValues(object)
            && object.shape.layout.relationships.allSatisfy { relationship in
                !relationship.isToMany || relationship.inverse < 0
                    || object.memory.members(relationship.place)?.isLoaded == true
            }
    }

    func has(_ object: NSManagedObject) -> Bool { found[object.key] != nil }

    /// Those who may lead to an object from the other end of a relationship of its.
    func others(_ object: NSManagedObject, _ relationship: RelationshipPlace) -> ContiguousArray<NSManagedObject> {
        found[object.key]?[Int(relationship.place.slot)] ?? []
    }
}
