internal import Foundation
internal import MainspringModel

/// What a context does for its children.
extension ContextCore {
    /// The row of an object as it is here, changes that are not saved included; nil if there is none.
    final func rowForChild(_ identity: NSManagedObjectID) throws -> Row? {
        if let object = registered(identity) {
            if object.state.contains(.deleted) { return nil }
            if !object.state.contains(.fault) {
                // Nothing has become of it: the row is shared.
                if object.state.isDisjoint(with: .pending), let saved = object.saved { return saved }
                return object.rowForSource()
            }
        }
        return try source?.row(of: current(identity))
    }

    /// The objects that a relationship to many leads to, as it is here.
    final func membersForChild(_ identity: NSManagedObjectID, slot: Int) -> [NSManagedObjectID] {
        let object = object(for: identity)
        if object.state.contains(.fault) { fulfil(object) }
        return object.members(at: object.shape.layout.places[slot]).objects.map(\.objectID)
    }

    /// Takes over what a child has saved: its changes are made here as if the program made them, so that links hold at both
    /// ends, and deletions reach those too of whom the child does not know. What was deleted here meanwhile stays so.
    /// - Parameter child: has saved them.
    final func take(_ changes: ChangeSet, from child: ContextCore) {
        for change in changes.inserted { begin(change) }
        assignments.stores.merge(changes.assigned.stores) { $1 }
        for change in changes.locked { lock(object(of: change)) }
        let written = changes.inserted + changes.updated
        for change in written { takeAttributes(change) }
        for change in written { takeLinks(change) }
        for change in written { takeOrders(change) }
        for change in changes.deleted {
            let object = object(of: change)
            guard !object.state.contains(.deleted) else { continue }
            object.prepareForDeletion()
            markDeleted(object)
        }
        processPendingChanges()
        children.post(SavedIdentities(changes), from: child)
    }

    /// Makes a new object, so that others can lead to it.
    private func begin(_ change: ObjectChange) {
        let object = object(of: change)
        // Somebody may have asked for it before it was there.
        if object.state.contains(.inaccessible) {
            object.dropValues()
            object.state.subtract([.inaccessible, .deleted, .propagated])
        }
        guard object.state.contains(.fault) else { return }
        object.takeInitialValues()
        object.state.formUnion([.inserted, .insertedNow])
        if !object.state.contains(.tracked) {
            object.state.insert(.tracked)
            touched.append(object)
            waitForEndOfEvent()
        }
        object.awakeFromInsert()
    }

    /// The object with an identity, with its values; nil if it is deleted, or if who was told of its values has let go of it.
    final func living(_ identity: NSManagedObjectID) -> NSManagedObject? { living(object(for: identity)) }

    private func living(_ object: NSManagedObject) -> NSManagedObject? {
        if object.state.contains(.fault) { fulfil(object) }
        return hasValues(object) && !object.state.contains(.deleted) ? object : nil
    }

    /// The object that a child has changed. No identity is made for one that is here.
    private func object(of change: ObjectChange) -> NSManagedObject {
        table.object(change.key) ?? object(for: change.identity)
    }

    private func takeAttributes(_ change: ObjectChange) {
        guard let object = living(object(of: change)) else { return }
        for place in object.shape.layout.places where place.kind != .toOne && change.isChanged(place) {
            object.take(place, from: change.row)
        }
    }

    private func takeLinks(_ change: ObjectChange) {
        guard let object = living(object(of: change)) else { return }
        for relationship in object.shape.layout.relationships
        where !relationship.isToMany {
            // A row may be older than an identity that the parent has given since.
            let new = change.row.destination(relationship.place).map { currentAsked($0) }
            let old = change.previous?.destination(relationship.place).map { currentAsked($0) }
            guard change.previous == nil || new?.key != old?.key else { continue }
            let other = new.flatMap { living($0) }
            if object.other(at: relationship.place) !== other { object.setOther(other, at: relationship.place) }
        }
        for members in change.members { takeMembers(members, of: object) }
    }

    private func takeMembers(_ change: MembersChange, of object: NSManagedObject) {
        let place = object.shape.layout.places[change.slot]
        let inverse = object.shape.relationship(place)?.inverse ?? -1
        /// Whether the other end says it all, and has changed as well.
        func isSaid(by other: NSManagedObject) -> Bool {
            inverse >= 0 && other.shape.layout.places[inverse].kind == .toOne
        }
        for identity in change.removed {
            let other = self.object(for: identity)
            if !isSaid(by: other) { object.removeMembers(CollectionOfOne(other), at: place) }
        }
        for identity in change.added {
            guard let other = living(identity), !isSaid(by: other) else { continue }
            object.addMembers(CollectionOfOne(other), at: place)
        }
    }

    /// Takes orders over, when all members are there.
    private func takeOrders(_ change: ObjectChange) {
        guard change.members.contains(where: { $0.order != nil }), let object = living(object(of: change)) else {
            return
        }
        for members in change.members {
            let place = object.shape.layout.places[members.slot]
            // All members first: those of the order are here then.
            guard let order = members.order, object.members(at: place) is MemberList else { continue }
            object.reorder(ContiguousArray(order.compactMap { registered($0) }), at: place)
        }
    }
}

extension ObjectChange {
    /// Whether a value, or the object at a to-one end, was changed.
    fileprivate func isChanged(_ place: SlotPlace) -> Bool { previous.map { !row.isSame(place, as: $0) } ?? true }
}

extension NSManagedObject {
    /// Takes one value over from a row of another context.
    fileprivate final func take(_ place: SlotPlace, from row: Row) {
        switch place.kind {
        case .toOne, .toMany, .ordered, .fetched, .missing: return
        default:
            guard !memory.isSame(place, as: row.memory) else { return }
            guard prepareToWrite(place) else { return }
            ownMemory.copy(place, from: row.memory)
        }
        noteWritten(place)
    }

    /// A fault becomes a new object.
    fileprivate final func takeInitialValues() {
        guard state.contains(.fault) else { return }
        memory = shape.layout.make()
        state.remove(.fault)
    }
}
