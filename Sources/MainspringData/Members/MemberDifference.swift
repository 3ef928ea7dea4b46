/// What became of the members of a relationship since some moment.
struct MemberDifference {
    /// Those that have come and are there.
    var added = ObjectSet()
    /// Those that were there and have gone.
    var removed = ObjectSet()
    /// Of an ordered relationship: all, as they were.
    private(set) var before: ContiguousArray<NSManagedObject>?

    init(before: ContiguousArray<NSManagedObject>?) { self.before = before }

    /// Nothing has become of them.
    var isEmpty: Bool { added.isEmpty && removed.isEmpty && before == nil }

    /// There is no such object any more.
    mutating func forget(_ object: NSManagedObject) {
        _ = added.remove(object)
        _ = removed.remove(object)
        before?.removeAll { $0 === object }
    }

    mutating func noteAdded(_ object: NSManagedObject) {
        if !removed.remove(object) { added.insert(object) }
    }

    mutating func noteRemoved(_ object: NSManagedObject) {
        if !added.remove(object) { removed.insert(object) }
    }
}
