internal import Foundation
internal import MainspringModel

extension NSConstraintConflict {
    /// Lets one object have the values.
    ///
    /// Where the store wins it is the one that has them in the store: new objects are dropped, and changed ones go back to the
    /// values that they had there, with the rollback policy to all of them. Where the objects that are to be saved win it is
    /// the last of those. A new one gives its values to the one in the store, whose identity others know, and is dropped. A
    /// changed one stays, and the one in the store goes, after it has given what the other does not have unless the policy
    /// is to overwrite.
    final func resolve(_ type: NSMergePolicyType) {
        let objectWins = type == .overwriteMergePolicyType || type == .mergeByPropertyObjectTrumpMergePolicyType
        var contenders = conflictingObjects.filter { $0.core != nil && !$0.isDeleted }
        guard let core = contenders.first?.core else { return }
        let holder = databaseObject ?? contenders.first { hadValues($0) }
        contenders.removeAll { $0 === holder }
        guard let winner = objectWins || holder != nil ? contenders.last : contenders.first else { return }
        let isWinnerKept = objectWins || holder == nil
        for object in contenders where object !== winner || !isWinnerKept { core.giveWay(object, constraint, type) }
        guard isWinnerKept, let holder, holder.core === core else { return }
        let isWhole = type == .overwriteMergePolicyType
        if winner.state.contains(.inserted) {
            core.pour(winner, into: holder, isWhole: isWhole)
        } else {
            core.supersede(holder, by: winner, isWhole: isWhole)
        }
    }

    /// Whether an object has the values in the store already: it is to be saved because of others.
    private func hadValues(_ object: NSManagedObject) -> Bool {
        !object.state.contains(.inserted) && object.places(constraint).allSatisfy { !object.isChanged($0) }
    }
}

extension ContextCore {
    /// An object that is to be saved gives up the values that another one has.
    fileprivate final func giveWay(_ object: NSManagedObject, _ constraint: [String], _ type: NSMergePolicyType) {
        guard !object.state.contains(.inserted) else { return drop(object) }
        guard let saved = object.saved else { return }
        if type == .rollbackMergePolicyType { return dropChanges(of: object, for: saved) }
        for place in object.places(constraint) where hasValues(object) && object.isChanged(place) {
            guard place.kind != .toOne else {
                object.setOther(saved.destination(place).flatMap { living($0) }, at: place)
                continue
            }
            guard object.prepareToWrite(place), object.saved === saved else { return }
            object.ownMemory.copy(place, from: saved.memory)
            object.noteWritten(place)
        }
        if hasValues(object) { object.awake(fromSnapshotEvents: .mergePolicy) }
    }

    /// A new object does not become one; one of the store goes.
    private func drop(_ object: NSManagedObject) {
        markDeleted(object)
        processPendingChanges()
    }

    /// The object that is in the store gets the values and links of a new one, which goes.
    /// - Parameter isWhole: whether values go too that the new one does not have.
    fileprivate final func pour(_ object: NSManagedObject, into kept: NSManagedObject, isWhole: Bool) {
        if kept.state.contains(.fault) { fulfil(kept) }
        for place in kept.shape.layout.places where place.kind != .fetched {
            guard let value = object.value(likeThat: place, of: kept) else { continue }
            if isWhole || !value.isEmpty { kept.setLoosely(value.value, place) }
        }
        drop(object)
    }

    /// The object that is in the store goes, and a changed one stands in its place.
    /// - Parameter isWhole: whether that one takes nothing of it.
    fileprivate final func supersede(_ object: NSManagedObject, by kept: NSManagedObject, isWhole: Bool) {
        if object.state.contains(.fault) { fulfil(object) }
        if !isWhole {
            for place in kept.shape.layout.places where place.kind != .fetched {
                guard kept.value(likeThat: place, of: kept)?.isEmpty == true,
                    let value = object.value(likeThat: place, of: kept), !value.isEmpty
                else { continue }
                kept.setLoosely(value.value, place)
            }
        }
        object.prepareForDeletion()
        drop(object)
    }
}

extension NSManagedObject {
    /// Where properties lie.
    fileprivate final func places(_ names: [String]) -> [SlotPlace] {
        names.compactMap { name in entity.slot(named: name).map { shape.layout.places[$0] } }
    }

    /// The value of the property that has the name of another object's; nil if the object has no such property.
    fileprivate final func value(likeThat place: SlotPlace, of other: NSManagedObject) -> (value: Any?, isEmpty: Bool)?
    {
        guard let slot = entity.slot(named: other.shape.property(at: place).name) else { return nil }
        let value = readLoosely(shape.layout.places[slot])
        return (value, (value as? NSSet)?.count == 0 || (value as? NSOrderedSet)?.count == 0 || value == nil)
    }
}
