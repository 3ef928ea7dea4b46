internal import Foundation
internal import MainspringModel

/// Statements that a batch runs over its connection.
extension Batch {
    /// Runs a statement to its end.
    /// - Returns: how many rows it has changed.
    @discardableResult
    func run(_ text: SQLText) throws(SQLiteFailure) -> Int {
        let statement = try prepare(text)
        try statement.run()
        return connection.changeCount
    }

    /// The numbers in the first column of what a `SELECT` gives.
    func numbers(_ text: SQLText) throws(SQLiteFailure) -> [Int64] {
        let statement = try prepare(text)
        var found: [Int64] = []
        while try statement.step() { found.append(statement.integer(0)) }
        return found
    }

    /// The texts there.
    func texts(_ text: SQLText) throws(SQLiteFailure) -> [String] {
        let statement = try prepare(text)
        var found: [String] = []
        while try statement.step() { found.append(statement.string(0)) }
        return found
    }

    /// Whether a `SELECT` gives anything.
    func hasRows(_ text: SQLText) throws(SQLiteFailure) -> Bool { try !numbers("\(text) LIMIT 1").isEmpty }

    func prepare(_ text: SQLText) throws(SQLiteFailure) -> SQLiteStatement {
        let statement = try connection.prepare(text.text)
        try statement.bind(text.bindings)
        return statement
    }
}
