/// Which number each of some objects has, by its keys. Keys are only ever added.
///
/// Keys that follow one another stand side by side (``ObjectKey/spread``), and a look costs no hashing: the objects of a save mostly have
/// such keys, and are looked for by each link that leads to them.
struct KeyNumbers {
    private static let free = -1

    private var entries: ContiguousArray<(key: ObjectKey, number: Int)>
    /// How many keys there are.
    private(set) var count = 0

    /// - Parameter capacity: how many keys have room at once.
    init(capacity: Int = 0) {
        entries = Self.empty(8)
        grow(for: capacity)
    }

    private static func empty(_ size: Int) -> ContiguousArray<(key: ObjectKey, number: Int)> {
        ContiguousArray(repeating: (ObjectKey(store: 0, root: 0, key: 0), free), count: size)
    }

    /// The number of a key, not negative; nil if it has none.
    subscript(key: ObjectKey) -> Int? {
        let entry = entries[place(of: key)]
        return entry.number == Self.free ? nil : entry.number
    }

    /// Gives a key a number, in place of what it had.
    mutating func set(_ number: Int, for key: ObjectKey) {
        assert(number >= 0)
        grow(for: count + 1)
        let place = place(of: key)
        if entries[place].number == Self.free { count += 1 }
        entries[place] = (key, number)
    }

    /// Where a key stands, or the free place where it would stand.
    private func place(of key: ObjectKey) -> Int {
        let mask = entries.count - 1
        var place = Int(truncatingIfNeeded: key.spread) & mask
        while entries[place].number != Self.free, entries[place].key != key { place = (place + 1) & mask }
        return place
    }

    /// At most half of the places are taken.
    private mutating func grow(for count: Int) {
        guard count * 2 > entries.count else { return }
        var size = entries.count
        while count * 2 > size { size *= 2 }
        let old = entries
        entries = Self.empty(size)
        for entry in old where entry.number != Self.free { entries[place(of: entry.key)] = entry }
    }
}
