public import Foundation
internal import MainspringFoundation

/// How the objects of one entity are migrated. To be subclassed for what no mapping says.
///
/// A migration calls the methods in this order, on the thread of the contexts, all of one kind for every mapping before the
/// next: ``begin(_:with:)``, ``createDestinationInstances(forSource:in:manager:)`` for each old object,
/// ``endInstanceCreation(forMapping:manager:)``; then ``createRelationships(forDestination:in:manager:)`` for each new object,
/// ``endRelationshipCreation(forMapping:manager:)``; then ``performCustomValidation(forMapping:manager:)`` and
/// ``end(_:manager:)``. What one of them throws ends the migration.
open class NSEntityMigrationPolicy: NSObject {
    /// Makes a policy; called by migrations, once for each mapping.
    public required override init() { super.init() }

    /// Called before the first old object of a mapping. Does nothing unless a subclass overrides it.
    open func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {}

    /// Makes the new object of an old one, gives it the values of the attributes that have expressions, and associates the two.
    ///
    /// A subclass may make several, or none; what it makes it associates by
    /// ``NSMigrationManager/associate(sourceInstance:withDestinationInstance:for:)``.
    open func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        guard let entity = manager.destinationEntity(for: mapping) else { return }
        let new = NSManagedObject.make(entity, in: manager.destinationContext)
        for attribute in mapping.attributeMappings ?? [] {
            guard let name = attribute.name, let expression = attribute.valueExpression else { continue }
            let value = try manager.value(
                of: expression, for: attribute, in: mapping, policy: self, source: sInstance, destination: new)
            try manager.set(value, forKey: name, of: new, in: mapping)
        }
        manager.associate(sourceInstance: sInstance, withDestinationInstance: new, for: mapping)
    }

    /// Called after all old objects of a mapping. Does nothing unless a subclass overrides it.
    open func endInstanceCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

    /// Gives a new object the values of the relationships that have expressions.
    open func createRelationships(
        forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        let source = manager.sourceInstances(
            forEntityMappingName: mapping.name ?? "", destinationInstances: [dInstance]
        ).first
        for relationship in mapping.relationshipMappings ?? [] {
            guard let name = relationship.name, let expression = relationship.valueExpression else { continue }
            let value = try manager.value(
                of: expression, for: relationship, in: mapping, policy: self, source: source, destination: dInstance)
            try manager.setMembers(value, forKey: name, of: dInstance, in: mapping)
        }
    }

    /// Called after all new objects of a mapping have their relationships. Does nothing unless a subclass overrides it.
    open func endRelationshipCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

    /// Called when all objects of all mappings are there. Does nothing unless a subclass overrides it.
    open func performCustomValidation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

    /// Called at the end of a mapping. Does nothing unless a subclass overrides it.
    open func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

    /// What expressions get that call a method of the policy: `FUNCTION($entityPolicy, "name:", …)`. Ours, since there are no
    /// selectors; `.some(nil)` for nothing, nil if there is no such method, as there is none unless a subclass overrides this.
    open func value(forMethod name: String, arguments: [Any?]) -> Any?? { nil }
}

extension NSEntityMigrationPolicy: ExpressionMethodTarget {
    package func value(ofMethod name: String, _ arguments: [Any?]) -> Any?? {
        value(forMethod: name, arguments: arguments)
    }
}
