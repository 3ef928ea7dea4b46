internal import MainspringFoundation
@_spi(Tools) internal import MainspringModel

extension QueryTranslator {
    /// What a path leads to.
    /// - Parameter expression: whose path it is, for sentences.
    func follow(_ path: String, from start: QueryOperand, _ expression: NSExpression) throws -> QueryOperand {
        try follow(KeyValuePath(path), from: start, expression)
    }

    func follow(_ path: KeyValuePath, from start: QueryOperand, _ expression: NSExpression) throws -> QueryOperand {
        let end = try follow(path.keys[...], from: start, expression)
        guard let operation = path.keyValueOperator else { return end }
        guard case .many(var collection) = end else {
            throw refuse(expression, "has the operator @\(operation.rawValue) behind what is no relationship to many")
        }
        if let operand = path.operand {
            collection.element = try follow(operand, from: collection.element, expression)
            if case .many = collection.element { throw multiple(expression) }
        }
        switch operation {
        case .countKeyValueOperator: return .value(try statistic("count:", collection, expression))
        case .sumKeyValueOperator: return .value(try statistic("sum:", collection, expression))
        case .averageKeyValueOperator: return .value(try statistic("average:", collection, expression))
        case .minimumKeyValueOperator: return .value(try statistic("min:", collection, expression))
        case .maximumKeyValueOperator: return .value(try statistic("max:", collection, expression))
        case .unionOfObjectsKeyValueOperator: return .many(collection)
        case .distinctUnionOfObjectsKeyValueOperator:
            collection.isDistinct = true
            return .many(collection)
        default: throw refuse(expression, "has the operator @\(operation.rawValue)")
        }
    }

    private func follow(
        _ keys: ArraySlice<String>, from start: QueryOperand, _ expression: NSExpression
    ) throws -> QueryOperand {
        var rest = keys
        var operand = start
        while let key = rest.popFirst() { operand = try step(key, &rest, operand, expression) }
        return operand
    }

    private func step(
        _ key: String, _ rest: inout ArraySlice<String>, _ operand: QueryOperand, _ expression: NSExpression
    ) throws -> QueryOperand {
        switch operand {
        case .object(let object): return try step(key, &rest, object, expression, inside: nil)
        // The name stands for the entity.
        case .entity where key == "name": return operand
        case .many(var collection):
            // Another relationship to many leads on to further rows of the same `SELECT`.
            let next =
                if case .object(let object) = collection.element {
                    try step(key, &rest, object, expression, inside: collection.scope)
                } else {
                    try step(key, &rest, collection.element, expression)
                }
            if case .many(let inner) = next { return .many(inner) }
            collection.element = next
            return .many(collection)
        case .value, .entity, .constant, .list, .keys:
            throw refuse(expression, "asks a value for “\(key)”")
        }
    }

    private func step(
        _ key: String, _ rest: inout ArraySlice<String>, _ object: QueryObject, _ expression: NSExpression,
        inside scope: QueryScope?
    ) throws -> QueryOperand {
        let table = try context.table(of: object.entity)
        guard let slot = object.entity.slot(named: key) else {
            switch key {
            case "self", "objectID": return .object(object)
            case "entity": return .entity(object)
            default:
                throw context.title.error(
                    .keyPathNotFound, "\(expression)",
                    "keypath \(expression) not found in entity \(object.entity.name ?? ""), for which the \(place) asks",
                    "Ask for what the entity has; “\(key)” it has not.")
            }
        }
        if let members = table.members(slot: slot) {
            return .many(try collection(members, of: object.key, inside: scope))
        }
        guard let column = table.column(slot: slot) else { throw transient(key, object, expression) }
        switch column.form {
        case .reference(let reference):
            let row = try context.row(of: object)
            let place = QueryObject.Place.column(reference, name: column.name, of: row)
            return .object(QueryObject(place: place, entity: reference.destination, root: reference.root))
        case .composite(let parts):
            return .value(try composite(parts, &rest, context.row(of: object), object.entity.slots[slot], expression))
        default:
            guard let attribute = object.entity.slots[slot] as? NSAttributeDescription,
                let kind = Self.kind(attribute, column.form)
            else { throw refuse(expression, "has a type that no column has") }
            let text = try context.row(of: object).column(column.name)
            return .value(QueryValue(text, kind, (attribute, column.form)))
        }
    }

    private static func kind(_ attribute: NSAttributeDescription, _ form: StoreColumn.Form) -> QueryValue.Kind? {
        if case .external = form { return .external }
        if case .transformed(let attribute) = form { return .transformed(attribute) }
        return QueryValue.Kind(attribute)
    }

    private func transient(
        _ key: String, _ object: QueryObject, _ expression: NSExpression
    ) -> FetchRequestError {
        let entity = object.entity.name ?? ""
        return context.title.error(
            .keyPathNotFound, "\(expression)",
            "keypath \(expression) not found in entity \(entity): the \(place) asks for “\(key)”, which is transient or "
                + "computed, and no store keeps it",
            "Fetch without it and filter or sort what comes out, or make the property one that is stored.")
    }

    // MARK: Composite values

    /// A part of a composite value, or all of it.
    private func composite(
        _ parts: [StoreColumn.Part], _ rest: inout ArraySlice<String>, _ row: RowReference,
        _ property: NSPropertyDescription, _ expression: NSExpression
    ) throws -> QueryValue {
        let path = Array(rest)
        rest = []
        if let part = parts.first(where: { $0.path == path }) {
            guard let kind = QueryValue.Kind(part.attribute) else {
                throw refuse(expression, "has a type that no column has")
            }
            return QueryValue(row.column(part.name), kind, (part.attribute, .plain))
        }
        let inner = parts.filter { $0.path.starts(with: path) }
        guard !inner.isEmpty else { throw refuse(expression, "is no part of the composite attribute") }
        let columns = inner.map { row.column($0.name) }
        guard path.isEmpty, let attribute = property as? NSAttributeDescription else {
            return QueryValue("\(columns, by: ", ")", .composite(columns))
        }
        return QueryValue("\(columns, by: ", ")", .composite(columns), (attribute, .composite(parts)))
    }

    // MARK: Relationships to many

    /// What a relationship to many leads to, from the object with a key.
    /// - Parameter outer: the `SELECT` of whose rows the object is one of many; nil for a `SELECT` of their own.
    private func collection(
        _ members: MemberTable, of owner: SQLText, inside outer: QueryScope?
    ) throws -> QueryCollection {
        let table = try context.table(of: members.destination)
        let scope = outer ?? QueryScope(context.aliases)
        let element: QueryObject
        switch members.source {
        case .column(let column):
            let row = scope.add(table)
            scope.link(row.column(column.name), to: owner)
            element = context.object(row)
        case .join(let join, let isFirst):
            let ends = join.ends(isFirst: isFirst)
            let alias = scope.add(join)
            scope.link("\(name: alias).\(name: ends.own.ownColumn)", to: owner)
            let place = QueryObject.Place.pair(alias: alias, column: ends.other.ownColumn, scope)
            element = QueryObject(place: place, entity: members.destination, root: members.root)
        }
        return QueryCollection(scope: scope, element: .object(element), isNested: outer != nil)
    }
}
