import Foundation
import MainspringData
import MainspringModel

/// Parts of models, made in a line.
enum Part {
    static func attribute(_ name: String, _ type: NSAttributeType, default value: Any? = nil) -> NSAttributeDescription
    {
        let attribute = NSAttributeDescription()
        (attribute.name, attribute.attributeType, attribute.defaultValue) = (name, type, value)
        return attribute
    }

    static func relationship(
        _ name: String, to entity: NSEntityDescription, isToMany: Bool = false, isOrdered: Bool = false
    ) -> NSRelationshipDescription {
        let relationship = NSRelationshipDescription()
        (relationship.name, relationship.destinationEntity) = (name, entity)
        (relationship.maxCount, relationship.isOrdered) = (isToMany ? 0 : 1, isOrdered)
        return relationship
    }

    static func entity(_ name: String, class className: String? = nil) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        if let className { entity.managedObjectClassName = className }
        return entity
    }

    static func model(_ entities: [NSEntityDescription]) -> NSManagedObjectModel {
        let model = NSManagedObjectModel()
        model.entities = entities
        return model
    }
}

/// A model with a property of each kind.
struct Zoo {
    let model: NSManagedObjectModel
    let animal = Part.entity("Animal", class: "MainspringDataTests.Animal")
    let keeper = Part.entity("Keeper", class: "MainspringDataTests.Keeper")

    init(reversed: Bool = false, without missing: Set<String> = []) {
        var properties: [NSPropertyDescription] = [
            Part.attribute("legs", .integer16AttributeType, default: 4),
            Part.attribute("weight", .integer32AttributeType), Part.attribute("steps", .integer64AttributeType),
            Part.attribute("isTame", .booleanAttributeType), Part.attribute("speed", .floatAttributeType),
            Part.attribute("height", .doubleAttributeType), Part.attribute("born", .dateAttributeType),
            Part.attribute("name", .stringAttributeType, default: "nobody"),
            Part.attribute("picture", .binaryDataAttributeType), Part.attribute("identifier", .UUIDAttributeType),
            Part.attribute("price", .decimalAttributeType), Part.attribute("page", .URIAttributeType),
            Part.attribute("tags", .transformableAttributeType),
            Part.relationship("keeper", to: keeper), Part.relationship("friends", to: animal, isToMany: true),
            Part.relationship("young", to: animal, isToMany: true, isOrdered: true),
        ]
        properties.removeAll { missing.contains($0.name) }
        animal.properties = reversed ? properties.reversed() : properties
        keeper.properties = [Part.attribute("name", .stringAttributeType)]
        model = Part.model([animal, keeper])
    }

    func makeAnimal() -> Animal { Animal(entity: animal, insertInto: nil) }

    func makePuppy() -> Puppy { Puppy(entity: animal, insertInto: nil) }

    func makeKeeper() -> Keeper { makeKeeper { Keeper(entity: $0, insertInto: nil) } }

    /// An object of the keepers' entity, of whatever class.
    func makeKeeper<Object>(_ make: (NSEntityDescription) -> Object) -> Object { make(keeper) }
}
