internal import Foundation
internal import MainspringModel

extension NSMergeConflict {
    /// Changes the object so that it can be saved.
    final func resolve(_ type: NSMergePolicyType) {
        // Who was told of another conflict may have let go of it.
        guard let core = sourceObject.core, core.hasValues(sourceObject),
            core.saving?.resolve(self, type, in: core) != true
        else { return }
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
        case .overwriteMergePolicyType where hasOwnValues(core):
            sourceObject.saved = row
            core.list(sourceObject, as: .updated)
        case .overwriteMergePolicyType, .mergeByPropertyObjectTrumpMergePolicyType:
            var moved: [ContextCore.MovedLink] = []
            _ = core.rebase(sourceObject, onto: row, &moved)
            for other in core.settle(moved) { core.noteRefreshed(other) }
        case .mergeByPropertyStoreTrumpMergePolicyType: sourceObject.takeChanges(from: row, core)
        case .errorMergePolicyType: return
        }
        core.tellRefreshed(sourceObject, .mergePolicy)
    }

    /// Whether the object is to be saved, or the program has asked for its conflicts; if not, it is only the other end of a link,
    /// and has nothing to overwrite the store with.
    private func hasOwnValues(_ core: ContextCore) -> Bool {
        sourceObject.differsPersistently || core.pendingChanges.locked.contains(sourceObject)
    }
}

extension ContextCore {
    /// An object that the store has deleted is saved as a new one, under its identity.
    fileprivate final func insertAgain(_ object: NSManagedObject) {
        pendingChanges.formerVersions[object.key] = (object.saved?.version ?? 0) + Self.versionGap
        object.saved = nil
        object.state.remove(.updated)
        list(object, as: .inserted)
    }

    /// Whoever has read an object before it was deleted must not take the new one for that: it has a version that the former has
    /// not had, unless it was saved so often after it was read here.
    private static let versionGap: Int64 = 1 << 20

    /// Drops what has become of an object, at both ends of its links.
    final func dropChanges(of object: NSManagedObject, for row: Row) {
        object.takeLinksBack(self)
        for relationship in object.shape.layout.relationships where !relationship.isToMany && hasValues(object) {
            takeOther(of: object, relationship, row)
        }
        guard hasValues(object) else { return }
        object.replaceValues(by: row)
        // It still stands in the list of what is not saved, and leaves that with the save. What the resolution of another
        // conflict does to it is a change anew, though it be in the same event.
        object.state.subtract([
            .updated, .deleted, .propagated, .tracked, .updatedNow, .deletedNow, .deletedBefore,
        ])
        tellRefreshed(object, .mergePolicy)
    }

    /// Lets a relationship to one lead where a row leads.
    fileprivate final func takeOther(of object: NSManagedObject, _ relationship: RelationshipPlace, _ row: Row) {
        let other = row.destination(relationship.place).flatMap { living($0) }
        guard hasValues(object), object.other(at: relationship.place) !== other else { return }
        // The store has the link at that end already, unless it is changed here.
        if let other { readUnchangedAnew(other) }
        guard hasValues(object), other.map(hasValues) ?? true else { return }
        object.setOther(other, at: relationship.place)
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
                case .nullifyDeleteRule where relationship.inverse >= 0 && object.core === self:
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
        let changed = shape.layout.places.filter { place in base.map { !row.isSame(place, as: $0) } ?? true }
        for place in changed where place.kind != .toOne { ownMemory.copy(place, from: row.memory) }
        saved = row
        // Last: the other ends are told, and whoever is may let go of the object.
        for place in changed {
            guard let relationship = shape.relationship(place), !relationship.isToMany else { continue }
            core.takeOther(of: self, relationship, row)
        }
    }

    /// Ends the links that are not saved, and takes members back that were, so that the other ends hear of it.
    fileprivate final func takeLinksBack(_ core: ContextCore) {
        guard saved != nil, !state.contains(.fault) else { return }
        for relationship in shape.layout.relationships where core.hasValues(self) && isChanged(relationship.place) {
            let place = relationship.place
            if let difference = relationship.isToMany ? memory.members(place)?.sinceSave : nil {
                removeMembers(difference.added.objects, at: place)
                guard core.hasValues(self) else { return }
                addMembers(difference.removed.objects.filter { $0.core === core }, at: place)
            } else if !relationship.isToMany {
                setOther(nil, at: place)
            }
        }
    }
}
