internal import Diagnostics
internal import Foundation
internal import MainspringModel

/// Reading objects anew.
extension ContextCore {
    /// The object with an identity, with its values.
    final func existingObject(_ identity: NSManagedObjectID) throws -> NSManagedObject {
        if !objectMap.unreadable.isEmpty, let known = registered(identity) { try retry(known) }
        if let known = registered(identity), !known.state.contains(.fault) {
            guard !known.state.contains(.inaccessible) else { throw CoreDataError.missingObject(identity) }
            return known
        }
        // First, so that the row is kept for others as long as the object is here.
        let isNew = registered(identity) == nil
        let object = object(for: identity)
        guard let row = try row(of: object) else {
            if isNew { objectMap.release(object) }
            throw CoreDataError.missingObject(identity)
        }
        if object.state.contains(.fault) { fulfil(object, by: row) }
        return object
    }

    /// Makes an object a fault, or reads it anew and makes the changes again that are not saved.
    final func refresh(_ object: NSManagedObject, mergingChanges: Bool) {
        guard object.core === self else {
            programmerError(
                "\(object.objectID) cannot be refreshed in \(title): it belongs to \(object.core?.title ?? "no context")."
            )
        }
        refreshUnacknowledged(object, mergingChanges: mergingChanges)
        acknowledgeRefreshed(object)
    }

    private func refreshUnacknowledged(_ object: NSManagedObject, mergingChanges: Bool) {
        landSave()
        if let saving, saving.has(object) { completeMerges() }
        if merging != nil, !object.reachForWriting() { return }
        // There is nothing to be read of it.
        guard !object.state.contains(.inserted), !object.state.contains(.fault) else { return }
        guard mergingChanges, !object.state.isDisjoint(with: .pending) else { return turnIntoFault(object) }
        // What the event has changed so far is undone as that, and not with what others have changed.
        if object.state.contains(.tracked) {
            processPendingChanges()
            guard hasValues(object), !object.state.contains(.inserted) else { return }
            guard !object.state.isDisjoint(with: .pending) else { return turnIntoFault(object) }
        }
        guard let row = (try? row(of: object)) ?? nil else { return noteRefreshed(object) }
        var moved: [MovedLink] = []
        let replaced = rebase(object, onto: row, &moved)
        let others = settle(moved)
        end(replaced)
        tellRefreshed(object, .refresh)
        for other in others { noteRefreshed(other) }
    }

    /// Whether an object is here with its values. To be asked after somebody was told of something: he may have let go of it.
    final func hasValues(_ object: NSManagedObject) -> Bool {
        object.core === self && !object.state.contains(.fault)
    }

    /// Lets an object, and who observes it, know that its values are other ones; last, when all is done that needs them.
    final func tellRefreshed(_ object: NSManagedObject, _ event: NSSnapshotEventType) {
        if hasValues(object) { object.awake(fromSnapshotEvents: event) }
        noteRefreshed(object)
    }

    /// Drops an object's values and changes.
    final func turnIntoFault(_ object: NSManagedObject) {
        object.willTurnIntoFault()
        guard hasValues(object) else { return }
        objectMap.unreadable[object.key] = nil
        let others = dropForeignNotes(of: object)
        let dropped = object.state.isDisjoint(with: .pending) ? nil : dropLinks(of: object)
        leaveEvent(object)
        object.state.subtract([.updated, .deleted, .propagated, .updatedNow, .deletedNow, .deletedBefore])
        object.dropValues()
        object.didTurnIntoFault()
        noteRefreshed(object)
        if let dropped { finish(dropped, of: object) }
        for other in others { noteRefreshed(other) }
    }

