internal import Foundation
internal import MainspringModel

/// Taking over what a child has saved: its changes are made here as if the program made them, so that links hold at both ends, and
/// deletions reach those too of whom the child does not know. What was deleted here meanwhile stays so.
extension ContextCore {
    /// Applies a child's save at once.
    final func take(_ changes: ChangeSet, from child: ContextCore) {
        merging?.complete()
        mergeAtOnce(.taken(TakenMerge(changes, from: child, isNumbered: false)))
    }

    /// All that a child has saved is there: the other children hear of it.
    final func noteTaken(_ changes: ChangeSet, from child: ContextCore) {
        childLinks.noteTaken(TakenChanges(changes: changes, child: child))
        childLinks.broadcast.post(SavedIdentities(changes), from: child)
    }

    /// Takes over which stores new objects go to, and what must not have been changed by others.
    final func takeAssignments(of changes: ChangeSet) {
        pendingChanges.assignments.stores.merge(changes.assigned.stores) { $1 }
        for change in changes.locked {
            let object = object(of: change)
            prepare(object, for: change)
            lock(object)
        }
    }

    /// Takes over what has become of objects that have begun.
    /// - Parameter merge: The merge to which they belong.
    final func takeWritten(_ written: [ObjectChange], of merge: TakenMerge) {
        // Keeps each object, and with it the row on which the child's change is based, until it has changes of its own.
        var fulfilled: [NSManagedObject] = []
        defer { withExtendedLifetime(fulfilled) {} }
        for change in written { takeAttributes(change, &fulfilled) }
        let isAwaiting = merging?.awaitsObjects == true
        for change in written { takeLinks(change, merge, isAwaiting: isAwaiting) }
        if let merging, merging.awaitsLinks {
            for change in written {
                // It may have come under the identity that it has here.
                let object =
                    objectMap.table.object(change.key)
                    ?? objectMap.laterIdentities[change.key].flatMap { objectMap.table.object($0.key) }
                merging.makeLinks(to: object, change.key)
            }
        }
        // Last: those are members too who have waited for the object.
        for change in written { takeOrders(change, merge) }
    }

    /// - Returns: the object, which is deleted.
    @discardableResult
    final func takeDeletion(_ change: ObjectChange) -> NSManagedObject {
        let object = object(of: change)
        guard !object.state.contains(.deleted) else { return object }
        prepare(object, for: change)
        object.prepareForDeletion()
        markDeleted(object)
        return object
    }

