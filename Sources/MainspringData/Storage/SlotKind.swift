internal import Foundation
internal import MainspringModel

/// How the value of a property lies in an object's memory.
enum SlotKind: UInt8 {
    /// A word, and a bit for nil.
    case integer16, integer32, integer64, boolean, float, double, date
    /// Swift's own optional.
    case string, data
    /// Sixteen bytes, and a bit for nil.
    case uuid
    /// A reference to what holds the value.
    case object
    /// A reference to the other object, or to the set or list of them.
    case toOne, toMany, ordered
    /// A reference to what the property's request has found; nil until somebody asks.
    case fetched
    /// No place: the class has the property, and the entity has not.
    case missing

    init(_ property: NSPropertyDescription) {
        self =
            switch property {
            case let attribute as NSAttributeDescription: Self(attribute.attributeType)
            case let relationship as NSRelationshipDescription:
                relationship.isToMany ? (relationship.isOrdered ? .ordered : .toMany) : .toOne
            case is NSFetchedPropertyDescription: .fetched
            default: .object
            }
    }

    private init(_ type: NSAttributeType) {
        self =
            switch type {
            case .integer16AttributeType: .integer16
            case .integer32AttributeType: .integer32
            case .integer64AttributeType: .integer64
            case .booleanAttributeType: .boolean
            case .floatAttributeType: .float
            case .doubleAttributeType: .double
            case .dateAttributeType: .date
            case .stringAttributeType: .string
            case .binaryDataAttributeType: .data
            case .UUIDAttributeType: .uuid
            case .undefinedAttributeType, .decimalAttributeType, .URIAttributeType, .transformableAttributeType,
                .objectIDAttributeType, .compositeAttributeType:
                .object
            }
    }

    /// Whether a value is certainly of the very type in which such a place gives its own, so that nothing is to be
    /// converted. Told by types: a cast would ask whether the value is bridged.
    func gives(_ value: Any) -> Bool {
        if let number = PlainNumber.of(value) { return givesNumber(number) }
        let type = type(of: value)
        return switch self {
        case .string: type == String.self
        case .data: type == Data.self
        case .date: type == Date.self
        case .uuid: type == UUID.self
        case .integer16, .integer32, .integer64, .double, .boolean, .float, .object, .toOne, .toMany, .ordered,
            .fetched, .missing:
            false
        }
    }

    private func givesNumber(_ number: NSNumber) -> Bool {
        switch (self, UInt8(bitPattern: number.objCType.pointee)) {
        case (.integer16, UInt8(ascii: "s")), (.integer32, UInt8(ascii: "i")), (.integer64, UInt8(ascii: "q")): true
        case (.double, UInt8(ascii: "d")): number.doubleValue.isFinite
        default: false
        }
    }

    /// In bytes; a multiple of eight.
    var size: Int {
        switch self {
        case .string, .data, .uuid: 16
        case .missing: 0
        default: 8
        }
    }

    /// Whether the memory holds references, which are counted.
    var isCounted: Bool {
        switch self {
        case .string, .data, .object: true
        default: mayHoldObjects
        }
    }

    /// Whether managed objects may be behind it.
    var mayHoldObjects: Bool {
        switch self {
        case .toOne, .toMany, .ordered, .fetched: true
        default: false
        }
    }
}
