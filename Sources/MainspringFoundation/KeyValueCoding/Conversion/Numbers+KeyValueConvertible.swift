public import Foundation

extension KeyValueConvertible where Self: FixedWidthInteger {
    /// Makes an integer of any number that is in range, without its fraction.
    public static func fromKeyValue(_ value: Any) -> Self? { Number(value)?.integer(Self.self) }
}

extension KeyValueConvertible where Self: BinaryFloatingPoint {
    /// Makes the nearest floating-point number of any number that is in range.
    public static func fromKeyValue(_ value: Any) -> Self? { Number(value)?.floating(Self.self) }
}

extension Int: KeyValueConvertible {}
extension Int8: KeyValueConvertible {}
extension Int16: KeyValueConvertible {}
extension Int32: KeyValueConvertible {}
extension Int64: KeyValueConvertible {}
extension UInt: KeyValueConvertible {}
extension UInt8: KeyValueConvertible {}
extension UInt16: KeyValueConvertible {}
extension UInt32: KeyValueConvertible {}
extension UInt64: KeyValueConvertible {}
extension Double: KeyValueConvertible {}
extension Float: KeyValueConvertible {}
extension CGFloat: KeyValueConvertible {}

extension Bool: KeyValueConvertible {
    /// True for any number but 0; what is not a number gives `nil`.
    public static func fromKeyValue(_ value: Any) -> Bool? { Number(value)?.boolean }
}

extension Decimal: KeyValueConvertible {
    /// Makes a decimal number of any finite number; of a float the shortest that rounds to it.
    public static func fromKeyValue(_ value: Any) -> Decimal? {
        if let decimal = value as? Decimal { return decimal }
        return Number(value)?.decimal
    }
}
