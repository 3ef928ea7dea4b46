package import MainspringModel

/// The type with which a column is declared. SQLite lets each hold anything; Apple's words are kept.
package enum ColumnType: String {
    case integer = "INTEGER"
    case timestamp = "TIMESTAMP"
    case float = "FLOAT"
    case decimal = "DECIMAL"
    case text = "VARCHAR"
    case blob = "BLOB"

    /// Nil for what no column holds.
    package init?(_ type: NSAttributeType) {
        switch type {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .booleanAttributeType:
            self = .integer
        case .dateAttributeType: self = .timestamp
        case .floatAttributeType, .doubleAttributeType: self = .float
        case .decimalAttributeType: self = .decimal
        case .stringAttributeType, .URIAttributeType: self = .text
        case .binaryDataAttributeType, .UUIDAttributeType, .transformableAttributeType: self = .blob
        case .undefinedAttributeType, .objectIDAttributeType, .compositeAttributeType: return nil
        }
    }
}

/// What a column is for.
package struct ColumnRole: Hashable {
    /// A property has one column, or several.
    package enum Part: Hashable {
        /// The value, or the key of the object that a relationship to one leads to.
        case value
        /// The number of that object's entity.
        case entity
        /// The place in the order of those that the object leads back to.
        case order
        /// A part of a composite value, by the names of the elements that lead to it.
        case element([String])
    }

    let property: ObjectIdentifier
    let part: Part

    init(_ property: NSPropertyDescription, _ part: Part = .value) {
        (self.property, self.part) = (ObjectIdentifier(property), part)
    }
}

/// A column of an entity's table, as it is made or looked for.
package struct ColumnPlan {
    package var name: String
    /// The name without the number that tells it from others of that name.
    let base: String
    let type: ColumnType
    let role: ColumnRole
    package unowned let property: NSPropertyDescription
    /// The entity that declares the property.
    unowned let entity: NSEntityDescription
    /// Columns stand in the order of their groups: whole numbers and keys, real numbers and dates, texts, texts of URLs,
    /// bytes.
    let group: Int
}

extension ColumnType {
    func group(isURI: Bool) -> Int {
        switch self {
        case .integer: 0
        case .timestamp, .float, .decimal: 1
        case .text: isURI ? 3 : 2
        case .blob: 4
        }
    }
}
