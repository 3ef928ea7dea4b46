internal import Diagnostics
internal import Glibc

/// Room for timer entries in blocks of 64, which buckets take and give back.
///
/// The blocks lie in slabs, which come from the kernel and stay while anything is in them: glibc's allocator sorts all
/// small pieces that were freed whenever somebody takes or frees a large one, and after a hundred thousand timers that
/// takes it ten milliseconds.
struct TimerBlocks: ~Copyable {
    typealias Entries = UnsafeMutablePointer<TimerEntry>

    /// The number of no block.
    static var none: UInt32 { .max }
    static var blockSize: UInt32 { 64 }
    private static var blocksPerSlab: Int { 64 }
    private static var slabSize: Int { Int(blockSize) * blocksPerSlab }

    /// A slab's entries, and for each of its blocks the next one in the same bucket, or among the free ones.
    private struct Slab {
        var entries: Entries
        var next: UnsafeMutablePointer<UInt32>

        private static var entryBytes: Int { slabSize * MemoryLayout<TimerEntry>.stride }
        private static var bytes: Int { entryBytes + blocksPerSlab * MemoryLayout<UInt32>.stride }

        init() {
            guard let memory = mmap(nil, Self.bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
                memory != MAP_FAILED
            else {
                programmerError("The system has no memory for more timers: \(String(cString: strerror(errno))).")
            }
            entries = memory.bindMemory(to: TimerEntry.self, capacity: slabSize)
            next = (memory + Self.entryBytes).bindMemory(to: UInt32.self, capacity: blocksPerSlab)
        }

        func free() { munmap(entries, Self.bytes) }
    }

    private var slabs: UnsafeMutablePointer<Slab>
    private var slabCount = 0
    private var slabCapacity = 0
    private var firstFree = none
    private var used = 0

    init() { slabs = .allocate(capacity: 0) }

    deinit {
        for index in 0..<slabCount { slabs[index].free() }
        slabs.deallocate()
    }

    /// An entry, by its block's number times 64 and its place in it.
    @inline(__always)
    func entry(_ position: UInt32) -> Entries {
        slabs[Int(position / UInt32(Self.slabSize))].entries + Int(position % UInt32(Self.slabSize))
    }

    /// The next block after one.
    @inline(__always)
    func next(_ block: UInt32) -> UInt32 {
        slabs[Int(block / UInt32(Self.blocksPerSlab))].next[Int(block % UInt32(Self.blocksPerSlab))]
    }

    /// A block in front of another one.
    @inline(__always)
    mutating func take(before following: UInt32) -> UInt32 {
        if firstFree == Self.none { addSlab() }
        let block = firstFree
        firstFree = next(block)
        setNext(block, following)
        used += 1
        return block
    }

    /// Gives a block back. When none is used the slabs go, unless there is only one.
    @inline(__always)
    mutating func giveBack(_ block: UInt32) {
        setNext(block, firstFree)
        firstFree = block
        used -= 1
        if used == 0 { freeAll() }
    }

    @inline(__always)
    private func setNext(_ block: UInt32, _ following: UInt32) {
        slabs[Int(block / UInt32(Self.blocksPerSlab))].next[Int(block % UInt32(Self.blocksPerSlab))] = following
    }

    @inline(never)
    private mutating func addSlab() {
        if slabCount == slabCapacity {
            let larger = UnsafeMutablePointer<Slab>.allocate(capacity: max(4, slabCapacity * 2))
            larger.moveInitialize(from: slabs, count: slabCount)
            slabs.deallocate()
            slabs = larger
            slabCapacity = max(4, slabCapacity * 2)
        }
        let slab = Slab()
        let first = UInt32(slabCount * Self.blocksPerSlab)
        for index in 0..<Self.blocksPerSlab {
            slab.next[index] = index + 1 < Self.blocksPerSlab ? first + UInt32(index) + 1 : firstFree
        }
        firstFree = first
        slabs[slabCount] = slab
        slabCount += 1
    }

    @inline(never)
    private mutating func freeAll() {
        guard slabCount > 1 else { return }
        for index in 0..<slabCount { slabs[index].free() }
        slabCount = 0
        firstFree = Self.none
    }
}
