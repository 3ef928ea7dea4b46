/// The pages of each entity, found by the address of its layout: they are asked for with each row that is read or saved. Constant.
struct PagesByEntity: Sendable {
    private struct Entry {
        let layout: ObjectIdentifier
        let pages: EntityPages
    }

    let all: [EntityPages]
    /// Found by probing one after the other. A power of two, at most half of it taken.
    private let table: [Entry?]

    init(_ all: [EntityPages]) {
        self.all = all
        var capacity = 8
        while capacity < all.count * 2 { capacity *= 2 }
        var table = [Entry?](repeating: nil, count: capacity)
        for pages in all {
            let layout = ObjectIdentifier(pages.form.layout)
            var place = Self.hash(layout) & (capacity - 1)
            while table[place] != nil { place = (place + 1) & (capacity - 1) }
            table[place] = Entry(layout: layout, pages: pages)
        }
        self.table = table
    }

    subscript(layout: ObjectLayout) -> EntityPages? {
        let layout = ObjectIdentifier(layout)
        var place = Self.hash(layout) & (table.count - 1)
        while let entry = table[place] {
            if entry.layout == layout { return entry.pages }
            place = (place + 1) & (table.count - 1)
        }
        return nil
    }

    private static func hash(_ layout: ObjectIdentifier) -> Int {
        let address = UInt64(UInt(bitPattern: layout)) >> 4
        return Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> 40)
    }
}
