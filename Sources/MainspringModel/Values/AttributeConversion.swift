internal import Foundation
internal import MainspringFoundation

/// Turns a value into one of an attribute's type, as default values are.
package enum AttributeConversion {
    /// Why a value has no place in an attribute.
    package struct Failure: Error, CustomStringConvertible {
        /// A part of a sentence: what is wrong and what would not be.
        package let description: String
    }

    /// The value as objects hold it: `NSNumber` of the type's own size, `NSDecimalNumber`, `String`, `Date`, `Data`,
    /// `UUID`, `URL`; any value for the other types.
    ///
    /// Numbers are converted as in key-value coding: never out of range, and without their fraction for integers. Of a
    /// case of an enumeration it is the raw value, except for the types that hold any value.
    package static func convert(_ value: Any, to type: NSAttributeType) -> Result<Any, Failure> {
        if let converted = converted(value, to: type) ?? rawValue(of: value).flatMap({ converted($0, to: type) }) {
            return .success(converted)
        }
        return .failure(
            Failure(
                description:
                    "\(ValueText.text(of: value)) (\(Swift.type(of: value))) is no value of the type \(type.words); "
                    + "give \(expected(for: type))"))
    }

    private static func converted(_ value: Any, to type: NSAttributeType) -> Any? {
        switch type {
        case .integer16AttributeType: Int16.fromKeyValue(value).map { NSNumber(value: $0) }
        case .integer32AttributeType: Int32.fromKeyValue(value).map { NSNumber(value: $0) }
        case .integer64AttributeType: Int64.fromKeyValue(value).map { NSNumber(value: $0) }
        case .doubleAttributeType: Double.fromKeyValue(value).map { NSNumber(value: $0) }
        case .floatAttributeType: Float.fromKeyValue(value).map { NSNumber(value: $0) }
        case .booleanAttributeType: Bool.fromKeyValue(value).map { NSNumber(value: $0) }
        case .decimalAttributeType: decimal(value)
        case .stringAttributeType: value as? String ?? (value as? NSString).map { String(describing: $0) }
        case .dateAttributeType: date(value)
        case .binaryDataAttributeType: value as? Data ?? (value as? NSData).map { Data(referencing: $0) }
        case .UUIDAttributeType: uuid(value)
        case .URIAttributeType: url(value)
        case .undefinedAttributeType, .transformableAttributeType, .objectIDAttributeType, .compositeAttributeType:
            value
        }
    }

    private static func rawValue(of value: Any) -> Any? {
        func raw(_ value: some RawRepresentable) -> Any { value.rawValue }
        return (value as? any RawRepresentable).map { raw($0) }
    }

    private static func decimal(_ value: Any) -> NSDecimalNumber? {
        value as? NSDecimalNumber ?? Decimal.fromKeyValue(value).map { NSDecimalNumber(decimal: $0) }
    }

    private static func date(_ value: Any) -> Date? {
        if let date = value as? Date { return date }
        if let date = value as? NSDate {
            return Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
        }
        guard let seconds = Double.fromKeyValue(value), seconds.isFinite else { return nil }
        return Date(timeIntervalSinceReferenceDate: seconds)
    }

    private static func uuid(_ value: Any) -> UUID? {
        if let uuid = value as? UUID { return uuid }
        if let uuid = value as? NSUUID { return UUID(uuidString: uuid.uuidString) }
        return (value as? String).flatMap { UUID(uuidString: $0) }
    }

    private static func url(_ value: Any) -> URL? {
        if let url = value as? URL { return url }
        if let url = value as? NSURL { return URL(string: url.absoluteString) }
        return (value as? String).flatMap { URL(string: $0) }
    }

    private static func expected(for type: NSAttributeType) -> String {
        switch type {
        case .integer16AttributeType: "an integer from -32768 to 32767"
        case .integer32AttributeType: "an integer from -2147483648 to 2147483647"
        case .integer64AttributeType: "an integer of 64 bits"
        case .decimalAttributeType, .doubleAttributeType: "a number"
        case .floatAttributeType: "a number of single precision"
        case .booleanAttributeType: "true or false"
        case .stringAttributeType: "a String"
        case .dateAttributeType: "a Date"
        case .binaryDataAttributeType: "Data"
        case .UUIDAttributeType: "a UUID"
        case .URIAttributeType: "a URL"
        case .undefinedAttributeType, .transformableAttributeType, .objectIDAttributeType, .compositeAttributeType:
            "another value"
        }
    }
}
