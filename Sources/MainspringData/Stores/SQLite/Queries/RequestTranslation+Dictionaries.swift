internal import MainspringFoundation
@_spi(Tools) internal import MainspringModel

extension RequestTranslation {
    /// The statement for dictionaries, and its columns.
    func dictionaries(_ conditions: [StoreQuery.Condition]) throws -> (SQLText, [ResultColumn]) {
        let row = try row()
        var translator = QueryTranslator(context, context.object(row), place: "list of properties to fetch")
        var list: [SQLText] = []
        var results: [ResultColumn] = []
        let fetched = request.propertiesToFetch ?? []
        for property in fetched.isEmpty ? everything() : fetched {
            results.append(try column(property, translator, &list, &translator.columns))
        }
        var groups: [SQLText] = []
        var unnamed: [String: QueryOperand] = [:]
        for property in request.propertiesToGroupBy ?? [] {
            _ = try column(property, QueryTranslator(context, context.object(row), place: "groups"), &groups, &unnamed)
        }
        let condition = try condition(of: row, conditions)
        let tail = try tail(row, translator.columns, groups)
        let isDistinct = plan.dictionaries?.isDistinct ?? false
        let columns: SQLText = isDistinct ? "DISTINCT \(list, by: ", ")" : "\(list, by: ", ")"
        return ("\(row.scope.select(columns, where: condition))\(tail)\(part)", results)
    }

    /// Groups and order.
    private func tail(
        _ row: RowReference, _ columns: [String: QueryOperand], _ groups: [SQLText]
    ) throws -> SQLText {
        var text: SQLText = groups.isEmpty ? "" : " GROUP BY \(groups, by: ", ")"
        if let having = request.havingPredicate {
            var translator = QueryTranslator(context, context.object(row), place: "having predicate")
            translator.isAggregating = true
            translator.columns = columns
            translator.variables = try named(translator)
            text += " HAVING \(try translator.condition(having).sql)"
        }
        let dictionaries = plan.dictionaries
        let isAggregated = dictionaries?.isAggregated ?? false
        if isAggregated, groups.isEmpty { return text }
        let descriptors = request.sortDescriptors ?? []
        var translator = QueryTranslator(context, context.object(row), place: "order")
        translator.columns = columns
        var terms = try descriptors.map { try term($0, translator) }
        let isOne = !isAggregated && !(dictionaries?.isDistinct ?? false)
        if isOne, !terms.isEmpty || plan.limit != nil || plan.offset > 0 {
            let isBackwards = pace != .whole && descriptors.last?.ascending == false
            terms.append(isBackwards ? "\(row.key) DESC" : row.key)
        }
        if !terms.isEmpty { text += " ORDER BY \(terms, by: ", ")" }
        return text
    }

    /// What columns are, by their names, for variables that stand for them.
    private func named(_ translator: QueryTranslator) throws -> [String: QueryOperand] {
        var named = translator.columns
        for property in request.propertiesToFetch ?? [] {
            let name = (property as? NSPropertyDescription)?.name ?? "\(property)"
            if named[name] == nil { named[name] = try translator.operand(NSExpression(forKeyPath: name)) }
        }
        return named
    }

    /// All attributes and relationships to one that the store has.
    private func everything() -> [Any] {
        guard let table = context.schema.table(of: plan.entity) else { return [] }
        return plan.entity.slots.enumerated().compactMap { slot, property in
            table.column(slot: slot) == nil ? nil : property.name
        }
    }

    // MARK: Columns

    private func column(
        _ property: Any, _ translator: QueryTranslator, _ list: inout [SQLText],
        _ computed: inout [String: QueryOperand]
    ) throws -> ResultColumn {
        if let description = property as? NSExpressionDescription, let expression = description.expression {
            return try column(description, expression, translator, &list, &computed)
        }
        let name = (property as? NSPropertyDescription)?.name ?? "\(property)"
        let expression = NSExpression(forKeyPath: name)
        var translator = translator
        translator.columns = [:]
        let index = list.count
        switch try translator.operand(expression) {
        case .object(let object): return ResultColumn(name: name, index: index, form: try identity(object, &list))
        case .value(let value):
            list.append(value.sql)
            if case .composite(let parts) = value.kind { list += Array(repeating: "NULL", count: parts.count - 1) }
            guard let (attribute, form) = value.attribute else {
                throw translator.refuse(expression, "is a part of several values")
            }
            return ResultColumn(name: name, index: index, form: .attribute(attribute, form))
        default: throw translator.refuse(expression, "is no value and no object")
        }
    }

    private func column(
        _ description: NSExpressionDescription, _ expression: NSExpression, _ translator: QueryTranslator,
        _ list: inout [SQLText], _ computed: inout [String: QueryOperand]
    ) throws -> ResultColumn {
        var translator = translator
        translator.isAggregating = true
        translator.columns = [:]
        let index = list.count
        let operand = try translator.operand(expression)
        computed[description.name] = operand
        if case .object(let object) = operand {
            return ResultColumn(name: description.name, index: index, form: try identity(object, &list))
        }
        let value = try translator.value(operand, expression)
        list.append(value.sql)
        var type = description.expressionResultType
        if let (attribute, form) = value.attribute, type == .undefinedAttributeType || type == attribute.attributeType {
            return ResultColumn(name: description.name, index: index, form: .attribute(attribute, form))
        }
        if type == .undefinedAttributeType { type = value.kind.attributeType }
        computed[description.name] = .value(value)
        return ResultColumn(name: description.name, index: index, form: .computed(type))
    }

    private func identity(_ object: QueryObject, _ list: inout [SQLText]) throws -> ResultColumn.Form {
        list.append(object.key)
        let number: SQLText?
        switch object.place {
        case .row(let row): number = row.entityNumber
        case .column(let reference, _, let row):
            if let name = reference.entityColumn {
                number = row.column(name)
            } else {
                // An older file may not say it where only one was possible.
                let isCertain = try context.table(of: reference.destination).familyNumbers.count == 1
                number = isCertain ? nil : try context.row(of: object).entityNumber
            }
        case .pair: number = try context.row(of: object).entityNumber
        }
        if let number { list.append(number) }
        let identity = ResultColumn.Identity(
            root: object.root, entity: object.entity, entityIndex: number == nil ? -1 : list.count - 1)
        return .identity(identity)
    }
}

extension QueryValue.Kind {
    /// The type in which such a value comes out, where nobody says one.
    fileprivate var attributeType: NSAttributeType {
        switch self {
        case .date: .dateAttributeType
        case .uuid: .UUIDAttributeType
        case .uri: .URIAttributeType
        case .decimal: .decimalAttributeType
        default: .undefinedAttributeType
        }
    }
}
