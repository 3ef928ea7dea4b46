internal import Foundation

extension NSMergeConflict {
    /// Changes the object so that it can be saved.
    final func resolve(_ type: NSMergePolicyType) {
        guard let core = sourceObject.core else { return }
        let objectWins = type == .overwriteMergePolicyType || type == .mergeByPropertyObjectTrumpMergePolicyType
        switch (row, sourceObject.isDeleted, objectWins) {
        case (nil, true, _), (nil, false, false): core.forgetDeleted(sourceObject)
        case (nil, false, true): core.insertAgain(sourceObject)
        case (let row?, true, true): sourceObject.saved = row
        case (let row?, true, false): core.dropChanges(of: sourceObject, for: row)
        case (let row?, false, _): merge(row, type, core)
        }
    }

    private func merge(_ row: Row, _ type: NSMergePolicyType, _ core: ContextCore) {
        switch type {
        case .rollbackMergePolicyType: core.dropChanges(of: sourceObject, for: row)
        case .overwriteMergePolicyType:
            sourceObject.saved = row
            core.list(sourceObject, as: .updated)
        case .mergeByPropertyObjectTrumpMergePolicyType: core.rebase(sourceObject, onto: row)
        case .mergeByPropertyStoreTrumpMergePolicyType: sourceObject.takeChanges(from: row, core)
        case .errorMergePolicyType: return
        }
        core.noteRefreshed(sourceObject)
        sourceObject.awake(fromSnapshotEvents: .mergePolicy)
    }
}

extension ContextCore {
    /// An object that the store has deleted is saved as a new one, under its identity.
    fileprivate final func insertAgain(_ object: NSManagedObject) {
        object.saved = nil
        object.state.remove(.updated)
        list(object, as: .inserted)
    }

    /// Drops what has become of an object.
    fileprivate final func dropChanges(of object: NSManagedObject, for row: Row) {
        object.takeLinksBack(self)
        object.replaceValues(by: row)
        // It still stands in the list of what is not saved, and leaves that with the save.
        object.state.subtract([.updated, .deleted, .propagated])
        noteRefreshed(object)
        object.awake(fromSnapshotEvents: .mergePolicy)
    }
}

extension NSManagedObject {
    /// Takes over what others have changed, over what the object's changes are based on.
    fileprivate final func takeChanges(from row: Row, _ core: ContextCore) {
        let base = saved
        for place in shape.layout.places where base.map({ !row.isSame(place, as: $0) }) ?? true {
            if place.kind != .toOne {
                memory.copy(place, from: row.memory)
            } else if !row.memory.isSame(place, as: memory) {
                // The other ends hear of it.
                setOther(row.destination(place).map { core.object(for: $0) }, at: place)
            }
        }
        saved = row
    }

    /// Ends the links that are not saved, and makes those again that were, so that the other ends hear of it.
    fileprivate final func takeLinksBack(_ core: ContextCore) {
        guard let saved, !state.contains(.fault) else { return }
        for relationship in shape.layout.relationships where isChanged(relationship.place) {
            let place = relationship.place
            if let difference = relationship.isToMany ? memory.members(place)?.sinceSave : nil {
                removeMembers(difference.added.objects, at: place)
                addMembers(difference.removed.objects.filter { $0.core === core }, at: place)
            } else if !relationship.isToMany {
                setOther(saved.destination(place).map { core.object(for: $0) }, at: place)
            }
        }
    }
}
