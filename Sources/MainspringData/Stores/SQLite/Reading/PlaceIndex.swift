/// Places of rows by their keys: a table with open addressing, of four bytes an entry. The keys stand in the rows.
///
/// Keys of a store mostly follow one another, and are asked for so: they stand in the table as they follow, until so many
/// meet at one entry that the table has to be long looked through; then they are scattered.
struct PlaceIndex {
    /// One more than the places; 0 in free entries.
    private var entries: UnsafeMutablePointer<UInt32>
    private(set) var capacity: Int
    private(set) var count = 0
    /// Whether keys that follow one another stand anywhere.
    private var isScattered = false
    /// Whether a key stands farther away than one is looked for; to be ended by ``scatter(_:)`` at once.
    private(set) var isCrowded = false
    /// A key that is not scattered stands so near to its own entry, or is not there.
    private static let farthest = 16

    /// - Parameter capacity: a power of two.
    init(capacity: Int) {
        self.capacity = capacity
        entries = .allocate(capacity: capacity)
        entries.initialize(repeating: 0, count: capacity)
    }

    func deallocate() { entries.deallocate() }

    @inline(__always)
    private func home(_ key: Int64) -> Int {
        let spread = isScattered ? (UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15) >> 24 : UInt64(bitPattern: key)
        return Int(truncatingIfNeeded: spread) & (capacity - 1)
    }

    /// The place for which a closure says that the key is there.
    @inline(__always)
    func place(of key: Int64, where isThere: (UInt32) -> Bool) -> UInt32? {
        var entry = home(key)
        var rest = isScattered ? capacity : Self.farthest
        while entries[entry] != 0, rest >= 0 {
            let place = entries[entry] - 1
            if isThere(place) { return place }
            entry = (entry + 1) & (capacity - 1)
            rest -= 1
        }
        return nil
    }

    /// Whether a key has a certain place.
    func holds(_ key: Int64, _ place: UInt32) -> Bool { self.place(of: key) { $0 == place } != nil }

    /// Whether it is to be made larger before another key is added.
    @inline(__always)
    var isFull: Bool { (count + 1) * 3 > capacity * 2 }

    /// Adds a key that is not there.
    @inline(__always)
    mutating func add(_ key: Int64, _ place: UInt32) {
        insert(key, place)
        count += 1
    }

    @inline(__always)
    private mutating func insert(_ key: Int64, _ place: UInt32) {
        let home = home(key)
        var entry = home
        while entries[entry] != 0 { entry = (entry + 1) & (capacity - 1) }
        entries[entry] = place + 1
        if (entry - home) & (capacity - 1) > Self.farthest, !isScattered { isCrowded = true }
    }

    /// Makes it four times as large, or twice if it is large already: each time all keys are looked at, wherever they lie.
    mutating func grow(_ key: (UInt32) -> Int64) {
        renew(capacity: capacity * (capacity < 1 << 18 ? 4 : 2), key)
        if isCrowded { scatter(key) }
    }

    /// Ends that it is crowded.
    mutating func scatter(_ key: (UInt32) -> Int64) {
        (isScattered, isCrowded) = (true, false)
        renew(capacity: capacity, key)
    }

    private mutating func renew(capacity newCapacity: Int, _ key: (UInt32) -> Int64) {
        let (old, oldCapacity) = (entries, capacity)
        capacity = newCapacity
        entries = .allocate(capacity: capacity)
        entries.initialize(repeating: 0, count: capacity)
        for entry in 0..<oldCapacity where old[entry] != 0 { insert(key(old[entry] - 1), old[entry] - 1) }
        old.deallocate()
    }

    /// Removes a key that is there. Those behind it that would be found no more are moved.
    mutating func remove(_ key: Int64, _ place: UInt32, _ keyAt: (UInt32) -> Int64) {
        var hole = home(key)
        while entries[hole] != place + 1 {
            if entries[hole] == 0 { return }
            hole = (hole + 1) & (capacity - 1)
        }
        let mask = capacity - 1
        var next = (hole + 1) & mask
        // What stands farther away has its own entry behind the hole.
        let reach = isScattered ? capacity : Self.farthest
        while entries[next] != 0, (next - hole) & mask <= reach {
            let home = home(keyAt(entries[next] - 1))
            if (next - home) & mask >= (next - hole) & mask {
                entries[hole] = entries[next]
                hole = next
            }
            next = (next + 1) & mask
        }
        entries[hole] = 0
        count -= 1
    }

    /// All places, in no order.
    var places: [UInt32] { (0..<capacity).compactMap { entries[$0] == 0 ? nil : entries[$0] - 1 } }
}
