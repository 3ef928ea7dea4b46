internal import Foundation

/// Numbers added up: exactly as long as all are integers or decimal numbers, in double precision as soon as one is a
/// float.
struct NumberTotal {
    private var count = 0
    private var integers: Int64 = 0
    private var decimals: Decimal?
    private var floats: Double?

    /// Adds a number.
    mutating func add(_ number: Number) {
        count += 1
        switch (number, floats) {
        case (_, let sum?):
            floats = sum + number.double
        case (.floating(let value), nil):
            floats = exact.double + value
        case (.signed(let value), nil) where decimals == nil:
            let (sum, overflow) = integers.addingReportingOverflow(value)
            if overflow {
                decimals = Decimal(integers) + Decimal(value)
            } else {
                integers = sum
            }
        default:
            guard let decimal = number.decimal else {
                floats = exact.double + number.double
                return
            }
            decimals = (decimals ?? Decimal(integers)) + decimal
        }
    }

    /// The sum; 0 of no numbers.
    var sum: NSNumber {
        if let floats { return NSNumber(value: floats) }
        if let decimals { return NSDecimalNumber(decimal: decimals) }
        return NSNumber(value: integers)
    }

    /// The average; 0 of no numbers.
    var average: NSNumber {
        guard count > 0 else { return NSNumber(value: 0) }
        if let floats { return NSNumber(value: floats / Double(count)) }
        if let decimals { return NSDecimalNumber(decimal: decimals / Decimal(count)) }
        return NSNumber(value: Double(integers) / Double(count))
    }

    /// The sum of what is no float.
    private var exact: Number { decimals.map { .decimal($0) } ?? .signed(integers) }
}
