/// Finds places for boxes: what leads to each other stands in neighbouring columns.
///
/// In the middle of each connected part stands the box with the most lines. What falls apart without it goes to its left or right, each
/// part as a whole, and in each of them a box stands as many columns away as there are lines to it. So every line is within a column or
/// leads to the next one, and none crosses a box. Within columns boxes are ordered by where their lines lead.
struct DiagramLayout {
    private(set) var boxes: [DiagramBox]
    /// The size of all, with a margin.
    private(set) var size: (width: Double, height: Double) = (0, 0)
    private let edges: [DiagramEdge]
    private let neighbours: [[Int]]

    private static let columnGap = 96.0
    private static let rowGap = 26.0
    private static let partGap = 56.0
    private static let margin = 32.0
    /// Parts beside each other make rows about so much wider than high.
    private static let ratio = 1.5

    init(_ boxes: [DiagramBox], _ edges: [DiagramEdge]) {
        (self.boxes, self.edges) = (boxes, edges)
        var neighbours = [[Int]](repeating: [], count: boxes.count)
        for edge in edges where edge.first != edge.second {
            neighbours[edge.first].append(edge.second)
            neighbours[edge.second].append(edge.first)
        }
        self.neighbours = neighbours
        place()
    }

    private mutating func place() {
        let parts = components(boxes.indices.map { $0 }, without: nil).sorted { ($1.count, $0[0]) < ($0.count, $1[0]) }
        let area = boxes.reduce(0) { $0 + ($1.size.width + Self.columnGap) * ($1.size.height + Self.rowGap) }
        let widest = max((area * Self.ratio * 1.3).squareRoot(), 400)
        var (x, y, rowHeight) = (Self.margin, Self.margin, 0.0)
        for part in parts {
            let extent = place(part)
            if x > Self.margin, x + extent.width > widest {
                (x, y, rowHeight) = (Self.margin, y + rowHeight + Self.partGap, 0)
            }
            for box in part {
                boxes[box].place.x += x
                boxes[box].place.y += y
            }
            size.width = max(size.width, x + extent.width + Self.margin)
            rowHeight = max(rowHeight, extent.height)
            size.height = max(size.height, y + rowHeight + Self.margin)
            x += extent.width + Self.partGap
        }
    }

    // MARK: Parts

    /// What hangs together.
    private func components(_ members: [Int], without left: Int?) -> [[Int]] {
        var open = Set(members)
        if let left { open.remove(left) }
        var parts: [[Int]] = []
        for start in members where open.contains(start) {
            var part = [start]
            open.remove(start)
            var next = 0
            while next < part.count {
                for other in neighbours[part[next]] where open.remove(other) != nil { part.append(other) }
                next += 1
            }
            parts.append(part.sorted())
        }
        return parts
    }

    /// Places what hangs together, from the origin on.
    private mutating func place(_ part: [Int]) -> (width: Double, height: Double) {
        guard let centre = part.max(by: { (neighbours[$0].count, $1) < (neighbours[$1].count, $0) }) else {
            return (0, 0)
        }
        var column = [centre: 0]
        var (left, right) = (0.0, 0.0)
        let sides = components(part, without: centre).sorted { height($0) > height($1) }
        for side in sides {
            let sign = left < right ? -1 : 1
            if sign < 0 { left += height(side) } else { right += height(side) }
            spread(from: centre, into: Set(side), sign, &column)
        }
        let first = column.values.min() ?? 0
        var columns = [[Int]](repeating: [], count: (column.values.max() ?? 0) - first + 1)
        for box in part { columns[(column[box] ?? 0) - first].append(box) }
        order(&columns, from: -first)
        return place(columns)
    }

    private func height(_ part: [Int]) -> Double { part.reduce(0) { $0 + boxes[$1].size.height + Self.rowGap } }

    private func spread(from centre: Int, into members: Set<Int>, _ sign: Int, _ column: inout [Int: Int]) {
        var wave = [centre]
        while !wave.isEmpty {
            var next: [Int] = []
            for box in wave {
                for other in neighbours[box] where members.contains(other) && column[other] == nil {
                    column[other] = (column[box] ?? 0) + sign
                    next.append(other)
                }
            }
            wave = next
        }
    }

    // MARK: Columns

    /// Orders each column by the middle of what leads there from the ones that are ordered.
    private func order(_ columns: inout [[Int]], from centre: Int) {
        for _ in 0..<4 {
            for index in columns.indices where index != centre {
                let side = index < centre ? index + 1 : index - 1
                sort(&columns[index], by: columns[side] + columns[index])
            }
            for index in columns.indices {
                let others = [index - 1, index + 1].filter(columns.indices.contains).flatMap { columns[$0] }
                sort(&columns[index], by: others)
            }
        }
    }

    private func sort(_ column: inout [Int], by others: [Int]) {
        let ranks = Dictionary(others.enumerated().map { ($0.element, Double($0.offset)) }) { first, _ in first }
        let weights = column.enumerated().map { offset, box -> (Int, Double) in
            let known = neighbours[box].compactMap { ranks[$0] }
            let mean = known.isEmpty ? Double(offset) : known.reduce(0, +) / Double(known.count)
            return (box, mean)
        }
        column = weights.enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }.map(\.element.0)
    }

    private mutating func place(_ columns: [[Int]]) -> (width: Double, height: Double) {
        let heights = columns.map { height($0) - Self.rowGap }
        let tallest = heights.max() ?? 0
        var x = 0.0
        for (column, height) in zip(columns, heights) {
            let width = column.map { boxes[$0].size.width }.max() ?? 0
            var y = (tallest - height) / 2
            for box in column {
                boxes[box].place = (x + (width - boxes[box].size.width) / 2, y)
                y += boxes[box].size.height + Self.rowGap
            }
            x += width + Self.columnGap
        }
        // Lines within the last column lead round at its right.
        return (x - Self.columnGap + 40, tallest)
    }
}
