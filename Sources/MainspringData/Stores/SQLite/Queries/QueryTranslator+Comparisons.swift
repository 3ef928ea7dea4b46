internal import Foundation
internal import class MainspringFoundation.NSComparisonPredicate
internal import class MainspringFoundation.NSExpression
internal import MainspringFoundation
@_spi(Tools) internal import MainspringModel

extension QueryTranslator {
    typealias Operator = NSComparisonPredicate.Operator

    /// A side of a comparison.
    struct Side {
        let operand: QueryOperand
        let expression: NSExpression
    }

    func condition(_ comparison: NSComparisonPredicate) throws -> QueryCondition {
        var optional = self
        optional.isRequired = comparison.comparisonPredicateModifier != .all && isRequired
        return try optional.compare(comparison)
    }

    private func compare(_ comparison: NSComparisonPredicate) throws -> QueryCondition {
        let left = Side(operand: try operand(comparison.leftExpression), expression: comparison.leftExpression)
        let right = Side(operand: try operand(comparison.rightExpression), expression: comparison.rightExpression)
        let (type, options) = (comparison.predicateOperatorType, comparison.options)
        guard comparison.comparisonPredicateModifier != .direct else {
            return try compare(left, right, type, options, comparison)
        }
        let isAny = comparison.comparisonPredicateModifier == .any
        switch left.operand {
        case .many(let collection):
            let element = Side(operand: collection.element, expression: left.expression)
            let condition = try compare(element, right, type, options, comparison)
            if isAny { return exists(collection, condition) }
            // All but those of which it is not known hold it, as in memory.
            return exists(collection, QueryCondition("(\(condition.sql)) IS NOT 1")).negated
        case .list(let elements):
            let conditions = try elements.map { element in
                try compare(Side(operand: element, expression: left.expression), right, type, options, comparison)
            }
            return isAny ? .any(conditions) : .all(conditions)
        case .constant(let constant):
            let conditions = try (plain(constant).flatMap { elements(of: $0) } ?? []).map { element in
                let side = Side(operand: .constant(element), expression: left.expression)
                return try compare(side, right, type, options, comparison)
            }
            return isAny ? .any(conditions) : .all(conditions)
        default: throw refuse(left.expression, "is one value, and ANY and ALL ask for several")
        }
    }

    /// A comparison of two sides as they are.
    private func compare(
        _ left: Side, _ right: Side, _ type: Operator, _ options: NSComparisonPredicate.Options,
        _ comparison: NSComparisonPredicate
    ) throws -> QueryCondition {
        if let condition = emptiness(left, right, type) { return condition }
        return switch type {
        case .equalTo, .notEqualTo: try equality(left, right, type, options, comparison)
        case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo:
            try order(left, right, type, options, comparison)
        case .between: try between(left, right, options, comparison)
        case .in: try membership(of: left, in: right, type, options, comparison)
        case .contains: try membership(of: right, in: left, type, options, comparison)
        case .beginsWith, .endsWith, .like, .matches: try text(left, right, type, options, comparison)
        case .customSelector: throw refuse(comparison, "compares by a selector")
        }
    }

    func refuse(_ comparison: NSComparisonPredicate, _ problem: String) -> FetchRequestError {
        let path = [comparison.leftExpression, comparison.rightExpression].first { $0.expressionType == .keyPath }
        return refuse(
            "\(path ?? comparison.leftExpression)", "“\(comparison.predicateFormat)” in the \(place) \(problem)",
            "Compare what the entity's attributes have with values of their types.")
    }

    // MARK: Equality

    func equality(
        _ left: Side, _ right: Side, _ type: Operator, _ options: NSComparisonPredicate.Options,
        _ comparison: NSComparisonPredicate
    ) throws -> QueryCondition {
        if isNil(right.operand) { return try nothing(left, isOpposite: type == .notEqualTo, comparison) }
        if isNil(left.operand) { return try nothing(right, isOpposite: type == .notEqualTo, comparison) }
        switch (left.operand, right.operand) {
        case (.object(let object), _): return try equality(of: object, right, type, comparison)
        case (_, .object(let object)): return try equality(of: object, left, type, comparison)
        case (.entity(let object), _): return try entity(of: object, [right], isIn: type == .equalTo, comparison)
        case (_, .entity(let object)): return try entity(of: object, [left], isIn: type == .equalTo, comparison)
        default: break
        }
        let (first, second) = try values(left, right, comparison)
        if first.kind.isText, isFolded(options) {
            return QueryCondition(QueryFunctions.compare(type, options, first.sql, second.sql))
        }
        return QueryCondition(
            type == .equalTo ? "\(first.sql) = \(second.sql)" : "\(first.sql) <> \(second.sql)")
    }

