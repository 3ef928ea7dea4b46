import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel

/// A model in plain values, from which descriptions are made, and which tests change step by step.
struct Sketch {
    struct Attribute {
        var name: String
        var type: NSAttributeType
        var isOptional = true
        var defaultValue: Any?
        var identifier: String?
        var isExternal = false
        var derivation: String?
        /// The parts of a composite value.
        var elements: [Attribute] = []

        var description: NSAttributeDescription {
            let description: NSAttributeDescription =
                if !elements.isEmpty {
                    NSCompositeAttributeDescription()
                } else if derivation != nil { NSDerivedAttributeDescription() } else { NSAttributeDescription() }
            description.name = name
            if elements.isEmpty { description.attributeType = type }
            description.defaultValue = defaultValue
            (description.isOptional, description.renamingIdentifier) = (isOptional, identifier)
            description.allowsExternalBinaryDataStorage = isExternal
            if let derivation {
                (description as? NSDerivedAttributeDescription)?.derivationExpression = .init(format: derivation)
            }
            (description as? NSCompositeAttributeDescription)?.elements = elements.map(\.description)
            return description
        }
    }

    struct Relation {
        var name: String
        var destination: String
        var isToMany = false
        var isOrdered = false
        var inverse: String?
        var isOptional = true
        var identifier: String?
    }

    struct Entity {
        var name: String
        var parent: String?
        var isAbstract = false
        var identifier: String?
        var attributes: [Attribute] = []
        var relations: [Relation] = []
        var unique: [[String]] = []
        var indexes: [String] = []
    }

    var entities: [Entity] = []
    var configurations: [String: [String]] = [:]

    subscript(name: String) -> Entity {
        get { entities.first { $0.name == name }! }
        set { entities[entities.firstIndex { $0.name == name }!] = newValue }
    }

    func index(_ name: String) -> Int { entities.firstIndex { $0.name == name }! }

    /// The entity and those that it inherits from, from the topmost down.
    func line(_ name: String) -> [Entity] {
        let entity = self[name]
        return (entity.parent.map { line($0) } ?? []) + [entity]
    }

    func root(_ name: String) -> String { line(name)[0].name }

    func children(_ name: String) -> [String] { entities.filter { $0.parent == name }.map(\.name) }

    func family(_ name: String) -> [String] { [name] + children(name).flatMap { family($0) } }

    func attributes(_ name: String) -> [Attribute] { line(name).flatMap(\.attributes) }

    func relations(_ name: String) -> [Relation] { line(name).flatMap(\.relations) }

    /// The same model as descriptions.
    func model() -> NSManagedObjectModel {
        var made: [String: NSEntityDescription] = [:]
        for entity in entities {
            let description = Part.entity(entity.name)
            description.isAbstract = entity.isAbstract
            description.renamingIdentifier = entity.identifier
            made[entity.name] = description
        }
        for entity in entities {
            if let parent = entity.parent { made[parent]!.subentities.append(made[entity.name]!) }
            var properties: [NSPropertyDescription] = entity.attributes.map(\.description)
            properties += entity.relations.map { relation in
                let description = Part.relationship(
                    relation.name, to: made[relation.destination]!, isToMany: relation.isToMany,
                    isOrdered: relation.isOrdered)
                (description.isOptional, description.renamingIdentifier) = (relation.isOptional, relation.identifier)
                return description
            }
            made[entity.name]!.properties = properties
            made[entity.name]!.uniquenessConstraints = entity.unique
            made[entity.name]!.indexes = entity.indexes.map { name in
                let property = properties.first { $0.name == name }!
                return NSFetchIndexDescription(
                    name: "by\(name)",
                    elements: [NSFetchIndexElementDescription(property: property, collationType: .binary)])
            }
        }
        for entity in entities {
            for relation in entity.relations {
                guard let inverse = relation.inverse else { continue }
                let own = made[entity.name]!.properties.first { $0.name == relation.name } as? NSRelationshipDescription
                own?.inverseRelationship =
                    made[relation.destination]!.relationshipsByName[inverse]
            }
        }
        let model = Part.model(entities.map { made[$0.name]! })
        for (name, members) in configurations.sorted(by: { $0.key < $1.key }) {
            model.setEntities(members.map { made[$0]! }, forConfigurationName: name)
        }
        return model
    }
}
