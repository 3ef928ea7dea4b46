internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// What an event has changed, kept for the undo manager.
extension ContextCore {
    /// Lets the undo manager know of this event.
    final func registerUndo() {
        guard let context, let manager = context.undoManager, manager.isUndoRegistrationEnabled, !event.touched.isEmpty
        else { return }
        let undo = EventUndo(event.touched.compactMap { entry($0) })
        guard !undo.entries.isEmpty else { return }
        manager.registerUndo(withTarget: context) { context in
            context.use("undo()") { context.core.undo(undo) }
        }
    }

    private func entry(_ object: NSManagedObject) -> EventUndo.Entry? {
        let state = object.state
        // It came and went.
        if state.isSuperset(of: [.insertedNow, .deletedNow]) { return nil }
        let members: [EventUndo.MembersEntry] = object.shape.layout.relationships.compactMap {
            // One that was saved, or resolved, in the midst of the event may be a fault by now.
            guard $0.isToMany, !state.contains(.fault), let difference = object.memory.members($0.place)?.sinceEvent,
                !difference.isEmpty
            else { return nil }
            return EventUndo.MembersEntry(
                slot: Int($0.place.slot), added: difference.added, removed: difference.removed,
                noted: difference.notedBefore, before: difference.before)
        }
        let changed = object.placesChangedNow
        // What it was changed in has been dropped since.
        if changed.isEmpty, members.isEmpty,
            state.isDisjoint(with: ObjectState.pending.union([.insertedNow, .deletedNow, .deletedBefore]))
        {
            return nil
        }
        return EventUndo.Entry(
            object: object, wasUpdated: state.contains(.updated) && !state.contains(.updatedNow),
            wasDeleted: state.contains(.deletedBefore),
            wasAbsent: state.contains(.insertedNow), wasNew: state.contains(.inserted),
            isDeletion: state.contains(.deletedNow), assignment: pendingChanges.assignments[object.key],
            row: object.before.map { withObjects($0, changed) },
            changed: changed, members: members)
    }

    /// A row in which the objects themselves stand to which links led that have changed, and not their identities: who is deleted
    /// comes back under another one after a save.
    private func withObjects(_ row: Row, _ changed: [SlotPlace]) -> Row {
        var made: Row?
        for place in changed where place.kind == .toOne {
            guard row.memory.object(place) == nil, let identity = row.destination(place) else { continue }
            let copy = made ?? Row(copying: row.memory, of: row.layout, version: row.version)
            copy.memory.setObject(object(for: identity), place)
            made = copy
        }
        return made ?? row
    }
}

extension NSManagedObject {
    /// What this event has changed, but for relationships to many.
    fileprivate final var placesChangedNow: [SlotPlace] {
        guard let before, !state.contains(.fault) else { return [] }
        return shape.layout.places.filter { !memory.isSame($0, as: before.memory) }
    }
}
