internal import CLinux

/// Deadlines by the tick in which they lie, unsorted: a hierarchical timing wheel (G. Varghese and T. Lauck, 1987,
/// scheme 6).
///
/// A tick is about a millisecond. An entry stands in the level of the highest digit in which its tick differs from the
/// wheel's own, and there in the bucket of that digit; so whatever is in a lower level comes before everything in a
/// higher one, and in a level the buckets come in order. Insert and remove are O(1); on its way out an entry goes down
/// a level at most seven times.
///
/// A large bucket goes down bit by bit in the time before its own, into a spare ring of the level below, which takes
/// the place of that level's ring when the bucket's turn comes: else the timers behind it would wait for thousands of
/// entries to be moved. Only where nothing came in that time does it still go down at once: at about 50 ns an entry.
struct TimerWheel<Payload>: ~Copyable {
    typealias Records = UnsafeMutablePointer<TimerRecord<Payload>>

    /// Of nanoseconds: what lies within a tick, 1.05 ms.
    private static var tickBits: UInt64 { 20 }
    /// Of a tick: one level's digit.
    private static var digitBits: UInt64 { 6 }
    private static var lastTick: UInt64 { .max >> tickBits }
    private static var bucketsPerLevel: Int { 64 }
    /// As many as the 44 bits of a tick need.
    private static var levelCount: Int { 8 }
    /// A level's own and its spare one.
    private static var ringCount: Int { 2 * levelCount }
    /// A bucket of that many goes down at once.
    private static var smallBucket: UInt32 { 64 }

    /// Its entries fill the blocks behind the first one.
    private struct Bucket {
        var first = TimerBlocks.none
        var count: UInt32 = 0
    }

    /// Everything here is later. While it is the last one there is, the wheel takes nothing.
    private(set) var tick = TimerWheel.lastTick
    private(set) var count = 0
    private var blocks = TimerBlocks()
    /// Ring after ring; nil until there was an entry.
    private var buckets: UnsafeMutablePointer<Bucket>?
    /// Which buckets of a ring hold something, a bit for each. As long as `buckets`.
    private var occupied: UnsafeMutablePointer<UInt64>
    /// Which of its two rings is a level's own, a bit for each level.
    private var ownRings: UInt8 = 0
    /// For each level, the digit in the level above of what its spare ring holds.
    private var spareDigits = SIMD8<UInt8>(repeating: 0)
    #if DEBUG
        /// How often an entry was written to another position, for the tests of cost.
        private(set) var moves = 0
    #endif

    init() { occupied = .allocate(capacity: 0) }

    deinit {
        occupied.deallocate()
        buckets?.deallocate()
    }

    /// The tick in which a time lies.
    @inline(__always)
    static func tick(of time: UInt64) -> UInt64 { time >> tickBits }

    /// Whether a deadline belongs here, and not into what comes sooner.
    @inline(__always)
    func covers(_ deadline: UInt64) -> Bool { Self.tick(of: deadline) > tick }

    /// Sets the tick of a wheel that is empty.
    mutating func begin(at tick: UInt64) { self.tick = tick }

    /// An empty wheel takes nothing any more, until it begins again.
    mutating func rest() { tick = Self.lastTick }

    @inline(__always)
    func entry(at place: TimerPlace) -> TimerEntry {
        blocks.entry(place.position).pointee
    }

    /// Adds an entry whose deadline belongs here.
    @inline(__always)
    mutating func insert(_ entry: TimerEntry, _ records: Records) {
        let own = Self.tick(of: entry.deadline)
        let level = (63 - UInt64((own ^ tick).leadingZeroBitCount)) / Self.digitBits
        let digit = own >> (level * Self.digitBits) & 63
        count += 1
        append(entry, ownRing(of: Int(level)), Int(digit), records)
    }

    /// Takes an entry out.
    @inline(__always)
    mutating func remove(at place: TimerPlace, _ records: Records) {
        let index = Int(place.home) - 1
        count -= 1
        let (last, position) = removeLast(of: index)
        if position != place.position {
            blocks.entry(place.position).pointee = last
            records[Int(last.slot)].place = place
            #if DEBUG
                moves += 1
            #endif
        }
        if buckets.unsafelyUnwrapped[index].count == 0 { becameEmpty(index) }
    }

