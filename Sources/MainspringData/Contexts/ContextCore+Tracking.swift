internal import Diagnostics
internal import Foundation
internal import MainspringModel

/// What becomes of objects, noted as it happens.
extension ContextCore {
    /// Puts an object that is about to be changed on this event's list, and keeps how it is.
    final func track(_ object: NSManagedObject) {
        saveInFlight?.leave(object)
        touch(object)
        // One that was saved in the event that has made it can be changed again.
        guard !object.state.isSuperset(of: [.inserted, .insertedNow]) else { return }
        if object.state.contains(.deleted) { object.state.insert(.deletedBefore) }
        let isFirst = object.state.isDisjoint(with: [.inserted, .updated])
        // Nothing has become of it since it was read or saved: that row says how it is.
        object.before = isFirst ? object.saved ?? object.copyRow() : object.copyRow()
        if object.state.isDisjoint(with: [.inserted, .updated]) { object.state.formUnion([.updated, .updatedNow]) }
    }

    /// Puts an object on this event's list.
    final func touch(_ object: NSManagedObject) {
        event.touch(object)
        waitForEndOfEvent()
    }

    /// Makes an object the context's, as a new one, and with it those without a context to which links lead from it.
    final func insert(_ object: NSManagedObject) {
        if object.core === self { return reinsert(object) }
        requireNobodys(object)
        // One that was made with the context is of a shape that was asked for.
        if object.shape !== entities.lastShape { requireOwnEntity(object) }
        takeIn(object)
        let linked = object.linkedWithoutContext
        guard !linked.isEmpty else { return object.awakeFromInsert() }
        // A list, not a recursion: a chain may be of any length. All are here before any of them is told.
        var made = [object]
        var next = linked
        while let other = next.popLast() {
            guard other.core == nil else { continue }
            takeIn(other)
            made.append(other)
            next += other.linkedWithoutContext
        }
        for object in made where object.core === self { object.awakeFromInsert() }
    }

    private func requireNobodys(_ object: NSManagedObject) {
        if object.state.contains(.ofBatch) {
            programmerError(
                """
                The object that a batch insertion gives its handler cannot be linked to by one of \(title): it stands for a row that is \
                not there yet. Set its own relationship to one instead.
                """)
        }
        guard object.core == nil, !object.state.contains(.orphan) else {
            let owner = object.core?.title ?? "one that has gone"
            programmerError(
                """
                \(object.objectID) cannot be inserted into \(title): it belongs to another context (\(owner)). Make a new \
                object there, and copy the values.
                """)
        }
    }

    private func takeIn(_ object: NSManagedObject) {
        begin(object)
        waitForEndOfEvent()
    }

    /// Makes an object that has no context a new one of this.
    final func begin(_ object: NSManagedObject) {
        object.core = self
        // Who observes it goes on.
        object.state = stateOfNewObjects.union(object.state.intersection(.observed))
        objectMap.table.add(object)
        objectMap.noteRegistered(object)
        event.append(object)
    }

    /// An object of the context is inserted once more: what was to be deleted is not.
    private func reinsert(_ object: NSManagedObject) {
        guard object.state.contains(.deleted) else { return }
        // What is being deleted in slices cannot be taken back.
        if let saving, saving.isInSlices, saving.has(object) {
            completeMerges()
            guard object.core === self, object.state.contains(.deleted) else { return }
        }
        if !object.state.contains(.tracked) { track(object) }
        object.state.subtract([.deleted, .deletedNow, .propagated])
        deletionQueue.remove(object)
    }

    /// Lets the next save delete an object.
    final func delete(_ object: NSManagedObject) {
        guard object.core === self else {
            if object.core == nil { return }
            programmerError(
                """
                \(object.objectID) cannot be deleted in \(title): it belongs to \(object.core?.title ?? "no context"). Ask this \
                context for it by object(with: objectID), and delete that.
                """)
        }
        if merging != nil {
            guard object.reachForWriting() else { return }
            // Whom its deletion reaches is to be where he is after the merge.
            if object.state.contains(.fault) { fulfil(object) }
            for relationship in object.shape.layout.relationships where hasValues(object) {
                object.reachOthers(at: relationship.place)
            }
            saving?.finishReached(byDeleting: object, in: self)
            guard object.core === self else { return }
        }
        guard !object.state.contains(.deleted) else { return }
        object.prepareForDeletion()
        markDeleted(object)
        merging?.noteDeleted(object)
        if context?.propagatesDeletesAtEndOfEvent == false { propagateDeletions() }
    }

    /// The same without a word to the object.
    final func markDeleted(_ object: NSManagedObject) {
        // When it was told of it, it may have forgotten everything.
        guard object.core === self, !object.state.contains(.deleted) else { return }
        if object.state.contains(.fault) { fulfil(object) }
        // The same when it has got its values.
        guard object.core === self, !object.state.contains(.deleted) else { return }
        // Its deletion is noted, though other changes are not.
        if object.state.contains(.awaking) { object.state.subtract([.tracked, .awaking]) }
        if !object.state.contains(.tracked) { track(object) }
        object.state.formUnion([.deleted, .deletedNow])
        deletionQueue.append(object)
    }

    /// Puts an object on the list of what is not saved.
    final func pend(_ object: NSManagedObject) {
        object.state.insert(.listed)
        if saving?.takes(object) != true { pendingChanges.append(object) }
        childLinks.taking?.note(object)
    }

    /// Takes objects out of the list of what is not saved; what becomes of them later puts them into it again.
    /// - Returns: what still refers to them where they are many.
    @discardableResult
    final func leavePending(_ isDone: (NSManagedObject) -> Bool) -> [NSManagedObject] {
        let former = pendingChanges.removeAll { object in
            guard isDone(object) else { return false }
            if object.core === self { object.state.remove(.listed) }
            return true
        }
        forgetSavedLinks()
        return former
    }

    /// What a new object is.
    private var stateOfNewObjects: ObjectState {
        stateOfFaults.subtracting(.fault).union([.inserted, .insertedNow, .tracked])
    }
}

extension NSManagedObject {
    /// The objects that its links lead to and that belong to no context, as it does not.
    fileprivate final var linkedWithoutContext: [NSManagedObject] {
        var linked: [NSManagedObject] = []
        for relationship in shape.layout.relationships {
            guard memory.reference(relationship.place) != nil else { continue }
            for other in others(relationship) where other.core == nil && !other.state.contains(.orphan) {
                linked.append(other)
            }
        }
        return linked
    }

    /// How the object is, for this context alone.
    final func copyRow() -> Row { Row(copying: memory, of: shape.layout, version: saved?.version ?? 0) }
}
