internal import Foundation
internal import MainspringFoundation

/// Reads the form in which Xcode's editor kept a model before there was XML: the file `elements` of a `.xcdatamodel`.
///
/// An archive of the editor's own objects: each entity and property has what it says in stereotypes, whose attributes
/// have names such as `XD_PPSK_isOptional` and default values. Verified on one file of Apple's, without
/// relationships; their
/// names follow the same pattern and are read leniently, by what stands behind the prefix.
struct EditorArchiveReader {
    private let source: ArchiveSource
    private var assembly: ModelAssembly

    /// Reads a model.
    /// - Returns: What was not understood, in sentences.
    static func read(_ source: ArchiveSource, into model: NSManagedObjectModel) throws(ModelFileError) -> [String] {
        var reader = EditorArchiveReader(
            source: source,
            assembly: ModelAssembly(path: source.path, byteCount: source.byteCount, model: model))
        try reader.readModel()
        return reader.assembly.notes
    }

    private init(source: ArchiveSource, assembly: ModelAssembly) {
        self.source = source
        self.assembly = assembly
    }

    private mutating func readModel() throws(ModelFileError) {
        guard let package = try source.object(source.root, "_xd_rootPackage") else {
            throw source.error(source.root, "the model has no package; open it in Xcode 4 and save it as XML")
        }
        if let version = try source.filled(source.root, "_modelVersionIdentifier") {
            assembly.model.versionIdentifiers = [version]
        }
        for value in try source.values(package, "XDBucketForClassesstorage") {
            guard let entity = value.object else { throw source.error(package, "an entity is no object") }
            try readEntity(entity)
        }
        try readConfigurations()
        try assembly.finish()
    }

    private mutating func readConfigurations() throws(ModelFileError) {
        guard let dictionary = try source.object(source.root, "_configurationsByName") else { return }
        let entries = try source.reading { () throws(ArchiveError) in try dictionary.entries() }
        for (key, value) in entries {
            guard let name = try source.decoded(key) as? String, let list = value.object else { continue }
            let elements = try source.reading { () throws(ArchiveError) in try list.elements() }
            try assembly.take(elements.count, at: source.place(of: list))
            var members: [String] = []
            for element in elements {
                if let entity = element.object, let name = try source.filled(entity, "_name") { members.append(name) }
            }
            assembly.addConfiguration(name, of: members, at: source.place(of: list))
        }
    }

    /// What the stereotypes of an object say, by the names of their attributes without the prefix.
    private mutating func facts(of object: ArchivedObject) throws(ModelFileError) -> EditorFacts {
        var values: [String: ArchivedValue] = [:]
        for value in try source.values(object, "XDBucketForStereotypesstorage") {
            guard let stereotype = value.object else { continue }
            let attributes = try source.values(stereotype, "XDBucketForOwnedAttributesstorage")
            try assembly.take(attributes.count / 8, at: source.place(of: stereotype))
            for case .object(let attribute) in attributes {
                guard let name = try source.filled(attribute, "_name") else { continue }
                values[EditorFacts.key(name)] = try source.value(attribute, "_default")
            }
        }
        return EditorFacts(source: source, values: values)
    }

    private mutating func readEntity(_ object: ArchivedObject) throws(ModelFileError) {
        try assembly.take(1, at: source.place(of: object))
        let facts = try facts(of: object)
        let entity = NSEntityDescription()
        entity.name = try source.filled(object, "_name")
        entity.isAbstract = try facts.flag("isAbstract")
        if try source.flag(object, "_isAbstract") { entity.isAbstract = true }
        if let name = try facts.text("entityClassName") { entity.setClass(named: name) }
        entity.versionHashModifier = try facts.text("versionHashModifier")
        entity.explicitRenamingIdentifier = try facts.text("elementID")
        entity.userInfo = try facts.userInfo()
        var properties: [NSPropertyDescription] = []
        for value in try source.values(object, "XDBucketForOwnedAttributesstorage") {
            guard let property = value.object else { throw source.error(object, "a property is no object") }
            if let read = try readProperty(property, of: entity) { properties.append(read) }
        }
        assembly.add(
            entity, properties: properties.sorted { $0.name < $1.name }, superentity: try superentity(of: object),
            at: source.place(of: object))
    }

