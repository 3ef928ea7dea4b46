/// What is kept of changes: what they were before this event, and what the source must be told.
extension Members {
    final func noteAdding(_ object: NSManagedObject, to owner: NSManagedObject) {
        note(owner) { $0.noteAdded(object) }
    }

    final func noteRemoving(_ object: NSManagedObject, from owner: NSManagedObject) {
        note(owner) { $0.noteRemoved(object) }
    }

    /// Notes that the order is about to change.
    final func noteOrder(_ owner: NSManagedObject) { note(owner) { _ in } }

    private func note(_ owner: NSManagedObject, _ body: (inout MemberDifference) -> Void) {
        guard owner.core != nil else { return }
        if !owner.state.contains(.inserted) { note(&sinceSave, body) }
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
