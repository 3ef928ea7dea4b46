/// A tree of published layers, by their places. A value: a copy shares all that has not changed since.
///
/// Places are in pages, and pages in blocks: to change one layer of a hundred thousand is to copy a page, a block and
/// the list of blocks, some 150 references in all.
struct RenderTree: Sendable {
    /// So many layers change place together when one of them changes, and so many pages.
    static let pageSize = 64

    /// A run of places.
    final class Page: @unchecked Sendable {
        // `@unchecked Sendable`: it changes only while one block alone refers to it.
        fileprivate(set) var layers: ContiguousArray<RenderLayer?>

        fileprivate init(_ layers: ContiguousArray<RenderLayer?>) { self.layers = layers }

        fileprivate convenience init() { self.init(ContiguousArray(repeating: nil, count: RenderTree.pageSize)) }
    }

    /// A run of pages.
    final class Block: @unchecked Sendable {
        // `@unchecked Sendable`: it changes only while one tree alone refers to it.
        fileprivate(set) var pages: ContiguousArray<Page>

        fileprivate init(_ pages: ContiguousArray<Page>) { self.pages = pages }
    }

    private(set) var blocks: ContiguousArray<Block> = []
    /// The place of the outermost layer; -1 without one.
    var root: Int32 = -1
    /// Changes of layers' whole pictures, by place.
    var transitions: [Int32: CommittedTransition] = [:]

    /// How many places there are, some of which may be empty: no more than were ever needed.
    private(set) var capacity = 0

    subscript(place: Int32) -> RenderLayer? {
        get {
            guard place >= 0, Int(place) < capacity else { return nil }
            let page = Int(place) / Self.pageSize
            return blocks[page / Self.pageSize].pages[page % Self.pageSize].layers[Int(place) % Self.pageSize]
        }
        set {
            let page = Int(place) / Self.pageSize
            let block = page / Self.pageSize
            capacity = max(capacity, Int(place) + 1)
            while blocks.count <= block {
                blocks.append(Block(ContiguousArray((0..<Self.pageSize).map { _ in Page() })))
            }
            if !isKnownUniquelyReferenced(&blocks[block]) { blocks[block] = Block(blocks[block].pages) }
            blocks[block].set(newValue, page: page % Self.pageSize, slot: Int(place) % Self.pageSize)
        }
    }

    /// Whether another version of the tree is this one.
    func isSame(as other: RenderTree) -> Bool {
        root == other.root && blocks.count == other.blocks.count && zip(blocks, other.blocks).allSatisfy { $0 === $1 }
    }

    /// Calls a closure with each place that has another layer, or none, in another version of the tree, until it
    /// returns false.
    func forEachDifference(from other: RenderTree, _ body: (Int32, _ was: RenderLayer?, _ new: RenderLayer?) -> Bool) {
        for block in 0..<max(blocks.count, other.blocks.count) {
            let before = block < other.blocks.count ? other.blocks[block] : nil
            let after = block < blocks.count ? blocks[block] : nil
            if before === after { continue }
            for page in 0..<Self.pageSize {
                let formerPage = before?.pages[page]
                let newPage = after?.pages[page]
                if formerPage === newPage { continue }
                for slot in 0..<Self.pageSize {
                    let was = formerPage?.layers[slot]
                    let new = newPage?.layers[slot]
                    if was === new { continue }
                    let place = (block * Self.pageSize + page) * Self.pageSize + slot
                    guard body(Int32(place), was, new) else { return }
                }
            }
        }
    }
}

extension RenderTree.Block {
    fileprivate func set(_ layer: RenderLayer?, page: Int, slot: Int) {
        if !isKnownUniquelyReferenced(&pages[page]) { pages[page] = RenderTree.Page(pages[page].layers) }
        pages[page].layers[slot] = layer
    }
}
