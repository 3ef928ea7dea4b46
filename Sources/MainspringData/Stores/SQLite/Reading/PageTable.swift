internal import Foundation

/// The pages of one entity's rows, and which row is where. Whoever has it has its lock.
///
/// A structure in memory of its own, so that a row costs no checks that nobody else looks at it.
struct PageTable {
    let form: RowForm
    /// Nil where a page has ended; not at the end.
    private var pages: ContiguousArray<UnsafeMutablePointer<RowPage>?> = []
    /// Numbers of pages that have ended, and of some behind the last page.
    private var endedNumbers: ContiguousArray<Int> = []
    /// How many pages there are.
    private var presentCount = 0
    /// The first of those with free places.
    private var firstWithFree: UnsafeMutablePointer<RowPage>?
    /// Whether rows are being moved together; see ``PageTable/compactSome()``.
    var isCompacting = false
    private(set) var index = PlaceIndex(capacity: 64)
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
    mutating func makePlace() -> Found { takePlace(firstWithFree ?? makePage()) }

    @inline(__always)
    private mutating func takePlace(_ page: UnsafeMutablePointer<RowPage>) -> Found {
        let slot = page.pointee.takePlace(form.stride)
        if !page.pointee.hasFree { unlist(page) }
        return Found(
            place: UInt32(page.pointee.number * RowPage.capacity + slot), page: page,
            row: page.pointee.rows + slot * form.stride)
    }

    @inline(never)
    private mutating func makePage() -> UnsafeMutablePointer<RowPage> {
        var number = pages.count
        while let ended = endedNumbers.popLast() {
            // Behind the last one it comes again.
            guard ended < pages.count else { continue }
            number = ended
            break
        }
        let page = UnsafeMutablePointer<RowPage>.allocate(capacity: 1)
        page.initialize(to: RowPage(form, number: number))
        if number < pages.count { pages[number] = page } else { pages.append(page) }
        presentCount += 1
        list(page)
        return page
    }

    private mutating func end(_ page: UnsafeMutablePointer<RowPage>) {
        unlist(page)
        let number = page.pointee.number
        Self.end(page)
        presentCount -= 1
        pages[number] = nil
        if number < pages.count - 1 { endedNumbers.append(number) }
        while case .some(nil) = pages.last { pages.removeLast() }
    }

    /// Gives a place back that no row has got, or has no more.
    @inline(__always)
    mutating func giveBack(_ found: Found) {
        found.page.pointee.giveBack(Int(found.place) % RowPage.capacity, form.stride)
        list(found.page)
    }

    // MARK: Pages with free places

    /// Puts a page first, unless it is there.
    @inline(__always)
    private mutating func list(_ page: UnsafeMutablePointer<RowPage>) {
        guard !page.pointee.isListed else { return }
        (page.pointee.previous, page.pointee.next, page.pointee.isListed) = (nil, firstWithFree, true)
        firstWithFree?.pointee.previous = page
        firstWithFree = page
    }

    @inline(__always)
    private mutating func unlist(_ page: UnsafeMutablePointer<RowPage>) {
        guard page.pointee.isListed else { return }
        let (previous, next) = (page.pointee.previous, page.pointee.next)
        if let previous { previous.pointee.next = next } else { firstWithFree = next }
        next?.pointee.previous = previous
        (page.pointee.previous, page.pointee.next, page.pointee.isListed) = (nil, nil, false)
    }

    // MARK: Rows

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
        giveBack(found)
        // One is kept, for rows that come and go.
        if found.page.pointee.count == 0, presentCount > 1 { end(found.page) }
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

