internal import Foundation
internal import MainspringModel

/// Merging other contexts' saves.
extension ContextCore {
    /// Merges another context's save: at once, or in slices if the context has a merge budget. See ``SavedMerge``.
    final func merge(_ saved: SavedIdentities) {
        landSave()
        var saved = saved
        saved.moveKnown(in: self)
        guard !mergesInSlices else { return mergeInSlices(.saved(SavedMerge(saved))) }
        merging?.complete()
        processPendingChanges()
        mergeAtOnce(.saved(SavedMerge(saved, isNumbered: merging != nil)))
    }

    /// Reads an object's values anew, and makes its own changes again that are not saved. A fault stays one.
    /// - Parameters:
    ///   - given: its new row, if that is known; one that is not newer than the object's is not looked at.
    ///   - read: gets the object, if it is to be told.
    /// - Returns: links that its own changes replace.
    final func rebase(
        _ object: NSManagedObject, given: Row? = nil, _ moved: inout [MovedLink], _ read: inout [NSManagedObject]
    ) -> [ReplacedLink] {
        guard !object.state.contains(.inserted) else { return [] }
        var replaced: [ReplacedLink] = []
        if !object.state.contains(.fault) {
            let newer = given.flatMap { row in
                row.layout === object.shape.layout && row.version > (object.saved?.version ?? 0) ? row : nil
            }
            guard let row = newer ?? rowToMerge(object) else { return [] }
            replaced = rebase(object, onto: row, &moved)
        }
        read.append(object)
        return replaced
    }

    /// What others have saved of an object. Where that cannot be read, an object of which nothing has become here is a fault from now
    /// on: who asks for its values is told why they are not to be had. One with changes keeps all its values, and meets the conflict when
    /// it is saved.
    private func rowToMerge(_ object: NSManagedObject) -> Row? {
        do {
            return try row(of: object)
        } catch {
            if object.state.isDisjoint(with: .pending) { turnIntoFault(object) }
            return nil
        }
    }

    /// The same of an object of which nothing has become here, and which is told at once.
    final func readAnew(_ object: NSManagedObject) {
        var (moved, read): ([MovedLink], [NSManagedObject]) = ([], [])
        _ = rebase(object, &moved, &read)
        let others = settle(moved)
        for object in read { tellRefreshed(object, .refresh) }
        for other in others { noteRefreshed(other) }
    }

    /// Whether the other end of a link that ends was read before there was the link: it would keep the link in the store, and is
    /// to be read anew. One with changes of its own meets the conflict when it is saved.
    final func isOlder(_ other: NSManagedObject, than object: NSManagedObject, _ back: SlotPlace) -> Bool {
        currentKey(back, other.memory) != object.key && other.core === self
            && other.state.isDisjoint(with: [.fault, .inserted, .deleted]) && !other.differsPersistently
            // The store may not have it yet.
            && saveInFlight?.has(other) != true
    }

    /// Somebody has deleted the object, and saved that: nothing is to be saved here.
    /// - Parameter ends: who leads to those of the deleted that do not know it.
    final func mergeDeletion(_ object: NSManagedObject, _ ends: UnseenEnds? = nil) {
        guard !object.state.contains(.orphan) else { return }
        if dropLinks(to: object, ends), object.core === self { event.appendMergedDeletion(object) }
    }

    /// Ends the links to an object that is not there any more. Those at the other ends are told of: who has deleted it knows nothing
    /// of links that are not saved, or that have come to a parent afterwards.
    /// - Returns: false if who was told has let go of the object, which may have come back as a new one.
    private func dropLinks(to object: NSManagedObject, _ ends: UnseenEnds? = nil) -> Bool {
        guard mayBeLed(to: object, ends) else { return true }
        let (key, isNew) = (object.key, object.state.contains(.inserted))
        var (telling, looks) = (Telling(), 0)
        while !isQuiet(linksTo: object, ends, &telling) {
            guard object.core === self, object.key == key, object.state.contains(.inserted) == isNew else {
                return false
            }
            guard mayBeLed(to: object, ends) else { return true }
            looks += 1
            if looks > NSManagedObject.mostLooks { object.refuseTelling() }
        }
        var others = ObjectSet()
        for relationship in object.shape.layout.relationships where relationship.inverse >= 0 {
            for other in self.others(object, relationship, ends)
            where other.leads(to: object, slot: relationship.inverse) {
                other.dropLink(to: object, slot: relationship.inverse)
                others.insert(other)
            }
        }
        telling.finish()
        // They stay changed, as those do whose values the program sets back.
        for other in others.objects where hasValues(other) { noteRefreshed(other) }
        return true
    }

    /// Whether it is known who leads to an object, if anybody does.
    private func mayBeLed(to object: NSManagedObject, _ ends: UnseenEnds?) -> Bool {
        hasValues(object) || ends?.has(object) == true
    }

    private func others(
        _ object: NSManagedObject, _ relationship: RelationshipPlace, _ ends: UnseenEnds?
    ) -> ContiguousArray<NSManagedObject> {
        let known = object.knownOthers(relationship)
        guard let unseen = ends?.others(object, relationship), !unseen.isEmpty else { return known }
        var all = ObjectSet(known)
        for other in unseen where other.core === self { all.insert(other) }
        return ContiguousArray(all.objects)
    }

    /// Whether nobody had to be told of the ends that lead to an object.
    private func isQuiet(
        linksTo object: NSManagedObject, _ ends: UnseenEnds?, _ telling: inout Telling
    ) -> Bool {
        var isQuiet = true
        for relationship in object.shape.layout.relationships where relationship.inverse >= 0 {
            for other in others(object, relationship, ends) where other.leads(to: object, slot: relationship.inverse) {
                if !telling.isQuiet(other, other.shape.layout.places[relationship.inverse]) { isQuiet = false }
            }
        }
        return isQuiet
    }

    /// A deleted object leaves the context after everybody has heard of it.
    final func forgetDeleted(_ object: NSManagedObject) {
        // Who was told of something else may have linked to it meanwhile.
        guard dropLinks(to: object), object.core === self else { return }
        forget(object)
    }
}

extension NSManagedObject {
    /// The objects at the other end that are here already; of a fault nobody is known.
    final func knownOthers(_ relationship: RelationshipPlace) -> ContiguousArray<NSManagedObject> {
        guard !state.contains(.fault) else { return [] }
        if relationship.isToMany { return memory.members(relationship.place)?.objects ?? [] }
        let place = relationship.place
        let other = memory.object(place) ?? memory.destination(place).flatMap { core?.registered($0) }
        return other.map { [$0] } ?? []
    }

    /// Whether a relationship of the object leads to another one, or may do so because its members are not loaded.
    final func leads(to object: NSManagedObject, slot: Int) -> Bool {
        guard !state.contains(.fault) else { return false }
        let place = shape.layout.places[slot]
        guard place.kind == .toOne else {
            return memory.members(place).map { !$0.isLoaded || $0.contains(object) } ?? false
        }
        return core?.currentKey(place, memory) == object.key
    }

    /// Ends a link without noting it: what was saved has none.
    fileprivate final func dropLink(to object: NSManagedObject, slot: Int) {
        let place = shape.layout.places[slot]
        if place.kind == .toOne {
            linkMemory.setObject(nil, place)
        } else {
            memory.members(place)?.forget(object)
        }
    }
}
