internal import MainspringFoundation
internal import MainspringModel

/// Finds out whether a predicate asks for what an entity has.
struct PredicateChecker {
    let title: RequestTitle
    /// What the predicate is to the request, for sentences.
    let place: String
    var scope: ExpressionScope

    private var entityName: String { scope.entity?.name ?? "" }

    func check(_ predicate: NSPredicate) throws(FetchRequestError) {
        if let error = predicate.formatError { throw malformed(error) }
        switch predicate {
        case let compound as NSCompoundPredicate:
            for part in compound.subpredicates { if let part = part as? NSPredicate { try check(part) } }
        case let comparison as NSComparisonPredicate: try check(comparison)
        default: break
        }
    }

    private func check(_ comparison: NSComparisonPredicate) throws(FetchRequestError) {
        try check(comparison.leftExpression)
        try check(comparison.rightExpression)
        let left = try kind(of: comparison.leftExpression)
        let right = try kind(of: comparison.rightExpression)
        let type = comparison.predicateOperatorType
        if right.isToMany, type != .in { throw toMany(comparison.rightExpression, comparison) }
        if comparison.comparisonPredicateModifier == .direct {
            if left.isToMany, type != .contains { throw toMany(comparison.leftExpression, comparison) }
        } else if !left.isMany, !left.mayBeMany {
            throw title.error(
                .notToMany, "\(comparison.leftExpression)",
                "The left hand side for an ALL or ANY operator must be either an NSArray or an NSSet: "
                    + "\(comparison.leftExpression) of the entity \(entityName) is one value",
                "Leave ANY and ALL out, or ask for what a to-many relationship leads to.")
        }
    }

    private func toMany(_ side: NSExpression, _ comparison: NSComparisonPredicate) -> FetchRequestError {
        title.error(
            .toManyKey, "\(side)",
            "to-many key not allowed here: \(side) of the entity \(entityName) gives several values, and "
                + "“\(comparison.predicateFormat)” compares one",
            "Write ANY before it, count it with @count, or use IN, CONTAINS or SUBQUERY.")
    }

    // MARK: - Expressions

    /// Checks an expression with all its parts.
    func check(_ expression: NSExpression) throws(FetchRequestError) {
        if let error = expression.formatError { throw malformed(error) }
        // A subclass is what it says, and has no parts.
        guard type(of: expression) == NSExpression.self else { return }
        try checkParts(of: expression)
        _ = try kind(of: expression)
    }

    private func checkParts(of expression: NSExpression) throws(FetchRequestError) {
        switch expression.expressionType {
        case .keyPath: try check(expression.operand)
        case .function:
            if expression.isMethod { try check(expression.operand) }
            try check(expression.arguments ?? [])
        case .block: try check(expression.arguments ?? [])
        case .aggregate: try check(expression.collection as? [NSExpression] ?? [])
        case .unionSet, .intersectSet, .minusSet: try check([expression.left, expression.right])
        case .subquery:
            guard let collection = expression.collection as? NSExpression else { return }
            try check(collection)
            var inner = self
            inner.scope = scope.inside(try kind(of: collection), variable: expression.variable)
            try inner.check(expression.predicate)
        case .conditional:
            try check(expression.predicate)
            try check([expression.true, expression.false])
        case .constantValue, .evaluatedObject, .variable, .anyKey, .fetchRequest: break
        }
    }

    private func check(_ expressions: [NSExpression]) throws(FetchRequestError) {
        for expression in expressions { try check(expression) }
    }

    /// What an expression gives; throws for a key path that leads nowhere.
    func kind(of expression: NSExpression) throws(FetchRequestError) -> ExpressionKind {
        do throws(PathResolver.Failure) {
            return try scope.kind(of: expression)
        } catch {
            throw title.error(
                error.kind, "\(expression)",
                "keypath \(expression) not found in entity \(entityName), for which the \(place) asks", error.reason)
        }
    }

    private func malformed(_ error: PredicateFailure) -> FetchRequestError {
        title.error(.malformedPredicate, nil, "The \(place) could not be made, and holds for nothing", "\(error)")
    }
}

extension ExpressionKind {
    /// Whether there may be several, for all that the model tells.
    fileprivate var mayBeMany: Bool {
        switch element {
        case .unknown: true
        case .value(let attribute?): attribute.attributeType.maySayAnything
        case .value(nil), .object, .entity: false
        }
    }
}

extension NSAttributeType {
    /// Whether values may be of any class.
    var maySayAnything: Bool { self == .transformableAttributeType || self == .undefinedAttributeType }
}
