internal import MainspringModel

/// Who leads to an object that goes, of those that are in memory.
///
/// The object itself does not know all of them: it may be a fault, or nobody has asked for its members. Then all that saves
/// have yet to merge is looked through, once for all that goes in one slice. Made anew when links may have moved.
struct PendingEnds {
    private let core: ContextCore
    /// By the objects to which they lead by a relationship to one; nil until somebody has to be found.
    private var leading: [ObjectKey: [NSManagedObject]]?

    init(_ core: ContextCore) { self.core = core }

    /// The objects at the other end of a relationship.
    mutating func others(
        _ object: NSManagedObject, _ relationship: RelationshipPlace
    ) -> ContiguousArray<NSManagedObject> {
        let known = object.knownOthers(relationship)
        guard relationship.inverse >= 0, !isSeen(object, relationship) else { return known }
        let found = leading ?? find()
        leading = found
        var others = ObjectSet(known)
        for other in found[object.key] ?? [] where leads(other, to: object, relationship) { others.insert(other) }
        return ContiguousArray(others.objects)
    }

    /// Whether the object knows all who are at the other end.
    private func isSeen(_ object: NSManagedObject, _ relationship: RelationshipPlace) -> Bool {
        core.hasValues(object)
            && (!relationship.isToMany || object.memory.members(relationship.place)?.isLoaded == true)
    }

    private func leads(
        _ other: NSManagedObject, to object: NSManagedObject, _ relationship: RelationshipPlace
    ) -> Bool {
        let places = other.shape.layout.places
        guard places.indices.contains(relationship.inverse), places[relationship.inverse].kind == .toOne else {
            return false
        }
        return core.currentKey(places[relationship.inverse], other.memory) == object.key
    }

    private func find() -> [ObjectKey: [NSManagedObject]] {
        var found: [ObjectKey: [NSManagedObject]] = [:]
        for case .saved(let merge) in core.merging?.work ?? [] {
            merge.forEachWaiting(in: core) { other in
                for relationship in other.shape.layout.relationships
                where !relationship.isToMany && relationship.inverse >= 0 {
                    guard let key = core.currentKey(relationship.place, other.memory) else { continue }
                    found[key, default: []].append(other)
                }
            }
        }
        return found
    }
}
