/// The rows of a section in order; each is found by its place, and its place by its block, in O(log n).
final class ResultSection<Element: AnyObject> {
    /// What the section's rows have in common.
    let name: String
    /// The section's place among the others.
    var number = 0
    /// How many rows are in the sections before.
    var start = 0
    private(set) var root: RowBlock<Element>?
    /// The rows as an array, once somebody has asked for it, until a row comes or goes.
    private var array: [Element]?
    /// Where priorities come from; the same in every run.
    private var random: UInt64 = 0x9E37_79B9_7F4A_7C15

    init(name: String) { self.name = name }

    /// How many rows there are.
    var count: Int { root?.total ?? 0 }

    /// The row at a place.
    subscript(place: Int) -> Element {
        var (block, place) = (root, place)
        while let here = block {
            let before = here.left?.total ?? 0
            if place < before {
                block = here.left
            } else if place < before + here.elements.count {
                return here.elements[place - before]
            } else {
                place -= before + here.elements.count
                block = here.right
            }
        }
        preconditionFailure("A place beyond the section's rows.")
    }

    /// The place of a row that is in a block of the section's.
    static func place(of element: Element, in block: RowBlock<Element>) -> Int {
        guard let index = block.elements.firstIndex(where: { $0 === element }) else {
            preconditionFailure("A row that is not in its block.")
        }
        return block.start + index
    }

    /// How many rows at the beginning satisfy a condition, of which none does once one does not.
    func prefixCount(where isBefore: (Element) -> Bool) -> Int {
        // The last block whose first row satisfies it is the one where it ends.
        var (block, found, before, foundBefore) = (root, RowBlock<Element>?.none, 0, 0)
        while let here = block {
            if isBefore(here.elements[0]) {
                (found, foundBefore) = (here, before + (here.left?.total ?? 0))
                before = foundBefore + here.elements.count
                block = here.right
            } else {
                block = here.left
            }
        }
        guard let found else { return 0 }
        var (low, high) = (1, found.elements.count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(found.elements[middle]) { low = middle + 1 } else { high = middle }
        }
        return foundBefore + low
    }

    /// The rows as an array; made when asked for.
    var elements: [Element] {
        if let array { return array }
        var made: [Element] = []
        made.reserveCapacity(count)
        forEachBlock { made.append(contentsOf: $0.elements) }
        array = made
        return made
    }

    /// Calls a closure with each block in order.
    func forEachBlock(_ body: (RowBlock<Element>) -> Void) {
        var path: [RowBlock<Element>] = []
        var block = root
        while true {
            while let here = block {
                path.append(here)
                block = here.left
            }
            guard let here = path.popLast() else { return }
            body(here)
            block = here.right
        }
    }
}

// MARK: Changes

extension ResultSection {
    /// Gives a section without rows all its rows at once. Costs O(n).
    func fill(_ elements: some Collection<Element>) {
        var path: [RowBlock<Element>] = []
        var rest = elements[...]
        while !rest.isEmpty {
            // Blocks are left room, so that the first row that comes does not divide each.
            let block = makeBlock(ContiguousArray(rest.prefix(RowBlock<Element>.capacity * 3 / 4)))
            rest = rest.dropFirst(block.elements.count)
            var below: RowBlock<Element>?
            while let last = path.last, last.priority < block.priority {
                last.recount()
                below = path.removeLast()
            }
            block.left = below
            path.last?.right = block
            path.append(block)
        }
        root = path.first
        for block in path.reversed() { block.recount() }
        array = nil
    }

    /// Puts a row at a place, and returns the block that has it, and the block that came to be, some of whose rows were
    /// in another one before.
    func insert(_ element: Element, at place: Int) -> (block: RowBlock<Element>, new: RowBlock<Element>?) {
        array = nil
        guard var block = root else {
            let block = makeBlock([element])
            root = block
            return (block, nil)
        }
        var place = place
        while true {
            let before = block.left?.total ?? 0
            if place < before, let left = block.left {
                block = left
            } else if place > before + block.elements.count, let right = block.right {
                place -= before + block.elements.count
                block = right
            } else {
                block.elements.insert(element, at: place - before)
                place -= before
                break
            }
        }
        block.add(1)
        guard block.elements.count > RowBlock<Element>.capacity else { return (block, nil) }
        let half = block.elements.count / 2
        let new = makeBlock(ContiguousArray(block.elements[half...]))
        block.elements.removeSubrange(half...)
        block.add(-new.elements.count)
        insert(new, after: block)
        return (place < half ? block : new, new)
    }

    /// Takes a row out of its block.
    func remove(_ element: Element, from block: RowBlock<Element>) {
        array = nil
        guard let index = block.elements.firstIndex(where: { $0 === element }) else {
            preconditionFailure("A row that is not in its block.")
        }
        block.elements.remove(at: index)
        block.add(-1)
        if block.elements.isEmpty { remove(block) }
    }

    private func makeBlock(_ elements: ContiguousArray<Element>) -> RowBlock<Element> {
        // Xorshift (Marsaglia 2003).
        random ^= random << 13
        random ^= random >> 7
        random ^= random << 17
        return RowBlock(elements, priority: random, section: self)
    }

    private func insert(_ new: RowBlock<Element>, after block: RowBlock<Element>) {
        if var parent = block.right {
            while let left = parent.left { parent = left }
            parent.left = new
        } else {
            block.right = new
        }
        new.parent?.add(new.total)
        while let parent = new.parent, parent.priority < new.priority { rotate(new) }
    }

    /// Takes a block without rows out of the tree.
    private func remove(_ block: RowBlock<Element>) {
        while true {
            switch (block.left, block.right) {
            case (let left?, let right?): rotate(left.priority > right.priority ? left : right)
            case (let child, let other): return replace(block, by: child ?? other)
            }
        }
    }

    private func replace(_ block: RowBlock<Element>, by child: RowBlock<Element>?) {
        guard let parent = block.parent else {
            root = child
            child?.parent = nil
            return
        }
        if parent.left === block { parent.left = child } else { parent.right = child }
        block.parent = nil
    }

    /// Puts a block into its parent's place, and the parent below it; the order stays.
    private func rotate(_ block: RowBlock<Element>) {
        guard let parent = block.parent else { return }
        let isLeft = parent.left === block
        replace(parent, by: block)
        if isLeft {
            parent.left = block.right
            block.right = parent
        } else {
            parent.right = block.left
            block.left = parent
        }
        parent.recount()
        block.recount()
    }
}
