extension DeviationTable.Row {
    /// Why something is not here, and what to use instead.
    var reason: String {
        let instead = here.replacing(/^missing[,:;]?\s*/, with: "")
        return [why, instead].filter { !$0.isEmpty }.joined(separator: "; ")
    }
}

extension DeviationTable {
    /// The lines of a guide's table of what is not here: that, and what to use instead.
    static func replacements(_ text: String) -> [(there: String, here: String)] {
        let lines = text.split(separator: "\n").drop { !$0.hasPrefix("### What is not here") }.dropFirst()
        return lines.prefix { !$0.hasPrefix("#") }.map(cells).filter { $0.count == 2 }
            // The heading of the table, and the line below it.
            .dropFirst(2).map { (there: $0[0], here: $0[1]) }
    }
}
