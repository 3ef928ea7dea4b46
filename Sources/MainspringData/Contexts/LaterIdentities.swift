/// The permanent identities that a context's objects have got, by the temporary ones that somebody may still have: a
/// child, a row, the program.
///
/// An entry goes when nobody else has the temporary identity: so there are as many as are in use, twice that at most.
struct LaterIdentities {
    private struct Entry {
        var temporary: NSManagedObjectID
        let later: NSManagedObjectID
    }

    private var entries: [ObjectKey: Entry] = [:]
    /// How many there are when they are looked through next.
    private var limit = Self.leastLimit
    private static let leastLimit = 64

    var count: Int { entries.count }

    subscript(key: ObjectKey) -> NSManagedObjectID? { entries.isEmpty ? nil : entries[key]?.later }

    mutating func add(_ temporary: NSManagedObjectID, _ later: NSManagedObjectID) {
        if entries.count >= limit {
            dropUnused()
            limit = max(Self.leastLimit, entries.count * 2)
        }
        entries[temporary.key] = Entry(temporary: temporary, later: later)
    }

    mutating func remove(_ key: ObjectKey) { entries[key] = nil }

    private mutating func dropUnused() {
        var unused: [ObjectKey] = []
        // Not by a collection of indices, which would have the entries a second time.
        var index = entries.values.startIndex
        while index != entries.values.endIndex {
            if isKnownUniquelyReferenced(&entries.values[index].temporary) {
                unused.append(entries.values[index].temporary.key)
            }
            entries.values.formIndex(after: &index)
        }
        for key in unused { entries[key] = nil }
    }
}
