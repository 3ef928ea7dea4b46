/// Objects in an order and in sections, by which a list shows them: kept up by what changes, not by what is there.
///
/// A section is what has one name; where it stands among the others its objects say. Objects are put in order when they
/// come, or are reported to be changed, by the values that they have then; what is reported of k objects out of n
/// costs O(k log n), and the number of sections.
///
/// Belongs to one thread at a time.
final class SectionedResults<Element: AnyObject> {
    let order: ResultsOrder<Element>
    private(set) var sections: [ResultSection<Element>]
    var sectionsByName: [String: ResultSection<Element>] = [:]
    private(set) var directory = SegmentedDictionary<ObjectIdentifier, RowBlock<Element>>()
    private var array: [Element]?

    /// - Parameters:
    ///   - elements: in their order, each of them once, those of a section together.
    ///   - lengths: the sections' names, each of them once, and how many objects they have; none is empty.
    init(_ elements: [Element], sections lengths: [(name: String, count: Int)], order: ResultsOrder<Element>) {
        self.order = order
        sections = []
        directory.reserveCapacity(elements.count)
        var end = 0
        for (name, count) in order.sectionName == nil ? [("", elements.count)] : lengths {
            let section = ResultSection<Element>(name: name)
            section.fill(elements[end..<end + count])
            end += count
            sections.append(section)
            sectionsByName[name] = section
            list(section)
        }
        array = elements
        number()
    }

    /// How many objects there are.
    private(set) var count = 0

    /// Whether an object is among them.
    func contains(_ element: Element) -> Bool { directory[ObjectIdentifier(element)] != nil }

    /// Where an object is; nil if it is not among them. Costs O(log n).
    func place(of element: Element) -> ResultPlace? {
        guard let block = directory[ObjectIdentifier(element)] else { return nil }
        let row = ResultSection.place(of: element, in: block)
        return ResultPlace(section: block.section.number, row: row, index: block.section.start + row)
    }

    /// The object at a place; nil if there is none. Costs O(log n).
    func element(section: Int, row: Int) -> Element? {
        guard sections.indices.contains(section), row >= 0, row < sections[section].count else { return nil }
        return sections[section][row]
    }

    /// All objects in their order; made when asked for.
    var elements: [Element] {
        if let array { return array }
        var made: [Element] = []
        made.reserveCapacity(count)
        for section in sections { section.forEachBlock { made.append(contentsOf: $0.elements) } }
        array = made
        return made
    }
}

// MARK: Changes

extension SectionedResults {
    /// Sets what sections there are, in their order.
    func setSections(_ sections: [ResultSection<Element>]) {
        self.sections = sections
        number()
    }

    /// Numbers the sections, after any of them has changed.
    func number() {
        count = 0
        for (number, section) in sections.enumerated() {
            section.number = number
            section.start = count
            count += section.count
        }
    }

    /// Lets the rows of a section that was filled be found.
    func list(_ section: ResultSection<Element>) {
        section.forEachBlock { block in
            for element in block.elements { directory[ObjectIdentifier(element)] = block }
        }
        array = nil
    }

    func insert(_ element: Element, into section: ResultSection<Element>, at row: Int) {
        array = nil
        let (block, new) = section.insert(element, at: row)
        directory[ObjectIdentifier(element)] = block
        for moved in new?.elements ?? [] { directory[ObjectIdentifier(moved)] = new }
    }

    func remove(_ element: Element) {
        array = nil
        guard let block = directory.removeValue(forKey: ObjectIdentifier(element)) else { return }
        block.section.remove(element, from: block)
    }
}

/// Where an object is among the results.
struct ResultPlace: Hashable, Sendable {
    /// The section's number.
    var section: Int
    /// The place in the section.
    var row: Int
    /// The place among all objects.
    var index: Int
}
