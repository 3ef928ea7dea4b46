/// What belongs to the objects of each entity, found by the address of their layout: asked for with each row that is read or saved,
/// where a dictionary would hash. Constant.
struct LayoutTable<Value> {
    fileprivate struct Entry {
        let layout: ObjectIdentifier
        let value: Value
    }

    /// Found by probing one after the other. A power of two, at most half of it taken.
    private let entries: [Entry?]

    /// - Parameter values: are by layout; of several of one layout the first counts.
    init(_ values: [(layout: ObjectLayout, value: Value)]) {
        var capacity = 8
        while capacity < values.count * 2 { capacity *= 2 }
        var entries = [Entry?](repeating: nil, count: capacity)
        for (layout, value) in values {
            let layout = ObjectIdentifier(layout)
            var place = Self.hash(layout) & (capacity - 1)
            while let entry = entries[place], entry.layout != layout { place = (place + 1) & (capacity - 1) }
            if entries[place] == nil { entries[place] = Entry(layout: layout, value: value) }
        }
        self.entries = entries
    }

    subscript(layout: ObjectLayout) -> Value? {
        let layout = ObjectIdentifier(layout)
        var place = Self.hash(layout) & (entries.count - 1)
        while let entry = entries[place] {
            if entry.layout == layout { return entry.value }
            place = (place + 1) & (entries.count - 1)
        }
        return nil
    }

    private static func hash(_ layout: ObjectIdentifier) -> Int {
        let address = UInt64(UInt(bitPattern: layout)) >> 4
        return Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> 40)
    }
}

extension LayoutTable: Sendable where Value: Sendable {}
extension LayoutTable.Entry: Sendable where Value: Sendable {}
