internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// Values of kinds that no column holds as they are.
enum ColumnEncoding {
    /// A value as a column has it.
    /// - Throws: `CocoaError` 134030 for a value that cannot be written, which names the property.
    static func encoded(_ memory: ValueMemory, _ column: StoreColumn) throws -> SQLiteValue {
        guard let value = memory.loose(column.place) else { return .null }
        let encoded: SQLiteValue? =
            switch column.form {
            case .decimal: (value as? NSDecimalNumber).map { decimal($0.decimalValue) }
            case .uri: (value as? URL).map { .text($0.absoluteString) }
            case .transformed(let attribute): transformed(value, attribute)
            default: nil
            }
        guard let encoded else { throw unfit(value, column, "which the column \(column.name) does not hold") }
        return encoded
    }

    /// The value of a part of a composite value.
    static func encoded(_ memory: ValueMemory, _ part: StoreColumn.Part, of column: StoreColumn) throws -> SQLiteValue {
        var value = memory.loose(column.place)
        for name in part.path { value = (value as? [String: Any])?[name] }
        guard let value, !(value is NSNull) else { return .null }
        guard let encoded = encoded(value, part.attribute) else {
            throw unfit(value, column, "which its element “\(part.path.joined(separator: "."))” does not hold")
        }
        return encoded
    }

    private static func encoded(_ value: Any, _ attribute: NSAttributeDescription) -> SQLiteValue? {
        switch attribute.attributeType {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .booleanAttributeType:
            (value as? NSNumber).map { .integer($0.int64Value) }
        case .doubleAttributeType, .floatAttributeType: (value as? NSNumber).map { .real($0.doubleValue) }
        case .decimalAttributeType: (value as? NSDecimalNumber).map { decimal($0.decimalValue) }
        case .dateAttributeType: (value as? Date).map { .real($0.timeIntervalSinceReferenceDate) }
        case .stringAttributeType: (value as? String).map { .text($0) }
        case .URIAttributeType: (value as? URL).map { .text($0.absoluteString) }
        case .UUIDAttributeType: (value as? UUID).map { .blob($0.bytes) }
        case .binaryDataAttributeType: (value as? Data).map { .blob($0) }
        case .transformableAttributeType: transformed(value, attribute)
        default: nil
        }
    }

    /// As Apple's stores have it: a number of SQLite's, which is exact for whole numbers of 64 bits, and as a `Double` is
    /// for others.
    private static func decimal(_ value: Decimal) -> SQLiteValue {
        let number = NSDecimalNumber(decimal: value)
        let whole = number.int64Value
        return Decimal(whole) == value ? .integer(whole) : .real(number.doubleValue)
    }

    private static func transformed(_ value: Any, _ attribute: NSAttributeDescription) -> SQLiteValue? {
        AttributeCoding.transformer(of: attribute)?.reverseTransformedValue(value).flatMap { $0 as? Data }.map {
            .blob($0)
        }
    }

    /// What is said of a value that cannot be written.
    static func unfit(_ value: Any, _ column: StoreColumn, _ reason: String) -> any Error {
        CoreDataError.make(
            NSPersistentStoreSaveError,
            "A value of the type \(type(of: value)) cannot be saved, \(reason). Register the transformer that the model "
                + "names, or give the attribute another type.")
    }
}

extension UUID {
    /// Its sixteen bytes.
    var bytes: Data { withUnsafeBytes(of: uuid) { Data($0) } }
}
