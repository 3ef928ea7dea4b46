/// Posted closures in order, each with the modes it is for: a list of chunks that are recycled, so that a post allocates nothing
/// beyond the closure's own context.
///
/// Not synchronized: the loop's lock guards it. A taken batch belongs to the thread that took it.
struct BlockQueue: ~Copyable {
    /// A closure and the modes it is for. Not copyable, so that a call counts no reference.
    struct Item: ~Copyable {
        let modes: ModeSelector
        private let body: () -> Void

        @inline(__always)
        init(modes: ModeSelector, body: consuming @escaping () -> Void) {
            self.modes = modes
            self.body = body
        }

        /// Calls the closure and lets go of it.
        @inline(__always)
        consuming func call() { body() }
    }

    /// Items in a row; `first` is the next one to read, `end` the next place to write.
    struct Chunk {
        static var capacity: Int { 168 }
        var next: UnsafeMutablePointer<Chunk>?
        var items: UnsafeMutablePointer<Item>
        var first = 0
        var end = 0
    }

    /// A list of chunks that somebody owns alone.
    struct Batch {
        var head: UnsafeMutablePointer<Chunk>?
        var tail: UnsafeMutablePointer<Chunk>?
        var count = 0

        /// Whether there is no room for another item.
        @inline(__always)
        var isFull: Bool { tail.map { $0.pointee.end == Chunk.capacity } ?? true }

        /// Adds an empty chunk.
        mutating func append(_ chunk: UnsafeMutablePointer<Chunk>) {
            if let tail { tail.pointee.next = chunk } else { head = chunk }
            tail = chunk
        }

        /// Adds an item where there is room for it.
        @inline(__always)
        mutating func append(_ item: consuming Item) {
            let chunk = tail.unsafelyUnwrapped
            (chunk.pointee.items + chunk.pointee.end).initialize(to: item)
            chunk.pointee.end += 1
            count += 1
        }
    }

    private var batch = Batch()
    private var spare: UnsafeMutablePointer<Chunk>?
    private var spareCount = 0
    /// Chunks kept for later: enough for some ten thousand posts between two passes.
    private static var spareLimit: Int { 64 }

    var count: Int { batch.count }

    init() {}

    deinit {
        Self.discard(batch)
        var next = spare
        while let chunk = next {
            next = chunk.pointee.next
            Self.free(chunk)
        }
    }

    /// Adds a closure at the end.
    @inline(__always)
    mutating func append(_ modes: ModeSelector, _ body: consuming @escaping () -> Void) {
        if batch.isFull { batch.append(takeChunk()) }
        batch.append(Item(modes: modes, body: body))
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
        olderTail.pointee.next = batch.head
        if batch.tail == nil { batch.tail = olderTail }
        batch.head = older.head
        batch.count += older.count
    }

    /// Whether an item is for a mode.
    func contains(where matches: (ModeSelector) -> Bool) -> Bool {
        var chunk = batch.head
        while let current = chunk {
            for index in current.pointee.first..<current.pointee.end where matches(current.pointee.items[index].modes) {
                return true
            }
            chunk = current.pointee.next
        }
        return false
    }

    /// Adds an item to a batch of the caller's.
    mutating func append(_ item: consuming Item, to batch: inout Batch) {
        if batch.isFull { batch.append(takeChunk()) }
        batch.append(item)
    }

    /// Keeps an empty chunk for later, or frees it.
    mutating func recycle(_ chunk: UnsafeMutablePointer<Chunk>) {
        guard spareCount < Self.spareLimit else { return Self.free(chunk) }
        chunk.pointee.next = spare
        spare = chunk
        spareCount += 1
    }

    /// Releases closures that will not be called.
    static func discard(_ batch: Batch) {
        var next = batch.head
        while let chunk = next {
            next = chunk.pointee.next
            let rest = chunk.pointee.end - chunk.pointee.first
            (chunk.pointee.items + chunk.pointee.first).deinitialize(count: rest)
            free(chunk)
        }
    }

    private mutating func takeChunk() -> UnsafeMutablePointer<Chunk> {
        if let chunk = spare {
            spare = chunk.pointee.next
            spareCount -= 1
            chunk.pointee.next = nil
            chunk.pointee.first = 0
            chunk.pointee.end = 0
            return chunk
        }
        let chunk = UnsafeMutablePointer<Chunk>.allocate(capacity: 1)
        chunk.initialize(to: Chunk(items: .allocate(capacity: Chunk.capacity)))
        return chunk
    }

    private static func free(_ chunk: UnsafeMutablePointer<Chunk>) {
        chunk.pointee.items.deallocate()
        chunk.deallocate()
    }
}
