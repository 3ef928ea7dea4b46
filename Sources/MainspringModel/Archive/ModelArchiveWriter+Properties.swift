internal import Foundation
internal import MainspringFoundation

extension ModelArchiveWriter {
    mutating func writeProperty(
        _ property: NSPropertyDescription, of entity: NSEntityDescription
    ) throws(ModelFileError) -> Reference {
        let place = "“\(property.name)” of the entity “\(entity.name ?? "")”"
        let owner = references[ObjectIdentifier(entity)] ?? .null
        if let attribute = property as? NSAttributeDescription {
            return try writeAttribute(attribute, of: owner, place)
        }
        guard let reference = properties[PropertyPlace(entity, property)] else { return .null }
        var fields = try commonFields(property, of: owner, place)
        switch property {
        case let relationship as NSRelationshipDescription:
            fields.merge(relationshipFields(relationship)) { $1 }
            archive.define(reference, Self.class("NSRelationshipDescription"), fields)
        case let fetched as NSFetchedPropertyDescription:
            if let request = fetched.fetchRequestDescription {
                fields["NSFetchRequest"] = try writeRequest(request).value
            }
            archive.define(reference, Self.class("NSFetchedPropertyDescription"), fields)
        default: throw error("\(place) is no attribute, relationship or fetched property; take it out of the entity")
        }
        return reference
    }

    private static func `class`(_ name: String, _ superclasses: [String] = []) -> ArchivedClass {
        ArchivedClass(name, superclasses: superclasses + ["NSPropertyDescription", "NSObject"])
    }

    private mutating func commonFields(
        _ property: NSPropertyDescription, of entity: Reference, _ place: String
    ) throws(ModelFileError) -> [String: PropertyListValue] {
        var fields: [String: PropertyListValue] = [
            "NSPropertyName": text(property.name).value, "NSEntity": entity.value,
            "NSRenamingIdentifier": text(property.renamingIdentifier).value,
            "_P": .integer(PropertyFlags(property).rawValue),
        ]
        if property.isOptional { fields["NSIsOptional"] = .boolean(true) }
        if property.isTransient { fields["NSIsTransient"] = .boolean(true) }
        if property.wantsIndex { fields["NSIsIndexed"] = .boolean(true) }
        if property.isIndexedBySpotlight { fields["NSIsIndexedBySpotlight"] = .boolean(true) }
        if property.wantsExternalRecord { fields["Mainspring.isStoredInExternalRecord"] = .boolean(true) }
        if let modifier = property.versionHashModifier { fields["NSVersionHashModifier"] = text(modifier).value }
        if property.userInfo?.isEmpty == false {
            fields["NSUserInfo"] = try userInfo(property.userInfo, of: place).value
        }
        guard purpose == .file, !property.validationPredicates.isEmpty else { return fields }
        var predicates: [Reference] = []
        for predicate in property.validationPredicates { predicates.append(try writePredicate(predicate)) }
        fields["NSValidationPredicates"] = archive.addList(.array, predicates).value
        let warnings = property.validationWarnings.map { warning in
            // Codes of errors are numbers.
            let text = "\(warning)"
            return Int64(text).map { archive.add(.integer($0)) } ?? self.text(text)
        }
        fields["NSValidationWarnings"] = archive.addList(.array, warnings).value
        return fields
    }

    private mutating func writeAttribute(
        _ attribute: NSAttributeDescription, of entity: Reference, _ place: String
    ) throws(ModelFileError) -> Reference {
        var fields = try commonFields(attribute, of: entity, place)
        fields["NSAttributeType"] = .integer(Int64(attribute.attributeType.rawValue))
        fields["NSAttributeValueClassName"] = text(attribute.attributeValueClassName).value
        fields["NSValueTransformerName"] = text(attribute.valueTransformerName).value
        fields["NSDefaultValue"] = try value(attribute.defaultValue, of: "the default value of \(place)").value
        let flags = attribute.preservesValueInHistoryOnDeletion ? ArchivedAttributeFlags.preservesValueInHistory : 0
        fields["NSFlagsKey"] = .integer(Int64(flags))
        if attribute.allowsExternalBinaryDataStorage {
            fields[ArchivedAttributeFlags.externalStorageKey] = .boolean(true)
        }
        if attribute.allowsCloudEncryption { fields[ArchivedAttributeFlags.cloudEncryptionKey] = .boolean(true) }
        switch attribute {
        case let derived as NSDerivedAttributeDescription:
            if let expression = derived.derivationExpression {
                fields["NSDerivationExpression"] = try writeExpression(expression).value
            }
            return archive.add(Self.class("NSDerivedAttributeDescription", ["NSAttributeDescription"]), fields)
        case let composite as NSCompositeAttributeDescription:
            var elements: [Reference] = []
            for element in composite.elements {
                elements.append(try writeAttribute(element, of: entity, "“\(element.name)” of \(place)"))
            }
            fields["NSElements"] = archive.addList(.array, elements).value
            return archive.add(Self.class("NSCompositeAttributeDescription", ["NSAttributeDescription"]), fields)
        default: return archive.add(Self.class("NSAttributeDescription"), fields)
        }
    }

