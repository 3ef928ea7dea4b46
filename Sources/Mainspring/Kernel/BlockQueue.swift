/// Posted closures in order, each with the modes it is for: a list of chunks that are recycled, so that a post
/// allocates nothing beyond the closure's own context.
///
/// Not synchronized: the loop's lock guards it. A taken batch belongs to the thread that took it.
struct BlockQueue: ~Copyable {
    /// A closure. Not copyable, so that a call counts no reference.
    struct Item: ~Copyable {
        private let body: () -> Void

        @inline(__always)
        init(body: consuming @escaping () -> Void) { self.body = body }

        /// Calls the closure and lets go of it.
        @inline(__always)
        consuming func call() { body() }
    }

    private var batch = Batch()
    private var spare: Chunk?
    private var spareCount = 0
    /// Chunks kept for later: enough for some ten thousand posts between two passes.
    private static var spareLimit: Int { 256 }

    var count: Int { batch.count }

    init() {}

    deinit {
        Self.discard(batch)
        var next = spare
        while let chunk = next {
            next = chunk.next
            chunk.free()
        }
    }

    /// Adds a closure at the end.
    @inline(__always)
    mutating func append(_ modes: ModeSelector, _ body: consuming @escaping () -> Void) {
        if batch.isFull { batch.append(takeChunk()) }
        batch.append(modes, Item(body: body))
    }

    /// Takes all that is there.
    mutating func takeAll() -> Batch {
        let taken = batch
        batch = Batch()
        return taken
    }

    /// Puts items that were taken and not called back in front of what has come since.
    mutating func putBack(_ older: Batch) {
        guard let olderTail = older.tail else { return }
        olderTail.next = batch.head
        if batch.tail == nil { batch.tail = olderTail }
        batch.head = older.head
        batch.count += older.count
    }

    /// Whether an item is for a mode.
    func contains(where matches: (ModeSelector) -> Bool) -> Bool {
        var next = batch.head
        while let chunk = next {
            for index in chunk.first..<chunk.end where matches(chunk.modes[index]) { return true }
            next = chunk.next
        }
        return false
    }

    /// Adds an item to a batch of the caller's.
    mutating func append(_ modes: ModeSelector, _ item: consuming Item, to batch: inout Batch) {
        if batch.isFull { batch.append(takeChunk()) }
        batch.append(modes, item)
    }

    /// Keeps an empty chunk for later.
    ///
    /// To free it between calls, with the contexts of closures freed around it, would have `malloc` put small pieces
    /// together again and again; ``trim()`` does it when a batch has been called.
    mutating func recycle(_ chunk: Chunk) {
        chunk.next = spare
        spare = chunk
        spareCount += 1
    }

    /// Frees empty chunks beyond those that are kept.
    mutating func trim() {
        while spareCount > Self.spareLimit, let chunk = spare {
            spare = chunk.next
            spareCount -= 1
            chunk.free()
        }
    }

    /// Releases closures that will not be called.
    static func discard(_ batch: Batch) { discard(from: batch.head) }

    /// Releases the closures of a batch that have not been called.
    static func discard(_ unfinished: Unfinished) {
        discard(from: unfinished.chunk)
        discard(unfinished.others)
    }

    private static func discard(from head: Chunk?) {
        var next = head
        while let chunk = next {
            next = chunk.next
            (chunk.items + chunk.first).deinitialize(count: chunk.end - chunk.first)
            chunk.free()
        }
    }

    private mutating func takeChunk() -> Chunk {
        guard let chunk = spare else { return .make() }
        spare = chunk.next
        spareCount -= 1
        chunk.empty()
        return chunk
    }
}

extension BlockQueue {
    /// Items in a row, and beside them their modes.
    ///
    /// Less than a kibibyte: glibc's `malloc` takes a larger request as the occasion to put all small free pieces
    /// together, which costs those that are asked for next (the contexts of closures) more than the larger chunk would
    /// save.
    struct Chunk {
        private struct Header {
            var next: Chunk?
            var first: Int32
            var end: Int32
        }

        static var capacity: Int { 48 }
        private let header: UnsafeMutablePointer<Header>

        static func make() -> Chunk {
            let itemSize = MemoryLayout<Item>.stride + MemoryLayout<ModeSelector>.stride
            let memory = UnsafeMutableRawPointer.allocate(
                byteCount: MemoryLayout<Header>.stride + capacity * itemSize, alignment: MemoryLayout<Header>.alignment)
            let chunk = Chunk(header: memory.bindMemory(to: Header.self, capacity: 1))
            (memory + MemoryLayout<Header>.stride).bindMemory(to: Item.self, capacity: capacity)
            UnsafeMutableRawPointer(chunk.items + capacity).bindMemory(to: ModeSelector.self, capacity: capacity)
            chunk.empty()
            return chunk
        }

        func empty() { header.initialize(to: Header(next: nil, first: 0, end: 0)) }

        /// Frees it; what it held is gone already.
        func free() { header.deallocate() }

        var next: Chunk? {
            @inline(__always) get { header.pointee.next }
            nonmutating set { header.pointee.next = newValue }
        }

        /// The next one to read.
        var first: Int {
            @inline(__always) get { Int(header.pointee.first) }
            @inline(__always) nonmutating set { header.pointee.first = Int32(truncatingIfNeeded: newValue) }
        }

        /// The next place to write.
        var end: Int {
            @inline(__always) get { Int(header.pointee.end) }
            @inline(__always) nonmutating set { header.pointee.end = Int32(truncatingIfNeeded: newValue) }
        }

        @inline(__always)
        var items: UnsafeMutablePointer<Item> {
            UnsafeMutableRawPointer(header + 1).assumingMemoryBound(to: Item.self)
        }

        @inline(__always)
        var modes: UnsafeMutablePointer<ModeSelector> {
            UnsafeMutableRawPointer(items + Self.capacity).assumingMemoryBound(to: ModeSelector.self)
        }
    }

    /// The uncalled items of a batch, while the batch is being called.
    struct Unfinished {
        /// The chunk whose items are being called; the chunks linked behind it have not been reached.
        var chunk: Chunk?
        /// Skipped items of other modes. They return to the queue after the batch.
        var others = Batch()
    }

    /// A list of chunks that somebody owns alone.
    struct Batch {
        var head: Chunk?
        var tail: Chunk?
        var count = 0

        /// Whether there is no room for another item.
        @inline(__always)
        var isFull: Bool { tail.map { $0.end == Chunk.capacity } ?? true }

        /// Adds an empty chunk.
        mutating func append(_ chunk: Chunk) {
            if let tail { tail.next = chunk } else { head = chunk }
            tail = chunk
        }

        /// Adds an item where there is room for it.
        @inline(__always)
        mutating func append(_ modes: ModeSelector, _ item: consuming Item) {
            let chunk = tail.unsafelyUnwrapped
            let place = chunk.end
            (chunk.items + place).initialize(to: item)
            (chunk.modes + place).initialize(to: modes)
            chunk.end = place + 1
            count += 1
        }
    }
}
