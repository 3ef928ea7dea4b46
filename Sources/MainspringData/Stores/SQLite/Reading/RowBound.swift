internal import CSQLite

/// How many rows may be read: no more than the file has room for. Tables of a damaged one may lead to the same rows again and
/// again.
package struct RowBound {
    private let transaction: ReadTransaction
    private var bound = 1 << 18
    private var isFinal = false

    package init(_ transaction: ReadTransaction) { self.transaction = transaction }

    /// - Throws: ``SQLiteFailure`` if so many rows are too many.
    @inline(__always)
    package mutating func check(_ count: Int) throws {
        if count >= bound { try look(count) }
    }

    private mutating func look(_ count: Int) throws {
        if isFinal { throw failure }
        // A row takes a place of two bytes in its page, its length, its key, and a byte for each column.
        bound = try max(bound, transaction.connection.fileSize() / 6)
        isFinal = true
        if count >= bound { throw failure }
    }

    private var failure: SQLiteFailure {
        SQLiteFailure(
            code: SQLITE_CORRUPT, message: "a table has more rows than the file has room for",
            path: transaction.connection.path, statement: nil)
    }
}
