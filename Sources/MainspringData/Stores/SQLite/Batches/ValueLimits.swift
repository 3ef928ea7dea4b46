internal import Foundation
@_spi(Tools) internal import MainspringModel

/// The limits of numbers that an expression of a batch gives to an attribute: as for objects, a value that the attribute's type does not have is
/// refused, an integer is without its fraction, and truth is whatever is not 0.
enum ValueLimits {
    /// A number as an attribute has it.
    static func limited(_ found: QueryValue, _ attribute: NSAttributeDescription) -> SQLText {
        let value = found.sql
        switch attribute.attributeType {
        case .booleanAttributeType: return "((\(value)) <> 0)"
        case .floatAttributeType:
            let greatest = SQLiteValue.real(Double(Float.greatestFiniteMagnitude))
            let isOutside: SQLText = "(\(value)) > \(bound: greatest) OR (\(value)) < -\(bound: greatest)"
            return refusing(found, isOutside, attribute, value)
        case .integer16AttributeType: return whole(found, Int64(Int16.min), Int64(Int16.max), attribute)
        case .integer32AttributeType: return whole(found, Int64(Int32.min), Int64(Int32.max), attribute)
        case .integer64AttributeType:
            // What SQLite computes of integers is a real number where no integer has the value.
            let isOutside: SQLText = "(\(value)) >= 9223372036854775808.0 OR (\(value)) < -9223372036854775808.0"
            return refusing(found, isOutside, attribute, "CAST(\(value) AS INTEGER)")
        default: return value
        }
    }

    private static func whole(
        _ found: QueryValue, _ lowest: Int64, _ highest: Int64, _ attribute: NSAttributeDescription
    ) -> SQLText {
        let value = found.sql
        let isOutside: SQLText = "(\(value)) >= \(number: highest + 1) OR (\(value)) <= \(number: lowest - 1)"
        return refusing(found, isOutside, attribute, found.kind.isWhole ? value : "CAST(\(value) AS INTEGER)")
    }

    /// What is computed twice is the same: an expression that is translated asks for nothing but the row.
    private static func refusing(
        _ found: QueryValue, _ isOutside: SQLText, _ attribute: NSAttributeDescription, _ value: SQLText
    ) -> SQLText {
        // A value of the very type is within its limits.
        if found.attribute?.0.attributeType == attribute.attributeType { return value }
        let refusal: SQLText =
            "\(name: refusalName)(\(found.sql), \(bound: .text(attribute.name)), \(number: Int64(attribute.attributeType.rawValue)))"
        return "CASE WHEN \(isOutside) THEN \(refusal) ELSE \(value) END"
    }

    // MARK: Refusing

    private static let refusalName = "mainspring_outside"
    private static let begin = "the expression for “"

    /// Fails, and says which value of which attribute is outside.
    static let refusal = SQLiteFunction(refusalName, argumentCount: 3) { arguments in
        let type = NSAttributeType(rawValue: UInt(truncatingIfNeeded: arguments.integer(2)))
        throw OutsideLimits(
            errorDescription:
                "\(begin)\(arguments.string(1))” gives \(arguments.string(0)), which no attribute of the type \(type.map { "\($0.words)" } ?? "") has"
        )
    }

    /// Why a statement has failed, if that was it.
    static func reason(of failure: SQLiteFailure) -> String? {
        failure.message.hasPrefix(begin) ? failure.message : nil
    }

    private struct OutsideLimits: LocalizedError {
        let errorDescription: String?
    }
}
