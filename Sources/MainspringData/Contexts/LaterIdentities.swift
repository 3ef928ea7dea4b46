/// The permanent identities that a context's objects have got, by the temporary ones that somebody may still have: a
/// child, a row, the program.
///
/// An entry goes when nobody else has the temporary identity. Each that is added lets a few others be looked at: so there are not many more
/// than are in use, and no look is a long one. Temporary keys count upwards, so that those of objects that were made in a row stand side by
/// side in a page, and a look costs no search.
struct LaterIdentities {
    /// Entries of keys that follow one another. Belongs to one table.
    private final class Page {
        let number: Int64
        var temporary = ContiguousArray<NSManagedObjectID?>(repeating: nil, count: LaterIdentities.pageSize)
        var later = ContiguousArray<NSManagedObjectID?>(repeating: nil, count: LaterIdentities.pageSize)
        /// A bit for each place that has an entry.
        var occupied: UInt64 = 0

        init(_ number: Int64) { self.number = number }
    }

    private static let pageSize = 64
    private var pages: [Int64: Page] = [:]
    /// The same in the order of looks.
    private var order: ContiguousArray<Page> = []
    /// The page that was asked for last: mostly the next key is there too.
    private var last: Page?
    /// Where the next look is.
    private var (page, slot) = (0, 0)
    private(set) var count = 0
    /// So many are not looked at.
    private static let least = 64
    private static let looksPerEntry = 2
    /// So many pages are passed by for it.
    private static let pagesPerEntry = 3

    private static func place(_ key: ObjectKey) -> (page: Int64, slot: Int) {
        let (page, slot) = key.key.quotientAndRemainder(dividingBy: Int64(pageSize))
        return (page, Int(slot))
    }

    private func page(_ number: Int64) -> Page? { last?.number == number ? last : pages[number] }

    subscript(key: ObjectKey) -> NSManagedObjectID? {
        guard count > 0 else { return nil }
        let place = Self.place(key)
        return page(place.page)?.later[place.slot]
    }

    mutating func add(_ temporary: NSManagedObjectID, _ later: NSManagedObjectID) {
        if count >= Self.least { look() }
        let place = Self.place(temporary.key)
        let page = page(place.page) ?? makePage(place.page)
        last = page
        if page.temporary[place.slot] == nil { count += 1 }
        page.occupied |= 1 << UInt64(place.slot)
        (page.temporary[place.slot], page.later[place.slot]) = (temporary, later)
    }

    private mutating func makePage(_ number: Int64) -> Page {
        let page = Page(number)
        pages[number] = page
        order.append(page)
        return page
    }

    mutating func remove(_ key: ObjectKey) {
        let place = Self.place(key)
        if let page = page(place.page) { remove(page, place.slot) }
    }

    private mutating func remove(_ page: Page, _ slot: Int) {
        guard page.temporary[slot] != nil else { return }
        (page.temporary[slot], page.later[slot]) = (nil, nil)
        page.occupied &= ~(1 << UInt64(slot))
        count -= 1
    }

    /// Drops some entries whose turn it is, if they are not in use.
    private mutating func look() {
        var (looks, pages) = (Self.looksPerEntry, Self.pagesPerEntry)
        while looks > 0, pages > 0, !order.isEmpty {
            if page >= order.count { page = 0 }
            let known = order[page]
            let left = slot < Self.pageSize ? known.occupied >> UInt64(slot) : 0
            guard left != 0 else {
                pages -= 1
                endPage(known)
                continue
            }
            looks -= 1
            slot += left.trailingZeroBitCount
            if isKnownUniquelyReferenced(&known.temporary[slot]) { remove(known, slot) }
            slot += 1
        }
    }

    /// Goes on to the next page; an empty one goes.
    private mutating func endPage(_ known: Page) {
        slot = 0
        guard known.occupied == 0 else { return page += 1 }
        pages[known.number] = nil
        if last === known { last = nil }
        order[page] = order[order.count - 1]
        order.removeLast()
    }
}
