internal import Foundation

/// What an expression is made of.
enum ExpressionForm {
    case constant(Any?)
    case evaluatedObject
    case anyKey
    case variable(String)
    /// What a path leads to from the evaluated object, or from what an operand gives. The parsed path is nil if it cannot
    /// be parsed.
    case keyPath(operand: NSExpression?, String, KeyValuePath?)
    case function(ExpressionFunction, [NSExpression])
    /// A method of the operand.
    case method(operand: NSExpression, String, [NSExpression])
    case aggregate([NSExpression])
    case set(SetOperation, NSExpression, NSExpression)
    case subquery(NSExpression, variable: String, NSPredicate)
    case conditional(NSPredicate, NSExpression, NSExpression)
    case block((Any?, [Any], NSMutableDictionary?) -> Any, [NSExpression])
    /// A subclass knows what it is.
    case foreign(NSExpression.ExpressionType)
    /// What could not be made has no value.
    case refused(PredicateFailure)
}

extension ExpressionForm {
    /// The expressions that this one is made of.
    var parts: [NSExpression] {
        switch self {
        case .constant, .evaluatedObject, .anyKey, .variable, .foreign, .refused: []
        case .keyPath(let operand, _, _): operand.map { [$0] } ?? []
        case .function(_, let arguments), .aggregate(let arguments), .block(_, let arguments): arguments
        case .method(let operand, _, let arguments): [operand] + arguments
        case .set(_, let left, let right): [left, right]
        case .subquery(let collection, _, _): [collection]
        case .conditional(_, let first, let second): [first, second]
        }
    }

    /// The predicate that the expression is made of, if there is one.
    var predicate: NSPredicate? {
        switch self {
        case .subquery(_, _, let predicate), .conditional(let predicate, _, _): predicate
        default: nil
        }
    }

    /// How many levels of parts there are.
    var depth: Int {
        switch self {
        case .constant, .evaluatedObject, .anyKey, .variable, .foreign, .refused, .keyPath(nil, _, _): 1
        default: parts.reduce(predicate?.depth ?? 0) { max($0, $1.depth) } + 1
        }
    }
}

/// What is made of two collections.
enum SetOperation: String {
    case union = "UNION"
    case intersection = "INTERSECT"
    case difference = "MINUS"

    var expressionType: NSExpression.ExpressionType {
        switch self {
        case .union: .unionSet
        case .intersection: .intersectSet
        case .difference: .minusSet
        }
    }
}

/// What stands in brackets after a collection instead of an index.
enum IndexSymbol: String, Hashable {
    case first = "FIRST"
    case last = "LAST"
    case size = "SIZE"
}
