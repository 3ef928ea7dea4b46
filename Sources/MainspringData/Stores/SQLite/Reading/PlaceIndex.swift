internal import Foundation

/// Places of rows by their keys: a table with open addressing, of four bytes an entry. The keys stand in the rows.
///
/// Keys of a store mostly follow one another, and are asked for so: they stand in the table as they follow, until so many
/// meet at one entry that the table has to be long looked through; then they are scattered. Where it grows, a few entries move with each key
/// that is added, so that nobody waits for all of them: to look at a hundred thousand keys, wherever they lie, takes some milliseconds.
struct PlaceIndex {
    /// Entries of a table: one more than the places; 0 where one is free, and ``moved`` where one was and looking goes on.
    private struct Entries {
        let start: UnsafeMutablePointer<UInt32>
        /// A power of two.
        let capacity: Int
        /// Whether keys that follow one another stand anywhere.
        let isScattered: Bool

        init(capacity: Int, isScattered: Bool = false) {
            (self.capacity, self.isScattered) = (capacity, isScattered)
            // Of the kernel's, which are zero already where there are many.
            guard let start = calloc(capacity, MemoryLayout<UInt32>.stride) else {
                fatalError("There is no memory for an index of \(capacity) rows.")
            }
            self.start = start.bindMemory(to: UInt32.self, capacity: capacity)
        }

        func deallocate() { free(start) }

        func next(_ entry: Int) -> Int { (entry + 1) & (capacity - 1) }

        subscript(entry: Int) -> UInt32 {
            get { start[entry] }
            nonmutating set { start[entry] = newValue }
        }
    }

    private var entries: Entries
    private(set) var count = 0
    /// Those of before it has grown, and which of them moves next; nil when all have.
    private var former: (entries: Entries, next: Int)?
    /// Whether keys were crowded, and stand anywhere in larger tables too.
    private var mustScatter = false
    /// Whether a key stands farther away than one is looked for; to be ended by ``scatter(_:)`` at once.
    private(set) var isCrowded = false
    /// A key that is not scattered stands so near to its own entry, or is not there.
    private static let farthest = 16
    private static let moved = UInt32.max
    /// So many keys are added, and then so many entries moved: more than twice as many as must move until it is full again.
    private static let (keysPerMove, entriesPerMove) = (8, 32)

    var capacity: Int { entries.capacity + (former?.entries.capacity ?? 0) }

    /// - Parameter capacity: a power of two.
    init(capacity: Int) { entries = Entries(capacity: capacity) }

    func deallocate() {
        entries.deallocate()
        former?.entries.deallocate()
    }

    @inline(__always)
    private func home(_ key: Int64, _ entries: Entries) -> Int {
        let spread =
            entries.isScattered ? (UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15) >> 24 : UInt64(bitPattern: key)
        return Int(truncatingIfNeeded: spread) & (entries.capacity - 1)
    }

    /// The place for which a closure says that the key is there.
    @inline(__always)
    func place(of key: Int64, where isThere: (UInt32) -> Bool) -> UInt32? {
        if let place = place(of: key, entries, isThere) { return place }
        return former.flatMap { place(of: key, $0.entries, isThere) }
    }

    @inline(__always)
    private func place(of key: Int64, _ entries: Entries, _ isThere: (UInt32) -> Bool) -> UInt32? {
        var entry = home(key, entries)
        var rest = entries.isScattered ? entries.capacity : Self.farthest
        while entries[entry] != 0, rest >= 0 {
            if entries[entry] != Self.moved {
                let place = entries[entry] - 1
                if isThere(place) { return place }
            }
            entry = entries.next(entry)
            rest -= 1
        }
        return nil
    }

    /// Whether a key has a certain place.
    func holds(_ key: Int64, _ place: UInt32) -> Bool { self.place(of: key) { $0 == place } != nil }

    /// Whether it is to be made larger before another key is added.
    @inline(__always)
    var isFull: Bool { (count + 1) * 3 > entries.capacity * 2 }

    /// Whether some entries are to move before another key is added.
    @inline(__always)
    var hasToMove: Bool { former != nil && count % Self.keysPerMove == 0 }

    /// Adds a key that is not there.
    @inline(__always)
    mutating func add(_ key: Int64, _ place: UInt32) {
        insert(key, place)
        count += 1
    }

