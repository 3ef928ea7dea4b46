/// What a queue of timers holds.
protocol TimerQueuePayload {
    /// Its time is among the next; its memory may be fetched.
    func comesSoon()
}

/// Deadlines in order, for any number of them: a heap of those that come next, a wheel for the rest.
///
/// Up to a thousand everything is in the heap, small enough for the nearest cache. Beyond that most deadlines are far
/// away, and most of them go before they are reached: these wait in the wheel, unsorted. When the heap runs empty the
/// wheel's next millisecond comes into it. So the order is exact, and insert, remove and the way to the front cost
/// little at any size. Among equal deadlines the first inserted is first. Not synchronized: its owner's lock guards it.
struct TimerQueue<Payload: TimerQueuePayload>: ~Copyable {
    typealias Slot = TimerEntry.Slot

    /// How many the heap holds before it is worth while to move most of them to the wheel.
    private static var heapLimit: Int { 1024 }
    /// How many that come into the heap at once may have their memory fetched: about as much as the nearest cache
    /// holds.
    private static var fetchLimit: Int { 256 }

    private var heap = TimerHeap<Payload>()
    private var wheel = TimerWheel<Payload>()
    /// By slot.
    private var records: UnsafeMutablePointer<TimerRecord<Payload>>
    private var capacity = 0
    private var firstFree: Slot = .max
    private var slotsUsed: Slot = 0
    private var nextSequence: UInt32 = 0
    /// The heap is looked at anew when it has more than that.
    private var splitLimit = heapLimit
    #if DEBUG
        var comparisons: Int { heap.comparisons }
        var moves: Int { heap.moves + wheel.moves }
    #endif

    init() { records = .allocate(capacity: 0) }

    deinit {
        records.deinitialize(count: Int(slotsUsed))
        records.deallocate()
    }

    @inline(__always)
    var count: Int { heap.count + wheel.count }

    /// The earliest deadline.
    @inline(__always)
    var earliest: UInt64? {
        mutating get { heap.count > 0 || fillsHeap() ? heap[0].deadline : nil }
    }

    /// What has the earliest deadline.
    @inline(__always)
    var first: Payload? {
        mutating get { heap.count > 0 || fillsHeap() ? records[Int(heap[0].slot)].payload : nil }
    }

    /// Whether there is an entry whose deadline is at most `limit`.
    @inline(__always)
    mutating func hasEntry(upTo limit: UInt64) -> Bool { earliest.map { $0 <= limit } ?? false }

    /// The deadline of an entry.
    @inline(__always)
    func deadline(of slot: Slot) -> UInt64 {
        let place = records[Int(slot)].place
        return place.home == TimerPlace.heap ? heap[Int(place.position)].deadline : wheel.entry(at: place).deadline
    }

    /// What an entry holds.
    subscript(slot: Slot) -> Payload {
        @inline(__always) get { records[Int(slot)].payload.unsafelyUnwrapped }
        @inline(__always) nonmutating set { records[Int(slot)].payload = newValue }
    }

    /// Adds an entry and says where to find it.
    @inline(__always)
    mutating func insert(_ payload: Payload, deadline: UInt64) -> Slot {
        let slot = takeSlot()
        records[Int(slot)].payload = payload
        place(newEntry(deadline, slot))
        return slot
    }

    /// Takes an entry out.
    @inline(__always)
    mutating func remove(_ slot: Slot) -> Payload {
        takeOut(slot)
        var removed: Payload?
        swap(&removed, &records[Int(slot)].payload)
        records[Int(slot)].place.position = firstFree
        firstFree = slot
        return removed.unsafelyUnwrapped
    }

    /// Gives an entry another deadline; among equals it becomes the last.
    mutating func move(_ slot: Slot, to deadline: UInt64) {
        let entry = newEntry(deadline, slot)
        let former = records[Int(slot)].place
        if former.home == TimerPlace.heap, !wheel.covers(deadline) {
            heap.replace(at: Int(former.position), with: entry, records)
        } else {
            takeOut(slot)
            place(entry)
        }
    }

