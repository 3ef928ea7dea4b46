/// Types that can be made from a loosely typed value, such as one that is set by a key.
///
/// Ours. A number is made from any number (`NSNumber`, `NSDecimalNumber`, `Decimal`, integers, floats, `Bool`): an
/// integer from a float by leaving the fraction, as `NSNumber` does; a float from an integer by rounding; `Bool` from
/// whatever is not 0. Never out of range: 300 is no `Int8`, -1 no `UInt`, 1e300 no `Float`, and a value that is not a
/// number no integer, where Apple's conversions wrap or are undefined. No number is made from a text, or a text from a
/// number.
///
/// Optionals, arrays, sets and dictionaries convert what they hold. Types that are bridged (`Date`, `Data`, `URL`,
/// `UUID`, the structures of CoreGraphics) come from the class and the other way round, and a `RawRepresentable` type
/// from its raw value, without conforming. A type of one's own conforms to take more than itself.
public protocol KeyValueConvertible: SendableMetatype {
    /// Makes a value of another one, which is never an optional; `nil` if that is not possible.
    static func fromKeyValue(_ value: Any) -> Self?
}
