/// Objects, each once, found by identity: side by side, with a table of their places once there are more than a few.
///
/// A value, copied on write. Adding, removing and finding cost the same whatever the count; removing puts the last
/// object in the place of the one that goes, so the order says nothing.
struct ObjectSet {
    private(set) var objects: ContiguousArray<NSManagedObject> = []
    /// Places in `objects`, one more than they are; 0 is a free entry. Empty as long as `objects` is searched.
    private var table: ContiguousArray<UInt32> = []

    /// So many are found sooner by a look at each.
    private static let searchedCount = 8

    init() {}

    init(_ objects: some Sequence<NSManagedObject>) {
        for object in objects { insert(object) }
    }

    var count: Int { objects.count }
    var isEmpty: Bool { objects.isEmpty }

    func contains(_ object: NSManagedObject) -> Bool { place(of: object) != nil }

    /// - Returns: whether it was not there.
    @discardableResult
    mutating func insert(_ object: NSManagedObject) -> Bool {
        guard place(of: object) == nil else { return false }
        objects.append(object)
        if table.isEmpty {
            if objects.count > Self.searchedCount { rebuild(capacity: 32) }
        } else if objects.count * 2 > table.count {
            rebuild(capacity: table.count * 2)
        } else {
            note(object, at: objects.count - 1)
        }
        return true
    }

    /// - Returns: whether it was there.
    @discardableResult
    mutating func remove(_ object: NSManagedObject) -> Bool {
        guard let place = place(of: object) else { return false }
        let last = objects.count - 1
        if !table.isEmpty {
            erase(entry(of: object, at: place))
            if place != last { table[entry(of: objects[last], at: last)] = UInt32(place + 1) }
        }
        objects.swapAt(place, last)
        objects.removeLast()
        return true
    }

    mutating func removeAll() { self = ObjectSet() }

    // MARK: The table

    private static func hash(_ object: NSManagedObject) -> Int {
        // Objects lie at multiples of sixteen.
        let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()) >> 4
        return Int(truncatingIfNeeded: (UInt64(address) &* 0x9E37_79B9_7F4A_7C15) >> 32)
    }

    private func place(of object: NSManagedObject) -> Int? {
        guard !table.isEmpty else { return objects.firstIndex { $0 === object } }
        var entry = Self.hash(object) & (table.count - 1)
        while table[entry] != 0 {
            let place = Int(table[entry]) - 1
            if objects[place] === object { return place }
            entry = (entry + 1) & (table.count - 1)
        }
        return nil
    }

    /// The entry of an object that is in the table, by its place.
    private func entry(of object: NSManagedObject, at place: Int) -> Int {
        var entry = Self.hash(object) & (table.count - 1)
        while table[entry] != UInt32(place + 1) { entry = (entry + 1) & (table.count - 1) }
        return entry
    }

    private mutating func note(_ object: NSManagedObject, at place: Int) {
        var entry = Self.hash(object) & (table.count - 1)
        while table[entry] != 0 { entry = (entry + 1) & (table.count - 1) }
        table[entry] = UInt32(place + 1)
    }

    private mutating func rebuild(capacity: Int) {
        table = ContiguousArray(repeating: 0, count: capacity)
        var place = 0
        let objects = objects
        objects.forEachHeld {
            note($0, at: place)
            place += 1
        }
    }

    /// Frees an entry, and moves those behind it that would be found no more.
    private mutating func erase(_ entry: Int) {
        let mask = table.count - 1
        var (hole, next) = (entry, (entry + 1) & mask)
        while table[next] != 0 {
            let home = Self.hash(objects[Int(table[next]) - 1]) & mask
            if (next - home) & mask >= (next - hole) & mask {
                table[hole] = table[next]
                hole = next
            }
            next = (next + 1) & mask
        }
        table[hole] = 0
    }
}

extension ObjectSet: Sequence {
    func makeIterator() -> ContiguousArray<NSManagedObject>.Iterator { objects.makeIterator() }
}
