internal import Diagnostics
internal import Foundation
internal import MainspringModel

/// Reading objects anew.
extension ContextCore {
    /// The object with an identity, with its values.
    final func existingObject(_ identity: NSManagedObjectID) throws -> NSManagedObject {
        if let known = registered(identity), !known.state.contains(.fault) {
            guard !known.state.contains(.inaccessible) else { throw CoreDataError.missingObject(identity) }
            return known
        }
        // First, so that the row is kept for others as long as the object is here.
        let isNew = registered(identity) == nil
        let object = object(for: identity)
        guard let row = try source?.row(of: object.objectID) else {
            if isNew { retained?.remove(object) }
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
        // There is nothing to be read of it.
        guard !object.state.contains(.inserted), !object.state.contains(.fault) else { return }
        if !mergingChanges || object.state.isDisjoint(with: .pending) {
            turnIntoFault(object)
        } else if let row = (try? source?.row(of: object.objectID)) ?? nil {
            rebase(object, onto: row)
        }
        noteRefreshed(object)
    }

    /// Drops an object's values and changes.
    private func turnIntoFault(_ object: NSManagedObject) {
        object.willTurnIntoFault()
        // What it does from now on in this event is another change, and this one was none.
        if object.state.contains(.tracked) {
            object.state.remove(.tracked)
            touched.removeAll { $0 === object }
        }
        object.state.subtract([.updated, .deleted, .propagated, .updatedNow, .deletedNow])
        object.dropValues()
        object.didTurnIntoFault()
    }

    /// Gives an object the values of another row, and makes the changes again that are not saved.
    final func rebase(_ object: NSManagedObject, onto row: Row) {
        let (mine, base) = (object.copyRow(), object.saved)
        let members = object.unsavedMembers
        object.replaceValues(by: row)
        if let base {
            for place in object.shape.layout.places where !mine.isSame(place, as: base) {
                object.memory.copy(place, from: mine.memory)
            }
        }
        for (place, kept) in members { object.memory.setReference(kept.rebased(of: object, place), place) }
        object.awake(fromSnapshotEvents: .refresh)
    }

    /// Refreshes all objects; changes that are not saved are kept.
    final func refreshAll() {
        for object in table.objects { refresh(object, mergingChanges: true) }
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

extension Members {
    /// What is not saved of it, over what the source will say.
    fileprivate final func rebased(of object: NSManagedObject, _ place: SlotPlace) -> Members {
        guard let difference = sinceSave else { return self }
        let made = object.makeMembers(place, isLoaded: false)
        for other in difference.added { _ = made.add(other) }
        var kept = MemberDifference(before: nil)
        for other in difference.added { kept.noteAdded(other) }
        for other in difference.removed { kept.noteRemoved(other) }
        made.sinceSave = kept
        return made
    }
}
