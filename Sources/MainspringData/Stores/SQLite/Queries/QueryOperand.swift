internal import MainspringFoundation
internal import MainspringModel

/// What an expression is in a statement.
indirect enum QueryOperand {
    case value(QueryValue)
    case object(QueryObject)
    /// The entity of an object.
    case entity(QueryObject)
    /// What is bound as soon as it is known what it is compared with.
    case constant(Any?)
    case list([QueryOperand])
    /// What a relationship to many leads to, or the values of that.
    case many(QueryCollection)
    /// The keys that another request finds.
    case keys(SQLText, NSEntityDescription)
}

/// A value that SQLite computes, or that a column has.
struct QueryValue {
    /// The type as comparisons know it.
    package enum Kind {
        case integer
        case boolean
        case real
        case decimal
        case text
        case date
        case uuid
        case uri
        case data
        /// Bytes that a transformer made.
        case transformed(NSAttributeDescription)
        /// Bytes that may lie elsewhere.
        case external
        /// A value of several parts, by their columns.
        case composite([SQLText])
    }

    let sql: SQLText
    let kind: Kind
    /// The attribute whose value it is, and how its column has it.
    var attribute: (NSAttributeDescription, StoreColumn.Form)?
    /// Of what the value is the number, if it is one.
    var counted: QueryCollection?

    init(_ sql: SQLText, _ kind: Kind, _ attribute: (NSAttributeDescription, StoreColumn.Form)? = nil) {
        (self.sql, self.kind, self.attribute) = (sql, kind, attribute)
    }
}

extension QueryValue.Kind {
    var isNumber: Bool {
        switch self {
        case .integer, .boolean, .real, .decimal: true
        default: false
        }
    }

    /// Whether numbers of the kind are whole ones.
    var isWhole: Bool {
        switch self {
        case .integer, .boolean: true
        default: false
        }
    }

    /// Whether values are texts in the file.
    var isText: Bool {
        switch self {
        case .text, .uri: true
        default: false
        }
    }

    /// Whether two values may be compared.
    func isComparable(with other: Self) -> Bool {
        switch (self, other) {
        case (.date, .date), (.uuid, .uuid), (.data, .data): true
        case (.transformed(let left), .transformed(let right)): left.valueTransformerName == right.valueTransformerName
        default: isNumber && other.isNumber || isText && other.isText
        }
    }

    /// Whether values are in an order.
    var hasOrder: Bool {
        switch self {
        case .transformed, .external, .composite: false
        default: true
        }
    }

    var words: String {
        switch self {
        case .integer, .boolean, .real, .decimal: "a number"
        case .text: "a text"
        case .date: "a date"
        case .uuid: "a UUID"
        case .uri: "a URL"
        case .data: "data"
        case .transformed: "what a transformer makes data of"
        case .external: "data that may lie beside the store"
        case .composite: "a value of several parts"
        }
    }

    /// The kind of an attribute's values in a column; nil for a type that no column has.
    init?(_ attribute: NSAttributeDescription) {
        switch attribute.attributeType {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: self = .integer
        case .booleanAttributeType: self = .boolean
        case .doubleAttributeType, .floatAttributeType: self = .real
        case .decimalAttributeType: self = .decimal
        case .stringAttributeType: self = .text
        case .dateAttributeType: self = .date
        case .binaryDataAttributeType: self = .data
        case .UUIDAttributeType: self = .uuid
        case .URIAttributeType: self = .uri
        case .transformableAttributeType: self = .transformed(attribute)
        case .undefinedAttributeType, .objectIDAttributeType, .compositeAttributeType: return nil
        }
    }
}

/// An object in a statement: its key, and the way to its row.
struct QueryObject {
    /// Where the row is.
    package enum Place {
        case row(RowReference)
        /// A column of another row has the key.
        case column(StoreColumn.Reference, name: String, of: RowReference)
        /// A column of a table of pairs has the key.
        case pair(alias: String, column: String, QueryScope)
    }

    let place: Place
    let entity: NSEntityDescription
    /// The number of the root entity in identities.
    let root: UInt32

    /// The key; NULL for no object.
    var key: SQLText {
        switch place {
        case .row(let row): row.key
        case .column(_, let name, let row): row.column(name)
        case .pair(let alias, let column, _): "\(name: alias).\(name: column)"
        }
    }
}

/// What a relationship to many leads to: a `SELECT` of its own.
struct QueryCollection {
    let scope: QueryScope
    /// One of them.
    var element: QueryOperand
    /// Whether equal ones count once.
    var isDistinct = false
    /// Whether it leads through more than one relationship to many, so that what is counted would be another number in
    /// memory, where there is a list for each.
    var isNested = false
}
