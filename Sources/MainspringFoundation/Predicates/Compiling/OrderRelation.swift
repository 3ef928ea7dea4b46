/// An operator of order or equality, for values that have an order of their own.
enum OrderRelation {
    case less
    case lessOrEqual
    case greater
    case greaterOrEqual
    case equal
    case notEqual

    init?(_ type: NSComparisonPredicate.Operator) {
        switch type {
        case .lessThan: self = .less
        case .lessThanOrEqualTo: self = .lessOrEqual
        case .greaterThan: self = .greater
        case .greaterThanOrEqualTo: self = .greaterOrEqual
        case .equalTo: self = .equal
        case .notEqualTo: self = .notEqual
        default: return nil
        }
    }

    func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
        switch self {
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        case .equal: left == right
        case .notEqual: left != right
        }
    }

    /// Whether the relation holds between nothing and something: only that they are different.
    var holdsForNothing: Bool { self == .notEqual }

    /// Whether the relation holds for what precedes everything, as what is not a number precedes numbers.
    var holdsForLeast: Bool {
        switch self {
        case .less, .lessOrEqual, .notEqual: true
        case .greater, .greaterOrEqual, .equal: false
        }
    }
}
