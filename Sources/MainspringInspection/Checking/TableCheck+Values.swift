internal import Foundation
internal import MainspringData
@_spi(Tools) internal import MainspringModel

/// Checks values that SQLite keeps as well as any others, and attributes of their types cannot have.
extension TableCheck {
    func values() throws -> [StoreFinding] {
        // Of a model that is made of the tables the types are a guess.
        guard !isModelGuessed else { return [] }
        var findings: [StoreFinding] = []
        for table in schema.tables {
            for case let attribute as NSAttributeDescription in table.entity.ownProperties {
                guard let slot = table.entity.slot(named: attribute.name), let column = table.column(slot: slot) else {
                    continue
                }
                findings += try impossible(attribute, column, table)
                if case .decimal = column.form { findings += try unreadableDecimals(attribute, column, table) }
                switch column.form {
                case .plain where attribute.attributeType == .stringAttributeType, .uri:
                    findings += try unreadableTexts(attribute, column, table)
                default: break
                }
            }
        }
        return findings
    }

    /// Values that are none of an attribute's, by a condition of SQL.
    private func impossible(
        _ attribute: NSAttributeDescription, _ column: StoreColumn, _ table: EntityTable
    ) throws -> [StoreFinding] {
        guard let (condition, words) = Self.impossible(attribute, column, "t.\(quoted(column.name))") else { return [] }
        return try finding(
            .rows, table, property: attribute.name,
            "\(quoted(table.name)) t WHERE (\(condition)) AND \(self.condition(table))"
        ) { "\(objects($0, table)) \($0 == 1 ? "has" : "have") something else in “\(attribute.name)” than \(words)." }
    }

    /// The condition that holds of what an attribute cannot have, and what it can have in words; nil if it can have anything.
    private static func impossible(
        _ attribute: NSAttributeDescription, _ column: StoreColumn, _ value: String
    ) -> (condition: String, words: String)? {
        func other(_ storage: String...) -> String {
            "typeof(\(value)) NOT IN (\((storage + ["null"]).map { "'\($0)'" }.joined(separator: ", ")))"
        }
        switch column.form {
        case .transformed: return impossible(transformed: attribute, value)
        case .uri: return ("\(other("text")) OR \(value) = ''", "a URL")
        case .external: return (other("blob"), "data, or the name of their file")
        case .plain: break
        case .decimal, .reference, .composite: return nil
        }
        func range(_ least: Int64, _ greatest: Int64) -> String {
            "\(other("integer")) OR \(value) NOT BETWEEN \(least) AND \(greatest)"
        }
        return switch attribute.attributeType {
        case .integer16AttributeType: (range(Int64(Int16.min), Int64(Int16.max)), "a whole number of 16 bits")
        case .integer32AttributeType: (range(Int64(Int32.min), Int64(Int32.max)), "a whole number of 32 bits")
        case .integer64AttributeType: (other("integer"), "a whole number of 64 bits")
        case .doubleAttributeType: (other("real", "integer"), "a number")
        // What is greater, and not infinite, would be read as infinite.
        case .floatAttributeType:
            (
                "\(other("real", "integer")) OR (abs(\(value)) >= \(Self.tooGreatForFloat) AND abs(\(value)) <> 9e999)",
                "a number of 32 bits"
            )
        case .UUIDAttributeType: ("\(other("blob")) OR length(\(value)) <> 16", "a UUID")
        case .binaryDataAttributeType: (other("blob"), "data")
        case .booleanAttributeType: (range(0, 1), "0 or 1")
        case .dateAttributeType: ("\(other("real", "integer")) OR abs(\(value)) = 9e999", "a date")
        case .stringAttributeType: ("typeof(\(value)) = 'blob'", "a text")
        default: nil
        }
    }

    /// The least number that is nearer to what comes after the greatest of 32 bits than to that.
    private static let tooGreatForFloat = 3.4028235677973366e38

    /// What an archiver makes is a property list, or begins as its predecessor's archives do. What others make they alone know.
    private static func impossible(
        transformed attribute: NSAttributeDescription, _ value: String
    ) -> (condition: String, words: String)? {
        let archivers = [
            "NSSecureUnarchiveFromData", "NSSecureUnarchiveFromDataTransformer", "NSKeyedUnarchiveFromData",
            "NSUnarchiveFromData",
        ]
        guard attribute.valueTransformerName.map({ $0.isEmpty || archivers.contains($0) }) ?? true else { return nil }
        let bytes = "CAST(\(value) AS BLOB)"
        return (
            """
            \(value) IS NOT NULL AND substr(\(bytes), 1, 6) <> CAST('bplist' AS BLOB) \
            AND substr(\(bytes), 1, 5) <> CAST('<?xml' AS BLOB) AND substr(\(bytes), 3, 11) <> CAST('streamtyped' AS BLOB)
            """, "what an archiver makes"
        )
    }

    /// What is no decimal number, or one that is too great.
    private func unreadableDecimals(
        _ attribute: NSAttributeDescription, _ column: StoreColumn, _ table: EntityTable
    ) throws -> [StoreFinding] {
        let name = "t.\(quoted(column.name))"
        // Smaller numbers are all right: the greatest has thirty-eight digits, and as many zeros as an exponent of 127 gives it.
        let doubtful = "typeof(\(name)) IN ('text', 'blob') OR abs(\(name)) > 1e100"
        return try finding(
            .rows, table, property: attribute.name,
            "\(quoted(table.name)) t WHERE (\(doubtful)) AND \(condition(table))",
            reading: "CASE typeof(\(name)) WHEN 'blob' THEN '' ELSE CAST(\(name) AS TEXT) END",
            unless: { bytes in
                let text = String(decoding: bytes, as: UTF8.self)
                return Double(text) != nil && RawDecoding.decimal(.text(text)) != nil
            }
        ) {
            "\(objects($0, table)) \($0 == 1 ? "has" : "have") something else in “\(attribute.name)” than a decimal number."
        }
    }

    /// Texts whose bytes are no UTF-8.
    private func unreadableTexts(
        _ attribute: NSAttributeDescription, _ column: StoreColumn, _ table: EntityTable
    ) throws -> [StoreFinding] {
        let name = "t.\(quoted(column.name))"
        return try finding(
            .rows, table, property: attribute.name,
            "\(quoted(table.name)) t WHERE typeof(\(name)) = 'text' AND \(condition(table))",
            reading: name, unless: { String(validating: $0, as: UTF8.self) != nil }
        ) {
            "\(objects($0, table)) \($0 == 1 ? "has" : "have") bytes in “\(attribute.name)” that are no text by UTF-8."
        }
    }
}