    /// The entity that a generalization leads to.
    private func superentity(of object: ArchivedObject) throws(ModelFileError) -> String? {
        for value in try source.elements(object, "XDBucketForGeneralizationsstorage") {
            guard let generalization = value.object else { continue }
            for key in ["_general", "_parent"] {
                guard let parent = try source.object(generalization, key) else { continue }
                return try source.filled(parent, "_name")
            }
        }
        return nil
    }

    private mutating func readProperty(
        _ object: ArchivedObject, of entity: NSEntityDescription
    ) throws(ModelFileError) -> NSPropertyDescription? {
        try assembly.take(1, at: source.place(of: object))
        let facts = try facts(of: object)
        let property: NSPropertyDescription
        switch object.className {
        case "XDPMAttribute": property = try readAttribute(facts, object)
        case "XDPMRelationship": property = NSRelationshipDescription()
        default:
            assembly.note("\(source.place(of: object)): properties of this class are not known, and it is left out")
            return nil
        }
        property.name = try source.filled(object, "_name") ?? ""
        property.isOptional = try facts.flag("isOptional")
        property.isTransient = try facts.flag("isTransient")
        property.wantsIndex = try facts.flag("isIndexed")
        property.isIndexedBySpotlight = try facts.flag("isSpotlightIndexed")
        property.wantsExternalRecord = try facts.flag("isStoredInTruthFile")
        property.versionHashModifier = try facts.text("versionHashModifier")
        property.explicitRenamingIdentifier = try facts.text("elementID")
        property.userInfo = try facts.userInfo()
        if let relationship = property as? NSRelationshipDescription {
            try readRelationship(relationship, facts, object, of: entity)
        }
        return property
    }

    private func readAttribute(_ facts: EditorFacts, _ object: ArchivedObject) throws(ModelFileError)
        -> NSAttributeDescription
    {
        let attribute = NSAttributeDescription()
        let number = try facts.number("attributeType") ?? 0
        // There were no composite attributes when there was this form.
        guard let type = UInt(exactly: number).flatMap(NSAttributeType.init(rawValue:)), type != .compositeAttributeType
        else {
            throw source.error(object, "\(number) is no type of attributes that is known")
        }
        attribute.attributeType = type
        attribute.valueTransformerName = try facts.text("valueTransformerName")
        attribute.allowsExternalBinaryDataStorage = try facts.flag("allowsExternalBinaryDataStorage")
        let texts = [
            "minValueString": try facts.text("minValueString"), "maxValueString": try facts.text("maxValueString"),
            "regularExpressionString": try facts.text("regularExpressionString"),
        ]
        if let text = try facts.text("defaultValueAsString") {
            attribute.givenDefaultValue = AttributeText.value(text, type)
        }
        let rules = try ValidationRules(type, texts.compactMapValues(\.self)) { (name, text) in
            source.error(object, "“\(text.excerpt)” for “\(name)” is no number")
        }
        if !rules.isEmpty {
            attribute.setValidationPredicates(rules.predicates, withValidationWarnings: rules.warnings)
        }
        return attribute
    }

    private mutating func readRelationship(
        _ relationship: NSRelationshipDescription, _ facts: EditorFacts, _ object: ArchivedObject,
        of entity: NSEntityDescription
    ) throws(ModelFileError) {
        relationship.minCount = max(0, try facts.number("minCount") ?? 0)
        relationship.maxCount = max(0, try facts.number("maxCount") ?? 1)
        relationship.isOrdered = try facts.flag("isOrdered")
        let rule = try facts.number("deleteRule") ?? 1
        relationship.deleteRule = UInt(exactly: rule).flatMap(NSDeleteRule.init(rawValue:)) ?? .nullifyDeleteRule
        var destination = try facts.name("destinationEntity")
        if destination == nil, let type = try source.object(object, "_type") {
            destination = try source.filled(type, "_name")
        }
        let inverse = try facts.name("inverseRelationship")
        assembly.connect(
            relationship, of: entity, to: destination, inverse: inverse, of: nil, at: source.place(of: object))
    }
}
