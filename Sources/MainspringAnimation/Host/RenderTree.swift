/// A tree of published layers, by their places. A value: a copy shares all that has not changed since.
struct RenderTree: Sendable {
    /// So many layers change place together when one of them changes.
    static let pageSize = 256

    /// A run of places.
    final class Page: @unchecked Sendable {
        // `@unchecked Sendable`: it changes only while one tree alone refers to it.
        fileprivate(set) var layers: ContiguousArray<RenderLayer?>

        init(_ layers: ContiguousArray<RenderLayer?>) { self.layers = layers }
    }

    private(set) var pages: ContiguousArray<Page> = []
    /// The place of the outermost layer; -1 without one.
    var root: Int32 = -1

    /// How many places there are, some of which may be empty.
    var capacity: Int { pages.count * Self.pageSize }

    subscript(place: Int32) -> RenderLayer? {
        get {
            guard place >= 0, Int(place) < capacity else { return nil }
            return pages[Int(place) / Self.pageSize].layers[Int(place) % Self.pageSize]
        }
        set {
            let index = Int(place) / Self.pageSize
            while pages.count <= index {
                pages.append(Page(ContiguousArray(repeating: nil, count: Self.pageSize)))
            }
            if !isKnownUniquelyReferenced(&pages[index]) { pages[index] = Page(pages[index].layers) }
            pages[index].layers[Int(place) % Self.pageSize] = newValue
        }
    }
}
