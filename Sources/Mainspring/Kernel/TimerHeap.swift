/// Deadlines in order: a heap with four children a node, in raw memory, with a slot for each entry that tells where it stands.
///
/// Insert, remove and move cost O(log n), the earliest is at the front. Entries with equal deadlines come in the order in which
/// they were inserted. Two parallel arrays, by heap position and by slot, keep a sift within few cache lines: an entry is 16
/// bytes, and the four children of a node share a line. Not synchronized: its owner's lock guards it.
struct TimerHeap<Payload>: ~Copyable {
    /// A place in the slot arrays; stays the same while the entry lives.
    typealias Slot = UInt32

    struct Entry {
        var deadline: UInt64
        /// Tells entries with equal deadlines apart; wraps around, and is compared so.
        var sequence: UInt32
        var slot: Slot
    }

    /// Entries before the root, so that children of a node begin a cache line.
    private static var padding: Int { 3 }

    private var entries: UnsafeMutablePointer<Entry>
    private var positions: UnsafeMutablePointer<UInt32>
    private var payloads: UnsafeMutablePointer<Payload>
    private(set) var count = 0
    private var capacity: Int
    /// Slots that were in use once and are free; linked through `positions`.
    private var firstFree: Slot = .max
    private var slotsUsed: Slot = 0
    private var nextSequence: UInt32 = 0
    #if DEBUG
        /// How often two entries were compared, for the tests of cost.
        package private(set) var comparisons = 0
        /// How often an entry was written to another position, for the tests of cost.
        package private(set) var moves = 0
    #endif

    init() {
        capacity = 0
        entries = Self.allocateEntries(0)
        positions = .allocate(capacity: 0)
        payloads = .allocate(capacity: 0)
    }

    deinit {
        for index in 0..<count { (payloads + Int(entries[index].slot)).deinitialize(count: 1) }
        Self.deallocateEntries(entries)
        positions.deallocate()
        payloads.deallocate()
    }

    /// The earliest deadline.
    @inline(__always)
    var earliest: UInt64? { count == 0 ? nil : entries[0].deadline }

    /// Whether there is an entry whose deadline is at most `limit`.
    @inline(__always)
    func hasEntry(upTo limit: UInt64) -> Bool { count > 0 && entries[0].deadline <= limit }

    /// The deadline of an entry.
    @inline(__always)
    func deadline(of slot: Slot) -> UInt64 { entries[Int(positions[Int(slot)])].deadline }

    /// What has the earliest deadline.
    var first: Payload? { count == 0 ? nil : payloads[Int(entries[0].slot)] }

    /// What an entry holds.
    subscript(slot: Slot) -> Payload {
        @inline(__always) get { payloads[Int(slot)] }
        @inline(__always) nonmutating _modify { yield &payloads[Int(slot)] }
    }

    /// Whether a slot is in use. A free one's position leads to the next free slot's number, where another entry stands, or none.
    @inline(__always)
    func isInUse(_ slot: Slot) -> Bool {
        guard slot < slotsUsed else { return false }
        let position = Int(positions[Int(slot)])
        return position < count && entries[position].slot == slot
    }

    /// Adds an entry and says where to find it.
    mutating func insert(_ payload: Payload, deadline: UInt64) -> Slot {
        if count == capacity { grow() }
        let slot: Slot
        if firstFree != .max {
            slot = firstFree
            firstFree = positions[Int(slot)]
        } else {
            slot = slotsUsed
            slotsUsed += 1
        }
        (payloads + Int(slot)).initialize(to: payload)
        count += 1
        siftUp(from: count - 1, newEntry(deadline, slot))
        return slot
    }

    /// Takes an entry out.
    mutating func remove(_ slot: Slot) -> Payload {
        let position = Int(positions[Int(slot)])
        count -= 1
        if position != count { settle(entries[count], at: position) }
        positions[Int(slot)] = firstFree
        firstFree = slot
        return (payloads + Int(slot)).move()
    }

    /// Gives an entry another deadline; among equals it becomes the last.
    mutating func move(_ slot: Slot, to deadline: UInt64) {
        settle(newEntry(deadline, slot), at: Int(positions[Int(slot)]))
    }