    /// Makes a new object, so that others can lead to it.
    final func begin(_ change: ObjectChange) {
        // Nobody above has heard of it, and is to be asked.
        let object = objectMap.table.object(change.key) ?? object(known: current(change.identity))
        // Somebody may have asked for it before it was there.
        if object.state.contains(.inaccessible) {
            object.dropValues()
            object.state.subtract([.inaccessible, .deleted, .propagated])
        }
        guard object.state.contains(.fault) else { return }
        object.takeInitialValues()
        object.state.formUnion([.inserted, .insertedNow])
        if !object.state.contains(.tracked) {
            touch(object)
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
        objectMap.table.object(change.key) ?? object(for: change.identity)
    }

    /// - Parameter fulfilled: Receives the object if it was a fault.
    private func takeAttributes(_ change: ObjectChange, _ fulfilled: inout [NSManagedObject]) {
        let known = object(of: change)
        if known.state.contains(.fault) {
            fulfil(known, for: change)
            fulfilled.append(known)
        }
        guard let object = living(known) else { return }
        for place in object.shape.layout.places where place.isAttribute && change.isChanged(place) {
            object.take(place, from: change.row)
        }
    }

    /// Applies the links of a child's change.
    /// - Parameter isAwaiting: Whether a queued merge still has to insert objects.
    private func takeLinks(_ change: ObjectChange, _ merge: TakenMerge, isAwaiting: Bool) {
        guard let object = living(object(of: change)) else { return }
        for relationship in object.shape.layout.relationships
        where !relationship.isToMany {
            let place = relationship.place
            if isAwaiting, let merging, let key = change.row.memory.destinationKey(place), merging.isAwaited(key) {
                merging.dropLink(of: object, place)
                let former = FormerDestination(place, of: object, in: self)
                merging.keep(.toOne(object, place, former: former), for: key)
                continue
            }
            // A row may be older than an identity that the parent has given since.
            let new = change.row.destination(place).map { currentAsked($0) }
            let old = change.previous?.destination(place).map { currentAsked($0) }
            guard change.previous == nil || new?.key != old?.key else { continue }
            merging?.dropLink(of: object, place)
            let other = new.flatMap { end($0, of: relationship, merge) }
            if object.other(at: place) !== other { object.setOther(other, at: place) }
        }
        for members in change.members { takeMembers(members, of: object, merge) }
        keepBase(ofUpdated: object, change)
    }

    private func takeMembers(_ change: MembersChange, of object: NSManagedObject, _ merge: TakenMerge) {
        let place = object.shape.layout.places[change.slot]
        guard let any = change.added.first ?? change.removed.first, !object.isSaid(place, by: any.entity) else {
            return
        }
        // What has not arrived is no member.
        for identity in change.removed where merging?.isAwaited(identity.key) != true {
            object.removeMembers(CollectionOfOne(self.object(for: identity)), at: place)
        }
        for identity in change.added {
            if let merging, merging.isAwaited(identity.key) {
                merging.keep(.member(of: object, place), for: identity.key)
                continue
            }
            guard let other = end(identity, of: object.shape.relationship(place), merge) else { continue }
            object.addMembers(CollectionOfOne(other), at: place)
        }
    }

    /// The object at the other end of a link that a child has made. One that was deleted after the child had saved is told of the link, and
    /// its delete rule decides, as if the link had been there.
    private func end(
        _ identity: NSManagedObjectID, of relationship: RelationshipPlace?, _ merge: TakenMerge
    ) -> NSManagedObject? {
        let object = object(for: identity)
        if let other = living(object) { return other }
        guard let relationship, relationship.inverse >= 0, merge.deletedSince.contains(object),
            hasValues(object), object.core === self, object.state.contains(.deleted),
            !event.mergedDeletions.contains(where: { $0 === object })
        else { return nil }
        deleteAgain(object)
        return object
    }

    /// Takes orders over, when all members are there: new objects, and those whose own changes make them members.
    private func takeOrders(_ change: ObjectChange, _ merge: TakenMerge) {
        guard change.members.contains(where: { $0.order != nil }) else { return }
        if let merging {
            let missing = missing(in: change, merge, merging)
            guard missing.isEmpty else {
                let order = AwaitedOrder(change, missing: missing.count)
                for key in missing { merging.keep(.order(order), for: key) }
                return
            }
        }
        makeOrders(change)
    }

    private func missing(in change: ObjectChange, _ merge: TakenMerge, _ merging: MergeQueue) -> Set<ObjectKey> {
        guard let object = living(object(of: change)) else { return [] }
        var missing: Set<ObjectKey> = []
        for members in change.members {
            let place = object.shape.layout.places[members.slot]
            for identity in members.order ?? [] where !missing.contains(identity.key) {
                let isToCome = merging.isAwaited(identity.key) || merge.isToWrite(identity.key)
                let isMember = isToCome && registered(identity).map { object.members(at: place).contains($0) } ?? false
                if isToCome, !isMember { missing.insert(identity.key) }
            }
        }
        return missing
    }

    private func makeOrders(_ change: ObjectChange) {
        guard let object = living(object(of: change)) else { return }
        for members in change.members {
            let place = object.shape.layout.places[members.slot]
            // All members first: those of the order are here then.
            guard let order = members.order, object.members(at: place) is MemberList else { continue }
            object.reorder(ContiguousArray(order.compactMap { registered($0) }), at: place)
        }
    }

    /// Makes a link that an object was missed for, unless the program has made another one meanwhile.
    /// - Parameter other: nil if it has gone again.
    final func make(_ link: AwaitedLink, to other: NSManagedObject?) {
        let other = other.flatMap { isLiving($0) ? $0 : nil }
        switch link {
        case .toOne(let object, let place, let former):
            guard let other, isLiving(object), currentKey(place, object.memory) == former.key(in: self) else { return }
            object.setOther(other, at: place)
        case .member(let object, let place):
            guard let other, isLiving(object) else { return }
            object.addMembers(CollectionOfOne(other), at: place)
        case .order(let order):
            order.missing -= 1
            if order.missing == 0 { makeOrders(order.change) }
        }
    }

    private func isLiving(_ object: NSManagedObject) -> Bool {
        hasValues(object) && !object.state.contains(.deleted)
    }
}

extension ObjectChange {
    /// Whether a value, or the object at a to-one end, was changed.
    fileprivate func isChanged(_ place: SlotPlace) -> Bool { previous.map { !row.isSame(place, as: $0) } ?? true }
}

extension NSManagedObject {
    /// Whether the other ends of a relationship to many, of an entity or its sub-entities, say it all, and have changed as well.
    fileprivate final func isSaid(_ place: SlotPlace, by entity: NSEntityDescription) -> Bool {
        let inverse = shape.relationship(place)?.inverse ?? -1
        return inverse >= 0 && ObjectLayout.of(entity).places[inverse].kind == .toOne
    }

    /// Takes an attribute's value over from a row of another context.
    fileprivate final func take(_ place: SlotPlace, from row: Row) {
        guard !memory.isSame(place, as: row.memory), prepareToWrite(place) else { return }
        ownMemory.copy(place, from: row.memory)
        noteWritten(place)
    }

    /// A fault becomes a new object.
    fileprivate final func takeInitialValues() {
        guard state.contains(.fault) else { return }
        memory = shape.layout.make()
        state.remove(.fault)
    }
}
