/// A comparison between values, with its modifier.
struct Comparison {
    private let operation: ComparisonOperation
    private let modifier: NSComparisonPredicate.Modifier

    init(_ predicate: NSComparisonPredicate) {
        operation = ComparisonOperation(predicate.predicateOperatorType, predicate.options)
        modifier =
            predicate.comparisonPredicateModifier == .direct && predicate.leftExpression.expressionType == .anyKey
            ? .any : predicate.comparisonPredicateModifier
    }

    /// Whether the comparison holds; not if it is not possible, of which somebody is told.
    func holds(_ left: Any?, _ right: Any?) -> Bool {
        do {
            guard modifier != .direct else { return try operation.holds(left, right) }
            guard operation.type == .matches || operation.type == .like else {
                return try holdsForElements(left, right)
            }
            return try SlowPatterns.remembering { () throws(PredicateFailure) in try holdsForElements(left, right) }
        } catch {
            PredicateFailure.report(error)
            return false
        }
    }

    private func holdsForElements(_ left: Any?, _ right: Any?) throws(PredicateFailure) -> Bool {
        guard let left else { return modifier == .all }
        guard let collection = left as? any KeyValueCollection else {
            throw PredicateFailure(
                .wrongOperand(operation: modifier == .all ? "ALL" : "ANY", given: KeyValueError.naming(left)))
        }
        return try holdsForElements(collection, right)
    }

    private func holdsForElements(_ collection: any KeyValueCollection, _ right: Any?) throws(PredicateFailure) -> Bool
    {
        let isAny = modifier == .any
        for element in collection.keyValueElements {
            let result =
                if let inner = element as? any KeyValueCollection, !isComparedAsWhole(with: right) {
                    try holdsForElements(inner, right)
                } else {
                    try operation.holds(constantForm(element), right)
                }
            if result == isAny { return isAny }
        }
        return !isAny
    }

    /// Whether a collection among the elements is compared itself, instead of its elements, as a path through two
    /// relationships gives it: where the operator asks something of a collection, or it is compared with one.
    private func isComparedAsWhole(with right: Any?) -> Bool {
        switch operation.type {
        case .contains: true
        case .in, .between: false
        default: right is any KeyValueCollection
        }
    }
}
