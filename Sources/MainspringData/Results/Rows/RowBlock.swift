/// Some rows of a section that follow one another: a node of the tree by which rows are counted.
///
/// The tree is a treap (Seidel and Aragon 1996): in order by place, and each block's priority, which is random, is at
/// most its parent's. So it is about as deep as a balanced one, whatever comes and goes.
final class RowBlock<Element: AnyObject> {
    /// More rows than that make two blocks of one.
    static var capacity: Int { 128 }

    var elements: ContiguousArray<Element>
    /// The rows here and in all blocks below.
    var total: Int
    let priority: UInt64
    // `unowned(unsafe)`: whoever has a child in the tree keeps it, and takes itself out of it when they part; a section
    // outlives its blocks, which only its tree and the directory of all sections keep.
    unowned(unsafe) var parent: RowBlock?
    unowned(unsafe) var section: ResultSection<Element>
    var left: RowBlock? { didSet { left?.parent = self } }
    var right: RowBlock? { didSet { right?.parent = self } }

    init(_ elements: ContiguousArray<Element>, priority: UInt64, section: ResultSection<Element>) {
        self.elements = elements
        total = elements.count
        self.priority = priority
        self.section = section
    }

    /// How many of the section's rows come before the block's own.
    var start: Int {
        var start = left?.total ?? 0
        var block = self
        while let parent = block.parent {
            if parent.right === block { start += parent.total - block.total }
            block = parent
        }
        return start
    }

    /// Counts rows that came here, or went.
    func add(_ count: Int) {
        var block: RowBlock? = self
        while let here = block {
            here.total += count
            block = here.parent
        }
    }

    /// Counts the rows here from what is directly below.
    func recount() { total = elements.count + (left?.total ?? 0) + (right?.total ?? 0) }
}
