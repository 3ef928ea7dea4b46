internal import Foundation

extension Number {
    /// Compares two numbers by their values; what is not a number precedes all numbers and equals itself.
    func compare(_ other: Number) -> ComparisonResult {
        switch (self, other) {
        case (.signed(let left), .signed(let right)): ValueOrder.order(left, right)
        case (.unsigned(let left), .unsigned(let right)): ValueOrder.order(left, right)
        case (.signed, .unsigned): .orderedAscending
        case (.unsigned, .signed): .orderedDescending
        case (.floating(let left), .floating(let right)): Self.compare(left, right)
        case (.signed(let left), .floating(let right)): Self.compare(left, right)
        case (.unsigned(let left), .floating(let right)): Self.compare(left, right)
        case (.floating(let left), .signed(let right)): Self.compare(right, left).reversed
        case (.floating(let left), .unsigned(let right)): Self.compare(right, left).reversed
        case (.decimal, .floating), (.floating, .decimal): Self.compare(double, other.double)
        default:
            // One is a decimal number and the other too, or an integer.
            switch (decimal, other.decimal) {
            case (let left?, let right?): ValueOrder.order(left, right)
            default: Self.compare(double, other.double)
            }
        }
    }

    private static func compare(_ left: Double, _ right: Double) -> ComparisonResult {
        switch (left.isNaN, right.isNaN) {
        case (true, true): .orderedSame
        case (true, false): .orderedAscending
        case (false, true): .orderedDescending
        case (false, false): ValueOrder.order(left, right)
        }
    }

    /// Without rounding the integer, of which a float may not have all digits.
    private static func compare<Integer: FixedWidthInteger>(_ left: Integer, _ right: Double) -> ComparisonResult {
        guard !right.isNaN else { return .orderedDescending }
        let whole = right.rounded(.down)
        guard let integer = Integer(exactly: whole) else { return right < 0 ? .orderedDescending : .orderedAscending }
        return left == integer && right > whole ? .orderedAscending : ValueOrder.order(left, integer)
    }
}
