/// Something that is wrong with a model, as a sentence with the names of entity and property. Ours.
public struct ModelIssue: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// An entity has no name.
        case entityWithoutName
        /// Two entities have the same name.
        case entityNameUsedTwice
        /// An entity stands in another model as well.
        case entityOfAnotherModel
        /// An entity inherits from itself.
        case circularInheritance
        /// Entities inherit from each other over too many levels.
        case inheritanceTooDeep
        /// An entity inherits from one that the model does not have.
        case superentityOutsideModel
        /// The entities have too many properties, inherited ones counted for each.
        case tooManyProperties
        /// A property has no name.
        case propertyWithoutName
        /// An entity has two properties of one name, or inherits one of a name that it uses itself.
        case propertyNameUsedTwice
        /// A property stands in another entity as well.
        case propertyOfAnotherEntity
        /// A description stands among an entity's properties that belongs in fetches.
        case expressionInEntity
        /// An attribute that is not transient has no type.
        case attributeWithoutType
        /// A default value is not of the attribute's type.
        case defaultValueOfWrongType
        /// A derived attribute does not say how it is computed.
        case derivedAttributeWithoutExpression
        /// A composite attribute stands in itself.
        case compositeInItself
        /// Composite attributes stand in each other over too many levels.
        case compositeTooDeep
        /// A relationship has no destination.
        case destinationMissing
        /// A relationship leads to an entity that the model does not have.
        case destinationOutsideModel
        /// A relationship's inverse does not lead back.
        case inverseDoesNotMatch
        /// A relationship's least count is greater than its greatest, or one of them is negative.
        case countsOutOfOrder
        /// Two indexes of an entity have the same name, or one has none.
        case indexNameMissingOrUsedTwice
        /// An index or a uniqueness constraint names no property of the entity, or none at all.
        case unknownProperty
        /// A configuration has an entity that the model does not have.
        case configurationEntityOutsideModel
        /// A fetched property has no request, or a request is for an entity that the model does not have.
        case requestWithoutEntity
    }

    /// What is wrong.
    public let kind: Kind
    /// The entity, if it is about one that has a name.
    public let entityName: String?
    /// The property, index, configuration or template that it is about, if it is about one that has a name.
    public let memberName: String?
    /// A sentence that names the thing and says what to do.
    public let description: String

    init(_ kind: Kind, entity: String? = nil, member: String? = nil, _ sentence: String) {
        self.kind = kind
        entityName = entity
        memberName = member
        description = sentence
    }
}
