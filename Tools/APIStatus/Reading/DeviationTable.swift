/// The tables of DEVIATIONS.md.
struct DeviationTable {
    /// A line of one: a difference.
    struct Row: Hashable {
        /// The heading that it stands under.
        let section: String
        /// What Apple's does.
        let there: String
        /// What ours does.
        let here: String
        let why: String

        /// Whether it says that something is not here at all.
        var saysMissing: Bool { here.hasPrefix("missing") }
    }

    let rows: [Row]

    init(_ text: String) {
        var section = ""
        var rows: [Row] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
            let cells = Self.cells(of: line)
            guard cells.count == 3, cells[0] != "Apple's", !cells[0].hasPrefix("---") else { continue }
            rows.append(Row(section: section, there: cells[0], here: cells[1], why: cells[2]))
        }
        self.rows = rows
    }

    /// The cells of a table's line; empty for any other line. A bar between backticks parts nothing.
    static func cells(of line: Substring) -> [String] {
        guard line.hasPrefix("|") else { return [] }
        var cells = [""]
        var isCode = false
        for character in line.dropFirst() {
            if character == "`" { isCode.toggle() }
            if character == "|", !isCode { cells.append("") } else { cells[cells.count - 1].append(character) }
        }
        return cells.dropLast().map { $0.trimming(" ") }
    }

    /// What stands between backticks in a text.
    static func code(in text: String) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }
}
