internal import Foundation

/// A number of any type, without loss.
enum Number {
    case signed(Int64)
    /// One that is greater than the greatest `Int64`.
    case unsigned(UInt64)
    case floating(Double)
    case decimal(Decimal)

    /// The number that a value is; nil if it is none. `Bool` is 0 or 1.
    init?(_ value: Any) {
        let type = type(of: value)
        if type == Double.self, let value = value as? Double {
            self = .floating(value)
        } else if type == Int.self, let value = value as? Int {
            self = .signed(Int64(value))
        } else if let number = ValueKind.of(value).number?(value) {
            self = number
        } else {
            return nil
        }
    }

    init(_ value: some BinaryInteger) {
        if let small = Int64(exactly: value) {
            self = .signed(small)
        } else if let large = UInt64(exactly: value) {
            self = .unsigned(large)
        } else {
            self = .floating(Double(value))
        }
    }

    /// The nearest double-precision number.
    var double: Double {
        switch self {
        case .signed(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .floating(let value): value
        // By way of the digits: Decimal's own conversion is off by some units in the last place.
        case .decimal(let value): Double(value.description) ?? .nan
        }
    }

    /// The number as a decimal one: of a float the shortest that rounds to it; nil if it is not finite or out of range.
    var decimal: Decimal? {
        switch self {
        case .signed(let value): Decimal(value)
        case .unsigned(let value): Decimal(value)
        case .floating(let value): value.isFinite ? Decimal(string: value.description) : nil
        case .decimal(let value): value.isFinite ? value : nil
        }
    }

    /// The integer that is left without a fraction; nil if it is out of the type's range, or there is none.
    func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
        switch self {
        case .signed(let value): return Integer(exactly: value)
        case .unsigned(let value): return Integer(exactly: value)
        case .floating(let value): return Integer(exactly: value.rounded(.towardZero))
        case .decimal(var value):
            var whole = Decimal()
            NSDecimalRound(&whole, &value, 0, value.sign == .minus ? .up : .down)
            return Integer(whole.description)
        }
    }

    /// The nearest number of a floating-point type; nil if a finite one would become infinite.
    func floating<Float: BinaryFloatingPoint>(_ type: Float.Type) -> Float? {
        let result = Float(double)
        return result.isInfinite && double.isFinite ? nil : result
    }

    /// Whether the number is not 0; nil for what is not a number.
    var boolean: Bool? { double.isNaN ? nil : double != 0 }
}
