internal import Foundation
internal import MainspringFoundation

/// How the objects were that an event has changed: enough to bring back exactly that.
///
/// It holds the objects, so that they stay the same ones whatever is saved in between.
final class EventUndo {
    /// One object.
    struct Entry {
        let object: NSManagedObject
        /// What the object was to its context before the event.
        let wasUpdated: Bool
        let wasDeleted: Bool
        /// It was no object of the context's yet.
        let wasAbsent: Bool
        /// Its values; nil if they are not to be touched.
        let row: Row?
        /// What has become of its members, by slot.
        let members: [(slot: Int, before: ContiguousArray<NSManagedObject>)]
    }

    let entries: [Entry]

    init(_ entries: [Entry]) { self.entries = entries }
}

extension ContextCore {
    /// Lets the undo manager know of this event.
    final func registerUndo() {
        guard let context, let manager = context.undoManager, manager.isUndoRegistrationEnabled, !touched.isEmpty
        else { return }
        let undo = EventUndo(touched.compactMap { entry($0) })
        guard !undo.entries.isEmpty else { return }
        manager.registerUndo(withTarget: context) { $0.core.undo(undo) }
    }

    private func entry(_ object: NSManagedObject) -> EventUndo.Entry? {
        let state = object.state
        // It came and went.
        if state.isSuperset(of: [.insertedNow, .deletedNow]) { return nil }
        let members: [(Int, ContiguousArray<NSManagedObject>)] = object.shape.layout.relationships.compactMap {
            guard $0.isToMany, let members = object.memory.members($0.place), let difference = members.sinceEvent,
                !difference.isEmpty
            else { return nil }
            return (Int($0.place.slot), members.objects(before: difference))
        }
        return EventUndo.Entry(
            object: object, wasUpdated: state.contains(.updated) && !state.contains(.updatedNow),
            wasDeleted: state.contains(.deletedBefore),
            wasAbsent: state.contains(.insertedNow), row: object.before.map(withDeletedObjects), members: members)
    }

    /// A row in which objects that are being deleted stand themselves and not their identities: after a save they come back
    /// under others.
    private func withDeletedObjects(_ row: Row) -> Row {
        var made: Row?
        for relationship in row.layout.relationships where !relationship.isToMany {
            guard row.memory.object(relationship.place) == nil, let identity = row.destination(relationship.place),
                let object = registered(identity), object.state.contains(.deleted)
            else { continue }
            let copy = made ?? Row(copying: row.memory, of: row.layout, version: row.version)
            copy.memory.setObject(object, relationship.place)
            made = copy
        }
        return made ?? row
    }

    /// Brings back what was. What is changed by it is an event of its own, which is the redo.
    final func undo(_ undo: EventUndo) {
        for entry in undo.entries where !entry.wasAbsent { bringBack(entry) }
        // Absent ones go last: their links have been ended by the others, or are ended with them.
        for entry in undo.entries where entry.wasAbsent { takeAway(entry.object) }
        processPendingChanges()
    }

    private func takeAway(_ object: NSManagedObject) {
        guard object.core === self, !object.state.contains(.deleted) else { return }
        if !object.state.contains(.tracked) { track(object) }
        // Whatever led to it is brought back by its own entry: nothing is propagated.
        object.state.formUnion([.deleted, .deletedNow, .propagated])
    }

    private func bringBack(_ entry: EventUndo.Entry) {
        let object = entry.object
        if object.core !== self { returnToContext(object) }
        if object.state.contains(.fault) { fulfil(object) }
        if !object.state.contains(.tracked) { track(object) }
        if !entry.wasDeleted, object.state.contains(.deleted) {
            object.state.subtract([.deleted, .deletedNow, .propagated])
        }
        if entry.wasDeleted { object.state.formUnion([.deleted, .propagated]) }
        if let row = entry.row { object.restore(row) }
        for (slot, before) in entry.members { object.restoreMembers(slot, before) }
        if !entry.wasUpdated, !object.differsFromSaved { object.state.subtract([.updated, .updatedNow]) }
        object.observation?.changeAll(object)
        object.awake(fromSnapshotEvents: .undoUpdate)
    }

    /// An object whose deletion was saved, or that never was, comes back as a new one.
    private func returnToContext(_ object: NSManagedObject) {
        if object.core == nil { object.state.remove(.orphan) }
        object.key = .temporary()
        object.identity = nil
        object.state.remove(.tracked)
        object.core = self
        object.state = [.inserted, .insertedNow, .tracked]
        table.add(object)
        touched.append(object)
    }
}

extension NSManagedObject {
    /// Takes back all values but those of relationships to many.
    fileprivate final func restore(_ row: Row) {
        for place in shape.layout.places where !memory.isSame(place, as: row.memory) {
            memory.copy(place, from: row.memory)
        }
    }

    fileprivate final func restoreMembers(_ slot: Int, _ before: ContiguousArray<NSManagedObject>) {
        let place = shape.layout.places[slot]
        let members = members(at: place)
        let old = ObjectSet(before)
        for object in members.objects where !old.contains(object) {
            members.noteRemoving(object, from: self)
            _ = members.remove(object)
        }
        for object in before where !members.contains(object) {
            members.noteAdding(object, to: self)
            _ = members.add(object)
        }
        if let list = members as? MemberList, !list.objects.elementsEqual(before, by: ===) {
            list.noteOrder(self)
            list.replaceAll(before)
        }
    }
}
