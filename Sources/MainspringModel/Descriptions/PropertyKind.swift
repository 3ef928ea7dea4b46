/// What a description of a property describes.
@_spi(Tools) public enum PropertyKind: Int, Sendable, CaseIterable {
    case attribute = 1
    case relationship = 2
    case fetchedProperty = 3
    case expression = 4
    case derivedAttribute = 5
    case compositeAttribute = 6

    /// The kind of a description; one of no known class counts as an attribute.
    @_spi(Tools) public init(_ property: NSPropertyDescription) {
        self =
            switch property {
            case is NSRelationshipDescription: .relationship
            case is NSFetchedPropertyDescription: .fetchedProperty
            case is NSExpressionDescription: .expression
            case is NSDerivedAttributeDescription: .derivedAttribute
            case is NSCompositeAttributeDescription: .compositeAttribute
            default: .attribute
            }
    }

    /// What it is called in sentences.
    @_spi(Tools) public var words: String {
        switch self {
        case .attribute: "attribute"
        case .relationship: "relationship"
        case .fetchedProperty: "fetched property"
        case .expression: "expression"
        case .derivedAttribute: "derived attribute"
        case .compositeAttribute: "composite attribute"
        }
    }
}
