internal import CSQLite
internal import Foundation
internal import Locks
internal import MainspringModel

/// The rows of one entity that are kept: in pages, found by their keys.
///
/// Any thread may ask; a lock guards everything, for as long as a row is filled or copied, and nobody is called meanwhile.
final class EntityPages: @unchecked Sendable {
    // `@unchecked Sendable`: `lock` guards all but constants.

    let form: RowForm
    /// The number of the store in identities.
    private let store: UInt32
    private let lock = Lock()
    private var pages: [RowPage?] = []
    /// Places that are free in pages that there are.
    private var free: [UInt32] = []
    private var index = PlaceIndex(capacity: 64)
    /// Keys of rows that were removed, with the commit that did: who reads what was before it must not bring them back.
    private var removed: [Int64: UInt64] = [:]
    /// All removals up to this commit have been forgotten: who reads what was before it keeps no new rows.
    private var forgotten: UInt64 = 0

    init(_ form: RowForm, store: UInt32) { (self.form, self.store) = (form, store) }

    deinit {
        for case let page? in pages { page.deallocate() }
        index.deallocate()
    }

    /// How many rows there are.
    var count: Int { lock.withLock { index.count } }

    /// How many bytes they take.
    var byteCount: Int {
        lock.withLock {
            pages.reduce(0) { $0 + ($1.map { form.stride * RowPage.capacity + $0.byteCount } ?? 0) }
                + index.capacity * MemoryLayout<UInt32>.size
        }
    }

    // MARK: Places

    @inline(__always)
    private func row(_ place: UInt32) -> UnsafeMutableRawPointer? {
        pages[Int(place) / RowPage.capacity].map { $0.rows + Int(place) % RowPage.capacity * form.stride }
    }

    private func find(_ key: Int64) -> (place: UInt32, row: UnsafeMutableRawPointer)? {
        guard let place = index.place(of: key, where: { row($0)?.key == key }), let row = row(place) else { return nil }
        return (place, row)
    }

    private func freePlace() -> UInt32 {
        if let place = free.popLast() { return place }
        let number = pages.firstIndex { $0 == nil } ?? pages.count
        let page = RowPage(form)
        if number < pages.count { pages[number] = page } else { pages.append(page) }
        let first = UInt32(number * RowPage.capacity)
        // The first is used first, so that rows that come together lie together.
        free.append(contentsOf: (first..<(first + UInt32(RowPage.capacity))).reversed())
        return free.removeLast()
    }

    private func add(_ key: Int64, _ place: UInt32) {
        pages[Int(place) / RowPage.capacity]?.count += 1
        index.add(key, place) { place in row(place)?.key ?? 0 }
    }

    private func remove(_ key: Int64, _ place: UInt32, _ row: UnsafeMutableRawPointer) {
        index.remove(key, place) { place in self.row(place)?.key ?? 0 }
        giveUp(place, row)
    }

    /// Frees a place that the index does not have any more.
    private func giveUp(_ place: UInt32, _ row: UnsafeMutableRawPointer) {
        let number = Int(place) / RowPage.capacity
        pages[number]?.drop(row, form)
        pages[number]?.count -= 1
        free.append(place)
        // One is kept, for rows that come and go.
        if pages[number]?.count == 0, pages.count > 1 { endPage(number) }
    }

    private func endPage(_ number: Int) {
        pages[number]?.deallocate()
        pages[number] = nil
        // Not often: a page ends once for all of its rows.
        free.removeAll { Int($0) / RowPage.capacity == number }
    }

    private func compactIfWasteful(_ number: Int) {
        guard pages[number]?.isWasteful == true else { return }
        let first = UInt32(number * RowPage.capacity)
        let taken = (first..<(first + UInt32(RowPage.capacity))).compactMap { place in
            row(place).flatMap { row in index.holds(row.key, place) ? row : nil }
        }
        pages[number]?.compact(taken, form)
    }

    // MARK: Keeping rows

    /// Keeps the row at which a statement stands, unless a newer one is here.
    @inline(__always)
    func keep(_ head: RowHead, _ filler: RowFiller, _ statement: OpaquePointer) {
        keep(head) { row, page in filler.fill(row, &page, from: statement) }
    }

    /// Keeps a row that was saved, unless a newer one is here.
    func keep(_ row: Row, _ head: RowHead) {
        // Values of the program's types are encoded before, since they are called for it.
        guard let writer = RowWriter(row, form) else { return remove([head.key], by: head.commit) }
        keep(head) { row, page in writer.fill(row, &page) }
    }

