@testable internal import MainspringData

/// Looks into a store's file past all that a program keeps of it.
package struct StoreLook {
    private let connection: SQLiteConnection

    /// Opens a file, waiting for others who have it in use.
    package init(_ path: String) throws {
        connection = try SQLiteConnection(path: path, access: .readWrite)
        connection.setBusyTimeout(300_000)
        for function in StoreFunctions.functions { try connection.add(function) }
    }

    /// - Throws: ``Broken`` for a file that is not whole.
    package func requireWhole() throws {
        let lines = try rows("PRAGMA integrity_check")
        try require(lines == ["ok"], "integrity_check says \(lines)")
    }

    /// Each row of a query in a line.
    package func rows(_ query: String, _ values: [String?] = []) throws -> [String] {
        let statement = try connection.prepare(query)
        for (index, value) in values.enumerated() {
            try statement.bind(value.map { .text($0) } ?? .null, at: index + 1)
        }
        var rows: [String] = []
        while try statement.step() {
            rows.append(
                (0..<statement.columnCount).map { statement.isNull($0) ? "-" : statement.string($0) }
                    .joined(separator: " "))
        }
        return rows
    }

    /// The only number that a query gives.
    package func number(_ query: String) throws -> Int {
        let rows = try rows(query)
        guard rows.count == 1, let number = Int(rows[0]) else {
            throw Broken(description: "“\(query)” gives \(rows)")
        }
        return number
    }
}