    @inline(__always)
    private mutating func insert(_ key: Int64, _ place: UInt32) {
        let home = home(key, entries)
        var entry = home
        while entries[entry] != 0 { entry = entries.next(entry) }
        entries[entry] = place + 1
        if (entry - home) & (entries.capacity - 1) > Self.farthest, !entries.isScattered { isCrowded = true }
    }

    // MARK: Growing

    /// Makes it four times as large, or twice if it is large already. The entries move by ``moveSome(_:)``.
    mutating func grow(_ key: (UInt32) -> Int64) {
        move(.max, key)
        former = (entries, 0)
        let capacity = entries.capacity
        entries = Entries(capacity: capacity * (capacity < 1 << 18 ? 4 : 2), isScattered: mustScatter)
    }

    /// Moves some entries.
    mutating func moveSome(_ key: (UInt32) -> Int64) { move(Self.entriesPerMove, key) }

    private mutating func move(_ most: Int, _ key: (UInt32) -> Int64) {
        guard let (old, next) = former else { return }
        let end = next + min(most, old.capacity - next)
        for entry in next..<end where old[entry] != 0 && old[entry] != Self.moved {
            let place = old[entry] - 1
            old[entry] = Self.moved
            insert(key(place), place)
        }
        former = end < old.capacity ? (old, end) : nil
        if end == old.capacity { old.deallocate() }
    }

    /// Ends that it is crowded.
    mutating func scatter(_ key: (UInt32) -> Int64) {
        move(.max, key)
        (mustScatter, isCrowded) = (true, false)
        let old = entries
        entries = Entries(capacity: old.capacity, isScattered: true)
        for entry in 0..<old.capacity where old[entry] != 0 { insert(key(old[entry] - 1), old[entry] - 1) }
        old.deallocate()
    }

    // MARK: Shrinking

    /// Makes it smaller where few entries are used, some of these at a time, or moves some where it has grown.
    ///
    /// In a small table keys are scattered: those that are left may all be such as meet at one entry.
    /// - Returns: whether there was something to be done.
    mutating func shrinkSome(_ key: (UInt32) -> Int64) -> Bool {
        if former == nil {
            guard entries.capacity > Self.leastToShrink, count * 16 < entries.capacity else { return false }
            var capacity = 64
            while capacity < count * 3 { capacity *= 2 }
            former = (entries, 0)
            entries = Entries(capacity: capacity, isScattered: true)
        }
        move(Self.entriesPerShrink, key)
        if isCrowded { scatter(key) }
        return true
    }

    private static let (leastToShrink, entriesPerShrink) = (1024, 4096)

    // MARK: Removing

    /// Notes that a key that is there has another place.
    mutating func move(_ key: Int64, from old: UInt32, to new: UInt32) {
        if let entry = entry(of: key, old, entries) {
            entries[entry] = new + 1
        } else if let former = former?.entries, let entry = entry(of: key, old, former) {
            former[entry] = new + 1
        }
    }

    /// Removes a key that is there. Those behind it that would be found no more are moved.
    mutating func remove(_ key: Int64, _ place: UInt32, _ keyAt: (UInt32) -> Int64) {
        if let hole = entry(of: key, place, entries) {
            close(hole, keyAt)
            count -= 1
        } else if let old = former?.entries, let entry = entry(of: key, place, old) {
            old[entry] = Self.moved
            count -= 1
        }
    }

    private func entry(of key: Int64, _ place: UInt32, _ entries: Entries) -> Int? {
        var entry = home(key, entries)
        while entries[entry] != place + 1 {
            if entries[entry] == 0 { return nil }
            entry = entries.next(entry)
        }
        return entry
    }

    /// Frees an entry of the table that keys are added to.
    private func close(_ entry: Int, _ keyAt: (UInt32) -> Int64) {
        let mask = entries.capacity - 1
        var (hole, next) = (entry, entries.next(entry))
        // What stands farther away has its own entry behind the hole.
        let reach = entries.isScattered ? entries.capacity : Self.farthest
        while entries[next] != 0, (next - hole) & mask <= reach {
            let home = home(keyAt(entries[next] - 1), entries)
            if (next - home) & mask >= (next - hole) & mask {
                entries[hole] = entries[next]
                hole = next
            }
            next = entries.next(next)
        }
        entries[hole] = 0
    }

    /// All places, in no order.
    var places: [UInt32] {
        [entries, former?.entries].flatMap { entries -> [UInt32] in
            guard let entries else { return [] }
            return (0..<entries.capacity).compactMap { entry in
                entries[entry] == 0 || entries[entry] == Self.moved ? nil : entries[entry] - 1
            }
        }
    }
}
