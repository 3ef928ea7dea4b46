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
    private var ownAliases: Set<String> = []
    /// What must be true of the rows for them to be those that the scope is about.
    private var links: [QueryCondition] = []
    /// Where the rows name the object of another `SELECT` that they belong to, and its key there.
    private(set) var owner: (column: SQLText, key: SQLText)?

    init(_ aliases: QueryAliases) { self.aliases = aliases }

    /// What stands behind `FROM`.
    var from: SQLText { source }

    /// Whether another table can be joined to them: SQLite joins 64 at most.
    var hasRoom: Bool { tableCount < 64 }
    /// Whether nothing is joined to the first table's rows.
    var isOneTable: Bool { tableCount == 1 && links.isEmpty && owner == nil }
    private var tableCount = 0

    /// Goes through the rows of a table; the ones before are joined to them.
    func add(_ table: EntityTable) -> RowReference {
        let row = RowReference(alias: next(), table: table, scope: self)
        append("\(name: table.name) \(name: row.alias)")
        return row
    }

    /// Goes through the pairs of a table.
    func add(_ join: JoinTable) -> String {
        let alias = next()
        append("\(name: join.name) \(name: alias)")
        return alias
    }

    /// Demands something of the rows.
    func link(_ condition: QueryCondition) { links.append(condition) }

    /// Demands that the rows belong to an object: of another `SELECT`, unless there is one already.
    func link(_ column: SQLText, to key: SQLText) {
        if owner == nil {
            owner = (column, key)
        } else {
            link(QueryCondition("\(column) = \(key)"))
        }
    }

    /// Whether a part of a statement is about the rows.
    func isMentioned(in text: SQLText) -> Bool {
        ownAliases.contains { text.text.contains("\(SQLiteName.quoted($0)).") }
    }

    private func next() -> String {
        let alias = aliases.next()
        ownAliases.insert(alias)
        return alias
    }

    private func append(_ table: SQLText) {
        source += source.isEmpty ? table : " CROSS JOIN \(table)"
        tableCount += 1
    }

    /// The row of an object that a column of another row has the key of; without values where there is none.
    func destination(_ table: EntityTable, of alias: String, column: String) -> RowReference {
        let join = Join(alias: alias, column: column)
        if let known = joined[join] { return known }
        let row = RowReference(alias: next(), table: table, scope: self)
        source +=
            " LEFT JOIN \(name: table.name) \(name: row.alias) ON \(name: row.alias).Z_PK = \(name: alias).\(name: column)"
        joined[join] = row
        tableCount += 1
        return row
    }

    /// `SELECT` something of the rows of which a condition holds.
    func select(_ result: SQLText, where condition: QueryCondition? = nil) -> SQLText {
        // Of one object there are few: without statistics SQLite might rather go through all that the condition finds.
        let owned = owner.map { QueryCondition("likelihood(\($0.column) = \($0.key), 0.000001)") }
        return select(result, (owned.map { [$0] } ?? []) + links + (condition.map { [$0] } ?? []))
    }

    /// `SELECT` the owners of rows of which a condition holds; nil where there are none, or the condition asks for other
    /// rows.
    func selectOwners(where condition: QueryCondition?, outside outer: QueryScope) -> SQLText? {
        guard let owner else { return nil }
        let text = select(owner.column, links + (condition.map { [$0] } ?? []))
        return outer.isMentioned(in: text) ? nil : text
    }

    private func select(_ result: SQLText, _ conditions: [QueryCondition]) -> SQLText {
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
    /// The same as a result: without reading it where all rows have one, so that an index may have all that is asked for.
    var resultingEntityNumber: SQLText {
        table.isShared || table.familyNumbers.count > 1 ? entityNumber : "\(number: table.number)"
    }
    func column(_ name: String) -> SQLText { "\(name: alias).\(name: name)" }
}