    /// Visits every entry whose deadline is at most `limit`, in no order; `limit` may fall during the walk.
    ///
    /// Costs what it visits, and what comes from the wheel into the heap by the limit.
    mutating func forEach(notAfter limit: inout UInt64, _ body: (TimerEntry, Payload, inout UInt64) -> Void) {
        let records = records
        heap.forEach(notAfter: &limit) { entry, limit in
            body(entry, records[Int(entry.slot)].payload.unsafelyUnwrapped, &limit)
        }
        var goesOn = true
        while goesOn {
            goesOn = wheel.advance(by: limit, into: &heap, records) { entry in
                if entry.deadline <= limit { body(entry, records[Int(entry.slot)].payload.unsafelyUnwrapped, &limit) }
            }
        }
    }

    /// Visits every payload.
    func forEachPayload(_ body: (Payload) -> Void) {
        for slot in 0..<Int(slotsUsed) { records[slot].payload.map(body) }
    }

    /// Visits what may come to the front when the first entry leaves it.
    @inline(__always)
    func forEachNext(_ body: (Payload) -> Void) {
        var position = 1
        let end = min(5, heap.count)
        while position < end {
            body(self[heap[position].slot])
            position += 1
        }
    }

    // MARK: Heap and wheel

    @inline(__always)
    private mutating func place(_ entry: TimerEntry) {
        if wheel.covers(entry.deadline), needsWheel() { return wheel.insert(entry, records) }
        heap.insert(entry, records)
        if heap.count > splitLimit { split() }
    }

    /// Whether there are enough of them; when there are few again, the heap takes all.
    @inline(__always)
    private mutating func needsWheel() -> Bool {
        if wheel.count > 0 || heap.count > Self.heapLimit / 2 { return true }
        wheel.rest()
        return false
    }

    @inline(__always)
    private mutating func takeOut(_ slot: Slot) {
        let place = records[Int(slot)].place
        if place.home == TimerPlace.heap {
            heap.remove(at: Int(place.position), records)
        } else {
            wheel.remove(at: place, records)
        }
    }

    /// Brings what is earliest in the wheel into the empty heap; false where both are empty.
    @inline(never)
    private mutating func fillsHeap() -> Bool {
        while heap.count == 0, wheel.advance(by: .max, into: &heap, records, { _ in }) {}
        if heap.count > 0, heap.count <= Self.fetchLimit {
            for position in 0..<heap.count { self[heap[position].slot].comesSoon() }
        }
        return heap.count > 0
    }

    /// The heap has grown large: all that is later than its first tick goes to the wheel.
    ///
    /// The wheel's own entries have to be placed anew, so it waits until they are fewer than the heap's; that way an
    /// entry is moved a few times at most, however the deadlines come.
    @inline(never)
    private mutating func split() {
        let tick = TimerWheel<Payload>.tick(of: heap[0].deadline)
        guard heap.count > wheel.count, tick < wheel.tick else {
            splitLimit = max(2 * heap.count, wheel.count)
            return
        }
        var all: [TimerEntry] = []
        all.reserveCapacity(count)
        heap.removeAll { all.append($0) }
        wheel.removeAll(records) { all.append($0) }
        wheel.begin(at: tick)
        for entry in all {
            if wheel.covers(entry.deadline) { wheel.insert(entry, records) } else { heap.insert(entry, records) }
        }
        splitLimit = max(2 * heap.count, Self.heapLimit)
    }

    // MARK: Slots

    private mutating func newEntry(_ deadline: UInt64, _ slot: Slot) -> TimerEntry {
        nextSequence &+= 1
        return TimerEntry(deadline: deadline, sequence: nextSequence, slot: slot)
    }

    @inline(__always)
    private mutating func takeSlot() -> Slot {
        if firstFree != .max {
            let slot = firstFree
            firstFree = records[Int(slot)].place.position
            return slot
        }
        if Int(slotsUsed) == capacity { grow() }
        let slot = slotsUsed
        (records + Int(slot)).initialize(to: TimerRecord(place: TimerPlace(position: 0, home: 0), payload: nil))
        slotsUsed += 1
        return slot
    }

    @inline(never)
    private mutating func grow() {
        let larger = max(16, capacity * 2)
        let moved = UnsafeMutablePointer<TimerRecord<Payload>>.allocate(capacity: larger)
        moved.moveInitialize(from: records, count: Int(slotsUsed))
        records.deallocate()
        records = moved
        capacity = larger
    }
}
