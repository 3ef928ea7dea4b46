internal import class MainspringFoundation.NSComparisonPredicate
internal import class MainspringFoundation.NSCompoundPredicate
internal import class MainspringFoundation.NSPredicate
internal import MainspringFoundation
@_spi(Tools) internal import MainspringModel

/// A relationship to one that must lead to certain objects if a predicate is to hold.
///
/// A look into an object's memory tells it, some nanoseconds: with very many unsaved objects the predicate itself, which is evaluated part by
/// part, is asked of few of them.
struct RequiredLink {
    let slot: Int
    let keys: Set<ObjectKey>
    /// The only one of them, if there is one.
    private let key: ObjectKey?

    /// Nil for a predicate that says nothing of the kind, or not at its top.
    init?(_ predicate: NSPredicate?, _ entity: NSEntityDescription) {
        guard let predicate else { return nil }
        if type(of: predicate) == NSCompoundPredicate.self, let compound = predicate as? NSCompoundPredicate {
            guard compound.compoundPredicateType == .and,
                let link = Self.first(compound, entity)
            else { return nil }
            self = link
            return
        }
        guard type(of: predicate) == NSComparisonPredicate.self, let comparison = predicate as? NSComparisonPredicate,
            comparison.comparisonPredicateModifier == .direct, comparison.predicateOperatorType != .notEqualTo,
            let name = comparison.leftExpression.ownPath, let slot = entity.slot(named: name),
            let relationship = entity.slots[slot] as? NSRelationshipDescription, !relationship.isToMany,
            let known = IdentityTest.known(comparison), !known.contains(nil)
        else { return nil }
        (self.slot, keys) = (slot, Set(known.compactMap { $0 }))
        key = keys.count == 1 ? keys.first : nil
    }

    private static func first(_ compound: NSCompoundPredicate, _ entity: NSEntityDescription) -> RequiredLink? {
        let parts = compound.subpredicates as? [NSPredicate] ?? []
        return parts.lazy.compactMap { RequiredLink($0, entity) }.first
    }

    /// Whether the predicate may hold for an object.
    @inline(__always)
    func mayHold(for object: NSManagedObject) -> Bool {
        guard !object.state.contains(.fault) else { return true }
        let place = object.shape.layout.places[slot]
        guard place.kind == .toOne else { return true }
        guard var other = object.memory.destinationKey(place) else { return false }
        // The memory may be older than the identity that the other one has now.
        if other.isTemporary, let current = object.core?.currentKey(place, object.memory) { other = current }
        return key.map { $0 == other } ?? keys.contains(other)
    }
}
