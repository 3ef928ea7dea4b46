/// What became of the members of a relationship since some moment.
struct MemberDifference {
    /// Those that have come and are there.
    var added = ObjectSet()
    /// Those that were there and have gone.
    var removed = ObjectSet()
    /// Of an ordered relationship: all, as they were.
    let before: ContiguousArray<NSManagedObject>?

    init(before: ContiguousArray<NSManagedObject>?) { self.before = before }

    /// Nothing has become of them.
    var isEmpty: Bool { added.isEmpty && removed.isEmpty && before == nil }

    mutating func noteAdded(_ object: NSManagedObject) {
        if !removed.remove(object) { added.insert(object) }
    }

    mutating func noteRemoved(_ object: NSManagedObject) {
        if !added.remove(object) { removed.insert(object) }
    }
}