    private func nothing(
        _ side: Side, isOpposite: Bool, _ comparison: NSComparisonPredicate
    ) throws -> QueryCondition {
        func test(_ sql: SQLText) -> QueryCondition {
            QueryCondition(isOpposite ? "\(sql) IS NOT NULL" : "\(sql) IS NULL")
        }
        switch side.operand {
        case .object(let object): return test(object.key)
        case .entity(let object): return test(object.key)
        case .value(let value):
            guard case .composite(let parts) = value.kind else { return test(value.sql) }
            return isOpposite ? .any(parts.map(test)) : .all(parts.map(test))
        case .constant(let constant): return (plain(constant) == nil) != isOpposite ? .always : .never
        case .list, .many, .keys: throw refuse(comparison, "compares several values with nil")
        }
    }

    /// Whether texts are compared by their letters, and not by their bytes.
    func isFolded(_ options: NSComparisonPredicate.Options) -> Bool {
        !options.isDisjoint(with: [.caseInsensitive, .diacriticInsensitive, .localeSensitive])
    }

    /// The values of two sides, of which constants are like the others.
    func values(
        _ left: Side, _ right: Side, _ comparison: NSComparisonPredicate
    ) throws -> (QueryValue, QueryValue) {
        let first: QueryValue
        let second: QueryValue
        if case .constant = left.operand {
            second = try value(right.operand, right.expression)
            first = try value(left.operand, like: second.kind, left.expression)
        } else {
            first = try value(left.operand, left.expression)
            second = try value(right.operand, like: first.kind, right.expression)
        }
        guard first.kind.isComparable(with: second.kind) || isNil(left.operand) || isNil(right.operand) else {
            throw refuse(comparison, "compares \(first.kind.words) with \(second.kind.words)")
        }
        return (first, second)
    }

    // MARK: Objects

    func equality(
        of object: QueryObject, _ other: Side, _ type: Operator, _ comparison: NSComparisonPredicate
    ) throws -> QueryCondition {
        let key: SQLText
        switch other.operand {
        case .object(let second): key = second.root == object.root ? second.key : "0"
        case .constant(let constant):
            guard let identity = IdentityRewriter.identity(constant) as? NSManagedObjectID else {
                throw refuse(comparison, "compares an object with a value")
            }
            key = "\(bound: context.key(of: identity, root: object.root))"
        default: throw refuse(comparison, "compares an object with a value")
        }
        return QueryCondition(type == .equalTo ? "\(object.key) = \(key)" : "\(object.key) <> \(key)")
    }

    /// Whether the entity of an object is one of some.
    func entity(
        of object: QueryObject, _ others: [Side], isIn: Bool, _ comparison: NSComparisonPredicate
    ) throws -> QueryCondition {
        let number = try context.row(of: object).entityNumber
        var numbers: [SQLText] = []
        for other in others {
            switch other.operand {
            case .entity(let second): numbers.append(try context.row(of: second).entityNumber)
            case .constant(let constant):
                let given = plain(constant)
                guard let name = (given as? NSEntityDescription)?.name ?? given as? String else {
                    throw refuse(comparison, "compares an entity with what is none")
                }
                let table = context.schema.model.entitiesByName[name].flatMap { context.schema.table(of: $0) }
                numbers.append("\(number: table?.number ?? -1)")
            default: throw refuse(comparison, "compares an entity with what is none")
            }
        }
        if numbers.count == 1 {
            return QueryCondition(isIn ? "\(number) = \(numbers[0])" : "\(number) <> \(numbers[0])")
        }
        return QueryCondition("\(number) IN (\(numbers, by: ", "))")
    }

    // MARK: Order

    private func order(
        _ left: Side, _ right: Side, _ type: Operator, _ options: NSComparisonPredicate.Options,
        _ comparison: NSComparisonPredicate
    ) throws -> QueryCondition {
        let (first, second) = try values(left, right, comparison)
        guard first.kind.hasOrder, second.kind.hasOrder else {
            throw refuse(comparison, "asks for the order of \(first.kind.words)")
        }
        if first.kind.isText, isFolded(options) {
            return QueryCondition(QueryFunctions.compare(type, options, first.sql, second.sql))
        }
        switch type {
        case .lessThan: return QueryCondition("\(first.sql) < \(second.sql)")
        case .lessThanOrEqualTo: return QueryCondition("\(first.sql) <= \(second.sql)")
        case .greaterThan: return QueryCondition("\(first.sql) > \(second.sql)")
        default: return QueryCondition("\(first.sql) >= \(second.sql)")
        }
    }

    private func between(
        _ left: Side, _ right: Side, _ options: NSComparisonPredicate.Options, _ comparison: NSComparisonPredicate
    ) throws -> QueryCondition {
        guard let bounds = list(right), bounds.count == 2 else {
            throw refuse(comparison, "needs a list of two values after BETWEEN")
        }
        return .all([
            try order(left, bounds[0], .greaterThanOrEqualTo, options, comparison),
            try order(left, bounds[1], .lessThanOrEqualTo, options, comparison),
        ])
    }

    /// The elements of a list that is written, or of a constant collection; nil for anything else.
    func list(_ side: Side) -> [Side]? {
        switch side.operand {
        case .list(let elements): return elements.map { Side(operand: $0, expression: side.expression) }
        case .constant(let constant):
            return plain(constant).flatMap { elements(of: $0) }?.map {
                Side(operand: .constant($0), expression: side.expression)
            }
        default: return nil
        }
    }
}
