internal import Foundation
internal import MainspringModel

extension NSConstraintConflict {
    /// Lets one object remain.
    ///
    /// Where the new objects win the last of them does: the one in the store gets its values. Where the store wins the
    /// new ones are dropped.
    final func resolve(_ type: NSMergePolicyType) {
        let objectWins = type == .overwriteMergePolicyType || type == .mergeByPropertyObjectTrumpMergePolicyType
        let living = conflictingObjects.filter { $0.core != nil && !$0.isDeleted }
        guard let winner = objectWins ? living.last : living.first, let core = winner.core else { return }
        let isWinnerKept = objectWins || databaseObject == nil
        for object in living where object !== winner || !isWinnerKept { core.drop(object, insteadOf: winner) }
        guard isWinnerKept, let databaseObject, databaseObject.core === core else { return }
        core.pour(winner, into: databaseObject, isWhole: type == .overwriteMergePolicyType)
    }
}

extension ContextCore {
    /// A new object does not become one.
    fileprivate final func drop(_ object: NSManagedObject, insteadOf winner: NSManagedObject) {
        guard object.state.contains(.inserted) else { return }
        markDeleted(object)
        processPendingChanges()
    }

    /// The object that is in the store gets the values and links of a new one, which goes.
    /// - Parameter isWhole: whether values go too that the new one does not have.
    fileprivate final func pour(_ object: NSManagedObject, into kept: NSManagedObject, isWhole: Bool) {
        if kept.state.contains(.fault) { fulfil(kept) }
        for place in kept.shape.layout.places where place.kind != .fetched {
            let name = kept.shape.property(at: place).name
            guard object.entity.slot(named: name) != nil else { continue }
            let value = object.readLoosely(object.shape.layout.places[object.entity.slot(named: name) ?? 0])
            let isEmpty = (value as? NSSet)?.count == 0 || (value as? NSOrderedSet)?.count == 0 || value == nil
            if isWhole || !isEmpty { kept.setLoosely(value, place) }
        }
        drop(object, insteadOf: kept)
    }
}
