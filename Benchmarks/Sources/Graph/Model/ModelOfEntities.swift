import Foundation
import MainspringModel

import class MainspringFoundation.NSPredicate

/// The model that is read: 100 entities in ten families, each with eight attributes of common types, a relationship in both
/// directions with the next entity, an index, and a rule for a value.
enum ModelOfEntities {
    static let entityCount = 100
    static let propertyCount = 10

    static func make() -> NSManagedObjectModel {
        let entities = (0..<entityCount).map(entity)
        for (index, entity) in entities.enumerated() {
            connect(entity, to: entities[(index + 1) % entityCount])
            if index % 10 == 0 { entity.subentities = Array(entities[(index + 1)..<(index + 10)]) }
        }
        let model = NSManagedObjectModel()
        model.entities = entities
        return model
    }

    private static func entity(_ number: Int) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = "Entity\(number)"
        entity.managedObjectClassName = "Entity\(number)"
        if number % 10 == 0 { entity.userInfo = ["author": "Family \(number / 10)"] }
        // Subentities inherit, so names are an entity's own.
        let name = attribute("name\(number)", .stringAttributeType)
        let count = attribute("count\(number)", .integer32AttributeType, 0)
        count.setValidationPredicates([NSPredicate(format: "SELF >= 0")], withValidationWarnings: [""])
        entity.properties = [
            name, count, attribute("note\(number)", .stringAttributeType),
            attribute("amount\(number)", .integer64AttributeType, 0),
            attribute("price\(number)", .doubleAttributeType, 1.5),
            attribute("isHidden\(number)", .booleanAttributeType, false),
            attribute("created\(number)", .dateAttributeType), attribute("identifier\(number)", .UUIDAttributeType),
        ]
        let element = NSFetchIndexElementDescription(property: name, collationType: .binary)
        entity.indexes = [NSFetchIndexDescription(name: "byName", elements: [element])]
        return entity
    }

    private static func attribute(
        _ name: String, _ type: NSAttributeType, _ defaultValue: Any? = nil
    ) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.isOptional = defaultValue == nil
        attribute.defaultValue = defaultValue
        return attribute
    }

    private static func connect(_ entity: NSEntityDescription, to other: NSEntityDescription) {
        let one = NSRelationshipDescription()
        let many = NSRelationshipDescription()
        one.name = "nextOf\(entity.name ?? "")"
        many.name = "previousOf\(entity.name ?? "")"
        one.destinationEntity = other
        many.destinationEntity = entity
        one.inverseRelationship = many
        many.inverseRelationship = one
        one.maxCount = 1
        one.deleteRule = .nullifyDeleteRule
        many.deleteRule = .cascadeDeleteRule
        entity.properties.append(one)
        other.properties.append(many)
    }
}
