internal import Foundation
internal import class MainspringFoundation.NSExpression
@_spi(Tools) internal import MainspringModel

/// Says an inferred mapping in objects, under the names that Apple gives.
enum InferredEntityMappings {
    static func mappings(_ inferred: InferredMapping) -> [NSEntityMapping] {
        let kept = inferred.destinationEntities.map { mapping(to: $0, inferred) }
        let removed = inferred.sourceEntities.filter { inferred.destination(of: $0) == nil }.map { entity in
            let mapping = NSEntityMapping()
            mapping.name = "IEM_Remove_\(entity.name ?? "")"
            mapping.mappingType = .removeEntityMappingType
            mapping.sourceEntityName = entity.name
            mapping.sourceEntityVersionHash = entity.versionHash
            return mapping
        }
        return kept + removed
    }

    private static func mapping(to entity: NSEntityDescription, _ inferred: InferredMapping) -> NSEntityMapping {
        let mapping = NSEntityMapping()
        let name = entity.name ?? ""
        mapping.destinationEntityName = name
        mapping.destinationEntityVersionHash = entity.versionHash
        guard let pair = inferred.pair(of: entity) else {
            mapping.name = "IEM_Add_\(name)"
            mapping.mappingType = .addEntityMappingType
            return mapping
        }
        let isCopy = pair.source.versionHash == entity.versionHash
        mapping.name = "IEM_\(isCopy ? "Copy" : "Transform")_\(name)"
        mapping.mappingType = isCopy ? .copyEntityMappingType : .transformEntityMappingType
        mapping.sourceEntityName = pair.source.name
        mapping.sourceEntityVersionHash = pair.source.versionHash
        let stored = entity.slots.filter { !$0.isTransient }
        mapping.attributeMappings = stored.compactMap { $0 as? NSAttributeDescription }.map { attribute in
            let property = NSPropertyMapping()
            property.name = attribute.name
            // What is new keeps its default value.
            property.valueExpression = pair.source(of: attribute).map { value(of: $0.name) }
            return property
        }
        mapping.relationshipMappings = stored.compactMap { $0 as? NSRelationshipDescription }.map { relationship in
            let property = NSPropertyMapping()
            property.name = relationship.name
            property.valueExpression = pair.source(of: relationship).map { destinations(of: $0.name) }
            return property
        }
        return mapping
    }

    private static func value(of name: String) -> NSExpression {
        NSExpression(
            forFunction: NSExpression(forVariable: NSMigrationSourceObjectKey), selectorName: "valueForKey:",
            arguments: [NSExpression(forConstantValue: name)])
    }

    /// The new objects of those that an old relationship leads to.
    private static func destinations(of name: String) -> NSExpression {
        NSExpression(
            forFunction: NSExpression(forVariable: NSMigrationManagerKey),
            selectorName: "destinationInstancesForSourceRelationshipNamed:sourceInstances:",
            arguments: [NSExpression(forConstantValue: name), value(of: name)])
    }
}
