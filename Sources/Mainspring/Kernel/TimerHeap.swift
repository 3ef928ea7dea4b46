/// Deadlines in order: a heap with four children a node, in raw memory.
///
/// An entry is 16 bytes, and the four children of a node share a cache line. Insert, remove and move cost O(log n), the
/// earliest is at the front. Entries with equal deadlines come in the order of their sequence. It writes down for each
/// slot where its entry stands.
struct TimerHeap<Payload>: ~Copyable {
    typealias Records = UnsafeMutablePointer<TimerRecord<Payload>>

    /// Entries before the root, so that children of a node begin a cache line.
    private static var padding: Int { 3 }

    private var entries: UnsafeMutablePointer<TimerEntry>
    private(set) var count = 0
    private var capacity = 0
    #if DEBUG
        /// How often two entries were compared, for the tests of cost.
        private(set) var comparisons = 0
        /// How often an entry was written to another position, for the tests of cost.
        private(set) var moves = 0
    #endif

    init() { entries = Self.allocate(0) }

    deinit { Self.deallocate(entries) }

    /// The entry at a position; the earliest is at 0.
    @inline(__always)
    subscript(position: Int) -> TimerEntry { entries[position] }

    mutating func insert(_ entry: TimerEntry, _ records: Records) {
        if count == capacity { grow() }
        count += 1
        siftUp(from: count - 1, entry, records)
    }

    mutating func remove(at position: Int, _ records: Records) {
        count -= 1
        if position != count { settle(entries[count], at: position, records) }
    }

    /// Puts an entry in another one's place.
    mutating func replace(at position: Int, with entry: TimerEntry, _ records: Records) {
        settle(entry, at: position, records)
    }

    /// Takes everything out, in no order.
    mutating func removeAll(_ body: (TimerEntry) -> Void) {
        let count = count
        self.count = 0
        for position in 0..<count { body(entries[position]) }
    }

    /// Visits every entry whose deadline is at most `limit`, in no order; `limit` may fall during the walk.
    ///
    /// Costs what it visits: a subtree whose top is later is left out.
    func forEach(notAfter limit: inout UInt64, _ body: (TimerEntry, inout UInt64) -> Void) {
        if count > 0 { walk(0, &limit, body) }
    }

    private func walk(_ position: Int, _ limit: inout UInt64, _ body: (TimerEntry, inout UInt64) -> Void) {
        let entry = entries[position]
        guard entry.deadline <= limit else { return }
        body(entry, &limit)
        var child = position * 4 + 1
        let end = min(child + 4, count)
        while child < end {
            walk(child, &limit, body)
            child += 1
        }
    }

    /// Puts an entry where a hole is, up or down from there.
    private mutating func settle(_ entry: TimerEntry, at position: Int, _ records: Records) {
        if position > 0, comesBefore(entry, entries[(position - 1) >> 2]) {
            siftUp(from: position, entry, records)
        } else {
            siftDown(from: position, entry, records)
        }
    }

    private mutating func siftUp(from start: Int, _ entry: TimerEntry, _ records: Records) {
        var position = start
        while position > 0 {
            let parent = (position - 1) >> 2
            if !comesBefore(entry, entries[parent]) { break }
            place(entries[parent], at: position, records)
            position = parent
        }
        place(entry, at: position, records)
    }

    private mutating func siftDown(from start: Int, _ entry: TimerEntry, _ records: Records) {
        var position = start
        while true {
            let first = position * 4 + 1
            guard first < count else { break }
            var least = first
            var child = first + 1
            let end = min(first + 4, count)
            while child < end {
                if comesBefore(entries[child], entries[least]) { least = child }
                child += 1
            }
            if !comesBefore(entries[least], entry) { break }
            place(entries[least], at: position, records)
            position = least
        }
        place(entry, at: position, records)
    }

    @inline(__always)
    private mutating func comesBefore(_ left: TimerEntry, _ right: TimerEntry) -> Bool {
        #if DEBUG
            comparisons += 1
        #endif
        return TimerEntry.precedes(left, right)
    }

    @inline(__always)
    private mutating func place(_ entry: TimerEntry, at position: Int, _ records: Records) {
        #if DEBUG
            moves += 1
        #endif
        entries[position] = entry
        records[Int(entry.slot)].place = TimerPlace(
            position: UInt32(truncatingIfNeeded: position), home: TimerPlace.heap)
    }

    private mutating func grow() {
        let larger = max(16, capacity * 2)
        let newEntries = Self.allocate(larger)
        newEntries.update(from: entries, count: count)
        Self.deallocate(entries)
        entries = newEntries
        capacity = larger
    }

    private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<TimerEntry> {
        let size = MemoryLayout<TimerEntry>.stride
        let memory = UnsafeMutableRawPointer.allocate(byteCount: (capacity + padding) * size, alignment: 64)
        return memory.bindMemory(to: TimerEntry.self, capacity: capacity + padding) + padding
    }

    private static func deallocate(_ entries: UnsafeMutablePointer<TimerEntry>) {
        UnsafeMutableRawPointer(entries - padding).deallocate()
    }
}
