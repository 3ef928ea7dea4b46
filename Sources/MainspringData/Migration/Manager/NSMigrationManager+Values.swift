internal import Foundation
internal import class MainspringFoundation.NSExpression
internal import class MainspringFoundation.NSPredicate
internal import MainspringFoundation
internal import MainspringModel

/// Values of expressions.
extension NSMigrationManager {
    /// The value of an expression of a property.
    final func value(
        of expression: NSExpression, for property: NSPropertyMapping, in mapping: NSEntityMapping,
        policy: NSEntityMigrationPolicy, source: NSManagedObject?, destination: NSManagedObject
    ) throws -> Any? {
        let variables = NSMutableDictionary()
        variables.setObject(self, forKey: NSMigrationManagerKey as NSString)
        variables.setObject(source ?? NSNull(), forKey: NSMigrationSourceObjectKey as NSString)
        variables.setObject(destination, forKey: NSMigrationDestinationObjectKey as NSString)
        variables.setObject(mapping, forKey: NSMigrationEntityMappingKey as NSString)
        variables.setObject(property, forKey: NSMigrationPropertyMappingKey as NSString)
        variables.setObject(policy, forKey: NSMigrationEntityPolicyKey as NSString)
        do {
            return try PredicateFailure.throwing { expression.expressionValue(with: source, context: variables) }
        } catch {
            throw failure("its expression \(expression) has no value: \(error)", property.name ?? "", mapping, error)
        }
    }

    final func set(_ value: Any?, forKey key: String, of object: NSManagedObject, in mapping: NSEntityMapping) throws {
        do {
            try KeyValueError.throwing { object.setValue(value, forKey: key) }
        } catch {
            throw failure("\(error)", key, mapping, error)
        }
    }

    /// Sets what a relationship leads to: an object, or several in whatever collection.
    final func setMembers(
        _ value: Any?, forKey key: String, of object: NSManagedObject, in mapping: NSEntityMapping
    ) throws {
        guard let relationship = object.entity.relationshipsByName[key] else {
            return try set(value, forKey: key, of: object, in: mapping)
        }
        let others = Self.objects(in: value)
        let found: Any? =
            if !relationship.isToMany { others.first } else if relationship.isOrdered {
                NSOrderedSet(array: others)
            } else { Set(others) }
        try set(found, forKey: key, of: object, in: mapping)
    }

    private func failure(
        _ problem: String, _ property: String, _ mapping: NSEntityMapping, _ error: any Error
    ) -> NSError {
        CoreDataError.make(
            NSEntityMigrationPolicyError,
            "The mapping “\(mapping.name ?? "")” cannot set “\(property)” of “\(mapping.destinationEntityName ?? "")”: \(problem)",
            userInfo: [
                "entity": mapping.destinationEntityName ?? "", "property": property, "reason": problem,
                "mapping": mapping.name ?? "",
            ], underlying: error)
    }

    /// The objects in a value: one, or the elements of a collection.
    static func objects(in value: Any?) -> [NSManagedObject] {
        switch value {
        case let object as NSManagedObject: [object]
        case let set as NSOrderedSet: set.compactMap { $0 as? NSManagedObject }
        case let set as Set<NSManagedObject>: Array(set)
        case let set as NSSet: set.compactMap { $0 as? NSManagedObject }
        case let list as [Any]: list.compactMap { $0 as? NSManagedObject }
        default: []
        }
    }
}

extension NSMigrationManager: ExpressionMethodTarget {
    /// What expressions may call: the methods that Apple's inferred mappings and editor use.
    package func value(ofMethod name: String, _ arguments: [Any?]) -> Any?? {
        switch (name, arguments.count) {
        case ("destinationInstancesForEntityMappingNamed:sourceInstances:", 2):
            .some(
                destinationInstances(
                    forEntityMappingName: arguments[0] as? String ?? "",
                    sourceInstances: Self.objects(in: arguments[1])))
        case ("sourceInstancesForEntityMappingNamed:destinationInstances:", 2):
            .some(
                sourceInstances(
                    forEntityMappingName: arguments[0] as? String ?? "",
                    destinationInstances: Self.objects(in: arguments[1])))
        case ("destinationInstancesForSourceRelationshipNamed:sourceInstances:", 2):
            .some(destinationInstances(of: Self.objects(in: arguments[1])))
        case ("fetchRequestForSourceEntityNamed:predicateString:", 2):
            .some(request(arguments[0] as? String ?? "", arguments[1] as? String))
        case ("sourceContext", 0): .some(sourceContext)
        case ("destinationContext", 0): .some(destinationContext)
        case ("userInfo", 0): .some(userInfo)
        default: nil
        }
    }

    private func request(_ entity: String, _ predicate: String?) -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.includesSubentities = false
        if let predicate, !predicate.isEmpty { request.predicate = NSPredicate(format: predicate) }
        return request
    }
}
