package import Foundation

/// A property list as a tree of values, with the references that keyed archives consist of.
///
/// Foundation's own reader gives those references as objects that cannot be asked for their number.
package enum PropertyListValue: Hashable, Sendable {
    case string(String)
    case integer(Int64)
    /// An integer above `Int64.max`.
    case largeInteger(UInt64)
    case real(Double)
    case boolean(Bool)
    case date(Date)
    case data(Data)
    case array([PropertyListValue])
    case dictionary(PropertyListDictionary)
    /// A reference into the objects of a keyed archive.
    case uid(UInt32)

    /// How many lists may be inside each other, the outermost included: reading, comparing and releasing a tree are
    /// recursive, and a thread's stack is limited.
    package static let greatestDepth = 512
}

extension PropertyListValue {
    /// An integer, of the case that it belongs to.
    package init(_ integer: UInt64) {
        self = Int64(exactly: integer).map(Self.integer) ?? .largeInteger(integer)
    }

    /// The text, if it is one.
    package var string: String? { if case .string(let value) = self { value } else { nil } }

    /// The number, if it is an integer that fits.
    package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }

    /// The number, whether it is written as an integer or not.
    package var real: Double? {
        switch self {
        case .real(let value): value
        case .integer(let value): Double(value)
        case .largeInteger(let value): Double(value)
        default: nil
        }
    }

    /// The truth value, if it is one.
    package var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

    /// The bytes, if it has some.
    package var data: Data? { if case .data(let value) = self { value } else { nil } }

    /// The elements, if it is an array.
    package var array: [PropertyListValue]? { if case .array(let value) = self { value } else { nil } }

    /// The entries, if it is a dictionary.
    package var dictionary: PropertyListDictionary? {
        if case .dictionary(let value) = self { value } else { nil }
    }

    /// The number of the object that it refers to, if it is a reference.
    package var uid: UInt32? { if case .uid(let value) = self { value } else { nil } }

    /// What it is, in a sentence.
    package var kind: String {
        switch self {
        case .string: "a string"
        case .integer: "an integer"
        case .largeInteger: "an integer above Int64.max"
        case .real: "a real number"
        case .boolean: "a truth value"
        case .date: "a date"
        case .data: "data"
        case .array: "an array"
        case .dictionary: "a dictionary"
        case .uid: "a reference"
        }
    }
}
