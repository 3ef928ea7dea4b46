internal import Foundation
internal import MainspringModel

/// Links after conflicts: what wins at one end wins at the other, so that each link that is saved is at both ends.
///
/// Where two ends say different things, the one wins that the policy has left different from the store; of two such ends any. A
/// link to what is not there ends.
extension ContextCore {
    /// Lets the links of objects that were in conflict, and the unsaved links that lead to those, be at both ends.
    final func settleLinks(of conflicts: [RowConflict]) {
        guard !conflicts.isEmpty else { return }
        var objects = ObjectSet()
        var keys: Set<ObjectKey> = []
        for conflict in conflicts {
            let identity = currentAsked(conflict.change.identity)
            // The links that are saved of it are the stores', and those of since are at both ends.
            if let object = registered(identity), saving?.edits?.kept.contains(object) == true { continue }
            keys.insert(identity.key)
            guard let object = registered(identity), isUsable(object) else { continue }
            objects.insert(object)
            if let row = conflict.persisted {
                endAnew(replacedLinks(of: row, by: object))
            } else if object.state.contains(.inserted) {
                settleMembers(of: object)
            }
        }
        let unsaved = unsaved
        for object in unsaved.deleted { endStoredLinks(of: object) }
        for object in unsaved.inserted + unsaved.updated { objects.insert(object) }
        for object in objects.objects where isUsable(object) {
            for relationship in object.shape.layout.relationships
            where isUsable(object) && !relationship.isToMany
                && (keys.contains(object.key)
                    || currentKey(relationship.place, object.memory).map(keys.contains) ?? false)
            {
                settleOther(of: object, relationship)
            }
        }
    }

    /// Ends the links that lead to a deleted object in the store from ends to one, by whomever they were made: who was in conflict
    /// has the store's link again where the store wins.
    private func endStoredLinks(of object: NSManagedObject) {
        guard let row = (try? row(of: object)) ?? nil else { return }
        for relationship in object.shape.layout.relationships
        where relationship.inverse >= 0 && relationship.deleteRule != .noActionDeleteRule
            && relationship.deleteRule != .denyDeleteRule
        {
            let identities =
                relationship.isToMany
                ? (try? source?.members(of: object.objectID, slot: Int(relationship.place.slot))) ?? []
                : [row.destination(relationship.place)].compactMap(\.self)
            for other in identities.compactMap({ living($0) })
            where other.shape.layout.places[relationship.inverse].kind == .toOne {
                endAnew([ReplacedLink(object: other, slot: relationship.inverse, other: object)])
            }
        }
    }

    private func isUsable(_ object: NSManagedObject) -> Bool {
        object.core === self && object.state.isDisjoint(with: [.deleted, .fault])
    }

    private func settleOther(of object: NSManagedObject, _ relationship: RelationshipPlace) {
        let place = relationship.place
        guard let other = object.other(at: place) else { return }
        guard isThere(other) else { return object.setOther(nil, at: place) }
        guard relationship.inverse >= 0 else { return }
        let back = other.shape.layout.places[relationship.inverse]
        guard back.kind == .toOne else {
            // An end to many is saved with the link: whoever has it without must meet a conflict when he deletes it.
            if object.isChanged(place), !isNoted(object, by: other, back) { linkOnceMore(object, other, place) }
            return
        }
        readUnchangedAnew(other)
        // Who was told of that may have let go of them.
        guard other.core === self, let holder = living(other.objectID).map({ $0.other(at: back) }), isUsable(object),
            holder !== object
        else { return }
        if object.isChanged(place) {
            if let holder { readUnchangedAnew(holder) }
            guard isUsable(object), isUsable(other) else { return }
            linkOnceMore(object, other, place)
        } else if other.isChanged(back) {
            object.setOther(nil, at: place)
        }
    }

    private func isNoted(_ object: NSManagedObject, by other: NSManagedObject, _ back: SlotPlace) -> Bool {
        if other.state.contains(.fault) { fulfil(other) }
        return !hasValues(other) || other.state.contains(.inserted)
            || other.memory.members(back)?.sinceSave?.added.contains(object) == true
    }

    /// So that the other end hears of the link.
    private func linkOnceMore(_ object: NSManagedObject, _ other: NSManagedObject, _ place: SlotPlace) {
        if isUsable(object) { object.setOther(nil, at: place) }
        if isUsable(object), other.core === self { object.setOther(other, at: place) }
    }

    /// The same of an object that the store has deleted and that is saved as a new one: those that it has led to, and that lead
    /// nowhere since, lead to it again; others are its members no more.
    private func settleMembers(of object: NSManagedObject) {
        for relationship in object.shape.layout.relationships where relationship.isToMany {
            guard let members = object.memory.members(relationship.place) else { continue }
            for other in members.objects {
                guard isThere(other) else {
                    _ = members.remove(other)
                    continue
                }
                guard relationship.inverse >= 0 else { continue }
                let back = other.shape.layout.places[relationship.inverse]
                guard back.kind == .toOne else { continue }
                readUnchangedAnew(other)
                guard isUsable(object), other.core === self else { return }
                switch living(other.objectID)?.other(at: back) {
                case nil: other.setOther(object, at: back)
                case let holder? where holder !== object: _ = members.remove(other)
                default: break
                }
            }
        }
    }

    private func isThere(_ object: NSManagedObject) -> Bool {
        guard object.core === self, !object.state.contains(.deleted) else { return false }
        if object.state.contains(.inserted) { return true }
        // A row that is kept may be one that another coordinator has deleted.
        source?.forgetRows(of: [object.objectID])
        return ((try? row(of: object)) ?? nil) != nil
    }

    /// Reads an object anew that has no changes here.
    final func readUnchangedAnew(_ object: NSManagedObject) {
        if object.core === self, object.state.isDisjoint(with: .pending) { readAnew(object) }
    }

    /// Ends links at the other end, which may be older than what is in the store.
    final func endAnew(_ links: [ReplacedLink]) {
        for link in links { readUnchangedAnew(link.object) }
        end(links)
    }
}
