internal import MainspringModel

/// Makes the queries that belong to no request: for objects by their keys, and for members.
struct KeyQueries {
    let schema: StoreSchema

    func rows(_ table: EntityTable, _ keys: [Int64]) -> StoreQuery {
        let row = QueryScope(QueryAliases()).add(table)
        let (columns, selection) = RowColumns(schema, table, includesHeirs: true).selected(of: row)
        row.scope.link(Self.condition(row.key, keys))
        return query(row.scope.select(columns), .rows(selection))
    }

    func members(_ members: MemberTable, _ owners: [Int64], _ want: StoreQuery.Want) -> StoreQuery? {
        guard let table = schema.table(of: members.destination) else { return nil }
        let scope = QueryScope(QueryAliases())
        let row: RowReference
        let owner: SQLText
        var order: [SQLText] = []
        switch members.source {
        case .column(let column):
            row = scope.add(table)
            owner = row.column(column.name)
            column.orderColumn.map { order.append(row.column($0)) }
        case .join(let join, let isFirst):
            let ends = join.ends(isFirst: isFirst)
            let alias = scope.add(join)
            row = scope.add(table)
            owner = "\(name: alias).\(name: ends.own.ownColumn)"
            scope.link(QueryCondition("\(row.key) = \(name: alias).\(name: ends.other.ownColumn)"))
            ends.own.orderColumn.map { order.append("\(name: alias).\(name: $0)") }
        }
        scope.link(Self.condition(owner, owners))
        if owners.count > 1 { order.insert(owner, at: 0) }
        let sorted: SQLText = "\(order + [row.key], by: ", ")"
        if want == .rows {
            let (columns, selection) = RowColumns(schema, table, includesHeirs: true).selected(of: row, owner: owner)
            return query("\(scope.select(columns)) ORDER BY \(sorted)", .rows(selection))
        }
        let keys = scope.select("\(owner), \(row.resultingEntityNumber), \(row.key)")
        return query("\(keys) ORDER BY \(sorted)", .keys(hasOwner: true))
    }

    /// One key is bound as it is; more of them are one value, so that any number of them is the same statement.
    private static func condition(_ key: SQLText, _ keys: [Int64]) -> QueryCondition {
        if keys.count == 1 { return QueryCondition("\(key) = \(bound: .integer(keys[0]))") }
        return QueryCondition("\(key) IN (SELECT value FROM json_each(\(bound: JSONArray(keys).value)))")
    }

    private func query(_ text: SQLText, _ selection: StoreQuery.Selection) -> StoreQuery {
        StoreQuery(sql: text.text, bindings: text.bindings, selection: selection)
    }
}
