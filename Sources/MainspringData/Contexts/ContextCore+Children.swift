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

    /// Takes over what a child has saved. Its objects are changed here as the child's were, and the child's deletions
    /// have reached whom they reach.
    /// - Parameter child: has saved them.
    final func take(_ changes: ChangeSet, from child: ContextCore) {
        for change in changes.inserted { begin(change) }
        assignments.stores.merge(changes.assigned.stores) { $1 }
        for change in changes.locked { lock(object(for: change.identity)) }
        for change in changes.inserted { takeInserted(change) }
        for change in changes.updated { takeUpdated(change) }
        for change in changes.deleted {
            let object = object(for: change.identity)
            guard !object.state.contains(.deleted) else { continue }
            object.prepareForDeletion()
            markDeleted(object)
            object.state.insert(.propagated)
            for relationship in object.shape.layout.relationships { object.forget(relationship) }
        }
        processPendingChanges()
        children.post(SavedIdentities(changes), from: child)
    }

    /// Makes a new object, so that others can lead to it.
    private func begin(_ change: ObjectChange) {
        guard registered(change.identity) == nil else { return }
        let object = object(for: change.identity)
        object.takeInitialValues()
        object.state.formUnion([.inserted, .insertedNow, .tracked])
        touched.append(object)
        waitForEndOfEvent()
        object.awakeFromInsert()
    }

    private func takeInserted(_ change: ObjectChange) {
        let object = object(for: change.identity)
        for place in object.shape.layout.places { object.take(place, from: change.row) }
        for members in change.members { takeMembers(members, of: object) }
    }

    private func takeUpdated(_ change: ObjectChange) {
        let object = object(for: change.identity)
        if object.state.contains(.fault) { fulfil(object) }
        for place in object.shape.layout.places
        where change.previous.map({ !change.row.isSame(place, as: $0) }) ?? true {
            object.take(place, from: change.row)
        }
        for members in change.members { takeMembers(members, of: object) }
    }

    private func takeMembers(_ change: MembersChange, of object: NSManagedObject) {
        let place = object.shape.layout.places[change.slot]
        object.prepareToWrite(place)
        let members = place.kind == .ordered ? object.members(at: place) : object.knownMembers(at: place)
        for identity in change.removed {
            let other = self.object(for: identity)
            members.noteRemoving(other, from: object)
            _ = members.remove(other)
        }
        for identity in change.added {
            let other = self.object(for: identity)
            guard !members.contains(other) else { continue }
            members.noteAdding(other, to: object)
            _ = members.add(other)
        }
        if let order = change.order, let list = members as? MemberList { list.takeOrder(order, of: object) }
        object.noteWritten(place)
    }
}

extension MemberList {
    /// Takes over an order; members that it does not say stand behind those that they stood behind.
    fileprivate final func takeOrder(_ order: [NSManagedObjectID], of owner: NSManagedObject) {
        guard let core = owner.core else { return }
        let said = ContiguousArray(order.map { core.object(for: $0) }.filter { contains($0) })
        let saidSet = ObjectSet(said)
        let rest = objects.filter { !saidSet.contains($0) }
        let ordered = said + rest
        guard !objects.elementsEqual(ordered, by: ===) else { return }
        noteOrder(owner)
        replaceAll(ordered)
    }
}

extension NSManagedObject {
    /// Takes one value over from a row of another context.
    fileprivate final func take(_ place: SlotPlace, from row: Row) {
        switch place.kind {
        case .toMany, .ordered, .fetched, .missing: return
        case .toOne:
            guard memory.destinationKey(place) != row.memory.destinationKey(place) else { return }
            prepareToWrite(place)
            let other = row.destination(place).flatMap { core?.object(for: $0) }
            memory.setObject(other, place)
        default:
            guard !memory.isSame(place, as: row.memory) else { return }
            prepareToWrite(place)
            memory.copy(place, from: row.memory)
        }
        noteWritten(place)
    }

    /// A fault becomes a new object.
    fileprivate final func takeInitialValues() {
        guard state.contains(.fault) else { return }
        memory = shape.layout.make()
        state.remove(.fault)
    }

    /// Lets a relationship lead nowhere, without a word to the other end.
    fileprivate final func forget(_ relationship: RelationshipPlace) {
        prepareToWrite(relationship.place)
        if relationship.isToMany {
            guard let members = memory.members(relationship.place) else { return }
            for other in members.objects { members.noteRemoving(other, from: self) }
            members.removeAll()
        } else {
            memory.setObject(nil, relationship.place)
        }
        noteWritten(relationship.place)
    }
}
