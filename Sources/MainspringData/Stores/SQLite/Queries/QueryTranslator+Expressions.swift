internal import Foundation
internal import class MainspringFoundation.NSExpression
internal import MainspringFoundation
@_spi(Tools) internal import MainspringModel

extension QueryTranslator {
    /// What an expression is.
    func operand(_ expression: NSExpression) throws -> QueryOperand { try deeper().deepOperand(expression) }

    private func deepOperand(_ expression: NSExpression) throws -> QueryOperand {
        if let fetch = expression as? NSFetchRequestExpression { return try keys(fetch) }
        guard expression.isTranslatable else {
            throw refuse(expression, "is of a class of its own, could not be made, or comes from an archive")
        }
        if expression.expressionType == .constantValue { return .constant(expression.constantValue) }
        if Self.isFixed(expression) { return .constant(try fixedValue(expression)) }
        switch expression.expressionType {
        case .constantValue: return .constant(expression.constantValue)
        case .evaluatedObject: return .object(object)
        case .variable:
            if let known = variables[expression.variable] { return known }
            throw refuse(expression, "is a variable without a value")
        case .keyPath:
            if let path = expression.ownPath {
                if let column = columns[path] { return column }
                if isAggregating, path.hasPrefix("@") { return .value(try aggregate(path: path, expression)) }
            }
            return try follow(expression.keyPath, from: operand(expression.operand), expression)
        case .function: return try function(expression)
        case .aggregate:
            return .list(try (expression.collection as? [NSExpression] ?? []).map(operand))
        case .subquery: return try subquery(expression)
        case .conditional: return .value(try conditional(expression))
        case .unionSet, .intersectSet, .minusSet: throw refuse(expression, "makes a set of two others")
        case .anyKey: throw refuse(expression, "asks for any key")
        case .block: throw refuse(expression, "is a closure")
        case .fetchRequest: throw refuse(expression, "is a fetch of a class of its own")
        }
    }

    /// Whether an expression asks for nothing of the objects, and always has the same value.
    private static func isFixed(_ expression: NSExpression) -> Bool {
        guard expression.isTranslatable else { return false }
        switch expression.expressionType {
        case .constantValue: return true
        case .keyPath: return expression.ownPath == nil && isFixed(expression.operand)
        case .function:
            let name = expression.function
            return !name.hasPrefix("random") && !name.hasPrefix("assignVariable")
                && (expression.arguments ?? []).allSatisfy(isFixed)
                && (!expression.isMethod || isFixed(expression.operand))
        case .aggregate: return (expression.collection as? [NSExpression] ?? []).allSatisfy(isFixed)
        case .unionSet, .intersectSet, .minusSet: return isFixed(expression.left) && isFixed(expression.right)
        default: return false
        }
    }

    /// The value of an expression that asks for nothing of the objects.
    private func fixedValue(_ expression: NSExpression) throws -> Any? {
        do {
            return try PredicateFailure.throwing { expression.expressionValue(with: nil, context: nil) }
        } catch {
            throw unevaluable(.evaluationFailed, expression, "\(expression)", error)
        }
    }

    // MARK: Values

    /// The value of an expression that gives one.
    /// - Parameter kind: what a constant is compared with.
    func value(_ expression: NSExpression, like kind: QueryValue.Kind? = nil) throws -> QueryValue {
        try value(operand(expression), like: kind, expression)
    }

    func value(
        _ operand: QueryOperand, like kind: QueryValue.Kind? = nil, _ expression: NSExpression
    ) throws -> QueryValue {
        switch operand {
        case .value(let value): return value
        case .constant(let constant): return try bound(constant, like: kind, expression)
        case .object, .entity: throw refuse(expression, "is an object where a value is needed")
        case .list, .many, .keys: throw refuse(expression, "gives several values where one is needed")
        }
    }

    /// A constant as a column of a kind has it.
    func bound(_ constant: Any?, like kind: QueryValue.Kind?, _ expression: NSExpression) throws -> QueryValue {
        guard let bound = QueryConstant(constant, like: kind) else {
            let needed = kind.map { "is compared with \($0.words)" } ?? "is a value of \(type(of: constant as Any))"
            throw refuse(expression, "\(needed), of which no column has such a value")
        }
        return QueryValue("\(bound: bound.value)", bound.kind)
    }

    // MARK: Conditional expressions

    private func conditional(_ expression: NSExpression) throws -> QueryValue {
        var optional = self
        optional.isRequired = false
        let test = try optional.condition(expression.predicate)
        let first = try operand(expression.true)
        let second = try operand(expression.false)
        var kind: QueryValue.Kind?
        for case .value(let value) in [first, second] { kind = kind ?? value.kind }
        let left = try value(first, like: kind, expression.true)
        let right = try value(second, like: kind ?? left.kind, expression.false)
        guard isNil(first) || isNil(second) || left.kind.isComparable(with: right.kind) else {
            throw refuse(expression, "gives values of different types")
        }
        let result: QueryValue.Kind =
            isNil(first) ? right.kind : left.kind.isWhole && right.kind.isNumber ? right.kind : left.kind
        return QueryValue("CASE WHEN \(test.sql) THEN \(left.sql) ELSE \(right.sql) END", result)
    }

    /// Whether an operand is nothing, for certain.
    func isNil(_ operand: QueryOperand) -> Bool {
        if case .constant(let value) = operand { plain(value) == nil } else { false }
    }

    // MARK: Subqueries

    private func subquery(_ expression: NSExpression) throws -> QueryOperand {
        guard let source = expression.collection as? NSExpression, case .many(let collection) = try operand(source)
        else { throw refuse(expression, "goes through what is no relationship to many") }
        if collection.isNested { throw multiple(expression) }
        var inner = self
        inner.variables[expression.variable] = collection.element
        inner.isAggregating = false
        inner.isRequired = false
        collection.scope.link(try inner.condition(expression.predicate))
        return .many(collection)
    }

    func multiple(_ expression: NSExpression) -> FetchRequestError {
        refuse(
            "\(expression)",
            "multiple to-many keys not allowed here: “\(expression)” in the \(place) leads through more than one",
            "Write a SUBQUERY for the first of them, and ask for the second in its predicate.")
    }

    // MARK: Fetches

    private func keys(_ expression: NSFetchRequestExpression) throws -> QueryOperand {
        let given = try? operand(expression.requestExpression)
        guard case .constant(let constant)? = given,
            let request = (constant as? any FetchDescribing)?.requestDescription
        else { throw refuse(expression, "fetches by a request that is no constant") }
        let model = context.schema.model
        let known = request.entity.map { model.own($0) } ?? request.entityName.flatMap { model.entitiesByName[$0] }
        guard let entity = known else { throw refuse(expression, "fetches objects of no known entity") }
        let translation = RequestTranslation(
            request, try FetchPlan(request, entity), context.schema, context.store, aliases: context.aliases)
        if expression.isCountOnlyRequest { return .value(QueryValue("(\(try translation.text(.count)))", .integer)) }
        return .keys(try translation.keyText(), entity)
    }
}
