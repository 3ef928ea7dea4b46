internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// Undo and redo.
extension ContextCore {
    /// Brings back what was. What is changed by it is an event of its own, which is the redo.
    ///
    /// What others have saved since, and a merge has brought, stays: only what the event has changed is changed back. Of what
    /// those who are told meanwhile let go nothing comes back.
    final func undo(_ undo: EventUndo) {
        takeBack(undo)
        processPendingChanges()
    }

    private func takeBack(_ undo: EventUndo) {
        undoState.undoing { takeBackAll(undo) }
    }

    private func takeBackAll(_ undo: EventUndo) {
        let drops = pendingChanges.dropCount
        let telling = tell(undo)
        guard pendingChanges.dropCount == drops else { return }
        // From here on nobody is called until all is taken back.
        let present = undo.entries.filter { !$0.wasAbsent && canComeBack($0) }
        let deletedAgain = present.filter { $0.wasDeleted && !$0.object.state.contains(.deleted) }
        for entry in present { bringBack(entry) }
        // All are there now, and can be linked.
        let ends = RestoredEnds(undo, self)
        for entry in present where hasValues(entry.object) { entry.object.restoreMembers(entry.members, ends) }
        for entry in present where hasValues(entry.object) { entry.object.takeBackNotes(entry.members) }
        for entry in present where hasValues(entry.object) { entry.object.noteAlike(entry.members) }
        let members = Dictionary(
            present.filter { !$0.members.isEmpty }.map { (ObjectIdentifier($0.object), $0.members) },
            uniquingKeysWith: { $1 })
        for entry in present where hasValues(entry.object) { restoreLinks(entry, members) }
        telling.finish()
        // Who is told from here on may have dropped all that is not saved, this as well.
        for entry in deletedAgain where pendingChanges.dropCount == drops && hasValues(entry.object) {
            endLinks(of: entry.object)
        }
        for entry in present where pendingChanges.dropCount == drops && hasValues(entry.object) { finish(entry) }
        // Absent ones go last: their links have been ended by the others, or are ended with them.
        for entry in undo.entries where pendingChanges.dropCount == drops && entry.wasAbsent { takeAway(entry.object) }
        // When all have been told: what they change is to be noted as such.
        for entry in present where pendingChanges.dropCount == drops && hasValues(entry.object) { endUpdate(entry) }
    }

    /// Tells whom the taking back meets, at all ends of all links, until a look has told nobody.
    private func tell(_ undo: EventUndo) -> Telling {
        var telling = Telling()
        var looks = 0
        while true {
            var restless: NSManagedObject?
            // All of them in one look, since there may be many.
            for entry in undo.entries where !isQuiet(entry, &telling) { restless = entry.object }
            guard let restless else { return telling }
            looks += 1
            if looks > NSManagedObject.mostLooks { restless.refuseTelling() }
        }
    }

    /// Whether nobody had to be told of what is taken back of one object.
    private func isQuiet(_ entry: EventUndo.Entry, _ telling: inout Telling) -> Bool {
        let object = entry.object
        guard !entry.wasAbsent, canComeBack(entry) else { return true }
        if object.state.contains(.fault) {
            object.prepareToRead()
            return false
        }
        let places = object.shape.layout.places
        for members in entry.members {
            guard telling.isQuiet(object, places[members.slot]) else { return false }
            // All are needed to put them into their order.
            if places[members.slot].kind == .ordered { _ = object.members(at: places[members.slot]) }
        }
        return entry.changed.allSatisfy {
            telling.isQuiet(object, $0) && ($0.kind != .toOne || isQuietAtEnds(entry, $0, &telling))
        }
    }

    /// The same of the other ends of a link: where it leads, and where it is to lead again.
    private func isQuietAtEnds(_ entry: EventUndo.Entry, _ place: SlotPlace, _ telling: inout Telling) -> Bool {
        let object = entry.object
        guard let row = entry.row, let inverse = object.shape.relationship(place)?.inverse, inverse >= 0 else {
            return true
        }
        let (previous, former) = (object.other(at: place), formerOther(row, place))
        guard previous !== former else { return true }
        if let previous, previous.core === self, !previous.tellUnlinking(object, slot: inverse, &telling) {
            return false
        }
        guard let former, !former.isLetGo, !isKnownHereOnly(object, place, former) else { return true }
        return former.tellLinking(object, slot: inverse, back: Int(place.slot), &telling)
    }

    /// What others have deleted does not come back by the undo of something else; what has no values any more never does.
    private func canComeBack(_ entry: EventUndo.Entry) -> Bool {
        entry.object.core === self || entry.isDeletion && !entry.object.state.contains(.fault)
    }

