internal import Foundation
internal import MainspringFoundation
internal import class MainspringFoundation.NSPredicate

extension ModelXMLReader {
    mutating func readEntity(_ element: ModelXMLElement) throws(ModelFileError) {
        try assembly.take(1, at: document.place(of: element))
        var attributes = ModelXMLAttributes(element, in: document)
        let entity = NSEntityDescription()
        entity.name = try attributes.needed("name")
        entity.isAbstract = try attributes.flag(["isAbstract", "abstract"]) ?? false
        entity.versionHashModifier = attributes.filled("versionHashModifier")
        if let identifier = attributes.filled("elementID") { entity.explicitRenamingIdentifier = identifier }
        if let format = attributes.filled("coreSpotlightDisplayNameExpression") {
            entity.coreSpotlightDisplayNameExpression = try expression(
                format, "coreSpotlightDisplayNameExpression", of: element)
        }
        entity.source.codeGenerationType = attributes.filled("codeGenerationType")
        entity.source.isSyncable = try attributes.flag("syncable")
        if let name = attributes.filled("representedClassName") { entity.setClass(named: name) }
        let superentity = attributes.filled("parentEntity")
        entity.userInfo = userInfo(of: element)
        attributes.noteUnused(in: &assembly)
        var properties: [NSPropertyDescription] = []
        for child in element.children {
            switch child.name {
            case "attribute": properties.append(try readAttribute(child, depth: 0))
            case "relationship": properties.append(try readRelationship(child, of: entity))
            case "fetchedProperty": properties.append(try readFetchedProperty(child))
            case "fetchIndex": try readIndex(child, of: entity)
            case "compoundIndexes": entity.compoundIndexList = lists(child, of: "compoundIndex")
            case "uniquenessConstraints":
                entity.uniquenessConstraints = lists(child, of: "uniquenessConstraint")
            case "userInfo": break
            default: noteUnknown(child)
            }
        }
        assembly.add(entity, properties: properties, superentity: superentity, at: document.place(of: element))
    }

    /// Lists of names, as of indexes and constraints: whatever the innermost elements are called, they have a value.
    private mutating func lists(_ element: ModelXMLElement, of name: String) -> [[Any]] {
        var lists: [[Any]] = []
        for child in element.children {
            guard child.name == name else {
                noteUnknown(child)
                continue
            }
            lists.append(child.children.compactMap { $0.text("value") })
        }
        return lists
    }

    /// What all properties have.
    mutating func readProperty(
        _ property: NSPropertyDescription, _ element: ModelXMLElement, _ attributes: inout ModelXMLAttributes
    ) throws(ModelFileError) {
        property.name = try attributes.needed("name")
        property.isOptional = try attributes.flag("optional") ?? false
        property.isTransient = try attributes.flag("transient") ?? false
        property.versionHashModifier = attributes.filled("versionHashModifier")
        if let identifier = attributes.filled("elementID") { property.explicitRenamingIdentifier = identifier }
        property.wantsIndex = try attributes.flag("indexed") ?? false
        property.isIndexedBySpotlight = try attributes.flag("spotlightIndexingEnabled") ?? false
        property.wantsExternalRecord = try attributes.flag("storedInTruthFile") ?? false
        property.source.isSyncable = try attributes.flag("syncable")
        property.userInfo = userInfo(of: element)
        for child in element.children where !Self.propertyChildren.contains(child.name) { noteUnknown(child) }
    }

    private static let propertyChildren: Set = ["userInfo", "fetchRequest", "attribute"]

    mutating func readRelationship(
        _ element: ModelXMLElement, of entity: NSEntityDescription
    ) throws(ModelFileError) -> NSRelationshipDescription {
        try assembly.take(1, at: document.place(of: element))
        var attributes = ModelXMLAttributes(element, in: document)
        let relationship = NSRelationshipDescription()
        try readProperty(relationship, element, &attributes)
        let isToMany = try attributes.flag("toMany") ?? false
        relationship.minCount = try attributes.count("minCount") ?? 0
        // Old files give a relationship to one object a maximum and no other sign.
        relationship.maxCount = try attributes.count("maxCount") ?? (isToMany ? 0 : 1)
        relationship.isOrdered = try attributes.flag("ordered") ?? false
        if let name = attributes.filled("deletionRule") {
            guard let rule = DeleteRuleName.rule(name) else {
                throw attributes.wrong("deletionRule", name, "No Action, Nullify, Cascade or Deny")
            }
            relationship.deleteRule = rule
        } else {
            relationship.deleteRule = .noActionDeleteRule
        }
        assembly.connect(
            relationship, of: entity, to: attributes.filled("destinationEntity"),
            inverse: attributes.filled("inverseName"), of: attributes.filled("inverseEntity"),
            at: document.place(of: element))
        attributes.noteUnused(in: &assembly)
        return relationship
    }

    private mutating func readIndex(
        _ element: ModelXMLElement, of entity: NSEntityDescription
    ) throws(ModelFileError) {
        try assembly.take(1 + element.children.count, at: document.place(of: element))
        var attributes = ModelXMLAttributes(element, in: document)
        let name = try attributes.needed("name")
        var partial: NSPredicate?
        for key in ["partialIndexPredicate", "partialIndexPredicateString", "predicateString"] {
            if let format = attributes.filled(key) { partial = try predicate(format, key, of: element) }
        }
        attributes.noteUnused(in: &assembly)
        var elements: [ModelAssembly.IndexPart.Element] = []
        for child in element.children {
            guard child.name == "fetchIndexElement" else {
                noteUnknown(child)
                continue
            }
            elements.append(try readIndexElement(child))
        }
        assembly.add(ModelAssembly.IndexPart(name: name, elements: elements, predicate: partial), to: entity)
    }

    private mutating func readIndexElement(
        _ element: ModelXMLElement
    ) throws(ModelFileError) -> ModelAssembly.IndexPart.Element {
        var attributes = ModelXMLAttributes(element, in: document)
        let type: NSFetchIndexElementType
        switch attributes.filled("type") {
        case nil, "Binary", "binary": type = .binary
        case "RTree", "rTree", "rtree": type = .rTree
        case let text?: throw attributes.wrong("type", text, "Binary or RTree")
        }
        let isAscending: Bool
        switch attributes.filled("order") {
        case nil, "ascending": isAscending = true
        case "descending": isAscending = false
        case let text?: throw attributes.wrong("order", text, "ascending or descending")
        }
        defer { attributes.noteUnused(in: &assembly) }
        if let property = attributes.filled("property") {
            return .init(subject: .property(property), type: type, isAscending: isAscending)
        }
        let computed = NSExpressionDescription()
        let read = try expression(try attributes.needed("expression"), "expression", of: element)
        // As it is written, so that it is the same when it is read back.
        computed.name = ModelXMLWriter.text(of: read)
        computed.expression = read
        if let name = attributes.filled("expressionType") {
            guard let type = AttributeTypeName.type(name) else {
                throw attributes.wrong("expressionType", name, "a type of attributes: \(AttributeTypeName.all)")
            }
            computed.expressionResultType = type
        }
        return .init(subject: .expression(computed), type: type, isAscending: isAscending)
    }
}
