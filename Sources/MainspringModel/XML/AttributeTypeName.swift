/// What the XML of models calls the types of attributes.
enum AttributeTypeName {
    private static let names: [(name: String, type: NSAttributeType)] = [
        ("Undefined", .undefinedAttributeType), ("Integer 16", .integer16AttributeType),
        ("Integer 32", .integer32AttributeType), ("Integer 64", .integer64AttributeType),
        ("Decimal", .decimalAttributeType), ("Double", .doubleAttributeType), ("Float", .floatAttributeType),
        ("String", .stringAttributeType), ("Boolean", .booleanAttributeType), ("Date", .dateAttributeType),
        ("Binary", .binaryDataAttributeType), ("UUID", .UUIDAttributeType), ("URI", .URIAttributeType),
        ("Transformable", .transformableAttributeType), ("Object ID", .objectIDAttributeType),
        ("Composite", .compositeAttributeType),
    ]
    /// What files of certain generations, or of other tools, say instead.
    private static let otherNames: [String: NSAttributeType] = [
        "Binary Data": .binaryDataAttributeType, "ObjectID": .objectIDAttributeType, "Int16": .integer16AttributeType,
        "Int32": .integer32AttributeType, "Int64": .integer64AttributeType,
    ]
    private static let typesByName = Dictionary(uniqueKeysWithValues: names.map { ($0.name, $0.type) })
        .merging(otherNames) { first, _ in first }
    private static let namesByType = Dictionary(uniqueKeysWithValues: names.map { ($0.type, $0.name) })

    /// The type of a name; nil if there is none.
    static func type(_ name: String) -> NSAttributeType? { typesByName[name] }

    /// The name of a type.
    static func name(_ type: NSAttributeType) -> String { namesByType[type] ?? "Undefined" }

    /// All names, for a sentence.
    static var all: String { names.map(\.name).joined(separator: ", ") }
}