    /// Ends the links of an object that are unsaved changes at the other ends alone, which were read at another time: the object says
    /// next what others have saved of them.
    /// - Returns: those whose links to one have ended by that, to be told when all is done.
    private func dropForeignNotes(of object: NSManagedObject) -> [NSManagedObject] {
        var ended: [NSManagedObject] = []
        for relationship in object.shape.layout.relationships where relationship.inverse >= 0 {
            let (place, memory) = (relationship.place, object.memory)
            guard relationship.isToMany else {
                guard let other = memory.object(place), !other.state.isDisjoint(with: .pending),
                    !object.isChanged(place)
                else { continue }
                other.dropNote(of: object, slot: relationship.inverse)
                if other.dropUnsavedLink(to: object, slot: relationship.inverse) { ended.append(other) }
                continue
            }
            guard let own = memory.members(place) else { continue }
            for other in own.objects
            where !other.state.isDisjoint(with: .pending)
                && other.shape.layout.places[relationship.inverse].kind != .toOne
                && own.sinceSave?.added.contains(other) != true
            {
                other.dropNote(of: object, slot: relationship.inverse)
            }
        }
        return ended
    }

    /// A link that others have made, and that a change which is not saved replaces.
    struct ReplacedLink {
        let object: NSManagedObject
        let slot: Int
        /// Leads elsewhere.
        let other: NSManagedObject
    }

    /// A link that others have moved, and that is not changed here any more by that.
    struct MovedLink {
        let object: NSManagedObject
        let slot: Int
        let former: NSManagedObject?
        let new: NSManagedObjectID?
    }

    /// Gives an object the values of another row, and makes the changes again that are not saved. One that is to be deleted
    /// has the row's links, and loses them when changes are processed: the deletion reaches those too who have come to it.
    ///
    /// Tells nobody: the object is told when its links are whole.
    /// - Parameter moved: gets the links that lead elsewhere now, for ``settle(_:)`` when all is read anew.
    /// - Returns: links that are to be ended at the other end, when that has been read anew too.
    final func rebase(_ object: NSManagedObject, onto row: Row, _ moved: inout [MovedLink]) -> [ReplacedLink] {
        noteReadAgain(object)
        let (mine, base) = (object.copyRow(), object.saved)
        let isDeleted = object.state.contains(.deleted)
        // Until the deletion has reached the others, its own links are there for it to end.
        let isUnlinked =
            object.state.isSuperset(of: [.deleted, .propagated])
            && !deletionQueue.propagating.contains { $0 === object }
        let members = isUnlinked ? [] : object.unsavedMembers
        object.replaceValues(by: row)
        if let base {
            for place in object.shape.layout.places
            where place.kind == .toOne
                ? !isUnlinked && !isSameDestination(place, mine.memory, as: base) : !mine.isSame(place, as: base)
            {
                object.linkMemory.copy(place, from: mine.memory)
            }
        }
        moved += movedLinks(of: object, mine.memory)
        for (place, kept) in members {
            object.ownMemory.setReference(kept.rebased(of: object, place), place)
            (kept as? MemberList)?.giveOrder(to: object, place)
        }
        guard !isDeleted else {
            object.state.remove(.propagated)
            if isUnlinked { deletionQueue.appendAgain(object) } else { deletionQueue.append(object) }
            return []
        }
        return replacedLinks(of: row, by: object)
    }

    private func movedLinks(of object: NSManagedObject, _ mine: ValueMemory) -> [MovedLink] {
        object.shape.layout.relationships.compactMap { relationship in
            let place = relationship.place
            guard !relationship.isToMany, relationship.inverse >= 0,
                currentKey(place, mine) != currentKey(place, object.memory)
            else { return nil }
            return MovedLink(
                object: object, slot: relationship.inverse,
                former: mine.object(place) ?? mine.destination(place).flatMap { registered($0) },
                new: object.memory.destination(place))
        }
    }

    /// Lets those be as their ends say to whom links led, or lead now, that others have moved: what is noted there as a change of
    /// this context's is none any more. Tells nobody.
    /// - Returns: those whose links to one have ended by that, to be told when all is done.
    final func settle(_ moved: [MovedLink]) -> [NSManagedObject] {
        moved.filter { link in
            link.new.flatMap { registered($0) }?.settleMember(link.object, slot: link.slot, isMember: true)
            link.former?.settleMember(link.object, slot: link.slot, isMember: false)
            return link.former?.dropUnsavedLink(to: link.object, slot: link.slot) ?? false
        }
        .compactMap(\.former)
    }

