internal import MainspringFoundation
@_spi(Tools) internal import MainspringModel

extension QueryTranslator {
    static let statistics: Set<String> = [
        "sum:", "count:", "min:", "max:", "average:", "median:", "mode:", "stddev:",
    ]

    /// A function of a collection, or of all rows together.
    func statistic(_ expression: NSExpression, _ arguments: [NSExpression]) throws -> QueryValue {
        guard arguments.count == 1 else { throw refuse(expression, "computes one value of several arguments") }
        if isAggregating, let value = try aggregate(expression.function, arguments[0], expression) { return value }
        guard case .many(let collection) = try operand(arguments[0]) else {
            throw refuse(expression, "computes one value of what is no relationship to many")
        }
        return try statistic(expression.function, collection, expression)
    }

    /// A function of what a relationship to many leads to.
    func statistic(
        _ function: String, _ collection: QueryCollection, _ expression: NSExpression
    ) throws -> QueryValue {
        if collection.isNested { throw multiple(expression) }
        if function == "count:", !collection.isDistinct {
            var count = QueryValue("(\(collection.scope.select("COUNT(*)")))", .integer)
            count.counted = collection
            return count
        }
        let element: QueryValue
        switch collection.element {
        case .value(let value): element = value
        case .object(let object) where function == "count:": element = QueryValue(object.key, .integer)
        default: throw refuse(expression, "computes a value of objects")
        }
        let (text, kind) = try Self.call(function, element, isDistinct: collection.isDistinct) {
            refuse(expression, $0)
        }
        return QueryValue("(\(collection.scope.select(text)))", kind)
    }

    // MARK: All rows together

    /// `@sum.age`: an operator on all rows.
    func aggregate(path: String, _ expression: NSExpression) throws -> QueryValue {
        let functions: [NSKeyValueOperator: String] = [
            .countKeyValueOperator: "count:", .sumKeyValueOperator: "sum:", .averageKeyValueOperator: "average:",
            .minimumKeyValueOperator: "min:", .maximumKeyValueOperator: "max:",
        ]
        let parsed = try KeyValuePath(path)
        guard let function = parsed.keyValueOperator.flatMap({ functions[$0] }) else {
            throw refuse(expression, "is no operator on all objects that SQL has")
        }
        let argument = function == "count:" ? "self" : parsed.operand?.string ?? "self"
        guard let value = try aggregate(function, NSExpression(forKeyPath: argument), expression) else {
            throw refuse(expression, "is no operator on all objects that SQL has")
        }
        return value
    }

    /// A function of all rows; nil for one of what a single object has.
    private func aggregate(
        _ function: String, _ argument: NSExpression, _ expression: NSExpression
    ) throws -> QueryValue? {
        var inner = self
        inner.isAggregating = false
        var argument = argument
        var isDistinct = false
        if let path = argument.ownPath.flatMap({ try? KeyValuePath($0) }), path.keys.isEmpty,
            path.keyValueOperator == .distinctUnionOfObjectsKeyValueOperator, let operand = path.operand
        {
            (argument, isDistinct) = (NSExpression(forKeyPath: operand.string), true)
        }
        switch try inner.operand(argument) {
        case .object(let object) where function == "count:":
            if case .row = object.place { return QueryValue("COUNT(*)", .integer) }
            return QueryValue(isDistinct ? "COUNT(DISTINCT \(object.key))" : "COUNT(\(object.key))", .integer)
        case .value(let value):
            let (text, kind) = try Self.call(function, value, isDistinct: isDistinct) { refuse(expression, $0) }
            return QueryValue(text, kind)
        case .many(let collection) where argument.ownPath != nil && !isDistinct && function != "average:":
            // What each has, and then of all.
            let part = try inner.statistic(function, collection, expression)
            let (text, kind) = try Self.call(function == "count:" ? "sum:" : function, part, isDistinct: false) {
                refuse(expression, $0)
            }
            return QueryValue(text, kind)
        case .constant, .list, .many: return nil
        case .object, .entity, .keys: throw refuse(expression, "computes a value of objects")
        }
    }

    // MARK: In SQL

    private static func call(
        _ function: String, _ value: QueryValue, isDistinct: Bool, _ refuse: (String) -> FetchRequestError
    ) throws -> (SQLText, QueryValue.Kind) {
        let argument: SQLText = isDistinct ? "DISTINCT \(value.sql)" : value.sql
        switch function {
        case "count:": return ("COUNT(\(argument))", .integer)
        case "min:", "max:":
            guard value.kind.hasOrder else { throw refuse("asks for the least or greatest of \(value.kind.words)") }
            return (function == "min:" ? "MIN(\(argument))" : "MAX(\(argument))", value.kind)
        case "sum:", "average:":
            guard value.kind.isNumber || value.kind.isDate else { throw refuse("adds up \(value.kind.words)") }
            if function == "average:" { return ("AVG(\(argument))", value.kind.isDate ? .date : .real) }
            if !value.kind.isWhole { return ("TOTAL(\(argument))", value.kind.isDate ? .date : .real) }
            // In halves, which are never too large for an integer: a sum that is comes as a floating-point number.
            if isDistinct || !value.isWide { return ("COALESCE(SUM(\(argument)), 0)", .integer) }
            return (
                "(COALESCE(SUM(\(value.sql) >> 32), 0) * 4294967296 + COALESCE(SUM(\(value.sql) & 4294967295), 0))",
                .integer
            )
        default: throw refuse("calls “\(function)”, which SQL does not have")
        }
    }
}

extension QueryValue.Kind {
    var isDate: Bool { if case .date = self { true } else { false } }
}

extension QueryValue {
    /// Whether so many numbers may be so large that their sum is no integer of 64 bits.
    fileprivate var isWide: Bool {
        guard let type = attribute?.0.attributeType else { return true }
        return type == .integer64AttributeType
    }
}
