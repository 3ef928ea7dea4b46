internal import Foundation

/// The types whose values are numbers.
protocol NumericValue {
    var number: Number { get }
}

extension NumericValue where Self: BinaryInteger {
    var number: Number { Number(self) }
}

extension NumericValue where Self: BinaryFloatingPoint {
    var number: Number { .floating(Double(self)) }
}

extension Int: NumericValue {}
extension Int8: NumericValue {}
extension Int16: NumericValue {}
extension Int32: NumericValue {}
extension Int64: NumericValue {}
extension UInt: NumericValue {}
extension UInt8: NumericValue {}
extension UInt16: NumericValue {}
extension UInt32: NumericValue {}
extension UInt64: NumericValue {}
extension Double: NumericValue {}
extension Float: NumericValue {}
extension CGFloat: NumericValue {}

extension Bool: NumericValue {
    var number: Number { .signed(self ? 1 : 0) }
}

extension Decimal: NumericValue {
    var number: Number { .decimal(self) }
}

extension NSNumber: NumericValue {
    var number: Number {
        if let decimal = self as? NSDecimalNumber { return .decimal(decimal.decimalValue) }
        return switch UInt8(bitPattern: objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): .floating(doubleValue)
        case UInt8(ascii: "Q"): Number(uint64Value)
        default: .signed(int64Value)
        }
    }
}
