internal import Foundation
internal import class MainspringFoundation.NSExpression
internal import MainspringFoundation
internal import MainspringModel

/// Computing what is derived, where it may be other now.
extension MigrationRun {
    func derive() throws {
        var schema: StoreSchema?
        for pair in mapping.pairs where !pair.destination.isAbstract {
            for attribute in pair.derivedAnew {
                let known = schema ?? layout.after.schema(opening.roots)
                schema = known
                try derive(attribute, pair.destination, known)
            }
        }
    }

    private func derive(
        _ attribute: NSDerivedAttributeDescription, _ entity: NSEntityDescription, _ schema: StoreSchema
    ) throws {
        guard let expression = attribute.derivationExpression, let table = layout.after.table(of: entity),
            let column = table.name(ColumnRole(attribute)), let number = layout.after.numbers[entity]
        else { return }
        let name = SQLiteName.quoted(table.name)
        if expression.expressionType == .function, expression.function == "now" {
            let now = Date().timeIntervalSinceReferenceDate
            return try execute("UPDATE \(name) SET \(SQLiteName.quoted(column)) = \(now) WHERE Z_ENT = \(number)")
        }
        // What cannot be said in SQL has no value until an object is saved next.
        guard let query = try? values(of: expression, attribute, entity, schema),
            case .dictionaries(let columns) = query.selection, columns.count == 2
        else { return }
        let count = try connection.prepare(query.sql).columnCount
        let names = (0..<count).map { "c\($0)" }.joined(separator: ", ")
        let update = try connection.prepare(
            "WITH v(\(names)) AS (\(query.sql)) UPDATE \(name) SET \(SQLiteName.quoted(column)) = "
                + "v.c\(columns[1].index) FROM v WHERE v.c\(columns[0].index) = \(name).Z_PK")
        try update.bind(query.bindings)
        try update.run()
    }

    /// The keys of an entity's objects and the values of an expression.
    private func values(
        of expression: NSExpression, _ attribute: NSAttributeDescription, _ entity: NSEntityDescription,
        _ schema: StoreSchema
    ) throws -> StoreQuery {
        let (identity, value) = (NSExpressionDescription(), NSExpressionDescription())
        (identity.name, identity.expression) = ("objectID", NSExpression.expressionForEvaluatedObject())
        identity.expressionResultType = .objectIDAttributeType
        (value.name, value.expression) = ("value", expression)
        value.expressionResultType = attribute.attributeType
        let request = FetchRequestDescription()
        request.entity = entity
        request.includesSubentities = false
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = [identity, value]
        return try StoreQuery.make(request, entity: entity, schema: schema, store: 0, selecting: .dictionaries)
    }
}
