// What expressions of mappings may name, with Apple's values.

/// The manager of the migration: `$manager`.
public let NSMigrationManagerKey: String = "manager"
/// The old object: `$source`.
public let NSMigrationSourceObjectKey: String = "source"
/// The new object: `$destination`.
public let NSMigrationDestinationObjectKey: String = "destination"
/// The mapping of the entity: `$entityMapping`.
public let NSMigrationEntityMappingKey: String = "entityMapping"
/// The mapping of the property: `$propertyMapping`.
public let NSMigrationPropertyMappingKey: String = "propertyMapping"
/// The policy of the entity: `$entityPolicy`.
public let NSMigrationEntityPolicyKey: String = "entityPolicy"