    private func takeAway(_ object: NSManagedObject) {
        guard object.core === self else { return }
        if object.state.contains(.fault) { fulfil(object) }
        guard hasValues(object), !object.state.contains(.deleted) else { return }
        if !object.state.contains(.tracked) { track(object) }
        // Not by the delete rules: what led to it before is brought back by its own entry, and what was merged since only
        // lets go of it.
        for _ in 0..<NSManagedObject.mostLooks {
            for relationship in object.shape.layout.relationships where hasValues(object) {
                object.unlinkAll(relationship)
            }
            guard hasValues(object), !object.state.contains(.deleted) else { return }
            // Who was told of one may have made others.
            if object.shape.layout.relationships.allSatisfy({ object.others($0).isEmpty }) { break }
        }
        object.state.formUnion([.deleted, .deletedNow, .propagated])
        object.awake(fromSnapshotEvents: .undoInsertion)
    }

    /// Ends the links that a merge has brought to an object since its deletion was taken back: made again, that reaches those
    /// too. Not by the delete rules, as in ``takeAway(_:)``; links that a rule lets stand stay.
    private func endLinks(of object: NSManagedObject) {
        for relationship in object.shape.layout.relationships
        where hasValues(object) && object.endsLinks(at: relationship.place) {
            object.unlinkAll(relationship)
        }
    }

    private func bringBack(_ entry: EventUndo.Entry) {
        let object = entry.object
        if object.core !== self { returnToContext(entry) }
        guard hasValues(object) else { return }
        if !object.state.contains(.tracked) { track(object) }
        // Whoever was told of an earlier event that is taken back with this one may have deleted it.
        if !entry.wasDeleted, entry.isDeletion, object.state.contains(.deleted) {
            object.state.subtract([.deleted, .deletedNow, .propagated])
        }
        if entry.wasDeleted, !object.state.contains(.deleted) {
            object.state.formUnion([.deleted, .deletedNow, .propagated])
        }
        if let row = entry.row { object.restore(entry.changed, from: row) }
    }

    /// - Parameter members: what has been taken back of members, by their owners.
    private func restoreLinks(
        _ entry: EventUndo.Entry, _ members: [ObjectIdentifier: [EventUndo.MembersEntry]]
    ) {
        guard let row = entry.row else { return }
        let object = entry.object
        for place in entry.changed where place.kind == .toOne && hasValues(object) {
            if let previous = object.other(at: place), let inverse = object.shape.relationship(place)?.inverse,
                let taken = members[ObjectIdentifier(previous)],
                taken.contains(where: { $0.slot == inverse && $0.added.contains(object) })
            {
                // The other end does not lead here any more, and has not been changed by that.
                object.noteChange()
                object.linkMemory.setObject(nil, place)
            }
            var other = formerOther(row, place)
            // Somebody else may have deleted it since, or a merge has let an earlier deletion reach this one.
            if other?.core !== self || other?.state.contains(.deleted) == true { other = nil }
            // So it is with this one, if a merge has brought a link to it that the deletion has ended.
            if object.endsLinks(at: place) { other = nil }
            if let other, isKnownHereOnly(object, place, other) {
                object.setEnds(nil, place)
                object.linkMemory.setObject(other, place)
                other.dropNotedRemoval(of: object, at: object.shape.relationship(place)?.inverse ?? -1)
            } else {
                object.setEnds(other, place)
            }
        }
    }

    /// Where a relationship to one led.
    final func formerOther(_ row: Row, _ place: SlotPlace) -> NSManagedObject? {
        row.memory.object(place) ?? row.destination(place).map { object(for: $0) }
    }

    /// Whether a link is as it was read, and the other end is as it was read earlier, when there was no such link.
    private func isKnownHereOnly(_ object: NSManagedObject, _ place: SlotPlace, _ other: NSManagedObject) -> Bool {
        guard let inverse = object.shape.relationship(place)?.inverse, inverse >= 0,
            let saved = object.saved, currentKey(place, saved.memory) == other.key, !other.state.contains(.fault)
        else { return false }
        let back = other.shape.layout.places[inverse]
        guard back.kind != .toOne else { return other.other(at: back) !== object && !other.isChanged(back) }
        guard let members = other.memory.members(back), members.isLoaded else { return false }
        return !members.contains(object)
    }

    /// An object that differs by nothing any more is not to be saved.
    private func endUpdate(_ entry: EventUndo.Entry) {
        let object = entry.object
        if !entry.wasUpdated, !object.differsFromSaved { object.state.subtract([.updated, .updatedNow]) }
    }

    private func finish(_ entry: EventUndo.Entry) {
        let object = entry.object
        object.observation?.changeAll(object)
        guard hasValues(object) else { return }
        object.awake(fromSnapshotEvents: entry.isDeletion && !entry.wasDeleted ? .undoDeletion : .undoUpdate)
    }

