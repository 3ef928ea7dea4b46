@_spi(Tools) internal import MainspringData
@_spi(Tools) internal import MainspringInspection

/// Prints objects as they are read.
class RowWriter {
    let columns: [String]
    let text: ValueText
    let output: TextOutput
    private var isFirst = true

    init(_ columns: [String], _ text: ValueText, to output: TextOutput) {
        (self.columns, self.text, self.output) = (columns, text, output)
    }

    /// The writer of a format, to standard output.
    static func make(_ format: RowFormat, _ query: InspectionQuery, _ text: ValueText) -> RowWriter {
        switch format {
        case .table: TableRowWriter(query, text)
        case .json: JSONRowWriter(query.columns, text, to: StandardOutput.shared)
        case .csv: CSVRowWriter(query.columns, text, to: StandardOutput.shared)
        }
    }

    /// Prints a row. The first one is out when this returns.
    func write(_ row: InspectedRow) throws {
        try writeRow(row)
        if isFirst { try output.flush() }
        isFirst = false
    }

    func writeRow(_ row: InspectedRow) throws {}

    /// Prints what stands below the last row.
    func end() throws { try output.flush() }
}

/// A line of JSON for each object.
final class JSONRowWriter: RowWriter {
    override func writeRow(_ row: InspectedRow) throws {
        let members = zip(columns, row.values).map { ($0, text.json($1)) }
        try output.writeLine(
            JSONValue.object([("objectID", .string(text.uri(row.object)))] + members.filter { $0.0 != "objectID" }).line
        )
    }
}

/// Comma-separated values, with the columns' names above them: also where there is no row, and not where none can be asked for.
final class CSVRowWriter: RowWriter {
    private var isBegun = false

    private func begin() throws {
        guard !isBegun else { return }
        isBegun = true
        try output.write(CSVRecord.line(columns))
    }

    override func writeRow(_ row: InspectedRow) throws {
        try begin()
        try output.write(CSVRecord.line(row.values.map { text.field($0) }))
    }

    override func end() throws {
        try begin()
        try super.end()
    }
}
