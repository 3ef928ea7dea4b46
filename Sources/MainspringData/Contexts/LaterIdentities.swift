/// The permanent identities that a context's objects have got, by the temporary ones that somebody may still have: a
/// child, a row, the program.
///
/// An entry goes when nobody else has the temporary identity. Each that is added lets a few others be looked at: so there are not many more
/// than are in use, and no look is a long one.
struct LaterIdentities {
    private struct Entry {
        var temporary: NSManagedObjectID
        let later: NSManagedObjectID
    }

    private var entries = SegmentedDictionary<ObjectKey, Entry>()
    /// The keys of all entries, and of some that have gone.
    private var keys: ContiguousArray<ObjectKey> = []
    /// Which of these is looked at next.
    private var next = 0
    /// So many are not looked at.
    private static let least = 64
    private static let looksPerEntry = 3

    var count: Int { entries.count }

    subscript(key: ObjectKey) -> NSManagedObjectID? { entries.isEmpty ? nil : entries[key]?.later }

    mutating func add(_ temporary: NSManagedObjectID, _ later: NSManagedObjectID) {
        for _ in 0..<Self.looksPerEntry where keys.count >= Self.least { look() }
        if entries.updateValue(Entry(temporary: temporary, later: later), forKey: temporary.key) == nil {
            keys.append(temporary.key)
        }
    }

    mutating func remove(_ key: ObjectKey) { entries[key] = nil }

    /// Drops the entry whose turn it is, if it is not in use.
    private mutating func look() {
        if next >= keys.count { next = 0 }
        guard isInUse(keys[next]) else {
            entries[keys[next]] = nil
            keys[next] = keys[keys.count - 1]
            keys.removeLast()
            return
        }
        next += 1
    }

    private mutating func isInUse(_ key: ObjectKey) -> Bool {
        entries.withValue(of: key) { !isKnownUniquelyReferenced(&$0.temporary) } ?? false
    }
}