    /// The links of a row that an object has otherwise.
    final func replacedLinks(of row: Row, by object: NSManagedObject) -> [ReplacedLink] {
        object.shape.layout.relationships.compactMap { relationship in
            guard !relationship.isToMany, relationship.inverse >= 0,
                let theirs = row.destination(relationship.place),
                currentKey(relationship.place, row.memory) != currentKey(relationship.place, object.memory)
            else { return nil }
            return ReplacedLink(object: self.object(for: theirs), slot: relationship.inverse, other: object)
        }
    }

    /// Ends links at the other end.
    final func end(_ links: [ReplacedLink]) {
        for link in links where link.object.core === self {
            living(link.object.objectID)?.unlink(link.other, slot: link.slot)
        }
    }

    /// Refreshes all objects; changes that are not saved are kept.
    final func refreshAll() {
        // Who is told of one may let go of others.
        for object in objectMap.table.objects where object.core === self { refresh(object, mergingChanges: true) }
        acknowledgeAll()
    }
}

extension NSManagedObject {
    /// The relationships to many with changes that are not saved.
    fileprivate final var unsavedMembers: [(SlotPlace, Members)] {
        shape.layout.relationships.compactMap { relationship in
            guard relationship.isToMany, let members = memory.members(relationship.place),
                !(members.sinceSave?.isEmpty ?? true)
            else { return nil }
            return (relationship.place, members)
        }
    }
}

extension NSManagedObject {
    /// An object is a member, or none, whatever was noted of that: the other end says so, which was read last.
    final func settleMember(_ object: NSManagedObject, slot: Int, isMember: Bool) {
        let place = shape.layout.places[slot]
        guard core === object.core, !state.contains(.fault), place.kind != .toOne, let members = memory.members(place)
        else { return }
        if isMember {
            let isThere = members.isLoaded && !endsLinks(at: place)
            // Whether the list has an order of its own is to be seen before.
            if isThere, let list = members as? MemberList {
                return list.settle(object, by: core?.merging?.readOrder(of: self, place))
            }
            members.sinceSave?.removed.remove(object)
            if isThere { _ = members.add(object) }
        } else {
            members.sinceSave?.noteNotThere(object)
            _ = members.remove(object)
        }
    }

    /// What is noted as a new member is none.
    fileprivate final func dropNote(of object: NSManagedObject, slot: Int) {
        let place = shape.layout.places[slot]
        guard core === object.core, !state.contains(.fault), place.kind != .toOne, let members = memory.members(place),
            members.sinceSave?.added.remove(object) == true
        else { return }
        _ = members.remove(object)
    }

    /// Ends a link to one that leads to an object by a change which is not saved: the other end does not lead here any more.
    /// - Returns: whether there was such a one.
    fileprivate final func dropUnsavedLink(to object: NSManagedObject, slot: Int) -> Bool {
        let place = shape.layout.places[slot]
        guard let core, core === object.core, !state.contains(.fault), place.kind == .toOne, isChanged(place),
            core.currentKey(place, memory) == object.key
        else { return false }
        linkMemory.setIdentity(nil, place)
        return true
    }
}

extension Members {
    /// What is not saved of it, over what the source will say.
    fileprivate final func rebased(of object: NSManagedObject, _ place: SlotPlace) -> Members {
        guard let difference = sinceSave else { return self }
        let made = object.makeMembers(place, isLoaded: false)
        for other in difference.added { _ = made.add(other) }
        var kept = MemberDifference(before: nil)
        for other in difference.added { kept.noteAdded(other) }
        for other in difference.removed { kept.noteRemoved(other) }
        (made.sinceSave, made.sinceEvent) = (kept, sinceEvent)
        return made
    }
}
