internal import Foundation

/// An operator with its options, between two values.
struct ComparisonOperation {
    typealias Operator = NSComparisonPredicate.Operator

    let type: Operator
    let folding: TextFolding

    init(_ type: Operator, _ options: NSComparisonPredicate.Options) {
        self.type = type
        folding = TextFolding(options: options)
    }

    /// Whether the comparison holds.
    /// - Throws: what Apple would raise.
    func holds(_ left: Any?, _ right: Any?) throws(PredicateFailure) -> Bool {
        switch type {
        case .equalTo: areEqual(Scalar(left), Scalar(right))
        case .notEqualTo: !areEqual(Scalar(left), Scalar(right))
        case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo:
            try order(Scalar(left), Scalar(right)).map(type.includes) ?? false
        case .between: try isBetween(left, right)
        case .in: try contains(right, left)
        case .contains: try contains(left, right)
        case .beginsWith, .endsWith, .like, .matches: try matches(Scalar(left), Scalar(right))
        case .customSelector:
            throw PredicateFailure(.unavailable("A custom selector", reason: "there are no selectors on Linux"))
        }
    }

    private func areEqual(_ left: Scalar, _ right: Scalar) -> Bool {
        if case .text(let left) = left, case .text(let right) = right { return folding.areEqual(left, right) }
        return ValueEquality.areEqual(left, right)
    }

    /// Nil if one of the values is nothing, which is neither less nor greater than anything.
    private func order(_ left: Scalar, _ right: Scalar) throws(PredicateFailure) -> ComparisonResult? {
        switch (left, right) {
        case (.none, _), (_, .none): return nil
        case (.number(let left), .number(let right)): return left.compare(right)
        case (.text(let left), .text(let right)): return folding.compare(left, right)
        case (.date(let left), .date(let right)): return ValueOrder.order(left, right)
        case (.other(let left), .other(let right)):
            if let result = ValueOrder.compare(left, right) { return result }
        default: break
        }
        throw PredicateFailure(
            .notComparable(operation: type.symbol, first: naming(left), second: naming(right)))
    }

    private func isBetween(_ value: Any?, _ bounds: Any?) throws(PredicateFailure) -> Bool {
        guard let bounds = bounds.flatMap(orderedElements), bounds.count == 2 else {
            throw PredicateFailure(.wrongOperand(operation: type.symbol, given: naming(Scalar(bounds))))
        }
        let value = Scalar(value)
        guard let low = try order(value, Scalar(bounds[0])), let high = try order(value, Scalar(bounds[1])) else {
            return false
        }
        return low != .orderedAscending && high != .orderedDescending
    }

    private func contains(_ container: Any?, _ element: Any?) throws(PredicateFailure) -> Bool {
        let element = Scalar(element)
        switch Scalar(container) {
        case .none: return false
        case .text(let text):
            switch element {
            case .none: return false
            case .text(let part): return TextPlace.anywhere.holds(folding.folded(part), in: folding.folded(text))
            default: throw PredicateFailure(.wrongOperand(operation: type.symbol, given: naming(element)))
            }
        case .other(let value as any KeyValueCollection):
            return value.keyValueElements.contains { areEqual(Scalar($0), element) }
        case .other(let value as any KeyValueDictionary):
            return value.keyValuePairs.contains { areEqual(Scalar($0.value), element) }
        case let other:
            throw PredicateFailure(.wrongOperand(operation: type.symbol, given: naming(other)))
        }
    }

    private func matches(_ left: Scalar, _ right: Scalar) throws(PredicateFailure) -> Bool {
        guard case .text(let text) = left else {
            if case .none = left { return false }
            throw PredicateFailure(.wrongOperand(operation: type.symbol, given: naming(left)))
        }
        guard case .text(let pattern) = right else {
            if case .none = right { return false }
            throw PredicateFailure(.wrongOperand(operation: type.symbol, given: naming(right)))
        }
        switch type {
        case .beginsWith: return TextPlace.beginning.holds(folding.folded(pattern), in: folding.folded(text))
        case .endsWith: return TextPlace.end.holds(folding.folded(pattern), in: folding.folded(text))
        case .like: return try LikePattern(pattern, folding).matches(text)
        default: return try RegularExpressions.matches(pattern, text, folding)
        }
    }

    private func naming(_ value: Scalar) -> String {
        switch value {
        case .none: "nil"
        case .number(let number): KeyValueError.naming(number.object)
        case .text(let text): KeyValueError.naming(text)
        case .date(let date): KeyValueError.naming(date)
        case .other(let value): KeyValueError.naming(value)
        }
    }
}

extension NSComparisonPredicate.Operator {
    /// Whether an operator of order holds for what a comparison gave.
    func includes(_ result: ComparisonResult) -> Bool {
        switch self {
        case .lessThan: result == .orderedAscending
        case .lessThanOrEqualTo: result != .orderedDescending
        case .greaterThan: result == .orderedDescending
        case .greaterThanOrEqualTo: result != .orderedAscending
        default: result == .orderedSame
        }
    }

    /// The operator as it is written.
    var symbol: String {
        switch self {
        case .lessThan: "<"
        case .lessThanOrEqualTo: "<="
        case .greaterThan: ">"
        case .greaterThanOrEqualTo: ">="
        case .equalTo: "=="
        case .notEqualTo: "!="
        case .matches: "MATCHES"
        case .like: "LIKE"
        case .beginsWith: "BEGINSWITH"
        case .endsWith: "ENDSWITH"
        case .in: "IN"
        case .contains: "CONTAINS"
        case .between: "BETWEEN"
        case .customSelector: "a custom selector"
        }
    }
}
