/// A part of a statement, with the values that are bound to it.
///
/// Written as a literal with values in it, each of which says what it is: nothing that comes from a program or a file
/// becomes a part of the text but names, which are quoted.
/// ```swift
/// let text: SQLText = "\(name: alias).\(name: column) = \(bound: .integer(5))"
/// ```
struct SQLText: ExpressibleByStringInterpolation {
    fileprivate(set) var text: String
    fileprivate(set) var bindings: [SQLiteValue]

    init(stringLiteral value: StaticString) { (text, bindings) = ("\(value)", []) }

    /// Parts with commas between them.
    init(_ parts: [SQLText]) { self = "\(parts, by: ", ")" }

    init(stringInterpolation: Interpolation) {
        (text, bindings) = (stringInterpolation.text, stringInterpolation.bindings)
    }

    /// What is between quotation marks, and what stands in their places.
    struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var bindings: [SQLiteValue] = []

        init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 8)
        }

        mutating func appendLiteral(_ literal: StaticString) { text += "\(literal)" }

        /// Another part.
        mutating func appendInterpolation(_ part: SQLText) {
            text += part.text
            bindings += part.bindings
        }

        /// The name of a table or a column, in quotation marks.
        mutating func appendInterpolation(name: String) { text += SQLiteName.quoted(name) }

        /// A value, for which a question mark stands.
        mutating func appendInterpolation(bound value: SQLiteValue) {
            text += "?"
            bindings.append(value)
        }

        /// A number that belongs to the file, and not to the request.
        mutating func appendInterpolation(number: Int64) { text += String(number) }

        /// Parts with something between them.
        mutating func appendInterpolation(_ parts: [SQLText], by separator: StaticString) {
            for (index, part) in parts.enumerated() {
                if index > 0 { text += "\(separator)" }
                appendInterpolation(part)
            }
        }
    }
}

extension SQLText {
    static func += (text: inout SQLText, other: SQLText) {
        text.text += other.text
        text.bindings += other.bindings
    }

    var isEmpty: Bool { text.isEmpty }
}
