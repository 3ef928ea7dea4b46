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
            case .decimal: try (value as? NSDecimalNumber).map { try decimal($0.decimalValue, column.name) }
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
        guard let encoded = try encoded(value, part.attribute, column.name) else {
            throw unfit(value, column, "which its element “\(part.path.joined(separator: "."))” does not hold")
        }
        return encoded
    }

    /// A value of an attribute that stands in a column of its own; nil for one of another type.
    static func encoded(
        _ value: Any, _ attribute: NSAttributeDescription, _ column: String
    ) throws -> SQLiteValue? {
        switch attribute.attributeType {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .booleanAttributeType:
            (value as? NSNumber).map { .integer($0.int64Value) }
        case .doubleAttributeType, .floatAttributeType:
            try (value as? NSNumber).map { try real($0.doubleValue, column) }
        case .decimalAttributeType: try (value as? NSNumber).map { try decimal($0.decimalValue, column) }
        case .dateAttributeType: try (value as? Date).map { try real($0.timeIntervalSinceReferenceDate, column) }
        case .stringAttributeType: (value as? String).map { .text($0) }
        case .URIAttributeType: (value as? URL).map { .text($0.absoluteString) }
        case .UUIDAttributeType: (value as? UUID).map { .blob($0.bytes) }
        case .binaryDataAttributeType: (value as? Data).map { .blob($0) }
        case .transformableAttributeType: transformed(value, attribute)
        default: nil
        }
    }

    private static func decimal(_ value: Decimal, _ column: String) throws -> SQLiteValue {
        guard !value.isNaN else { throw notANumber(column) }
        return QueryConstant.stored(value)
    }

    private static func real(_ value: Double, _ column: String) throws -> SQLiteValue {
        guard !value.isNaN else { throw notANumber(column) }
        return .real(value)
    }

    /// What is said of a number that SQLite would take for no value at all, and so lose.
    static func notANumber(_ column: String) -> any Error {
        CoreDataError.make(
            NSPersistentStoreSaveError,
            "A value that is no number (NaN) cannot be saved in the column \(column): SQLite has no such value. Save nil, "
                + "or a number that stands for it.")
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
