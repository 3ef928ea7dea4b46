internal import Diagnostics
internal import Foundation
internal import MainspringModel

/// What comes from the source.
extension ContextCore {
    /// Reads the values of a fault. Where its row has gone they are nil, and the object is deleted, or it is an error of
    /// the program, as the context says.
    final func fulfil(_ object: NSManagedObject) {
        // Mostly that is all: nobody needs the object's identity for it.
        if sourceState.stalenessInterval < 0, sourceState.generation == nil, let row = keptRow(of: object) {
            return fulfil(object, by: row)
        }
        do {
            if let row = try row(of: object) { return fulfil(object, by: row) }
        } catch {
            return noteUnreadable(object, error)
        }
        guard context?.shouldHandleInaccessibleFault(object, for: object.objectID, triggeredByProperty: nil) ?? false
        else {
            programmerError(
                """
                \(object.objectID) is used, but it is not in its store any more. Let shouldDeleteInaccessibleFaults be true, or \
                ask for the object by existingObject(with:), which throws an error.
                """)
        }
        guard object.core === self, object.state.contains(.fault) else { return }
        object.takeNoValues()
        object.state.formUnion([.deleted, .propagated])
    }

    @inline(__always)
    final func keptRow(of object: NSManagedObject) -> Row? {
        let key = object.key
        // Not counted: nobody is called meanwhile who could take it away.
        if let rows = sourceState.lastKept?.rows(of: object.shape.layout, store: key.store) {
            return rows._withUnsafeGuaranteedRef { $0.row(key.key) }
        }
        return findKeptRow(of: object)
    }

    @inline(never)
    private func findKeptRow(of object: NSManagedObject) -> Row? {
        let (key, layout) = (object.key, object.shape.layout)
        guard !key.isTemporary, let rows = source?.keptRows(of: layout, store: key.store) else { return nil }
        sourceState.lastKept = LastKeptRows(rows, store: key.store)
        return rows.row(key.key)
    }

    /// The row that the source has of an object; nil if it has none, or one of another entity: whoever makes an identity of a text
    /// may say of a row what it is not.
    final func row(of object: NSManagedObject) throws -> Row? {
        guard let row = try source?.row(of: object.objectID), row.layout === object.shape.layout else { return nil }
        return row
    }

    /// Gives a fault its values, and lets it know, without noting what it does to them.
    final func fulfil(_ object: NSManagedObject, by row: consuming Row) {
        object.takeValues(of: row)
        if merging != nil { settleFulfilled(object) }
        guard !object.state.contains(.tracked) else { return object.awakeFromFetch() }
        object.state.formUnion([.tracked, .awaking])
        object.awakeFromFetch()
        // One that was deleted there is on the event's list now, and stays there.
        if object.core === self, object.state.contains(.awaking) { object.state.subtract([.tracked, .awaking]) }
    }

    /// Reads the members of a relationship.
    final func load(_ members: Members, of object: NSManagedObject, _ place: SlotPlace) {
        members.load(identities(in: place, of: object).map { self.object(for: $0) })
        leaveOutDeleted(members, of: object, place)
        settleLoaded(members, of: object, place)
    }

    /// Removes objects that are to be deleted here from members that were just read.
    final func leaveOutDeleted(_ members: Members, of object: NSManagedObject, _ place: SlotPlace) {
        let inverse = object.shape.relationship(place)?.inverse ?? -1
        members.leaveOut { other in
            guard other.state.isSuperset(of: [.deleted, .propagated]),
                // The delete rules of such an object are being applied. They end its links, and note that for undo.
                !deletionQueue.propagating.contains(where: { $0 === other })
            else { return false }
            // A link whose delete rule does nothing stays.
            let rule = inverse < 0 ? nil : other.shape.relationship(other.shape.layout.places[inverse])?.deleteRule
            return rule != .noActionDeleteRule && rule != .denyDeleteRule
        }
    }

    /// Reads the identities of a relationship's members.
    final func identities(in place: SlotPlace, of object: NSManagedObject) -> [NSManagedObjectID] {
        do {
            return try source?.members(of: object.objectID, slot: Int(place.slot)).map { currentAsked($0) } ?? []
        } catch {
            noteUnreadable(object, error)
            return []
        }
    }
}