    /// An object whose deletion was saved, or that never was, comes back as a new one.
    private func returnToContext(_ entry: EventUndo.Entry) {
        let object = entry.object
        // An identity that no store has a row for is its own for ever; that of a row which has gone is not.
        let isOwn = object.key.isTemporary || entry.wasNew && objectMap.table.object(object.key) == nil
        let store = object.key.isTemporary ? entry.assignment : StoreNumbers.store(object.key.store)
        if !isOwn { (object.key, object.identity) = (.temporary(), nil) }
        if object.key.isTemporary, let store,
            context?.persistentStoreCoordinator?.accepts(object.entity, store) == true
        {
            pendingChanges.assignments.stores[object.key] = store
        }
        begin(object)
    }
}

extension NSManagedObject {
    /// Whether the object is deleted, and a relationship's delete rule has ended its links.
    final func endsLinks(at place: SlotPlace) -> Bool {
        guard state.isSuperset(of: [.deleted, .propagated]), let rule = shape.relationship(place)?.deleteRule else {
            return false
        }
        return rule == .nullifyDeleteRule || rule == .cascadeDeleteRule
    }

    /// Nothing is noted any more of a member that has never been one here.
    fileprivate final func dropNotedRemoval(of object: NSManagedObject, at slot: Int) {
        guard slot >= 0, shape.layout.places[slot].kind != .toOne else { return }
        memory.members(shape.layout.places[slot])?.sinceSave?.removed.remove(object)
    }

    /// Takes back attributes.
    fileprivate final func restore(_ places: [SlotPlace], from row: Row) {
        for place in places where place.kind != .toOne { ownMemory.copy(place, from: row.memory) }
    }

    /// Takes back what other ends to many note of links, and these do not any more: they were read at another time.
    fileprivate final func takeBackNotes(_ entries: [EventUndo.MembersEntry]) {
        forEachEnd(entries) { $0.takeBackNote($1, of: self, $2) }
    }

    /// Lets other ends to many note what these still do.
    fileprivate final func noteAlike(_ entries: [EventUndo.MembersEntry]) {
        forEachEnd(entries) { $0.noteAlike($1, of: self, $2, isMember: $0.contains($1)) }
    }

    /// Gives members that an event has changed, each that has come or gone, and the members at its end of that link, to many.
    private func forEachEnd(
        _ entries: [EventUndo.MembersEntry], _ body: (_ members: Members, _ object: NSManagedObject, Members) -> Void
    ) {
        for entry in entries {
            let place = shape.layout.places[entry.slot]
            guard let inverse = shape.relationship(place)?.inverse, inverse >= 0, let members = memory.members(place)
            else { continue }
            for object in entry.added.objects + entry.removed.objects where object.core === core {
                guard !object.state.contains(.fault), object.shape.layout.places[inverse].kind != .toOne,
                    let others = object.memory.members(object.shape.layout.places[inverse])
                else { continue }
                body(members, object, others)
            }
        }
    }

    /// Takes back what has become of members, whether all of them are known or not.
    fileprivate final func restoreMembers(_ entries: [EventUndo.MembersEntry], _ ends: RestoredEnds) {
        for entry in entries {
            let place = shape.layout.places[entry.slot]
            let inverse = shape.relationship(place)?.inverse ?? -1
            let members = place.kind == .ordered ? members(at: place) : knownMembers(at: place)
            for object in entry.added {
                guard ends.leads(object, to: self, slot: inverse) != true else {
                    members.dropNotedAddition(of: object, to: self, place)
                    continue
                }
                if members.contains(object) {
                    members.noteTakenBack(object, of: self, place, isMember: false, noted: entry.noted)
                    _ = members.remove(object)
                } else if !members.isLoaded {
                    members.noteRemoving(object, from: self, place)
                }
            }
            // One that is to be deleted all the same has no links: a merge may have ended this one for that.
            for object in entry.removed
            where object.core === core && !object.state.contains(.deleted) && !members.contains(object)
                && !endsLinks(at: place) && ends.leads(object, to: self, slot: inverse) != false
            {
                members.noteTakenBack(object, of: self, place, isMember: true, noted: entry.noted)
                _ = members.add(object)
            }
            if let before = entry.before, let list = members as? MemberList { restoreOrder(list, before) }
        }
    }

    /// Puts those that were there into the order in which they were, and others behind them.
    private func restoreOrder(_ list: MemberList, _ before: ContiguousArray<NSManagedObject>) {
        let ordered = list.ordered(by: before)
        guard !list.objects.elementsEqual(ordered, by: ===) else { return }
        list.noteOrder(self)
        list.replaceAll(ordered)
    }
}
