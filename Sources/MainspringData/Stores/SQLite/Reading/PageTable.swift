internal import Foundation

/// The pages of one entity's rows, and which row is where. Whoever has it has its lock.
///
/// A structure in memory of its own, so that a row costs no checks that nobody else looks at it.
struct PageTable {
    let form: RowForm
    /// Nil where a page has ended.
    private var pages: ContiguousArray<UnsafeMutablePointer<RowPage>?> = []
    /// Places that are free in pages that there are; those of pages that have ended are passed over.
    private var free: ContiguousArray<UInt32> = []
    private var index = PlaceIndex(capacity: 64)
    /// The latest time at which a row was read.
    private(set) var lastTime = -Double.infinity

    init(_ form: RowForm) { self.form = form }

    /// Gives all memory back.
    func deallocate() {
        for case let page? in pages { Self.end(page) }
        index.deallocate()
    }

    private static func end(_ page: UnsafeMutablePointer<RowPage>) {
        page.pointee.deallocate()
        page.deinitialize(count: 1)
        page.deallocate()
    }

    /// How many rows there are.
    var count: Int { index.count }

    var pageCount: Int { pages.count }

    /// How many bytes the rows and all that is needed to find them take.
    var byteCount: Int {
        pages.reduce(0) { $0 + ($1.map { form.stride * RowPage.capacity + $0.pointee.byteCapacity } ?? 0) }
            + index.capacity * MemoryLayout<UInt32>.size
    }

    /// How many bytes are there for texts and data.
    var valueByteCount: Int { pages.reduce(0) { $0 + ($1?.pointee.byteCapacity ?? 0) } }

    // MARK: Places

    /// A row, its place, and its page.
    struct Found {
        let place: UInt32
        let page: UnsafeMutablePointer<RowPage>
        let row: UnsafeMutableRawPointer
    }

    @inline(__always)
    private func at(_ place: UInt32) -> Found? {
        guard let page = pages[Int(place) / RowPage.capacity] else { return nil }
        return Found(
            place: place, page: page, row: page.pointee.rows + Int(place) % RowPage.capacity * form.stride)
    }

    @inline(__always)
    private func key(_ place: UInt32) -> Int64 { at(place)?.row.key ?? 0 }

    /// The row of a key.
    @inline(__always)
    func find(_ key: Int64) -> Found? { index.place(of: key) { self.key($0) == key }.flatMap(at) }

    /// A place for a row that is not there. It is the row's when it is added.
    @inline(__always)
    mutating func makePlace() -> Found {
        while let place = free.popLast() {
            if let found = at(place) { return found }
        }
        return makePage()
    }

    @inline(never)
    private mutating func makePage() -> Found {
        let page = UnsafeMutablePointer<RowPage>.allocate(capacity: 1)
        page.initialize(to: RowPage(form))
        let number = pages.firstIndex { $0 == nil } ?? pages.count
        if number < pages.count { pages[number] = page } else { pages.append(page) }
        // The first is used first, so that rows that come together lie together.
        let first = UInt32(number * RowPage.capacity)
        free.append(contentsOf: (first + 1..<(first + UInt32(RowPage.capacity))).reversed())
        return Found(place: first, page: page, row: page.pointee.rows)
    }

    /// Gives a place back that no row has got.
    mutating func giveBack(_ found: Found) { free.append(found.place) }

    /// Adds a row that stands at its place.
    @inline(__always)
    mutating func add(_ found: Found) {
        found.page.pointee.count += 1
        let key = found.row.key
        if index.isFull { growIndex() }
        if index.hasToMove { moveInIndex() }
        index.add(key, found.place)
        if index.isCrowded { scatterIndex() }
    }

    @inline(never)
    private mutating func growIndex() { index.grow(keys) }

    @inline(never)
    private mutating func moveInIndex() { index.moveSome(keys) }

    @inline(never)
    private mutating func scatterIndex() { index.scatter(keys) }

    private mutating func removeFromIndex(_ found: Found) { index.remove(found.row.key, found.place, keys) }

    /// The keys at places, for the time in which no page comes or goes.
    private var keys: (UInt32) -> Int64 {
        { [pages, stride = form.stride] place in
            guard let page = pages[Int(place) / RowPage.capacity] else { return 0 }
            return (page.pointee.rows + Int(place) % RowPage.capacity * stride).key
        }
    }

    /// Notes when a row was read.
    @inline(__always)
    mutating func noteTime(_ time: Double) { if time > lastTime { lastTime = time } }

    /// Removes a row, and its page with the last one.
    mutating func remove(_ found: Found) {
        removeFromIndex(found)
        found.page.pointee.drop(found.row, form)
        found.page.pointee.count -= 1
        free.append(found.place)
        // One is kept, for rows that come and go.
        guard found.page.pointee.count == 0, pages.count > 1 else { return }
        let number = Int(found.place) / RowPage.capacity
        Self.end(found.page)
        pages[number] = nil
        // A page ends once for all of its rows.
        free.removeAll { Int($0) / RowPage.capacity == number }
    }

    /// Removes all rows.
    mutating func removeAll() {
        deallocate()
        (pages, free, index) = ([], [], PlaceIndex(capacity: 64))
    }

    // MARK: Memory

    /// Frees the bytes of a row that is to be filled anew, and those of others that are not used any more, if they are many.
    mutating func release(_ found: Found) {
        found.page.pointee.drop(found.row, form)
        guard found.page.pointee.isWasteful else { return }
        // Its own bytes are not among those that stay.
        let number = Int(found.place) / RowPage.capacity
        let live = rows(page: number).filter { $0 != found.row }
        found.page.pointee.compact(live, form)
    }

    /// The rows of a page.
    func rows(page number: Int) -> [UnsafeMutableRawPointer] {
        guard let page = pages[number], page.pointee.count > 0 else { return [] }
        let first = UInt32(number * RowPage.capacity)
        return (0..<RowPage.capacity).compactMap { slot in
            let row = page.pointee.rows + slot * form.stride
            // What stands at a place that is free is not in the index.
            return index.holds(row.key, first + UInt32(slot)) ? row : nil
        }
    }

    /// Moves rows together when three quarters of the places are free.
    mutating func compact() {
        let present = pages.count { $0 != nil }
        guard present > 4, index.count * 4 < present * RowPage.capacity else { return }
        var moved = PageTable(form)
        moved.lastTime = lastTime
        for place in index.places {
            guard let source = at(place) else { continue }
            let target = moved.makePlace()
            target.row.copyMemory(from: source.row, byteCount: form.stride)
            if target.page.pointee.take(target.row, from: source.page.pointee, form) {
                moved.add(target)
            } else {
                moved.giveBack(target)
            }
        }
        deallocate()
        self = moved
    }
}
