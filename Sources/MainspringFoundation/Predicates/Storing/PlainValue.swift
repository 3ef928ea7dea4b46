package import Foundation

/// A value of unknown type as comparisons take it; for stores that have columns for few types.
package enum PlainValue {
    case none
    case integer(Int64)
    /// One that is greater than the greatest `Int64`.
    case unsigned(UInt64)
    case floating(Double)
    case decimal(Decimal)
    case text(String)
    case date(Date)
    /// Anything else, which may be a collection.
    case other(Any)

    /// A value of any type; `NSNull` is none, a value with a raw value that raw value.
    package init(_ value: Any?) {
        switch Scalar(value) {
        case .none: self = .none
        case .number(.signed(let number)): self = .integer(number)
        case .number(.unsigned(let number)): self = .unsigned(number)
        case .number(.floating(let number)): self = .floating(number)
        case .number(.decimal(let number)): self = .decimal(number)
        case .text(let text): self = .text(text)
        case .date(let date): self = .date(date)
        case .other(let value): self = .other(value)
        }
    }

    /// The nearest number of double precision; nil for what is no number.
    package var double: Double? {
        switch self {
        case .integer(let number): Number.signed(number).double
        case .unsigned(let number): Number.unsigned(number).double
        case .floating(let number): number
        case .decimal(let number): Number.decimal(number).double
        case .none, .text, .date, .other: nil
        }
    }
}
