internal import Foundation
internal import MainspringModel

extension NSMergeConflict {
    /// Changes the object so that it can be saved.
    final func resolve(_ type: NSMergePolicyType) {
        guard let core = sourceObject.core else { return }
        let objectWins = type == .overwriteMergePolicyType || type == .mergeByPropertyObjectTrumpMergePolicyType
        switch (row, sourceObject.isDeleted, objectWins) {
        case (nil, true, _), (nil, false, false): core.mergeDeletion(sourceObject)
        case (nil, false, true): core.insertAgain(sourceObject)
        case (let row?, true, true): core.propagateAgain(sourceObject, row)
        case (let row?, true, false): core.dropChanges(of: sourceObject, for: row)
        case (let row?, false, _): merge(row, type, core)
        }
    }

    private func merge(_ row: Row, _ type: NSMergePolicyType, _ core: ContextCore) {
        switch type {
        case .rollbackMergePolicyType: core.dropChanges(of: sourceObject, for: row)
        // What it does to links is done when all conflicts are resolved: `settleLinks`.
        case .overwriteMergePolicyType:
            sourceObject.saved = row
            core.list(sourceObject, as: .updated)
        case .mergeByPropertyObjectTrumpMergePolicyType:
            var moved: [ContextCore.MovedLink] = []
            _ = core.rebase(sourceObject, onto: row, &moved)
            core.settle(moved)
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

    /// Drops what has become of an object, at both ends of its links.
    final func dropChanges(of object: NSManagedObject, for row: Row) {
        object.takeLinksBack(self)
        for relationship in object.shape.layout.relationships where !relationship.isToMany {
            takeOther(of: object, relationship, row)
        }
        object.replaceValues(by: row)
        // It still stands in the list of what is not saved, and leaves that with the save. What the resolution of another
        // conflict does to it is a change anew, though it be in the same event.
        object.state.subtract([.updated, .deleted, .propagated, .tracked, .updatedNow, .deletedNow])
        noteRefreshed(object)
        object.awake(fromSnapshotEvents: .mergePolicy)
    }

    /// Lets a relationship to one lead where a row leads.
    fileprivate final func takeOther(of object: NSManagedObject, _ relationship: RelationshipPlace, _ row: Row) {
        let other = row.destination(relationship.place).flatMap { living($0) }
        if object.other(at: relationship.place) !== other { object.setOther(other, at: relationship.place) }
    }

    /// A deletion that wins reaches those too who have come to the object since it was read.
    fileprivate final func propagateAgain(_ object: NSManagedObject, _ row: Row) {
        object.saved = row
        for relationship in object.shape.layout.relationships {
            let slot = Int(relationship.place.slot)
            let identities =
                relationship.isToMany
                ? (try? source?.members(of: object.objectID, slot: slot)) ?? []
                : [row.destination(relationship.place)].compactMap(\.self)
            for identity in identities {
                guard let other = living(identity) else { continue }
                switch relationship.deleteRule {
                case .cascadeDeleteRule: delete(other)
                case .nullifyDeleteRule where relationship.inverse >= 0:
                    endAnew([ReplacedLink(object: other, slot: relationship.inverse, other: object)])
                default: break
                }
            }
        }
    }
}

extension NSManagedObject {
    /// Takes over what others have changed, over what the object's changes are based on.
    fileprivate final func takeChanges(from row: Row, _ core: ContextCore) {
        let base = saved
        for place in shape.layout.places where base.map({ !row.isSame(place, as: $0) }) ?? true {
            if let relationship = shape.relationship(place), !relationship.isToMany {
                core.takeOther(of: self, relationship, row)
            } else {
                memory.copy(place, from: row.memory)
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
