internal import Synchronization

/// One thread's part of a recorder's memory: its open intervals and a ring of its last events.
///
/// Memory layout, in words: a header, the stack of open slices, the table of open intervals, the ring. Only the thread
/// that owns the part writes it, but for closing an open record; everything is atomic, so any thread may read, which is
/// why the pointer may be sent about. The memory begins as zeros, which is what an `Atomic<UInt64>` of 0 looks like,
/// and it is the recorder's, which outlives every use.
struct ThreadTrace: @unchecked Sendable {
    let words: UnsafeMutablePointer<Atomic<UInt64>>
    /// How many events the ring holds, a power of two.
    let capacity: Int

    static let openCapacity = 64
    private static let headerCount = 64
    private static let ringStart = headerCount + 2 * openCapacity * TraceRecord.wordCount

    static func wordCount(capacity: Int) -> Int {
        ringStart + capacity * TraceRecord.wordCount
    }

    // MARK: Header

    /// The number of the thread that records here; 0: none yet.
    var owner: Int32 { Int32(truncatingIfNeeded: words[0].load(ordering: .acquiring)) }
    /// How many events were ever written.
    var written: UInt64 { words[1].load(ordering: .acquiring) }
    /// How many of them were removed by request.
    var removed: UInt64 { words[4].load(ordering: .relaxed) }

    private var depth: Int { Int(truncatingIfNeeded: words[2].load(ordering: .relaxed)) }

    private func setDepth(_ depth: Int) {
        words[2].store(UInt64(depth), ordering: .relaxed)
    }

    /// Numbers of open records; they go on when the part changes hands, so that no old state closes a new record.
    private func nextNumber() -> UInt64 {
        let number = words[3].load(ordering: .relaxed) + 1
        words[3].store(number, ordering: .relaxed)
        return number
    }

    /// Takes the part for a thread if it still belongs to the one given; its ring is kept, its open slices are not.
    func claim(from earlier: Int32, for thread: Int32) -> Bool {
        guard
            words[0].compareExchange(
                expected: UInt64(UInt32(bitPattern: earlier)), desired: UInt64(UInt32(bitPattern: thread)),
                ordering: .acquiringAndReleasing
            ).exchanged
        else { return false }
        for index in 0..<Self.openCapacity {
            words[Self.headerCount + index * TraceRecord.wordCount].store(0, ordering: .relaxed)
        }
        setDepth(0)
        return true
    }

    /// At most 32 bytes of UTF-8, padded with zeros.
    var name: String {
        let bytes = (0..<4).flatMap { index in
            let word = words[8 + index].load(ordering: .relaxed)
            return (0..<8).map { UInt8(truncatingIfNeeded: word >> (UInt64($0) * 8)) }
        }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    func setName(_ name: some Sequence<UInt8>) {
        var packed: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        for (index, byte) in name.prefix(32).enumerated() {
            let bits = UInt64(byte) << (UInt64(index % 8) * 8)
            switch index / 8 {
            case 0: packed.0 |= bits
            case 1: packed.1 |= bits
            case 2: packed.2 |= bits
            default: packed.3 |= bits
            }
        }
        words[8].store(packed.0, ordering: .relaxed)
        words[9].store(packed.1, ordering: .relaxed)
        words[10].store(packed.2, ordering: .relaxed)
        words[11].store(packed.3, ordering: .relaxed)
    }

    // MARK: Open intervals

    /// A place in the stack (`isSlice`) or in the table behind it.
    private func open(_ place: Int) -> TraceRecord {
        TraceRecord(words: words + Self.headerCount + place * TraceRecord.wordCount)
    }

    /// Notes an interval that begins; nil when there is no place left.
    func push(_ content: TraceRecord.Content) -> (place: Int, number: UInt64)? {
        var place: Int?
        if content.kind == .slice {
            place = depth < Self.openCapacity ? depth : nil
            if let place { setDepth(place + 1) }
        } else {
            place = (Self.openCapacity..<2 * Self.openCapacity).first { open($0).number == 0 }
        }
        guard let place else { return nil }
        let number = nextNumber()
        open(place).write(content, number: number)
        return (place, number)
    }

    /// Forgets an open interval; false when it was not open any more.
    ///
    /// Any thread may.
    func close(_ place: Int, number: UInt64) -> Bool {
        open(place).close(number: number)
    }

    /// Whether no slice that began later is open, and takes free places off the stack.
    ///
    /// Only the owner.
    func unwind(to place: Int) -> Bool {
        var top = depth
        while top > 0, open(top - 1).number == 0 { top -= 1 }
        setDepth(top)
        return top <= place
    }

    /// Whether an open interval may nest still, as far as its own record knows. Only the owner.
    func isSlice(_ place: Int) -> Bool { open(place).isSlice }

    /// Forgets a loop's open slice, and gives it back. It nests whatever else does: what began in it and is open still
    /// becomes an interval. Only the owner.
    func closeLoopSlice(_ place: Int, number: UInt64) -> TraceRecord.Content? {
        guard let content = open(place).read(number: number) else { return nil }
        var inner = place + 1
        while inner < depth {
            if open(inner).number != 0 { open(inner).becomeInterval() }
            inner += 1
        }
        guard close(place, number: number) else { return nil }
        _ = unwind(to: place)
        return content
    }

    /// What is open, the slices from the outermost to the innermost, then the intervals.
    func openContents() -> [TraceRecord.Content] {
        (0..<2 * Self.openCapacity).compactMap { place in
            let record = open(place)
            return record.read(number: record.number)
        }
    }

    // MARK: Ring

    func append(_ content: TraceRecord.Content) {
        let number = words[1].load(ordering: .relaxed)
        event(number).write(content, number: number + 1)
        words[1].store(number + 1, ordering: .releasing)
    }

    func contents() -> [TraceRecord.Content] {
        let end = written
        let first = max(removed, end > UInt64(capacity) ? end - UInt64(capacity) : 0)
        guard first < end else { return [] }
        return (first..<end).compactMap { event($0).read(number: $0 + 1) }
    }

    func removeAll() {
        words[4].store(written, ordering: .relaxed)
    }

    private func event(_ number: UInt64) -> TraceRecord {
        let index = Int(truncatingIfNeeded: number) & (capacity - 1)
        return TraceRecord(words: words + Self.ringStart + index * TraceRecord.wordCount)
    }
}
