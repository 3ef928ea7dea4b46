/// What is kept of changes: what they were before this event, and what the source must be told.
extension Members {
    final func noteAdding(_ object: NSManagedObject, to owner: NSManagedObject) {
        let isSure = isLoaded
        note(owner) {
            $0.noteAdded(object)
        } sinceSave: { difference in
            isSure ? difference.noteAdded(object) : difference.noteAddedSurely(object)
        }
    }

    final func noteRemoving(_ object: NSManagedObject, from owner: NSManagedObject) {
        let isSure = isLoaded
        note(owner) {
            $0.noteRemoved(object)
        } sinceSave: { difference in
            isSure ? difference.noteRemoved(object) : difference.noteRemovedSurely(object)
        }
    }

    /// Notes that what was noted before is taken back.
    final func noteTakenBack(_ object: NSManagedObject, of owner: NSManagedObject, isMember: Bool) {
        let body = { (difference: inout MemberDifference) in
            isMember ? difference.noteAdded(object) : difference.noteRemoved(object)
        }
        note(owner, body, sinceSave: body)
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
        var noted = difference ?? MemberDifference(before: (self as? MemberList)?.objects)
        // Given up while it is changed, so that it is not copied.
        difference = nil
        body(&noted)
        difference = noted
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
        return !objects.elementsEqual(before, by: ===)
    }

    /// The members as they were before a difference.
    final func objects(before difference: MemberDifference?) -> ContiguousArray<NSManagedObject> {
        guard let difference else { return objects }
        if let before = difference.before { return before }
        return objects.filter { !difference.added.contains($0) } + difference.removed.objects
    }
}
