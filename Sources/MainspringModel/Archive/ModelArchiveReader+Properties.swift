internal import Foundation
internal import MainspringFoundation
internal import class MainspringFoundation.NSPredicate

extension ModelArchiveReader {
    /// A property of an entity; nil for one that a superentity has, and for a class that is not known.
    mutating func readProperty(
        _ object: ArchivedObject, of entity: NSEntityDescription
    ) throws(ModelFileError) -> NSPropertyDescription? {
        let property: NSPropertyDescription
        switch object.className {
        case "NSAttributeDescription", "NSDerivedAttributeDescription", "NSCompositeAttributeDescription":
            property = try readAttribute(object, depth: 0)
        case "NSRelationshipDescription": property = try readRelationship(object, of: entity)
        case "NSFetchedPropertyDescription":
            guard let fetched = try readFetchedProperty(object) else { return nil }
            property = fetched
        case "_NSPropertyDescriptionProxy":
            // Caches have one for each inherited property.
            return nil
        default:
            assembly.note("\(source.place(of: object)): properties of this class are not known, and it is left out")
            return nil
        }
        return property
    }

    private mutating func readCommon(
        _ property: NSPropertyDescription, _ object: ArchivedObject
    ) throws(ModelFileError) {
        guard let name = try source.filled(object, "NSPropertyName") else {
            throw source.error(object, "the property has no name; compile the model again")
        }
        property.name = name
        property.isOptional = try source.flag(object, "NSIsOptional")
        property.isTransient = try source.flag(object, "NSIsTransient")
        property.wantsIndex = try source.flag(object, "NSIsIndexed")
        property.isIndexedBySpotlight = try source.flag(object, "NSIsIndexedBySpotlight")
        property.wantsExternalRecord = try source.flag(object, "Mainspring.isStoredInExternalRecord")
        property.versionHashModifier = try source.filled(object, "NSVersionHashModifier")
        property.explicitRenamingIdentifier = try renamingIdentifier(of: object, name: name)
        property.userInfo = try userInfo(of: object)
        try readRules(property, object)
    }

    private static let commonKeys: Set = [
        "NSPropertyName", "NSIsOptional", "NSIsTransient", "NSIsIndexed", "NSIsIndexedBySpotlight",
        "Mainspring.isStoredInExternalRecord",
        "NSVersionHashModifier", "NSRenamingIdentifier", "NSUserInfo", "NSValidationPredicates", "NSValidationWarnings",
        "NSEntity", "_P",
    ]

    private mutating func readRules(
        _ property: NSPropertyDescription, _ object: ArchivedObject
    ) throws(ModelFileError) {
        let values = try source.elements(object, "NSValidationPredicates")
        guard !values.isEmpty else { return }
        try assembly.take(values.count, at: source.place(of: object))
        let warningValues = try source.elements(object, "NSValidationWarnings")
        var predicates: [NSPredicate] = []
        var warnings: [String] = []
        for (index, value) in values.enumerated() {
            guard let object = value.object,
                let predicate = understood({ reader throws(ModelFileError) in try reader.predicates.predicate(object) })
            else { continue }
            predicates.append(predicate)
            let warning = warningValues.indices.contains(index) ? try source.decoded(warningValues[index]) : nil
            warnings.append(warning.map { "\($0)" } ?? "")
        }
        property.setValidationPredicates(predicates, withValidationWarnings: warnings)
    }

    // MARK: - Attributes

    /// So many composite attributes may be in each other.
    private static let greatestCompositeDepth = 32

    private mutating func readAttribute(
        _ object: ArchivedObject, depth: Int
    ) throws(ModelFileError) -> NSAttributeDescription {
        try noteUnknownKeys(of: object, Self.attributeKeys)
        let attribute = try makeAttribute(object, depth: depth)
        try readCommon(attribute, object)
        let number = try source.integer(object, "NSAttributeType") ?? 0
        guard let type = UInt(exactly: number).flatMap(NSAttributeType.init(rawValue:)) else {
            throw source.error(
                object, "\(number) is no type of attributes that is known; the attribute is “\(attribute.name.excerpt)”"
            )
        }
        guard (type == .compositeAttributeType) == (attribute is NSCompositeAttributeDescription) else {
            throw source.error(
                object,
                "the attribute “\(attribute.name.excerpt)” is of type \(number), which its class does not fit; compile the "
                    + "model again")
        }
        attribute.attributeType = type
        if type == .transformableAttributeType || type == .undefinedAttributeType {
            attribute.explicitValueClassName = try source.filled(object, "NSAttributeValueClassName")
        }
        attribute.valueTransformerName = try source.filled(object, "NSValueTransformerName")
        let flags = try source.integer(object, "NSFlagsKey") ?? 0
        attribute.preservesValueInHistoryOnDeletion = flags & ArchivedAttributeFlags.preservesValueInHistory != 0
        attribute.allowsExternalBinaryDataStorage = try source.flag(object, ArchivedAttributeFlags.externalStorageKey)
        attribute.allowsCloudEncryption = try source.flag(object, ArchivedAttributeFlags.cloudEncryptionKey)
        let value = try source.value(object, "NSDefaultValue")
        if !value.isNull {
            attribute.givenDefaultValue =
                understood { reader throws(ModelFileError) in
                    try reader.source.decoded(value)
                } ?? nil
        }
        return attribute
    }

