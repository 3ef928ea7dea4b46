internal import Foundation
@_spi(Tools) public import MainspringModel

extension EntityOutline {
    /// The entities of a model, by name.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - path: Its path, for messages.
    public static func entities(of model: NSManagedObjectModel, at path: String = "") -> [EntityOutline] {
        model.entities.sorted { ($0.name ?? "") < ($1.name ?? "") }.compactMap { entity in
            guard let name = entity.name else { return nil }
            return EntityOutline(
                name: name, className: className(of: entity), codeGeneration: codeGeneration(of: entity),
                superentity: entity.superentity?.name,
                slots: lineage(of: entity).flatMap { sorted($0.ownProperties) }.map(\.name),
                properties: sorted(entity.ownProperties).compactMap(PropertyOutline.init), modelPath: path)
        }
    }

    /// By name, as they are in a compiled model.
    private static func sorted(_ properties: [NSPropertyDescription]) -> [NSPropertyDescription] {
        properties.sorted { $0.name < $1.name }
    }

    /// The entities that an entity inherits from, the uppermost first, and itself.
    private static func lineage(of entity: NSEntityDescription) -> [NSEntityDescription] {
        var lineage: [NSEntityDescription] = []
        var next: NSEntityDescription? = entity
        // The model has no issues, so nobody is above itself.
        while let entity = next {
            lineage.append(entity)
            next = entity.superentity
        }
        return lineage.reversed()
    }

    /// The name of an entity's class without its module; nil for the general one.
    private static func className(of entity: NSEntityDescription) -> String? {
        guard let name = entity.managedObjectClassName?.split(separator: ".").last.map(String.init),
            name != "NSManagedObject", !name.isEmpty
        else { return nil }
        return name
    }

    private static func codeGeneration(of entity: NSEntityDescription) -> CodeGeneration {
        switch entity.codeGenerationType {
        case "class": .classDefinition
        case "category": .category
        default: .none
        }
    }
}

extension PropertyOutline {
    init?(_ property: NSPropertyDescription) {
        switch property {
        case let attribute as NSAttributeDescription:
            if let name = Self.customType(of: attribute) {
                self.init(property.name, .custom(name))
            } else {
                self.init(property.name, .attribute(Self.swiftType(of: attribute)))
            }
        case let relationship as NSRelationshipDescription:
            let destination = relationship.destinationEntity?.name ?? ""
            self.init(
                property.name,
                relationship.isToMany
                    ? .toMany(destination, isOrdered: relationship.isOrdered) : .toOne(destination))
        case let fetched as NSFetchedPropertyDescription:
            let request = fetched.fetchRequestDescription
            self.init(property.name, .fetched(request?.entity?.name ?? request?.entityName ?? ""))
        default:
            return nil
        }
    }

    /// The type that Xcode gives an attribute in Swift: an optional of a class or structure, or a number of Swift's.
    ///
    /// The model's own “optional” says nothing about it: a new object has no value yet.
    static func swiftType(of attribute: NSAttributeDescription) -> String {
        let isScalar = attribute.usesScalarValueType ?? false
        func number(_ type: String) -> String { isScalar ? type : "NSNumber?" }
        switch attribute.attributeType {
        case .undefinedAttributeType, .transformableAttributeType: return "NSObject?"
        case .integer16AttributeType: return number("Int16")
        case .integer32AttributeType: return number("Int32")
        case .integer64AttributeType: return number("Int64")
        case .doubleAttributeType: return number("Double")
        case .floatAttributeType: return number("Float")
        case .booleanAttributeType: return number("Bool")
        case .decimalAttributeType: return "NSDecimalNumber?"
        case .stringAttributeType: return "String?"
        case .dateAttributeType: return isScalar ? "TimeInterval" : "Date?"
        case .binaryDataAttributeType: return "Data?"
        case .UUIDAttributeType: return "UUID?"
        case .URIAttributeType: return "URL?"
        case .objectIDAttributeType: return "NSManagedObjectID?"
        case .compositeAttributeType: return "[String: Any]?"
        }
    }

    /// The “Custom Class” of an attribute; nil for one that has none, or a type that says it all.
    private static func customType(of attribute: NSAttributeDescription) -> String? {
        switch attribute.attributeType {
        case .transformableAttributeType, .undefinedAttributeType:
            // Archives of older models have it as the class of the values.
            guard let name = attribute.customClassName ?? attribute.attributeValueClassName, !name.isEmpty,
                name != "NSObject"
            else { return nil }
            return name
        default: return nil
        }
    }
}
