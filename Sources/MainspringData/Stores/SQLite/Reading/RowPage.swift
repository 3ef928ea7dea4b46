internal import Foundation

/// Rows side by side, and the bytes of their texts and data.
///
/// Unsafe in small: who has it has a lock, or is alone, and gives the memory back by `deallocate`.
struct RowPage {
    /// So many rows a page has.
    static let capacity = 256
    /// More bytes of texts and data a page does not take; a row whose own are more is kept by nobody.
    static let greatestByteCount = 16 << 20

    let rows: UnsafeMutableRawPointer
    private(set) var bytes: UnsafeMutableRawPointer
    private(set) var byteCapacity: Int
    private(set) var byteCount = 0
    /// Bytes that belong to no row any more.
    private var wasteCount = 0
    /// How many rows there are.
    var count = 0
    /// Places that were given back, the latest first: each says in the row that is not there which is next. ``none`` behind the last one.
    private var firstFree = Self.none
    /// Places from this one on were never used.
    private var firstUnused = 0
    private static let none = -1
    /// The page's place in the list of those with free places, while it is there.
    var (previous, next): (UnsafeMutablePointer<RowPage>?, UnsafeMutablePointer<RowPage>?) = (nil, nil)
    var isListed = false
    /// Which page of its table it is.
    let number: Int
    /// More bytes are refused.
    private let limit: Int

    init(_ form: RowForm, number: Int = 0, capacity: Int = Self.capacity, limit: Int = Self.greatestByteCount) {
        self.number = number
        rows = .allocate(byteCount: form.stride * capacity, alignment: 8)
        (bytes, byteCapacity) = (.allocate(byteCount: 64, alignment: 1), 64)
        self.limit = limit
    }

    func deallocate() {
        rows.deallocate()
        bytes.deallocate()
    }

    // MARK: Places

    /// Whether a row has room.
    var hasFree: Bool { firstFree != Self.none || firstUnused < Self.capacity }

    /// Takes a free place; there is one. Those that were never used come as they lie, so that rows that come together lie together.
    @inline(__always)
    mutating func takePlace(_ stride: Int) -> Int {
        guard firstFree != Self.none else {
            defer { firstUnused += 1 }
            return firstUnused
        }
        defer { firstFree = (rows + firstFree * stride).load(as: Int.self) }
        return firstFree
    }

    /// Gives a place back.
    @inline(__always)
    mutating func giveBack(_ slot: Int, _ stride: Int) {
        (rows + slot * stride).storeBytes(of: firstFree, as: Int.self)
        firstFree = slot
    }

    // MARK: Bytes

    /// Adds bytes.
    /// - Returns: where they are; nil if they are too many.
    @inline(__always)
    mutating func add(_ source: UnsafeRawPointer?, _ count: Int) -> ByteRange? {
        guard count > 0, let source else { return ByteRange(start: 0, count: 0) }
        if byteCount + count > byteCapacity {
            guard grow(count) else { return nil }
        }
        (bytes + byteCount).copyMemory(from: source, byteCount: count)
        defer { byteCount += count }
        return ByteRange(start: UInt32(byteCount), count: UInt32(count))
    }

    /// Makes room for bytes at once.
    /// - Returns: how many bytes were copied for it.
    mutating func reserve(_ count: Int) -> Int {
        guard byteCount + count > byteCapacity else { return 0 }
        return grow(count) ? byteCount : 0
    }

    private mutating func grow(_ count: Int) -> Bool {
        guard byteCount + count <= limit else { return false }
        let capacity = min(limit, max(byteCapacity / 2 * 3, byteCount + count))
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 1)
        larger.copyMemory(from: bytes, byteCount: byteCount)
        bytes.deallocate()
        (bytes, byteCapacity) = (larger, capacity)
        return true
    }

    /// The bytes of a value.
    @inline(__always)
    func bytes(_ range: ByteRange) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: bytes + Int(range.start), count: Int(range.count))
    }

    /// A row's bytes are needed no more.
    mutating func drop(_ row: UnsafeMutableRawPointer, _ form: RowForm) {
        wasteCount += Self.byteCount(row, form)
    }

    /// How many bytes of texts and data a row has.
    static func byteCount(_ row: UnsafeMutableRawPointer, _ form: RowForm) -> Int {
        let values = ValueMemory(base: row + RowForm.headSize)
        var count = 0
        for step in form.steps where step.kind.hasBytes { count += Int(values.range(step.place).count) }
        return count
    }

    /// Takes the bytes of a row over that was copied from another page.
    /// - Returns: whether they had room.
    mutating func take(_ row: UnsafeMutableRawPointer, from page: RowPage, _ form: RowForm) -> Bool {
        let values = ValueMemory(base: row + RowForm.headSize)
        let start = byteCount
        for step in form.steps where step.kind.hasBytes {
            let range = values.range(step.place)
            guard range.count > 0 else { continue }
            let bytes = page.bytes(range)
            guard let moved = add(bytes.baseAddress, bytes.count) else {
                byteCount = start
                return false
            }
            values.setRange(moved, step.place)
        }
        return true
    }

    /// How many bytes belong to rows.
    var liveByteCount: Int { byteCount - wasteCount }

    /// Whether most of the bytes belong to no row.
    var isWasteful: Bool { wasteCount > 1024 && wasteCount * 2 > byteCount }

    /// Leaves out the bytes that belong to no row.
    /// - Parameter live: the rows that are there.
    mutating func compact(_ live: [UnsafeMutableRawPointer], _ form: RowForm) {
        let needed = live.reduce(0) { $0 + Self.byteCount($1, form) }
        let kept = UnsafeMutableRawPointer.allocate(byteCount: max(64, needed), alignment: 1)
        var end = 0
        for row in live {
            let values = ValueMemory(base: row + RowForm.headSize)
            for step in form.steps where step.kind.hasBytes {
                let range = values.range(step.place)
                guard range.count > 0 else { continue }
                (kept + end).copyMemory(from: bytes + Int(range.start), byteCount: Int(range.count))
                values.setRange(ByteRange(start: UInt32(end), count: range.count), step.place)
                end += Int(range.count)
            }
        }
        bytes.deallocate()
        (bytes, byteCapacity, byteCount, wasteCount) = (kept, max(64, needed), end, 0)
    }
}

/// What stands before a row's values.
struct RowHead: BitwiseCopyable {
    var key: Int64
    /// How often the object has been saved.
    var version: Int64
    /// After which commit it was read, or by which it was written.
    var commit: UInt64
    /// When it was read, in seconds of a clock that goes on.
    var time: Double
}

extension UnsafeMutableRawPointer {
    /// The head of the row that begins here.
    @inline(__always)
    var head: RowHead {
        get { load(as: RowHead.self) }
        nonmutating set { storeBytes(of: newValue, as: RowHead.self) }
    }

    /// The key of the row that begins here.
    @inline(__always)
    var key: Int64 { load(as: Int64.self) }
}
