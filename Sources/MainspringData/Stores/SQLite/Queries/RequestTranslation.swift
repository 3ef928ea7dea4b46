internal import MainspringFoundation
internal import MainspringModel

/// Makes one statement of a request.
package struct RequestTranslation {
    let request: FetchRequestDescription
    /// The request as it was checked.
    let plan: FetchPlan
    let context: QueryContext
    /// What matters where dictionaries have an order.
    let pace: RowPace

    /// - Parameter aliases: those of the statement that this one becomes a part of.
    init(
        _ request: FetchRequestDescription, _ plan: FetchPlan, _ schema: StoreSchema, _ store: UInt32,
        aliases: QueryAliases = QueryAliases(), pace: RowPace = .whole
    ) {
        (self.request, self.plan, self.pace) = (request, plan, pace)
        context = QueryContext(schema, store, plan.title, aliases)
    }

    func query(_ want: StoreQuery.Want, _ conditions: [StoreQuery.Condition]) throws -> StoreQuery {
        switch want {
        case .rows:
            let row = try row()
            let (columns, selection) = RowColumns(context.schema, row.table, includesHeirs: plan.includesSubentities)
                .selected(of: row)
            let text = try objects(of: row, selecting: columns, conditions)
            return StoreQuery(sql: text.text, bindings: text.bindings, selection: .rows(selection))
        case .keys:
            let row = try row()
            let text = try objects(of: row, selecting: "\(row.resultingEntityNumber), \(row.key)", conditions)
            return StoreQuery(sql: text.text, bindings: text.bindings, selection: .keys(hasOwner: false))
        case .count:
            let text = try self.text(.count, conditions)
            return StoreQuery(sql: text.text, bindings: text.bindings, selection: .count)
        case .dictionaries:
            let (text, columns) = try dictionaries(conditions)
            return StoreQuery(sql: text.text, bindings: text.bindings, selection: .dictionaries(columns))
        }
    }

    /// The statement for a count.
    func text(_ want: StoreQuery.Want, _ conditions: [StoreQuery.Condition] = []) throws -> SQLText {
        if plan.dictionaries != nil { return "SELECT COUNT(*) FROM (\(try dictionaries(conditions).0))" }
        let row = try row()
        let condition = try condition(of: row, conditions)
        guard plan.offset > 0 || plan.limit != nil else { return row.scope.select("COUNT(*)", where: condition) }
        return "SELECT COUNT(*) FROM (\(row.scope.select("1", where: condition))\(part))"
    }

    /// The statement for the keys alone.
    func keyText() throws -> SQLText {
        let row = try row()
        return try objects(of: row, selecting: row.key, [])
    }

    // MARK: Parts

    func row() throws -> RowReference { QueryScope(context.aliases).add(try context.table(of: plan.entity)) }

    private func objects(
        of row: RowReference, selecting columns: SQLText, _ conditions: [StoreQuery.Condition]
    ) throws -> SQLText {
        let condition = try condition(of: row, conditions)
        let order = try order(of: row)
        // Paths of the order are joined as well.
        return "\(row.scope.select(columns, where: condition))\(order)\(part)"
    }

    /// What must be true of the rows that are asked for.
    func condition(of row: RowReference, _ conditions: [StoreQuery.Condition]) throws -> QueryCondition? {
        var parts: [QueryCondition] = []
        for condition in conditions {
            switch condition {
            case .keys(let keys):
                parts.append(
                    QueryCondition("\(row.key) IN (SELECT value FROM json_each(\(bound: JSONArray(keys).value)))"))
            case .column(let name, let key):
                parts.append(QueryCondition("\(row.column(name)) = \(bound: .integer(key))"))
            }
        }
        if let predicate = request.predicate {
            var translator = QueryTranslator(context, context.object(row), place: "predicate")
            translator.isRequired = true
            parts.append(try translator.condition(predicate))
        }
        if let entities = Self.entities(
            row, includesHeirs: plan.includesSubentities, isAlone: parts.isEmpty, isIndexed: pace != .first)
        {
            parts.append(entities)
        }
        return parts.isEmpty ? nil : .all(parts)
    }

    /// Of which entities the rows must be; nil if the table has no others.
    /// - Parameter isAlone: whether nothing else is asked. If not, SQLite must be told that most rows are: it takes the index
    ///   of the entities for the best one otherwise, and leaves that of what is asked.
    /// - Parameter isIndexed: whether that index may be used.
    private static func entities(
        _ row: RowReference, includesHeirs: Bool, isAlone: Bool, isIndexed: Bool
    ) -> QueryCondition? {
        let table = row.table
        let numbers = includesHeirs ? table.familyNumbers : [table.number]
        guard table.isShared || numbers.count < table.familyNumbers.count else { return nil }
        let list = numbers.map { value -> SQLText in "\(number: value)" }
        // A value that is computed is in no index.
        let number: SQLText = isIndexed ? row.entityNumber : "+\(row.entityNumber)"
        let test: SQLText = list.count == 1 ? "\(number) = \(list[0])" : "\(number) IN (\(list, by: ", "))"
        return QueryCondition(isAlone ? test : "likelihood(\(test), 0.9)")
    }

    /// What limit and offset leave.
    var part: SQLText {
        if plan.limit == nil, plan.offset == 0 { return "" }
        let limit: SQLText = " LIMIT \(bound: .integer(Int64(plan.limit ?? -1)))"
        return plan.offset == 0 ? limit : "\(limit) OFFSET \(bound: .integer(Int64(plan.offset)))"
    }
}
