internal import MainspringFoundation
@_spi(Tools) internal import MainspringModel

extension QueryTranslator {
    /// Whether a condition holds for one of what a relationship to many leads to.
    ///
    /// Where the condition must hold, and is about nothing else, the owners are looked up that have one, so that SQLite may
    /// begin there; else each row is asked.
    func exists(_ collection: QueryCollection, _ condition: QueryCondition?) -> QueryCondition {
        if isRequired, case .row(let row) = object.place, let owner = collection.scope.owner,
            let owners = collection.scope.selectOwners(where: condition, outside: row.scope)
        {
            return QueryCondition("\(owner.key) IN (\(owners))")
        }
        return QueryCondition("EXISTS (\(collection.scope.select("1", where: condition)))")
    }

    /// Whether there are any, asked by how many there are: they need not be counted. Nil for any other comparison.
    func emptiness(_ left: Side, _ right: Side, _ type: Operator) -> QueryCondition? {
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

    // MARK: Members of collections

    func membership(
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
