// Codes of migration. All are of `NSCocoaErrorDomain`.

/// A migration failed for which there is no code of its own.
public let NSMigrationError: Int = 134110
/// A migration would leave objects with the same values that must not have them.
public let NSMigrationConstraintViolationError: Int = 134111
/// A migration was cancelled.
public let NSMigrationCancelledError: Int = 134120
/// The model with which a store was made is not found.
public let NSMigrationMissingSourceModelError: Int = 134130
/// There is no mapping between two models.
public let NSMigrationMissingMappingModelError: Int = 134140
/// A migration failed over the store that it reads.
public let NSMigrationManagerSourceStoreError: Int = 134150
/// A migration failed over the store that it writes.
public let NSMigrationManagerDestinationStoreError: Int = 134160
/// A policy of an entity's migration failed.
public let NSEntityMigrationPolicyError: Int = 134170
/// A mapping between two models could not be inferred.
public let NSInferredMappingModelError: Int = 134190
/// A reference leads to no model, or to one with another checksum.
public let NSManagedObjectModelReferenceNotFoundError: Int = 134504
/// A store was last written by a version that knew no stages.
public let NSStagedMigrationFrameworkVersionMismatchError: Int = 134505
/// A staged migration would go backwards.
public let NSStagedMigrationBackwardMigrationError: Int = 134506
