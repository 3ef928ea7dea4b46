internal import MainspringModel

/// What is kept of changes: what they were before this event, and what the source must be told.
extension Members {
    // What only takes a note back is no difference, unless the other end, to one, says otherwise: it may have been read later, or
    // earlier, and what was saved goes by that end.

    final func noteAdding(_ object: NSManagedObject, to owner: NSManagedObject, _ place: SlotPlace) {
        let isSure = isLoaded
        let wasNoted = notes(object, false)
        note(owner) {
            $0.noteAdded(object, wasNoted: wasNoted)
        } sinceSave: { difference in
            guard isSure else { return difference.noteAddedSurely(object) }
            if difference.noteAdded(object), object.wasLinked(to: owner, place) == false {
                difference.noteAddedSurely(object)
            }
        }
    }

    final func noteRemoving(_ object: NSManagedObject, from owner: NSManagedObject, _ place: SlotPlace) {
        let isSure = isLoaded
        let wasNoted = notes(object, true)
        note(owner) {
            $0.noteRemoved(object, wasNoted: wasNoted)
        } sinceSave: { difference in
            guard isSure else {
                // No source has a new object among its members.
                if object.state.contains(.inserted) { return _ = difference.added.remove(object) }
                return difference.noteRemovedSurely(object)
            }
            if difference.noteRemoved(object), object.wasLinked(to: owner, place) == true {
                difference.noteRemovedSurely(object)
            }
        }
    }

    /// Notes that undo inserts or removes a member.
    /// - Parameter noted: The objects whose insertion, or removal, was noted before the undone event.
    final func noteTakenBack(
        _ object: NSManagedObject, of owner: NSManagedObject, _ place: SlotPlace, isMember: Bool, noted: ObjectSet
    ) {
        let wasNoted = notes(object, !isMember)
        note(owner) {
            _ =
                isMember
                ? $0.noteAdded(object, wasNoted: wasNoted) : $0.noteRemoved(object, wasNoted: wasNoted)
        } sinceSave: { difference in
            if noted.contains(object) {
                return isMember ? difference.noteAddedSurely(object) : difference.noteRemovedSurely(object)
            }
            if isMember, difference.noteAdded(object), object.wasLinked(to: owner, place) == false {
                difference.noteAddedSurely(object)
            }
            guard !isMember else { return }
            let (isCancelled, wasLinked) = (difference.noteRemoved(object), object.wasLinked(to: owner, place))
            if isCancelled, wasLinked == true { difference.noteRemovedSurely(object) }
            if !isCancelled, wasLinked == false { difference.removed.remove(object) }
        }
    }

    /// Removes the note of an addition if the object's inverse, to one, was saved with the link.
    final func dropNotedAddition(of object: NSManagedObject, to owner: NSManagedObject, _ place: SlotPlace) {
        if object.wasLinked(to: owner, place) == true { sinceSave?.added.remove(object) }
    }

    /// Notes that an object is a member, or none, though nothing has become of these members: they were read at another time than
    /// the other end, to one, where the link was made, or ended.
    final func noteOtherwiseRead(
        _ object: NSManagedObject, of owner: NSManagedObject, _ place: SlotPlace, isMember: Bool
    ) {
        guard !owner.state.contains(.inserted), object.wasLinked(to: owner, place) == !isMember else { return }
        note(&sinceSave) { isMember ? $0.noteAddedSurely(object) : $0.noteRemovedSurely(object) }
    }

    /// Notes a link surely that the members at its other end note, or lets those do it.
    final func noteAlike(
        _ object: NSManagedObject, of owner: NSManagedObject, _ others: Members, isMember: Bool
    ) {
        let isNoted = notes(object, isMember)
        guard isNoted != others.notes(owner, isMember) else { return }
        let (members, other, holder) = isNoted ? (others, owner, object) : (self, object, owner)
        guard !holder.state.contains(.inserted) else { return }
        members.note(&members.sinceSave) { isMember ? $0.noteAddedSurely(other) : $0.noteRemovedSurely(other) }
    }

    /// Drops what the members at the other end of a link note of it, where these say otherwise.
    final func takeBackNote(_ object: NSManagedObject, of owner: NSManagedObject, _ others: Members) {
        if contains(object) {
            others.sinceSave?.removed.remove(owner)
        } else {
            others.sinceSave?.added.remove(owner)
        }
    }

    private func notes(_ object: NSManagedObject, _ isMember: Bool) -> Bool {
        isMember ? sinceSave?.added.contains(object) == true : sinceSave?.removed.contains(object) == true
    }

    /// Notes that the order is about to change.
    final func noteOrder(_ owner: NSManagedObject) {
        note(owner) { _ in
        } sinceSave: { _ in
        }
    }

    private func note(
        _ owner: NSManagedObject, _ body: (inout MemberDifference) -> Void,
        sinceSave saveBody: (inout MemberDifference) -> Void
    ) {
        guard owner.core != nil else { return }
        if !owner.state.contains(.inserted) { note(&sinceSave, saveBody) }
        if !owner.state.contains(.insertedNow) { note(&sinceEvent, body) }
    }

    private func note(_ difference: inout MemberDifference?, _ body: (inout MemberDifference) -> Void) {
        if difference == nil { difference = MemberDifference(before: (self as? MemberList)?.objects) }
        // In place, so that it is not copied.
        body(&difference!)
    }

    /// Takes out an object that there is not any more, from what is kept of changes too: nobody is to be told of it.
    final func forget(_ object: NSManagedObject) {
        _ = remove(object)
        sinceSave?.forget(object)
        sinceEvent?.forget(object)
    }

    /// Whether they, or their order, are not as they were saved.
    final var differsFromSaved: Bool {
        guard let difference = sinceSave else { return false }
        guard let before = difference.before else { return !difference.isEmpty }
        // One that has come back may not be there in the store any more.
        return !difference.added.isEmpty || !difference.removed.isEmpty || !objects.elementsEqual(before, by: ===)
    }

    /// The members as they were before a difference.
    final func objects(before difference: MemberDifference?) -> ContiguousArray<NSManagedObject> {
        guard let difference else { return objects }
        if let before = difference.before { return before }
        return objects.filter { !difference.added.contains($0) } + difference.removed.objects
    }
}

extension NSManagedObject {
    /// Whether the object's end of a link, to one, was read or saved as leading to another one; nil if it says nothing of that. A
    /// new object never was.
    /// - Parameter place: that of the other one's members.
    fileprivate final func wasLinked(to owner: NSManagedObject, _ place: SlotPlace) -> Bool? {
        if state.contains(.inserted) { return false }
        guard let saved, let core, let inverse = owner.shape.relationship(place)?.inverse, inverse >= 0 else {
            return nil
        }
        let end = shape.layout.places[inverse]
        return end.kind == .toOne ? core.currentKey(end, saved.memory) == owner.key : nil
    }
}
