package import MainspringModel

/// Makes models in few words.
package enum TrialModel {
    package static func model(_ entities: [NSEntityDescription]) -> NSManagedObjectModel {
        let model = NSManagedObjectModel()
        model.entities = entities
        return model
    }

    package static func entity(_ name: String, _ attributes: [NSAttributeDescription]) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        entity.properties = attributes
        return entity
    }

    /// An attribute without which an object may be.
    package static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        (attribute.name, attribute.attributeType, attribute.isOptional) = (name, type, true)
        return attribute
    }

    /// One end of a relationship.
    package struct Link {
        let entity: NSEntityDescription
        let key: String
        let isToMany: Bool
        let rule: NSDeleteRule

        package init(
            _ entity: NSEntityDescription, _ key: String, toMany: Bool = false, rule: NSDeleteRule = .nullifyDeleteRule
        ) {
            (self.entity, self.key, isToMany, self.rule) = (entity, key, toMany, rule)
        }

        fileprivate func relationship(to other: Link) -> NSRelationshipDescription {
            let relationship = NSRelationshipDescription()
            (relationship.name, relationship.destinationEntity) = (key, other.entity)
            (relationship.minCount, relationship.maxCount) = (0, isToMany ? 0 : 1)
            (relationship.isOptional, relationship.deleteRule) = (true, rule)
            return relationship
        }
    }

    /// Lets objects of two entities lead to each other.
    package static func relate(_ one: Link, _ other: Link) {
        let (there, back) = (one.relationship(to: other), other.relationship(to: one))
        one.entity.properties.append(there)
        other.entity.properties.append(back)
        (there.inverseRelationship, back.inverseRelationship) = (back, there)
    }
}
