/// Statements by what they do, made when first asked for.
///
/// Belongs to the writing connection, as its statements do.
final class StatementCache<Kind: Hashable> {
    /// A program changes few sets of columns; one that changes each is no reason to keep thousands of statements.
    private static var limit: Int { 256 }

    private var known: [Kind: SQLiteStatement] = [:]
    /// The one of the last change: others of its kind mostly follow.
    private var last: (kind: Kind, statement: SQLiteStatement)?

    /// The statement of a kind.
    /// - Parameter prepare: makes it, if it is not known.
    @inline(__always)
    func statement(
        for kind: Kind, prepare: (Kind) throws(SQLiteFailure) -> SQLiteStatement
    ) throws(SQLiteFailure) -> SQLiteStatement {
        if let last, last.kind == kind { return last.statement }
        return try find(kind, prepare)
    }

    private func find(
        _ kind: Kind, _ prepare: (Kind) throws(SQLiteFailure) -> SQLiteStatement
    ) throws(SQLiteFailure) -> SQLiteStatement {
        let statement: SQLiteStatement
        if let found = known[kind] {
            statement = found
        } else {
            statement = try prepare(kind)
            if known.count >= Self.limit { known = [:] }
            known[kind] = statement
        }
        last = (kind, statement)
        return statement
    }
}
