/// A line of a file whose columns are separated by tabs.
struct TableRow {
    private let line: String
    private let number: Int
    private let columns: [Substring]

    /// Takes a line apart.
    /// - Parameter number: The line's, counted from 1, for sentences.
    /// - Throws: if it has another number of columns.
    init(_ line: String, number: Int, columnCount: Int) throws(CityDataError) {
        columns = line.split(separator: "\t", omittingEmptySubsequences: false)
        (self.line, self.number) = (line, number)
        guard columns.count == columnCount else {
            throw CityDataError("Line \(number) has \(columns.count) columns and not \(columnCount): “\(line)”.")
        }
    }

    /// A column, counted from 0, as text.
    subscript(column: Int) -> String { String(columns[column]) }

    /// A column as a number.
    /// - Throws: if it is none.
    func number<Number: LosslessStringConvertible>(_ column: Int) throws(CityDataError) -> Number {
        guard let value = Number(String(columns[column])) else {
            throw CityDataError("Column \(column + 1) of line \(number) is no number: “\(line)”.")
        }
        return value
    }
}