    private mutating func relationshipFields(
        _ relationship: NSRelationshipDescription
    ) -> [String: PropertyListValue] {
        var fields: [String: PropertyListValue] = [
            "NSMinCount": .integer(Int64(relationship.minCount)), "NSMaxCount": .integer(Int64(relationship.maxCount)),
            "NSDeleteRule": .integer(Int64(relationship.deleteRule.rawValue)),
            "_NSDestinationEntityName": text(relationship.destinationEntity?.name).value,
            "NSDestinationEntity":
                (relationship.destinationEntity.flatMap { references[ObjectIdentifier($0)] } ?? .null).value,
        ]
        if relationship.isOrdered { fields["NSIsOrdered"] = .boolean(true) }
        if let inverse = relationship.inverseRelationship, let owner = inverse.owner {
            fields["_NSInverseRelationshipName"] = text(inverse.name).value
            fields["NSInverseRelationship"] = (properties[PropertyPlace(owner, inverse)] ?? .null).value
        }
        return fields
    }

    // MARK: - Requests

    mutating func writeTemplates() throws(ModelFileError) -> Reference {
        guard !model.requestTemplatesByName.isEmpty, purpose == .file else { return .null }
        var entries: [(key: Reference, value: Reference)] = []
        for (name, request) in model.requestTemplatesByName.sorted(by: { $0.key < $1.key }) {
            entries.append((key: text(name), value: try writeRequest(request)))
        }
        return archive.addDictionary(entries, isMutable: true)
    }

    private mutating func writeRequest(_ request: FetchRequestDescription) throws(ModelFileError) -> Reference {
        let entity = request.entity ?? request.entityName.flatMap { name in entities.first { $0.name == name } }
        guard (request.sortDescriptors ?? []).isEmpty, request.propertiesToFetch == nil, request.havingPredicate == nil,
            request.propertiesToGroupBy == nil, request.relationshipKeyPathsForPrefetching == nil,
            !request.shouldRefreshRefetchedObjects, request.affectedStores == nil
        else {
            throw error(
                "a fetch request for “\(request.entityName ?? "")” is sorted, grouped, refreshes, or says which properties or "
                    + "stores it fetches, which compiled models do not keep; leave that to where it is used")
        }
        guard min(request.fetchLimit, request.fetchOffset, request.fetchBatchSize) >= 0 else {
            throw error(
                "a limit, an offset or a batch size of a fetch request for “\(request.entityName ?? "")” is negative; set it "
                    + "to 0 or more")
        }
        var fields: [String: PropertyListValue] = [
            "NSEntity": (entity.flatMap { references[ObjectIdentifier($0)] } ?? .null).value,
            "NSFetchLimit": .integer(Int64(request.fetchLimit)), "NSFetchOffset": .integer(Int64(request.fetchOffset)),
            "NSFetchBatchSize": .integer(Int64(request.fetchBatchSize)),
            "NSResultType": .integer(Int64(request.resultType.rawValue)),
        ]
        if let predicate = request.predicate { fields["NSPredicate"] = try writePredicate(predicate).value }
        for (key, keyPath) in ModelArchiveReader.requestFlags { fields[key] = .boolean(request[keyPath: keyPath]) }
        return archive.add(
            ArchivedClass("NSFetchRequest", superclasses: ["NSPersistentStoreRequest", "NSObject"]), fields)
    }
}

/// The word `_P` of an archived property, as far as archives of Apple's show what its bits mean.
private struct PropertyFlags: OptionSet {
    let rawValue: Int64

    static let always = PropertyFlags(rawValue: 0xB1)
    static let isOptional = PropertyFlags(rawValue: 0x2)
    static let isTransient = PropertyFlags(rawValue: 0x8)
    static let hasNoUserInfo = PropertyFlags(rawValue: 0x40)
    static let isOrdered = PropertyFlags(rawValue: 0x400)

    init(rawValue: Int64) { self.rawValue = rawValue }

    init(_ property: NSPropertyDescription) {
        self = .always
        if property.isOptional { insert(.isOptional) }
        if property.isTransient { insert(.isTransient) }
        if property.userInfo?.isEmpty != false { insert(.hasNoUserInfo) }
        if (property as? NSRelationshipDescription)?.isOrdered == true { insert(.isOrdered) }
    }
}
