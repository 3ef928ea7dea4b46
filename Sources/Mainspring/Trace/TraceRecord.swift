internal import Synchronization

/// Eight words of a thread's memory, one cache line: something that happened, or an interval that is open.
///
/// Its own thread writes it (another one may only close it), any thread reads it at any time. The first word is its
/// number, 0 while it is free or being written; a reader that finds the same number before and after has read a whole
/// record.
@usableFromInline
struct TraceRecord {
    static let wordCount = 8

    /// What a record says.
    @usableFromInline
    enum Kind: UInt8 {
        /// An interval that nests with its thread's others.
        case slice
        /// An interval that overlaps others or has changed threads.
        case interval
        case event
        case counter
        case flowStart
        case flowEnd
    }

    struct Content {
        var kind: Kind
        var name: StaticName
        var category: StaticName
        var start: UInt64
        /// The end of an interval; the bits of a counter's value.
        var end: UInt64 = 0
        var id: UInt64 = 0
        var thread: Int32
        var endThread: Int32
        /// What it is in of a loop's; then `id` is its detail.
        var loop: LoopSliceKind?
        /// The number of a loop's mode; 0: none.
        var mode: UInt16 = 0
    }

    let words: UnsafeMutablePointer<Atomic<UInt64>>

    var number: UInt64 { words[0].load(ordering: .acquiring) }

    func write(_ content: Content, number: UInt64) {
        words[0].store(0, ordering: .relaxed)
        // Nobody may see the new words under the old number.
        atomicMemoryFence(ordering: .releasing)
        words[1].store(UInt64(content.name.address), ordering: .relaxed)
        words[2].store(
            UInt64(content.kind.rawValue) | UInt64(content.loop?.rawValue ?? 0) << 8 | UInt64(content.name.count) << 16
                | UInt64(content.category.count) << 32 | UInt64(content.mode) << 48,
            ordering: .relaxed)
        words[3].store(content.start, ordering: .relaxed)
        words[4].store(content.end, ordering: .relaxed)
        words[5].store(content.id, ordering: .relaxed)
        words[6].store(UInt64(content.category.address), ordering: .relaxed)
        words[7].store(
            UInt64(UInt32(bitPattern: content.thread)) | UInt64(UInt32(bitPattern: content.endThread)) << 32,
            ordering: .relaxed)
        words[0].store(number, ordering: .releasing)
    }

    /// The content, if the record has this number before and after it was read.
    func read(number: UInt64) -> Content? {
        guard number != 0, words[0].load(ordering: .acquiring) == number else { return nil }
        let name = words[1].load(ordering: .relaxed)
        let sizes = words[2].load(ordering: .relaxed)
        let start = words[3].load(ordering: .relaxed)
        let end = words[4].load(ordering: .relaxed)
        let id = words[5].load(ordering: .relaxed)
        let category = words[6].load(ordering: .relaxed)
        let threads = words[7].load(ordering: .relaxed)
        atomicMemoryFence(ordering: .acquiring)
        guard words[0].load(ordering: .relaxed) == number, let kind = Kind(rawValue: UInt8(truncatingIfNeeded: sizes))
        else { return nil }
        return Content(
            kind: kind, name: StaticName(address: UInt(name), count: UInt16(truncatingIfNeeded: sizes >> 16)),
            category: StaticName(address: UInt(category), count: UInt16(truncatingIfNeeded: sizes >> 32)),
            start: start, end: end, id: id, thread: Int32(truncatingIfNeeded: threads),
            endThread: Int32(truncatingIfNeeded: threads >> 32),
            loop: LoopSliceKind(rawValue: UInt8(truncatingIfNeeded: sizes >> 8)),
            mode: UInt16(truncatingIfNeeded: sizes >> 48))
    }

    /// Whether it is one that nests. The record's thread alone.
    var isSlice: Bool { UInt8(truncatingIfNeeded: words[2].load(ordering: .relaxed)) == Kind.slice.rawValue }

    /// It will not nest. The record's thread alone; whoever reads meanwhile sees the one or the other.
    func becomeInterval() {
        let others = words[2].load(ordering: .relaxed) & ~0xFF
        words[2].store(others | UInt64(Kind.interval.rawValue), ordering: .relaxed)
    }

    /// Frees the record if it still has this number: true for exactly one caller.
    func close(number: UInt64) -> Bool {
        words[0].compareExchange(expected: number, desired: 0, ordering: .relaxed).exchanged
    }
}