    private static let attributeKeys: Set = commonKeys.union([
        "NSAttributeType", "NSAttributeValueClassName", "NSValueTransformerName", "NSFlagsKey", "NSDefaultValue",
        "NSDerivationExpression", "NSElements", ArchivedAttributeFlags.externalStorageKey,
        ArchivedAttributeFlags.cloudEncryptionKey,
    ])

    private mutating func makeAttribute(
        _ object: ArchivedObject, depth: Int
    ) throws(ModelFileError) -> NSAttributeDescription {
        switch object.className {
        case "NSDerivedAttributeDescription":
            let derived = NSDerivedAttributeDescription()
            if let expression = try source.object(object, "NSDerivationExpression") {
                derived.derivationExpression = understood { reader throws(ModelFileError) in
                    try reader.predicates.expression(expression)
                }
            }
            return derived
        case "NSCompositeAttributeDescription":
            guard depth < Self.greatestCompositeDepth else {
                throw source.error(
                    object,
                    "composites stand in themselves, or more than \(Self.greatestCompositeDepth) are inside each other")
            }
            let composite = NSCompositeAttributeDescription()
            let values = try source.elements(object, "NSElements")
            try assembly.take(values.count, at: source.place(of: object))
            var elements: [NSAttributeDescription] = []
            for value in values {
                guard let element = value.object else { throw source.error(object, "an element of it is no object") }
                elements.append(try readAttribute(element, depth: depth + 1))
            }
            composite.elements = elements
            return composite
        case "NSAttributeDescription": return NSAttributeDescription()
        default: throw source.error(object, "it stands where an attribute must; compile the model again")
        }
    }

    // MARK: - Relationships

    private mutating func readRelationship(
        _ object: ArchivedObject, of entity: NSEntityDescription
    ) throws(ModelFileError) -> NSRelationshipDescription {
        try noteUnknownKeys(of: object, Self.relationshipKeys)
        let relationship = NSRelationshipDescription()
        try readCommon(relationship, object)
        relationship.minCount = try count(object, "NSMinCount")
        relationship.maxCount = try count(object, "NSMaxCount")
        relationship.isOrdered = try source.flag(object, "NSIsOrdered")
        let number = try source.integer(object, "NSDeleteRule") ?? 0
        guard let rule = UInt(exactly: number).flatMap(NSDeleteRule.init(rawValue:)) else {
            throw source.error(object, "\(number) is no delete rule; 0 to 3 are")
        }
        relationship.deleteRule = rule
        var destination = try source.filled(object, "_NSDestinationEntityName")
        if destination == nil, let entity = try source.object(object, "NSDestinationEntity") {
            destination = try source.string(entity, "NSEntityName")
        }
        var inverse = try source.filled(object, "_NSInverseRelationshipName")
        var inverseEntity: String?
        if let relationship = try source.object(object, "NSInverseRelationship") {
            if inverse == nil { inverse = try source.string(relationship, "NSPropertyName") }
            if let entity = try source.object(relationship, "NSEntity") {
                inverseEntity = try source.string(entity, "NSEntityName")
            }
        }
        assembly.connect(
            relationship, of: entity, to: destination, inverse: inverse, of: inverseEntity,
            at: "\(source.place(of: object)), relationship “\(relationship.name.excerpt)”")
        return relationship
    }

    private static let relationshipKeys: Set = commonKeys.union([
        "NSMinCount", "NSMaxCount", "NSIsOrdered", "NSDeleteRule", "_NSDestinationEntityName", "NSDestinationEntity",
        "_NSInverseRelationshipName", "NSInverseRelationship",
    ])

    private func count(_ object: ArchivedObject, _ key: String) throws(ModelFileError) -> Int {
        let number = try source.integer(object, key) ?? 0
        guard number >= 0 else { throw source.error(object, "\(number) for “\(key)” is negative") }
        return number
    }

    // MARK: - Fetched properties

    private mutating func readFetchedProperty(
        _ object: ArchivedObject
    ) throws(ModelFileError) -> NSFetchedPropertyDescription? {
        try noteUnknownKeys(of: object, Self.commonKeys.union(["NSFetchRequest"]))
        let property = NSFetchedPropertyDescription()
        try readCommon(property, object)
        if let request = try source.object(object, "NSFetchRequest") {
            guard let read = try readRequest(request) else { return nil }
            property.fetchRequestDescription = read
        }
        return property
    }
}

/// Where an archive has what attributes allow.
enum ArchivedAttributeFlags {
    /// A bit of `NSFlagsKey`, seen in Xcode's models at attributes with `preserveAfterDeletion`.
    static let preservesValueInHistory = 16
    /// Apple's place for it is not known; this key is ours.
    static let externalStorageKey = "Mainspring.allowsExternalBinaryDataStorage"
    /// Apple's place for it is not known; this key is ours.
    static let cloudEncryptionKey = "Mainspring.allowsCloudEncryption"
}