    /// Visits every entry whose deadline is at most `limit`, in no order; `limit` may fall during the walk.
    ///
    /// Costs what it visits: a subtree whose top is later is left out.
    func forEach(notAfter limit: inout UInt64, _ body: (Entry, Payload, inout UInt64) -> Void) {
        if count > 0 { walk(0, &limit, body) }
    }

    /// Visits every payload.
    func forEachPayload(_ body: (Payload) -> Void) {
        for index in 0..<count { body(payloads[Int(entries[index].slot)]) }
    }

    /// Visits what may come to the front when the first entry leaves it.
    @inline(__always)
    func forEachNext(_ body: (Payload) -> Void) {
        var position = 1
        let end = min(5, count)
        while position < end {
            body(payloads[Int(entries[position].slot)])
            position += 1
        }
    }

    /// Whether one entry comes before another.
    @inline(__always)
    static func precedes(_ left: Entry, _ right: Entry) -> Bool {
        left.deadline < right.deadline
            || left.deadline == right.deadline && Int32(bitPattern: left.sequence &- right.sequence) < 0
    }

    private func walk(_ position: Int, _ limit: inout UInt64, _ body: (Entry, Payload, inout UInt64) -> Void) {
        let entry = entries[position]
        guard entry.deadline <= limit else { return }
        body(entry, payloads[Int(entry.slot)], &limit)
        var child = position * 4 + 1
        let end = min(child + 4, count)
        while child < end {
            walk(child, &limit, body)
            child += 1
        }
    }

    private mutating func newEntry(_ deadline: UInt64, _ slot: Slot) -> Entry {
        nextSequence &+= 1
        return Entry(deadline: deadline, sequence: nextSequence, slot: slot)
    }

    /// Puts an entry where a hole is, up or down from there.
    private mutating func settle(_ entry: Entry, at position: Int) {
        if position > 0, comesBefore(entry, entries[(position - 1) >> 2]) {
            siftUp(from: position, entry)
        } else {
            siftDown(from: position, entry)
        }
    }

    private mutating func siftUp(from start: Int, _ entry: Entry) {
        var position = start
        while position > 0 {
            let parent = (position - 1) >> 2
            if !comesBefore(entry, entries[parent]) { break }
            place(entries[parent], at: position)
            position = parent
        }
        place(entry, at: position)
    }

    private mutating func siftDown(from start: Int, _ entry: Entry) {
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
            place(entries[least], at: position)
            position = least
        }
        place(entry, at: position)
    }

    @inline(__always)
    private mutating func comesBefore(_ left: Entry, _ right: Entry) -> Bool {
        #if DEBUG
            comparisons += 1
        #endif
        return Self.precedes(left, right)
    }

    @inline(__always)
    private mutating func place(_ entry: Entry, at position: Int) {
        #if DEBUG
            moves += 1
        #endif
        entries[position] = entry
        positions[Int(entry.slot)] = UInt32(truncatingIfNeeded: position)
    }

    private mutating func grow() {
        let larger = max(16, capacity * 2)
        let newEntries = Self.allocateEntries(larger)
        newEntries.update(from: entries, count: count)
        Self.deallocateEntries(entries)
        entries = newEntries
        let newPositions = UnsafeMutablePointer<UInt32>.allocate(capacity: larger)
        newPositions.update(from: positions, count: Int(slotsUsed))
        positions.deallocate()
        positions = newPositions
        // Growing happens when every slot is in use, so every payload is initialized.
        let newPayloads = UnsafeMutablePointer<Payload>.allocate(capacity: larger)
        newPayloads.moveInitialize(from: payloads, count: Int(slotsUsed))
        payloads.deallocate()
        payloads = newPayloads
        capacity = larger
    }

    private static func allocateEntries(_ capacity: Int) -> UnsafeMutablePointer<Entry> {
        let size = MemoryLayout<Entry>.stride
        let memory = UnsafeMutableRawPointer.allocate(byteCount: (capacity + padding) * size, alignment: 64)
        return memory.bindMemory(to: Entry.self, capacity: capacity + padding) + padding
    }

    private static func deallocateEntries(_ entries: UnsafeMutablePointer<Entry>) {
        UnsafeMutableRawPointer(entries - padding).deallocate()
    }
}
