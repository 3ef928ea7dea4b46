internal import Foundation
@_spi(Tools) internal import MainspringModel

/// Deletes rows, and does with those that lead to them what the model's delete rules say.
///
/// An entity whose objects nobody is linked to, and none of them to anybody who knows, is deleted by one `DELETE`. Otherwise the keys of all that go are put into a table in
/// memory first: those that are asked for, and, by relationships that cascade, those to which they lead.
struct BatchDelete {
    let batch: Batch
    let table: EntityTable
    /// Whether the keys are asked for.
    let wantsKeys: Bool

    func run(_ fetch: FetchRequestDescription) throws -> BatchResult {
        fetch.entity = table.entity
        let request = fetch.plainForDeletion()
        let translation = RequestTranslation(
            request, try FetchPlan(request, table.entity), batch.schema, batch.store)
        let row = try translation.row()
        let condition = try translation.condition(of: row, [])
        let isPart = translation.plan.limit != nil || translation.plan.offset > 0
        if !isPart, row.scope.isOneTable, isPlain { return try deletePlain(row, condition, translation) }
        let deletion = LinkedDeletion(batch: batch)
        try deletion.begin()
        defer { deletion.end() }
        try deletion.add(try translation.keyText(), of: table)
        return try deletion.run(wantsKeys: wantsKeys)
    }

    // MARK: One statement

    private var family: [EntityTable] { table.family(batch.schema) }

    /// Whether nobody leads to the entity's objects, or has them as members, and nothing of theirs lies elsewhere.
    private var isPlain: Bool {
        guard family.allSatisfy({ $0.memberTables.isEmpty && !$0.hasExternals && !$0.hasOwners }) else { return false }
        return !batch.schema.tables.contains { other in
            other.columns.contains { column in
                guard case .reference(let reference) = column.form else { return false }
                return reference.root == table.root
            }
        }
    }

    private func deletePlain(
        _ row: RowReference, _ condition: QueryCondition?, _ translation: RequestTranslation
    ) throws -> BatchResult {
        let rows = try BatchCondition(row, condition, translation)
        for own in family {
            guard let history = batch.history else { break }
            let only = QueryCondition("\(row.entityNumber) = \(number: own.number)")
            let source: SQLText = " FROM \(name: table.name) \(name: row.alias)\(rows.and(only).clause)"
            try history.noteDeletion(of: own, source, alias: row.alias)
        }
        var result = BatchResult(touched: family.map(\.entity))
        let returning: SQLText = wantsKeys ? " RETURNING Z_ENT, Z_PK" : ""
        let text: SQLText = "DELETE FROM \(name: table.name) AS \(name: row.alias)\(rows.clause)\(returning)"
        let statement = try batch.connection.prepare(text.text)
        try statement.bind(text.bindings)
        while try statement.step() {
            result.keys.append(BatchResult.Key(entity: statement.integer(0), key: statement.integer(1)))
        }
        result.count = batch.connection.changeCount
        return result
    }
}

extension EntityTable {
    /// Whether a relationship to one leads to somebody who has the objects as members.
    fileprivate var hasOwners: Bool {
        columns.contains { column in
            let relationship = entity.slots[Int(column.place.slot)] as? NSRelationshipDescription
            return relationship?.mutualInverse != nil && relationship?.deleteRule != .noActionDeleteRule
        }
    }
}

extension FetchRequestDescription {
    /// The same objects, without what is about results.
    fileprivate func plainForDeletion() -> FetchRequestDescription {
        let plain = FetchRequestDescription()
        (plain.entity, plain.predicate, plain.includesSubentities) = (entity, predicate, includesSubentities)
        (plain.sortDescriptors, plain.fetchLimit, plain.fetchOffset) = (sortDescriptors, fetchLimit, fetchOffset)
        return plain
    }
}
