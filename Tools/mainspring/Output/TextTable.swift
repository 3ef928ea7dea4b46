/// A table whose rows are all known: columns with two spaces between them.
struct TextTable {
    /// On which side of its column a text stands.
    enum Alignment {
        case left, right
    }

    private let alignments: [Alignment]
    private var rows: [[String]]

    init(_ titles: [String], _ alignments: [Alignment] = []) {
        rows = [titles]
        self.alignments = alignments
    }

    mutating func add(_ row: [String]) { rows.append(row.map(TerminalText.plain)) }

    /// The lines, the titles first.
    var lines: [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            Self.width(of: rows.lazy.map { column < $0.count ? $0[column] : "" })
        }
        return rows.map { Self.line($0, widths, alignments) }
    }

    /// So wide does a text make its column at most: one that is longer moves its own line, not all others.
    private static let widest = 200

    /// The width of a column in which texts stand.
    static func width(of texts: some Sequence<String>) -> Int {
        texts.lazy.map(TerminalText.width).filter { $0 <= widest }.max() ?? 0
    }

    /// A row as a line; what is longer than its column moves the others.
    static func line(_ row: [String], _ widths: [Int], _ alignments: [Alignment]) -> String {
        var line = ""
        for (column, text) in row.enumerated() {
            let room = String(repeating: " ", count: max(0, widths[column] - TerminalText.width(text)))
            let isRight = column < alignments.count && alignments[column] == .right
            line += (column > 0 ? "  " : "") + (isRight ? room + text : text + room)
        }
        while line.last == " " { line.removeLast() }
        return line
    }
}
