internal import Foundation
internal import MainspringModel

/// Where the value of a new column comes from, for the rows of one entity.
struct ColumnOrigin: Hashable {
    /// The old column from which it is made; nil for a value that has nothing to do with any.
    let column: String?
    /// The value, by the names of the old table's columns; the table is called `s`.
    let sql: String
    /// In which rows it is another one than the old column has.
    let changes: Changes

    enum Changes {
        case none, thoseWithValue, thoseWithout, all
    }

    /// No value.
    static let nothing = ColumnOrigin(column: nil, sql: "NULL", changes: .thoseWithValue)

    /// The old column's value as it is.
    static func plain(_ column: String) -> ColumnOrigin {
        ColumnOrigin(column: column, sql: name(column), changes: .none)
    }

    /// The default value of a new attribute.
    static func constant(_ literal: String?) -> ColumnOrigin {
        literal.map { ColumnOrigin(column: nil, sql: $0, changes: .all) } ?? .nothing
    }

    /// The old column's value, or another one where it has none.
    static func filled(_ column: String, _ literal: String) -> ColumnOrigin {
        ColumnOrigin(column: column, sql: "COALESCE(\(name(column)), \(literal))", changes: .thoseWithout)
    }

    static func name(_ column: String) -> String { "s.\(SQLiteName.quoted(column))" }
}

/// Default values as statements have them.
enum DefaultLiteral {
    /// The default value of an attribute as a column has it; nil without one.
    static func of(_ attribute: NSAttributeDescription) -> String? {
        guard let value = attribute.defaultValue, let stored = stored(value, attribute) else { return nil }
        return literal(stored)
    }

    /// The same for a part of a composite attribute, whose own default value comes before those of its elements.
    static func of(_ part: CompositeParts.Part, in composite: NSCompositeAttributeDescription) -> String? {
        var value: Any? = composite.defaultValue
        for name in part.path { value = (value as? [String: Any])?[name] }
        if let value, let stored = stored(value, part.attribute) { return literal(stored) }
        return of(part.attribute)
    }

    /// Nil for what no column holds.
    private static func stored(_ value: Any, _ attribute: NSAttributeDescription) -> SQLiteValue? {
        let encoded = (try? ColumnEncoding.encoded(value, attribute, attribute.name)) ?? nil
        guard case .blob(let data) = encoded, attribute.attributeType == .binaryDataAttributeType,
            attribute.allowsExternalBinaryDataStorage
        else { return encoded }
        return .blob(ExternalFiles.inlineColumn(data))
    }

    /// A value as a statement has it; nil for a number that no statement can state.
    private static func literal(_ value: SQLiteValue) -> String? {
        switch value {
        case .null: return nil
        case .integer(let number): return number == .min ? "(-9223372036854775807 - 1)" : "\(number)"
        case .real(let number):
            guard number.isFinite else { return number.isNaN ? nil : number > 0 ? "9e999" : "-9e999" }
            // Swift's words for it are those that are read back as the same number.
            let text = "\(number)"
            return text.contains(".") || text.contains("e") ? text : text + ".0"
        case .text(let text):
            // A text with a zero ends there for SQLite's parser.
            guard !text.utf8.contains(0) else { return "CAST(\(hex(Data(text.utf8))) AS TEXT)" }
            return "'\(text.replacing("'", with: "''"))'"
        case .blob(let data): return hex(data)
        }
    }

    private static func hex(_ data: Data) -> String { "x'\(HexDigits.of(data))'" }
}
