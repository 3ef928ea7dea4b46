internal import Foundation
internal import class MainspringFoundation.NSExpression
internal import MainspringFoundation
@_spi(Tools) internal import MainspringModel

/// Changes rows by one `UPDATE`: constants, or what an expression makes of each row as it was.
///
/// Where it sets links that others know of, these are changed at both ends: the keys of the rows are put into a table in memory first.
struct BatchUpdate {
    let batch: Batch
    let table: EntityTable
    /// Whether the keys are asked for.
    let wantsKeys: Bool

    func run(_ request: NSBatchUpdateRequest) throws -> BatchResult {
        let fetch = FetchRequestDescription()
        (fetch.entity, fetch.predicate, fetch.includesSubentities) = (
            table.entity, request.predicate, request.includesSubentities
        )
        let translation = RequestTranslation(
            fetch, try FetchPlan(fetch, table.entity), batch.schema, batch.store)
        let row = try translation.row()
        let settings = try BatchSettings(batch: batch, table: table).settings(request, translation.context, row)
        guard !settings.isEmpty else { return BatchResult() }
        guard row.scope.isOneTable else {
            throw BatchSettings(batch: batch, table: table).error(
                "an expression goes through a relationship. Say it of the object's own attributes, or change objects of a context"
            )
        }
        let condition = try translation.condition(of: row, [])
        let rows = try BatchCondition(row, condition, translation)
        let links = BatchLinks(batch, table, done: "changed in")
        defer { links.end() }
        for setting in settings {
            guard let link = setting.link, let key = setting.destination else { continue }
            try links.requireDestinations("SELECT \(number: key)", link)
        }
        var result = BatchResult(touched: touched(request))
        let mutual = settings.compactMap(\.link).filter { $0.inverse != nil }
        guard mutual.isEmpty else {
            try change(settings, mutual, rows, row, links, &result)
            return result
        }
        try note(settings, rows, row)
        try giveUpFiles(settings, rows.clause, row)
        let version: SQLText = "Z_OPT = ifnull(Z_OPT, 0) + 1"
        try change(settings.map(\.sql) + [version], rows.clause, row, &result)
        return result
    }

    /// Changes rows and the other ends of their links.
    private func change(
        _ settings: [BatchSetting], _ mutual: [BatchLink], _ rows: BatchCondition, _ row: RowReference,
        _ links: BatchLinks,
        _ result: inout BatchResult
    ) throws {
        try links.begin()
        for link in mutual {
            try links.rows.add("SELECT \(row.key) FROM \(name: table.name) AS \(name: row.alias)\(rows.clause)", link)
        }
        // The same of each.
        let keys = links.rows.keys(mutual[0])
        for own in table.family(batch.schema) {
            for setting in settings {
                guard let slot = own.entity.slot(named: table.entity.slots[setting.slot].name) else { continue }
                try links.touched.add(keys, of: own, slot: slot)
            }
        }
        let clause: SQLText = " WHERE \(row.key) IN (\(keys))"
        try giveUpFiles(settings, clause, row)
        try change(settings.map(\.sql), clause, row, &result)
        result.touched += try links.make(mutual)
    }

    private func giveUpFiles(_ settings: [BatchSetting], _ clause: SQLText, _ row: RowReference) throws {
        for case let column? in settings.map(\.external) {
            try batch.giveUpFiles("SELECT \(name: column.name) FROM \(name: table.name) AS \(name: row.alias)\(clause)")
        }
    }

    private func change(
        _ settings: [SQLText], _ clause: SQLText, _ row: RowReference, _ result: inout BatchResult
    ) throws {
        let returning: SQLText = wantsKeys ? " RETURNING Z_ENT, Z_PK" : ""
        let statement = try batch.prepare(
            "UPDATE \(name: table.name) AS \(name: row.alias) SET \(settings, by: ", ")\(clause)\(returning)")
        do throws(SQLiteFailure) {
            while try statement.step() {
                result.keys.append(BatchResult.Key(entity: statement.integer(0), key: statement.integer(1)))
            }
        } catch {
            if let reason = ValueLimits.reason(of: error) {
                throw BatchSettings(batch: batch, table: table).error(reason)
            }
            guard error.isUniqueness else { throw error }
            throw CoreDataError.make(
                NSManagedObjectConstraintMergeError,
                "Nothing was changed in \(batch.connection.path): two objects of “\(table.entity.name ?? "")” would have values that may "
                    + "come once alone. SQLite says: \(error.message).", underlying: error)
        }
        result.count = batch.connection.changeCount
    }

    private func touched(_ request: NSBatchUpdateRequest) -> [NSEntityDescription] {
        let numbers = request.includesSubentities ? table.familyNumbers : [table.number]
        return numbers.compactMap { batch.schema.table(number: $0)?.entity }
    }

    /// Before the rows are others, so that the condition finds them.
    private func note(_ settings: [BatchSetting], _ rows: BatchCondition, _ row: RowReference) throws {
        guard let history = batch.history else { return }
        for number in table.familyNumbers {
            guard let own = batch.schema.table(number: number) else { continue }
            let slots = settings.compactMap { setting in
                own.entity.slot(named: table.entity.slots[setting.slot].name)
            }
            let source: SQLText = "SELECT \(row.entityNumber), \(row.key) FROM \(name: table.name) \(name: row.alias)"
            let only = QueryCondition("\(row.entityNumber) = \(number: number)")
            try history.note(.update, "\(source)\(rows.and(only).clause)", columns: history.columns(slots, of: own))
        }
    }
}

/// Which rows a statement is about that has a name for one table alone.
struct BatchCondition {
    private let conditions: [QueryCondition]

    /// A condition that goes through other tables becomes one about keys.
    init(_ row: RowReference, _ condition: QueryCondition?, _ translation: RequestTranslation) throws {
        guard row.scope.isOneTable else {
            conditions = [QueryCondition("\(row.key) IN (\(try translation.keyText()))")]
            return
        }
        conditions = condition.map { [$0] } ?? []
    }

    private init(_ conditions: [QueryCondition]) { self.conditions = conditions }

    func and(_ other: QueryCondition) -> BatchCondition { BatchCondition(conditions + [other]) }

    /// ` WHERE` and the condition; nothing for all rows.
    var clause: SQLText { conditions.isEmpty ? "" : " WHERE \(QueryCondition.all(conditions).sql)" }
}
