/// A table in Markdown, padded so that it reads as plain text too.
struct Table {
    private var rows: [[String]]

    /// Creates a table of rows of equal length, the first of which is the head.
    init(rows: [[String]]) { self.rows = rows }

    /// The figures of an area; `floor` gets a column of ratios of its own, as it is what ours is held to.
    init(_ area: Area, _ results: [CaseResult]) {
        let names = area.peers.map(\.name).filter { name in results.contains { $0.peers.contains { $0.name == name } } }
        let hasFloor = names.contains("floor")
        rows = [["case", "unit", "time", "ours"] + (hasFloor ? ["ours ÷ floor"] : []) + names + ["must be"]]
        for result in results {
            let ours = result.ours.value
            var row = [result.item.name, result.item.unit.rawValue, result.item.quantity.rawValue, short(ours)]
            func figure(_ name: String) -> Double? { result.peers.first { $0.name == name }?.value }
            if hasFloor { row.append(figure("floor").map { ratio(ours, $0) } ?? "") }
            for name in names {
                guard let value = figure(name) else {
                    row.append("")
                    continue
                }
                row.append(name == "floor" ? short(value) : "\(short(value)) (\(ratio(value, ours))×)")
            }
            rows.append(row + [result.item.target])
        }
    }

    private func ratio(_ value: Double, _ other: Double) -> String {
        other > 0 ? short(value / other) : value > 0 ? "∞" : "1"
    }

    var text: String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max()! }
        func line(_ cells: [String]) -> String {
            "| " + zip(cells, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: " | ")
                + " |"
        }
        let rule = "|" + widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|") + "|"
        return ([line(rows[0]), rule] + rows.dropFirst().map(line)).joined(separator: "\n")
    }
}

extension CaseResult {
    /// What stands beside the table: spread, programs where there are several, notes.
    var notes: String {
        var parts = ["ours from \(short(ours.lowest)) to \(short(ours.highest))"]
        for figure in [ours] + peers where !figure.programs.isEmpty {
            parts.append(figure.programs.map { "\($0.label) \(short($0.value))" }.joined(separator: ", "))
        }
        for note in ours.notes.map(\.name) {
            let figures = ([ours] + peers).compactMap { figure in
                figure.notes.first { $0.name == note }.map { "\(figure.name) \(short($0.value))" }
            }
            parts.append("\(note): " + figures.joined(separator: ", "))
        }
        return "- \(item.name): " + parts.joined(separator: "; ")
    }
}
