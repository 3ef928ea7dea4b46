internal import CLinux

/// Deadlines by the tick in which they lie, unsorted: a hierarchical timing wheel (G. Varghese and T. Lauck, 1987, scheme 6).
///
/// A tick is about a millisecond. An entry stands in the level of the highest digit in which its tick differs from the wheel's own, and
/// there in the bucket of that digit; so whatever is in a lower level comes before everything in a higher one, and in a level the
/// buckets come in order. Insert and remove are O(1); on its way out an entry goes down a level at most seven times.
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

    private struct Bucket {
        var entries: UnsafeMutablePointer<TimerEntry>?
        var count: Int32 = 0
        var capacity: Int32 = 0

        static var least: Int32 { 16 }
        /// What an empty one keeps for later: two kibibytes.
        private static var kept: Int32 { 128 }

        mutating func freeIfLarge() {
            guard capacity > Self.kept else { return }
            entries?.deallocate()
            self = Bucket()
        }
    }

    /// Everything here is later. While it is the last one there is, the wheel takes nothing.
    private(set) var tick = TimerWheel.lastTick
    private(set) var count = 0
    /// Nil until there was an entry.
    private var buckets: UnsafeMutablePointer<Bucket>?
    /// Which buckets of a level hold something, a bit for each.
    private var occupied: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)
    #if DEBUG
        /// How often an entry was written to another position, for the tests of cost.
        private(set) var moves = 0
    #endif

    init() {}

    deinit {
        guard let buckets else { return }
        for index in 0..<Self.levelCount * Self.bucketsPerLevel { buckets[index].entries?.deallocate() }
        buckets.deallocate()
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
        buckets.unsafelyUnwrapped[Int(place.home) - 1].entries.unsafelyUnwrapped[Int(place.position)]
    }

    /// Adds an entry whose deadline belongs here.
    @inline(__always)
    mutating func insert(_ entry: TimerEntry, _ records: Records) {
        let own = Self.tick(of: entry.deadline)
        let level = (63 - UInt64((own ^ tick).leadingZeroBitCount)) / Self.digitBits
        let digit = own >> (level * Self.digitBits) & 63
        count += 1
        setOccupied(Int(level), Int(digit))
        append(entry, Int(level) * Self.bucketsPerLevel + Int(digit), records)
    }

    /// Takes an entry out.
    @inline(__always)
    mutating func remove(at place: TimerPlace, _ records: Records) {
        let index = Int(place.home) - 1
        let bucket = buckets.unsafelyUnwrapped + index
        let entries = bucket.pointee.entries.unsafelyUnwrapped
        bucket.pointee.count -= 1
        count -= 1
        let last = Int(bucket.pointee.count)
        if Int(place.position) != last {
            entries[Int(place.position)] = entries[last]
            records[Int(entries[last].slot)].place = place
            #if DEBUG
                moves += 1
            #endif
        }
        if last == 0 { becameEmpty(index) }
    }

    /// Goes on to the earliest bucket, if it begins by a time, and moves what lies in its first tick into a heap; the rest goes down.
    ///
    /// Returns whether there was one. It may have had nothing in that tick.
    mutating func advance(
        by limit: UInt64, into heap: inout TimerHeap<Payload>, _ records: Records, _ body: (TimerEntry) -> Void
    ) -> Bool {
        guard count > 0 else { return false }
        var level = 0
        while occupied(of: level) == 0 { level += 1 }
        let digit = occupied(of: level).trailingZeroBitCount
        let shift = UInt64(level) * Self.digitBits
        let next = (((tick >> (shift + Self.digitBits)) << Self.digitBits) | UInt64(digit)) << shift
        guard next <= Self.tick(of: limit) else { return false }
        tick = next
        take(level, digit, records) { wheel, entry in
            if wheel.covers(entry.deadline) {
                wheel.insert(entry, records)
            } else {
                heap.insert(entry, records)
                body(entry)
            }
        }
        return true
    }

    /// Takes everything out, in no order.
    mutating func removeAll(_ records: Records, _ body: (TimerEntry) -> Void) {
        for level in 0..<Self.levelCount {
            while occupied(of: level) != 0 {
                take(level, occupied(of: level).trailingZeroBitCount, records) { _, entry in body(entry) }
            }
        }
    }

    /// Empties a bucket. What it held may be inserted again, into others.
    @inline(__always)
    private mutating func take(
        _ level: Int, _ digit: Int, _ records: Records, _ body: (inout TimerWheel<Payload>, TimerEntry) -> Void
    ) {
        let bucket = buckets.unsafelyUnwrapped + (level * Self.bucketsPerLevel + digit)
        let taken = Int(bucket.pointee.count)
        bucket.pointee.count = 0
        count -= taken
        clearOccupied(level, digit)
        guard let entries = bucket.pointee.entries else { return }
        for position in 0..<taken {
            // Records lie in the order in which timers came, not in that of their time.
            let ahead = entries[min(position + 12, taken - 1)]
            mainspring_prefetch_line(records + Int(ahead.slot))
            body(&self, entries[position])
        }
        bucket.pointee.freeIfLarge()
    }

    // MARK: Buckets

    @inline(__always)
    private mutating func append(_ entry: TimerEntry, _ index: Int, _ records: Records) {
        let buckets = buckets ?? makeBuckets()
        let bucket = buckets + index
        if bucket.pointee.count == bucket.pointee.capacity { Self.grow(bucket) }
        let position = bucket.pointee.count
        bucket.pointee.entries.unsafelyUnwrapped[Int(position)] = entry
        bucket.pointee.count = position + 1
        records[Int(entry.slot)].place = TimerPlace(
            position: UInt32(bitPattern: position), home: UInt16(truncatingIfNeeded: index + 1))
        #if DEBUG
            moves += 1
        #endif
    }

    @inline(never)
    private mutating func makeBuckets() -> UnsafeMutablePointer<Bucket> {
        let all = Self.levelCount * Self.bucketsPerLevel
        let made = UnsafeMutablePointer<Bucket>.allocate(capacity: all)
        made.initialize(repeating: Bucket(), count: all)
        buckets = made
        return made
    }

    @inline(never)
    private static func grow(_ bucket: UnsafeMutablePointer<Bucket>) {
        let capacity = max(Bucket.least, bucket.pointee.capacity * 2)
        let larger = UnsafeMutablePointer<TimerEntry>.allocate(capacity: Int(capacity))
        if let entries = bucket.pointee.entries {
            larger.moveInitialize(from: entries, count: Int(bucket.pointee.count))
            entries.deallocate()
        }
        bucket.pointee.entries = larger
        bucket.pointee.capacity = capacity
    }

    @inline(never)
    private mutating func becameEmpty(_ index: Int) {
        clearOccupied(index / Self.bucketsPerLevel, index % Self.bucketsPerLevel)
        buckets.unsafelyUnwrapped[index].freeIfLarge()
    }

    // MARK: Which are occupied

    @inline(__always)
    private func occupied(of level: Int) -> UInt64 {
        withUnsafeBytes(of: occupied) { $0.load(fromByteOffset: level * 8, as: UInt64.self) }
    }

    @inline(__always)
    private mutating func setOccupied(_ level: Int, _ digit: Int) {
        withUnsafeMutableBytes(of: &occupied) { bytes in
            let word = bytes.load(fromByteOffset: level * 8, as: UInt64.self)
            bytes.storeBytes(of: word | 1 << UInt64(digit), toByteOffset: level * 8, as: UInt64.self)
        }
    }

    private mutating func clearOccupied(_ level: Int, _ digit: Int) {
        withUnsafeMutableBytes(of: &occupied) { bytes in
            let word = bytes.load(fromByteOffset: level * 8, as: UInt64.self)
            bytes.storeBytes(of: word & ~(1 << UInt64(digit)), toByteOffset: level * 8, as: UInt64.self)
        }
    }
}