    /// Frees the bytes of a page that are not used any more, if they are many.
    /// - Returns: how many bytes were copied.
    private func tidy(_ page: UnsafeMutablePointer<RowPage>) -> Int {
        guard page.pointee.isWasteful else { return 0 }
        page.pointee.compact(rows(page: page.pointee.number), form)
        return page.pointee.byteCount
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

    // MARK: Moving rows together

    /// Moves some rows together where many places are free, and makes the index smaller. For who gives the lock back between.
    ///
    /// It begins when three quarters of the places are free, and goes on until only half of them are, or rows with many bytes are left. Cost: a
    /// page's rows at most, from the last page into one other, for which twice ``mostBytes`` are copied at most; or ``mostBytesTidied``.
    /// - Returns: what was done; nil if there is nothing to be done.
    mutating func compactSome() -> Step? {
        let places = presentCount * RowPage.capacity
        if presentCount > 4, count * 4 < places { isCompacting = true }
        if presentCount < 2 || count * 2 >= places { isCompacting = false }
        if isCompacting {
            if let step = tidyLarge() ?? emptyLast() { return step }
            isCompacting = false
        }
        return index.shrinkSome(keys) ? Step() : nil
    }

    /// Frees the unused bytes of a page whose rows stay where they are.
    private func tidyLarge() -> Step? {
        for case let page? in pages
        where page.pointee.isWasteful && page.pointee.liveByteCount > Self.mostBytes
            && page.pointee.liveByteCount <= Self.mostBytesTidied
        {
            return Step(bytes: tidy(page))
        }
        return nil
    }

    /// Moves rows of the last page that has few bytes into one before it with free places.
    /// - Returns: nil if there is none, or no room for texts.
    private mutating func emptyLast() -> Step? {
        var last: UnsafeMutablePointer<RowPage>?
        for case let page? in pages.reversed() where page.pointee.liveByteCount <= Self.mostBytes {
            last = page
            break
        }
        guard let source = last else { return nil }
        unlist(source)
        let step = empty(source)
        if source.pointee.count == 0 { end(source) } else if source.pointee.hasFree { list(source) }
        return step
    }

    private mutating func empty(_ source: UnsafeMutablePointer<RowPage>) -> Step? {
        let rows = rows(page: source.pointee.number)
        // An empty one goes.
        guard let first = rows.first else { return Step() }
        guard let target = target(for: RowPage.byteCount(first, form)) else { return nil }
        var step = Step(bytes: tidy(target))
        let room = Self.mostBytes - target.pointee.byteCount
        var (count, bytes) = (0, 0)
        for row in rows {
            let more = RowPage.byteCount(row, form)
            guard bytes + more <= room else { break }
            (count, bytes) = (count + 1, bytes + more)
        }
        step.bytes += target.pointee.reserve(bytes) + bytes
        let start = source.pointee.number * RowPage.capacity
        for row in rows.prefix(count) where target.pointee.hasFree {
            let slot = (row - source.pointee.rows) / form.stride
            let old = Found(place: UInt32(start + slot), page: source, row: row)
            guard move(old, to: takePlace(target)) else { break }
            step.rows += 1
        }
        return step.rows > 0 ? step : nil
    }

    /// A page with a free place, and room for so many bytes.
    private func target(for bytes: Int) -> UnsafeMutablePointer<RowPage>? {
        var page = firstWithFree
        while let target = page {
            let kept = target.pointee.isWasteful ? target.pointee.liveByteCount : target.pointee.byteCount
            if kept + bytes <= Self.mostBytes { return target }
            page = target.pointee.next
        }
        return nil
    }

    /// - Returns: whether the row's texts had room there.
    private mutating func move(_ old: Found, to new: Found) -> Bool {
        new.row.copyMemory(from: old.row, byteCount: form.stride)
        guard new.page.pointee.take(new.row, from: old.page.pointee, form) else {
            giveBack(new)
            return false
        }
        index.move(old.row.key, from: old.place, to: new.place)
        new.page.pointee.count += 1
        old.page.pointee.drop(old.row, form)
        old.page.pointee.count -= 1
        // The page is in no list meanwhile.
        old.page.pointee.giveBack(Int(old.place) % RowPage.capacity, form.stride)
        return true
    }
}
