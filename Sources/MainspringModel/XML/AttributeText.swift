internal import Foundation

/// Values of attributes as the XML of models writes them.
enum AttributeText {
    /// Whether values of a type can be written.
    static func hasText(_ type: NSAttributeType) -> Bool {
        switch type {
        case .undefinedAttributeType, .binaryDataAttributeType, .transformableAttributeType, .objectIDAttributeType,
            .compositeAttributeType, .dateAttributeType:
            false
        default: true
        }
    }

    /// The value of a text; nil if it is none of the type.
    static func value(_ text: String, _ type: NSAttributeType) -> Any? {
        switch type {
        case .integer16AttributeType: integer(text, Int16.self).map { NSNumber(value: $0) }
        case .integer32AttributeType: integer(text, Int32.self).map { NSNumber(value: $0) }
        case .integer64AttributeType: integer(text, Int64.self).map { NSNumber(value: $0) }
        case .decimalAttributeType: decimal(text).map { NSDecimalNumber(decimal: $0) }
        case .doubleAttributeType: number(text).map { NSNumber(value: $0) }
        case .floatAttributeType: number(text).map { NSNumber(value: Float($0)) }
        case .stringAttributeType: text
        case .booleanAttributeType: boolean(text).map { NSNumber(value: $0) }
        case .UUIDAttributeType: UUID(uuidString: text)
        case .URIAttributeType: text.isEmpty ? nil : URL(string: text)
        default: nil
        }
    }

    /// The text of a value; nil if it has none.
    static func text(_ value: Any, _ type: NSAttributeType) -> String? {
        switch type {
        case .stringAttributeType: value as? String
        case .booleanAttributeType: (value as? NSNumber).map { $0.boolValue ? "YES" : "NO" }
        case .decimalAttributeType: (value as? NSNumber).flatMap { finite($0) ? "\($0.decimalValue)" : nil }
        case .doubleAttributeType: (value as? NSNumber).flatMap { finite($0) ? "\($0.doubleValue)" : nil }
        case .floatAttributeType: (value as? NSNumber).flatMap { $0.floatValue.isFinite ? "\($0.floatValue)" : nil }
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
            (value as? NSNumber).map { "\($0.int64Value)" }
        case .UUIDAttributeType: (value as? UUID)?.uuidString
        case .URIAttributeType: (value as? URL)?.absoluteString
        default: nil
        }
    }

    /// The text of a default value; nil if it has none. Xcode gives a whole decimal a fraction, as in `0.0`.
    static func text(default value: Any, _ type: NSAttributeType) -> String? {
        guard let text = text(value, type) else { return nil }
        return type == .decimalAttributeType && !text.contains(".") ? text + ".0" : text
    }

    /// The text of a number of seconds: without a fraction where there is none; nil for what no file can say.
    static func text(seconds: Double) -> String? {
        guard seconds.isFinite else { return nil }
        return Int64(exactly: seconds).map { "\($0)" } ?? "\(seconds)"
    }

    private static func finite(_ number: NSNumber) -> Bool { number.doubleValue.isFinite }

    /// Xcode takes `1.0` for an integer as well.
    private static func integer<Value: FixedWidthInteger>(_ text: String, _ type: Value.Type) -> Value? {
        Value(text) ?? number(text).flatMap { Value(exactly: $0) }
    }

    private static func number(_ text: String) -> Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }

    private static func decimal(_ text: String) -> Decimal? {
        guard number(text) != nil else { return nil }
        return Decimal(string: text)
    }

    private static func boolean(_ text: String) -> Bool? {
        switch text {
        case "YES", "yes", "true", "1": true
        case "NO", "no", "false", "0": false
        default: nil
        }
    }
}
