internal import Foundation

/// A value that may be nothing.
struct UnchangingValue {
    let value: Any?
}

extension NSExpression {
    /// The value of an expression that always has the same; nil if it depends on something, or has an error to tell of.
    var unchangingValue: UnchangingValue? {
        guard type(of: self) == NSExpression.self, mayEvaluate else { return nil }
        switch form {
        case .constant(let value): return UnchangingValue(value: value)
        case .aggregate, .function:
            guard isUnchanging else { return nil }
            return try? PredicateFailure.throwing {
                UnchangingValue(value: ownValue(nil, EvaluationScope(variables: nil)))
            }
        default: return nil
        }
    }

    private var isUnchanging: Bool {
        guard type(of: self) == NSExpression.self, mayEvaluate else { return false }
        return switch form {
        case .constant: true
        case .aggregate(let elements): elements.allSatisfy(\.isUnchanging)
        case .function(.random, _), .function(.randomBelow, _), .function(.now, _), .function(.assign, _): false
        case .function(_, let arguments): arguments.allSatisfy(\.isUnchanging)
        default: false
        }
    }
}
