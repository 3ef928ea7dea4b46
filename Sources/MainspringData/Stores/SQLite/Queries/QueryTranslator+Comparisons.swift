internal import Foundation
internal import class MainspringFoundation.NSComparisonPredicate
internal import class MainspringFoundation.NSExpression
internal import MainspringFoundation
internal import MainspringModel

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

    /// Whether a condition holds for one of what a relationship to many leads to.
    ///
    /// Where the condition must hold, and is about nothing else, the owners are looked up that have one, so that SQLite may
    /// begin there; else each row is asked.
    private func exists(_ collection: QueryCollection, _ condition: QueryCondition?) -> QueryCondition {
        if isRequired, case .row(let row) = object.place, let owner = collection.scope.owner,
            let owners = collection.scope.selectOwners(where: condition, outside: row.scope)
        {
            return QueryCondition("\(owner.key) IN (\(owners))")
        }
        return QueryCondition("EXISTS (\(collection.scope.select("1", where: condition)))")
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

    /// Whether there are any, asked by how many there are: they need not be counted. Nil for any other comparison.
    private func emptiness(_ left: Side, _ right: Side, _ type: Operator) -> QueryCondition? {
        guard case .value(let value) = left.operand, let collection = value.counted,
            case .constant(let constant) = right.operand, case .integer(let bound) = PlainValue(constant)
        else { return nil }
        switch (type, bound) {
        case (.greaterThan, 0), (.greaterThanOrEqualTo, 1), (.notEqualTo, 0): return exists(collection, nil)
        case (.equalTo, 0), (.lessThan, 1), (.lessThanOrEqualTo, 0):
            var optional = self
            optional.isRequired = false
            return optional.exists(collection, nil).negated
        default: return nil
        }
    }

    func refuse(_ comparison: NSComparisonPredicate, _ problem: String) -> FetchRequestError {
        let path = [comparison.leftExpression, comparison.rightExpression].first { $0.expressionType == .keyPath }
        return refuse(
            "\(path ?? comparison.leftExpression)", "“\(comparison.predicateFormat)” in the \(place) \(problem)",
            "Compare what the entity's attributes have with values of their types.")
    }

    // MARK: Equality

    private func equality(
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

    private func equality(
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
    private func entity(
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

    // MARK: Collections

    private func membership(
        of element: Side, in container: Side, _ type: Operator, _ options: NSComparisonPredicate.Options,
        _ comparison: NSComparisonPredicate
    ) throws -> QueryCondition {
        switch container.operand {
        case .many(let collection):
            if isNil(element.operand) { return .never }
            let member = Side(operand: collection.element, expression: container.expression)
            return exists(collection, try equality(member, element, .equalTo, options, comparison))
        case .keys(let keys, let entity):
            guard case .object(let object) = element.operand,
                object.root == context.schema.roots.number(of: entity)
            else { throw refuse(comparison, "looks for what is no object among those of a fetch") }
            return QueryCondition("\(object.key) IN (\(keys))")
        case .value, .entity, .object: break
        case .list, .constant:
            if let elements = list(container) { return try isOne(element, of: elements, options, comparison) }
            if isNil(container.operand) { return .never }
        }
        return try text(container, element, .contains, options, comparison)
    }

    private func isOne(
        _ element: Side, of list: [Side], _ options: NSComparisonPredicate.Options, _ comparison: NSComparisonPredicate
    ) throws -> QueryCondition {
        let list = list.filter { !isNil($0.operand) }
        guard !list.isEmpty, !isNil(element.operand) else { return .never }
        switch element.operand {
        case .entity(let object): return try entity(of: object, list, isIn: true, comparison)
        case .object(let object):
            let keys = try list.map { side -> SQLiteValue? in
                guard case .constant(let constant) = side.operand else { return nil }
                guard let identity = IdentityRewriter.identity(constant) as? NSManagedObjectID else {
                    throw refuse(comparison, "compares an object with a value")
                }
                return context.key(of: identity, root: object.root)
            }
            return try isOne(object.key, keys, among: list, element, options, comparison)
        case .value(let value):
            guard !(value.kind.isText && isFolded(options)) else { break }
            let constants = try list.map { side -> SQLiteValue? in
                guard case .constant(let constant) = side.operand else { return nil }
                let bound = try bound(constant, like: value.kind, side.expression)
                guard let only = bound.sql.bindings.first, value.kind.isComparable(with: bound.kind) else {
                    throw refuse(comparison, "compares \(value.kind.words) with \(bound.kind.words)")
                }
                return only
            }
            return try isOne(value.sql, constants, among: list, element, options, comparison)
        default: break
        }
        return .any(try list.map { try equality(element, $0, .equalTo, options, comparison) })
    }

    /// More values than this are bound as one.
    private static let mostParameters = 500
    /// So many may be bound where that cannot be. SQLite binds at least 32,766 in a statement.
    private static let mostRealParameters = 16_000

    /// Whether a value is one of constants, or equals one of the sides that are none.
    private func isOne(
        _ sql: SQLText, _ constants: [SQLiteValue?], among list: [Side], _ element: Side,
        _ options: NSComparisonPredicate.Options, _ comparison: NSComparisonPredicate
    ) throws -> QueryCondition {
        var conditions: [QueryCondition] = []
        let known = constants.compactMap { $0 }
        if known.count == 1 {
            conditions.append(QueryCondition("\(sql) = \(bound: known[0])"))
        } else if known.count > Self.mostParameters, let array = JSONArray(known) {
            let value = array.isEncoded ? "hex(\(sql))" : sql
            conditions.append(QueryCondition("\(value) IN (SELECT value FROM json_each(\(bound: array.value)))"))
        } else if known.count > Self.mostRealParameters {
            throw refuse(comparison, "compares with more than \(Self.mostRealParameters) numbers that are not whole")
        } else if !known.isEmpty {
            let parameters = known.map { value -> SQLText in "\(bound: value)" }
            conditions.append(QueryCondition("\(sql) IN (\(parameters, by: ", "))"))
        }
        for (side, constant) in zip(list, constants) where constant == nil {
            conditions.append(try equality(element, side, .equalTo, options, comparison))
        }
        return .any(conditions)
    }
}
