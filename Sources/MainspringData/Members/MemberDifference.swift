/// What became of the members of a relationship since some moment.
struct MemberDifference {
    /// Those that have come and are there.
    var added = ObjectSet()
    /// Those that were there and have gone.
    var removed = ObjectSet()
    /// The objects of `added` that the difference since the last save had in `removed`, and the reverse. Undo of the event
    /// restores these notes. Used only for the difference of an event.
    private(set) var notedBefore = ObjectSet()
    /// Of an ordered relationship: all, as they were.
    private(set) var before: ContiguousArray<NSManagedObject>?

    init(before: ContiguousArray<NSManagedObject>?) { self.before = before }

    /// Nothing has become of them.
    var isEmpty: Bool { added.isEmpty && removed.isEmpty && before == nil }

    /// There is no such object any more.
    mutating func forget(_ object: NSManagedObject) {
        _ = added.remove(object)
        _ = removed.remove(object)
        _ = notedBefore.remove(object)
        before?.removeAll { $0 === object }
    }

    /// Others have saved an object as a member.
    /// - Parameter index: where it stood, if there is an order.
    /// - Returns: whether it was noted as one that has come.
    mutating func noteThere(_ object: NSManagedObject, at index: Int) -> Bool {
        removed.remove(object)
        guard before?.contains(where: { $0 === object }) == false else { return false }
        before?.insert(object, at: index)
        return added.remove(object)
    }

    /// Others have saved that an object is no member.
    mutating func noteNotThere(_ object: NSManagedObject) {
        added.remove(object)
        before?.removeAll { $0 === object }
    }

    /// Notes that an object becomes a member.
    /// - Parameter wasNoted: Whether the difference since the last save has the object in `removed`.
    /// - Returns: Whether this only cancels an earlier removal.
    @discardableResult
    mutating func noteAdded(_ object: NSManagedObject, wasNoted: Bool = false) -> Bool {
        if removed.remove(object) { return true }
        added.insert(object)
        if wasNoted { notedBefore.insert(object) }
        return false
    }

    /// Notes that an object is no longer a member.
    /// - Parameter wasNoted: Whether the difference since the last save has the object in `added`.
    /// - Returns: Whether this only cancels an earlier addition.
    @discardableResult
    mutating func noteRemoved(_ object: NSManagedObject, wasNoted: Bool = false) -> Bool {
        if added.remove(object) { return true }
        removed.insert(object)
        if wasNoted { notedBefore.insert(object) }
        return false
    }

    /// The same where it is not known whether the object was there.
    mutating func noteAddedSurely(_ object: NSManagedObject) {
        removed.remove(object)
        added.insert(object)
    }

    mutating func noteRemovedSurely(_ object: NSManagedObject) {
        added.remove(object)
        removed.insert(object)
    }

    /// What has become of members since a moment at which there was this difference already.
    /// - Parameters:
    ///   - earlier: the difference of then.
    ///   - order: theirs then, if they have one.
    ///   - isMember: whether an object is one now.
    func since(
        _ earlier: MemberDifference, order: ContiguousArray<NSManagedObject>?, _ isMember: (NSManagedObject) -> Bool
    ) -> MemberDifference {
        var later = MemberDifference(before: order)
        for object in added.objects where !earlier.added.contains(object) { later.added.insert(object) }
        for object in earlier.removed.objects where isMember(object) { later.added.insert(object) }
        for object in removed.objects where !earlier.removed.contains(object) { later.removed.insert(object) }
        for object in earlier.added.objects where !isMember(object) { later.removed.insert(object) }
        return later
    }

    /// Who was there is known now: what has come out as it was is no difference.
    mutating func settle(_ before: ObjectSet) {
        for object in added.objects where before.contains(object) { added.remove(object) }
        for object in removed.objects where !before.contains(object) { removed.remove(object) }
    }

    /// The same where they have an order.
    mutating func settle(order: ContiguousArray<NSManagedObject>) {
        settle(ObjectSet(order))
        before = order
    }
}
