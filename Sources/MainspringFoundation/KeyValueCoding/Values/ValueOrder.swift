package import Foundation

/// The order of values whose types are known at run time only: that of `compare(_:)` of Foundation's classes.
package enum ValueOrder {
    /// Compares two values; nil if they have no order.
    ///
    /// Numbers of all types by their values, exactly but for decimal numbers with floats, and what is not a number
    /// before all numbers; texts as `compare(_:)` of `String` does; and any two values of one `Comparable` type.
    package static func compare(_ left: Any, _ right: Any) -> ComparisonResult? {
        if let left = Number(left) { return Number(right).map { left.compare($0) } }
        if let left = left as? String { return (right as? String).map { left.compare($0) } }
        if let left = left as? Date { return (right as? Date).map { order(left, $0) } }
        if let left = left as? UUID { return (right as? UUID).map { order(left, $0) } }
        return (left as? any Comparable).flatMap { compare($0, with: right) }
    }

    private static func compare<Value: Comparable>(_ left: Value, with right: Any) -> ComparisonResult? {
        (right as? Value).map { order(left, $0) }
    }

    static func order<Value: Comparable>(_ left: Value, _ right: Value) -> ComparisonResult {
        left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
    }
}