    @inline(__always)
    private func keep(_ head: RowHead, _ fill: (UnsafeMutableRawPointer, inout RowPage) -> Bool) {
        lock.lock()
        defer { lock.unlock() }
        if let (place, row) = find(head.key) {
            let old = row.head
            guard (old.commit, old.version) <= (head.commit, head.version) else { return }
            let number = Int(place) / RowPage.capacity
            pages[number]?.drop(row, form)
            if pages[number]?.isWasteful == true {
                // Its own bytes are not among those that stay.
                index.remove(head.key, place) { self.row($0)?.key ?? 0 }
                compactIfWasteful(number)
                index.add(head.key, place) { self.row($0)?.key ?? 0 }
            }
            row.head = head
            if !fillPage(number, row, fill) { remove(head.key, place, row) }
            return
        }
        if head.commit < forgotten || removed[head.key].map({ head.commit < $0 }) ?? false { return }
        let place = freePlace()
        guard let row = row(place) else { return }
        row.head = head
        guard fillPage(Int(place) / RowPage.capacity, row, fill) else {
            free.append(place)
            return
        }
        add(head.key, place)
    }

    @inline(__always)
    private func fillPage(
        _ number: Int, _ row: UnsafeMutableRawPointer, _ fill: (UnsafeMutableRawPointer, inout RowPage) -> Bool
    ) -> Bool {
        // In its place: a copy in and out would cost more than the row.
        guard pages[number] != nil else { return false }
        return pages.withUnsafeMutableBufferPointer { fill(row, &$0[number]!) }
    }

    // MARK: Removing

    /// Removes rows of objects that a commit has deleted, or whose rows are not known any more since it.
    func remove(_ keys: some Sequence<Int64>, by commit: UInt64) {
        lock.withLock {
            for key in keys {
                if let (place, row) = find(key), row.head.commit <= commit { remove(key, place, row) }
                removed[key] = max(removed[key] ?? 0, commit)
            }
            guard removed.count > Self.greatestRemovedCount else { return }
            forgotten = max(forgotten, removed.values.max() ?? 0)
            removed = [:]
        }
    }

    private static let greatestRemovedCount = 4096

    /// Drops rows that are to be read again.
    func drop(_ keys: some Sequence<Int64>) {
        lock.withLock {
            for key in keys { if let (place, row) = find(key) { remove(key, place, row) } }
        }
    }

    /// The keys of the rows of a page that were read before a time; nil behind the last page.
    func keys(page number: Int, readBefore time: Double) -> [Int64]? {
        lock.withLock {
            guard number < pages.count else { return nil }
            guard let page = pages[number], page.count > 0 else { return [] }
            let first = UInt32(number * RowPage.capacity)
            return (first..<(first + UInt32(RowPage.capacity))).compactMap { place in
                row(place).flatMap { $0.head.time < time && index.holds($0.key, place) ? $0.key : nil }
            }
        }
    }

    /// Drops rows that nobody has, unless they were read since.
    func drop(_ keys: some Sequence<Int64>, readBefore time: Double) {
        lock.withLock {
            for key in keys {
                guard let (place, row) = find(key), row.head.time < time else { continue }
                remove(key, place, row)
            }
            compactPages()
        }
    }

    /// Moves rows together when three quarters of the places are free.
    private func compactPages() {
        let present = pages.count { $0 != nil }
        guard present > 4, index.count * 4 < present * RowPage.capacity else { return }
        let (old, places) = (pages, index.places)
        (pages, free) = ([], [])
        index.deallocate()
        index = PlaceIndex(capacity: 64)
        for place in places {
            guard let page = old[Int(place) / RowPage.capacity] else { continue }
            let source = page.rows + Int(place) % RowPage.capacity * form.stride
            let target = freePlace()
            guard let row = row(target) else { continue }
            row.copyMemory(from: source, byteCount: form.stride)
            let moved = pages.withUnsafeMutableBufferPointer { buffer in
                buffer[Int(target) / RowPage.capacity]!.take(row, from: page, form)
            }
            if moved { add(row.key, target) } else { free.append(target) }
        }
        for case let page? in old { page.deallocate() }
    }

    // MARK: Asking

    /// A row as it is here, read at a time or later; nil if there is none.
    func draft(_ key: Int64, readSince time: Double = -.infinity) -> RowDraft? {
        lock.lock()
        defer { lock.unlock() }
        guard let (place, row) = find(key), row.head.time >= time,
            let page = pages[Int(place) / RowPage.capacity]
        else { return nil }
        return RowDraft(row, page, form, store: store)
    }

    func contains(_ key: Int64) -> Bool { lock.withLock { find(key) != nil } }

    /// Where a relationship to one leads by the rows that are here: keys and the numbers of entities, 0 for one that is not
    /// known. Rows that are missing are left out.
    func destinations(_ slot: Int, of keys: some Sequence<Int64>) -> [(owner: Int64, key: Int64, entity: Int64)] {
        guard let cell = form.cells.first(where: { $0.kind == .reference && Int($0.place.slot) == slot }) else {
            return []
        }
        return lock.withLock {
            keys.compactMap { key in
                guard let (_, row) = find(key) else { return nil }
                let values = ValueMemory(base: row + RowForm.headSize)
                guard values.isNil(cell.place) else { return nil }
                return (
                    key, values.word(cell.place, as: Int64.self),
                    row.load(fromByteOffset: cell.tail, as: Int64.self)
                )
            }
        }
    }
}
