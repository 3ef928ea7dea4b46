internal import Foundation
internal import MainspringFoundation
internal import class MainspringFoundation.NSComparisonPredicate

/// What a connection must know before queries are run by it: what SQLite does not have, and expressions and predicates in
/// memory have.
package enum QueryFunctions {
    static let all: [SQLiteFunction] = [
        SQLiteFunction(textName, argumentCount: 4, compare),
        SQLiteFunction(functionName, argumentCount: 2, call),
        SQLiteFunction(functionName, argumentCount: 3, call),
    ]

    static let collations: [SQLiteCollation] = TextComparison.allCases.compactMap { comparison in
        collation(comparison).map { name in
            SQLiteCollation(name) { left, right in
                let order = comparison.compare(
                    String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self))
                return Int32(order.rawValue)
            }
        }
    }

    /// The collation of a method of texts; nil for the order of the bytes.
    static func collation(_ comparison: TextComparison) -> String? {
        comparison == .compare ? nil : "mainspring_\(comparison.rawValue.dropLast())"
    }

    // MARK: Texts

    private static let textName = "mainspring_text"

    /// Whether a text stands in a comparison to another one; unknown if there is none.
    static func compare(
        _ type: NSComparisonPredicate.Operator, _ options: NSComparisonPredicate.Options, _ text: SQLText,
        _ other: SQLText
    ) -> SQLText {
        let (type, options) = (Int64(type.rawValue), Int64(options.rawValue))
        return "\(name: textName)(\(number: type), \(number: options), \(text), \(other))"
    }

    private static func compare(_ arguments: SQLiteArguments) throws -> SQLiteValue {
        guard !arguments.isNull(2), !arguments.isNull(3),
            let type = NSComparisonPredicate.Operator(rawValue: UInt(truncatingIfNeeded: arguments.integer(0)))
        else { return .null }
        // The operator is the same for all rows; the other text mostly is.
        let match = try arguments.prepared(3) {
            let options = NSComparisonPredicate.Options(rawValue: UInt(truncatingIfNeeded: arguments.integer(1)))
            return try TextMatch(type, options, arguments.string(3))
        }
        return .integer(try arguments.withBytes(2) { try match.holds(utf8: $0) } ? 1 : 0)
    }

    // MARK: Functions of expressions

    private static let functionName = "mainspring_function"

    /// A function of expressions, which has no value of nothing.
    static func call(_ function: String, _ arguments: [SQLText]) -> SQLText {
        "\(name: functionName)(\(bound: .text(function)), \(arguments, by: ", "))"
    }

    private static func call(_ arguments: SQLiteArguments) throws -> SQLiteValue {
        guard let function = StoredFunction(arguments.string(0)) else { return .null }
        let values: [Any?] = (1..<arguments.count).map { index in
            switch arguments.value(index) {
            case .null: nil
            case .integer(let number): number
            case .real(let number): number
            case .text(let text): text
            case .blob(let data): data
            }
        }
        switch PlainValue(try function.value(of: values)) {
        case .integer(let number): return .integer(number)
        case .text(let text): return .text(text)
        case let other: return other.double.map { .real($0) } ?? .null
        }
    }
}