    /// Goes on to the earliest bucket, if it begins by a time, and moves what lies in its first tick into a heap; the
    /// rest goes down.
    ///
    /// Returns whether there was one. It may have had nothing in that tick.
    mutating func advance(
        by limit: UInt64, into heap: inout TimerHeap<Payload>, _ records: Records, _ body: (TimerEntry) -> Void
    ) -> Bool {
        guard count > 0 else { return false }
        var level = 0
        while occupied[ownRing(of: level)] == 0 { level += 1 }
        let digit = occupied[ownRing(of: level)].trailingZeroBitCount
        let shift = UInt64(level) * Self.digitBits
        let next = (((tick >> (shift + Self.digitBits)) << Self.digitBits) | UInt64(digit)) << shift
        guard next <= Self.tick(of: limit) else { return false }
        let passed = next - tick
        tick = next
        // Nothing is left in the levels below: where their spare rings hold what comes now, they become their own.
        var lowest = level
        var source = digit
        while lowest > 0, spareRing(of: lowest - 1, isPreparedFrom: source) {
            lowest -= 1
            ownRings ^= 1 << UInt8(lowest)
            source = 0
        }
        for below in lowest..<level where occupied[ownRing(of: below)] & 1 != 0 {
            take(ownRing(of: below), 0, records) { $0.place($1, &heap, records, body) }
        }
        take(ownRing(of: level), digit, records) { $0.place($1, &heap, records, body) }
        prepare(after: passed, records)
        return true
    }

    /// What lies in the wheel's own tick goes into the heap, the rest into the wheel.
    @inline(__always)
    private mutating func place(
        _ entry: TimerEntry, _ heap: inout TimerHeap<Payload>, _ records: Records, _ body: (TimerEntry) -> Void
    ) {
        if covers(entry.deadline) {
            insert(entry, records)
        } else {
            heap.insert(entry, records)
            body(entry)
        }
    }

    /// Takes everything out, in no order.
    mutating func removeAll(_ records: Records, _ body: (TimerEntry) -> Void) {
        guard buckets != nil else { return }
        for ring in 0..<Self.ringCount {
            while occupied[ring] != 0 {
                take(ring, occupied[ring].trailingZeroBitCount, records) { _, entry in body(entry) }
            }
        }
    }

    /// Empties a bucket. What it held may be inserted again, into others.
    @inline(__always)
    private mutating func take(
        _ ring: Int, _ digit: Int, _ records: Records, _ body: (inout TimerWheel<Payload>, TimerEntry) -> Void
    ) {
        let bucket = buckets.unsafelyUnwrapped + (ring * Self.bucketsPerLevel + digit)
        var left = bucket.pointee.count
        var block = bucket.pointee.first
        bucket.pointee = Bucket()
        count -= Int(left)
        occupied[ring] &= ~(1 << UInt64(digit))
        while left > 0 {
            // The first block alone may be filled in part.
            let filled = (left - 1) % TimerBlocks.blockSize + 1
            let entries = blocks.entry(block * TimerBlocks.blockSize)
            for position in 0..<Int(filled) {
                // Records lie in the order in which timers came, not in that of their time.
                let ahead = entries[min(position + 12, Int(filled) - 1)]
                mainspring_prefetch_line(records + Int(ahead.slot))
                body(&self, entries[position])
            }
            let next = blocks.next(block)
            blocks.giveBack(block)
            block = next
            left -= filled
        }
    }

    // MARK: Rings

    @inline(__always)
    private func ownRing(of level: Int) -> Int { 2 * level + Int(ownRings >> UInt8(level) & 1) }

    @inline(__always)
    private func spareRing(of level: Int) -> Int { ownRing(of: level) ^ 1 }

    /// Whether a level's spare ring holds something of the bucket of a digit in the level above.
    @inline(__always)
    private func spareRing(of level: Int, isPreparedFrom digit: Int) -> Bool {
        occupied[spareRing(of: level)] != 0 && Int(spareDigits[level]) == digit
    }

    /// The bucket that comes down into a level next: of the ring above, or if that is empty, of what will take that
    /// ring's place.
    @inline(__always)
    private func bucketAbove(_ level: Int) -> (ring: Int, digit: Int)? {
        let own = ownRing(of: level + 1)
        if occupied[own] != 0 { return (own, occupied[own].trailingZeroBitCount) }
        let spare = spareRing(of: level + 1)
        return occupied[spare] & 1 != 0 ? (spare, 0) : nil
    }

