internal import MainspringModel

/// Whose rows a `SELECT` goes through, and what is joined to them.
///
/// Belongs to one translation.
final class QueryScope {
    private struct Join: Hashable {
        let alias: String
        let column: String
    }

    private let aliases: QueryAliases
    private var source: SQLText = ""
    private var joined: [Join: RowReference] = [:]
    /// What must be true of the rows for them to be those that the scope is about.
    private(set) var links: [QueryCondition] = []

    init(_ aliases: QueryAliases) { self.aliases = aliases }

    /// What stands behind `FROM`.
    var from: SQLText { source }

    /// Goes through the rows of a table; the ones before are joined to them.
    func add(_ table: EntityTable) -> RowReference {
        let row = RowReference(alias: aliases.next(), table: table, scope: self)
        append("\(name: table.name) \(name: row.alias)")
        return row
    }

    /// Goes through the pairs of a table.
    func add(_ join: JoinTable) -> String {
        let alias = aliases.next()
        append("\(name: join.name) \(name: alias)")
        return alias
    }

    /// Demands something of the rows.
    func link(_ condition: QueryCondition) { links.append(condition) }

    private func append(_ table: SQLText) { source += source.isEmpty ? table : " CROSS JOIN \(table)" }

    /// The row of an object that a column of another row has the key of; without values where there is none.
    func destination(_ table: EntityTable, of alias: String, column: String) -> RowReference {
        let join = Join(alias: alias, column: column)
        if let known = joined[join] { return known }
        let row = RowReference(alias: aliases.next(), table: table, scope: self)
        source +=
            " LEFT JOIN \(name: table.name) \(name: row.alias) ON \(name: row.alias).Z_PK = \(name: alias).\(name: column)"
        joined[join] = row
        return row
    }

    /// `SELECT` something of the rows of which a condition holds.
    func select(_ result: SQLText, where condition: QueryCondition? = nil) -> SQLText {
        let conditions = links + (condition.map { [$0] } ?? [])
        guard !conditions.isEmpty else { return "SELECT \(result) FROM \(source)" }
        return "SELECT \(result) FROM \(source) WHERE \(QueryCondition.all(conditions).sql)"
    }
}

/// The names of the tables of one statement.
final class QueryAliases {
    private var count = 0

    func next() -> String {
        defer { count += 1 }
        return "t\(count)"
    }
}

/// A row of a table in a statement.
struct RowReference {
    let alias: String
    let table: EntityTable
    let scope: QueryScope

    var key: SQLText { "\(name: alias).Z_PK" }
    var entityNumber: SQLText { "\(name: alias).Z_ENT" }
    func column(_ name: String) -> SQLText { "\(name: alias).\(name: name)" }
}