    /// Moves a part of each level's next bucket into the spare ring below, as large as the part of the time that has
    /// passed.
    private mutating func prepare(after passed: UInt64, _ records: Records) {
        for level in 0..<Self.levelCount - 1 {
            guard let (above, digit) = bucketAbove(level) else { continue }
            let bucket = buckets.unsafelyUnwrapped + (above * Self.bucketsPerLevel + digit)
            let spare = spareRing(of: level)
            guard bucket.pointee.count > Self.smallBucket, occupied[spare] == 0 || Int(spareDigits[level]) == digit
            else {
                continue
            }
            spareDigits[level] = UInt8(digit)
            let span = UInt64(1) << (UInt64(level + 1) * Self.digitBits)
            let position = tick & (span - 1)
            let part = min(passed, position)
            let left = span - position
            var moves = (UInt64(bucket.pointee.count) * part + left + part - 1) / (left + part)
            while moves > 0 {
                moves -= 1
                let (entry, position) = removeLast(of: above * Self.bucketsPerLevel + digit)
                if position % TimerBlocks.blockSize >= 12 {
                    mainspring_prefetch_line(records + Int(blocks.entry(position - 12).pointee.slot))
                }
                let below = Self.tick(of: entry.deadline) >> (UInt64(level) * Self.digitBits) & 63
                append(entry, spare, Int(below), records)
            }
        }
    }

    // MARK: Buckets

    @inline(__always)
    private mutating func append(_ entry: TimerEntry, _ ring: Int, _ digit: Int, _ records: Records) {
        let buckets = buckets ?? makeBuckets()
        let index = ring * Self.bucketsPerLevel + digit
        let bucket = buckets + index
        occupied[ring] |= 1 << UInt64(digit)
        let inBlock = bucket.pointee.count % TimerBlocks.blockSize
        if inBlock == 0 { bucket.pointee.first = blocks.take(before: bucket.pointee.first) }
        bucket.pointee.count += 1
        let position = bucket.pointee.first * TimerBlocks.blockSize + inBlock
        blocks.entry(position).initialize(to: entry)
        records[Int(entry.slot)].place = TimerPlace(
            position: position, home: UInt16(truncatingIfNeeded: index + 1))
        #if DEBUG
            moves += 1
        #endif
    }

    @inline(never)
    private mutating func makeBuckets() -> UnsafeMutablePointer<Bucket> {
        occupied.deallocate()
        occupied = .allocate(capacity: Self.ringCount)
        occupied.initialize(repeating: 0, count: Self.ringCount)
        let all = Self.ringCount * Self.bucketsPerLevel
        let made = UnsafeMutablePointer<Bucket>.allocate(capacity: all)
        made.initialize(repeating: Bucket(), count: all)
        buckets = made
        return made
    }

    /// Takes the last entry out of a bucket, and says where it was.
    @inline(__always)
    private mutating func removeLast(of index: Int) -> (TimerEntry, position: UInt32) {
        let bucket = buckets.unsafelyUnwrapped + index
        bucket.pointee.count -= 1
        let inBlock = bucket.pointee.count % TimerBlocks.blockSize
        let block = bucket.pointee.first
        let position = block * TimerBlocks.blockSize + inBlock
        let entry = blocks.entry(position).pointee
        if inBlock == 0 {
            bucket.pointee.first = blocks.next(block)
            blocks.giveBack(block)
        }
        return (entry, position)
    }

    @inline(never)
    private mutating func becameEmpty(_ index: Int) {
        let ring = index / Self.bucketsPerLevel
        let digit = index % Self.bucketsPerLevel
        let level = ring / 2
        let isSpare = ring == spareRing(of: level)
        // What went down before its time is still to come.
        if level > 0, isSpare == (digit == 0), spareRing(of: level - 1, isPreparedFrom: digit) { return }
        occupied[ring] &= ~(1 << UInt64(digit))
        guard isSpare, occupied[ring] == 0 else { return }
        let source = Int(spareDigits[level])
        let above = source == 0 ? spareRing(of: level + 1) : ownRing(of: level + 1)
        let bucket = above * Self.bucketsPerLevel + source
        if buckets.unsafelyUnwrapped[bucket].count == 0 { becameEmpty(bucket) }
    }
}
