public import Foundation

extension CocoaError.Code {
    /// A migration failed for which there is no code of its own.
    public static var migration: CocoaError.Code { CocoaError.Code(rawValue: NSMigrationError) }
    /// A migration would leave objects with the same values that must not have them. Ours; Apple has
    /// ``NSMigrationConstraintViolationError`` alone.
    public static var migrationConstraintViolation: CocoaError.Code {
        CocoaError.Code(rawValue: NSMigrationConstraintViolationError)
    }
    /// A migration was cancelled.
    public static var migrationCancelled: CocoaError.Code { CocoaError.Code(rawValue: NSMigrationCancelledError) }
    /// The model with which a store was made is not found.
    public static var migrationMissingSourceModel: CocoaError.Code {
        CocoaError.Code(rawValue: NSMigrationMissingSourceModelError)
    }
    /// There is no mapping between two models.
    public static var migrationMissingMappingModel: CocoaError.Code {
        CocoaError.Code(rawValue: NSMigrationMissingMappingModelError)
    }
    /// A migration failed over the store that it reads.
    public static var migrationManagerSourceStore: CocoaError.Code {
        CocoaError.Code(rawValue: NSMigrationManagerSourceStoreError)
    }
    /// A migration failed over the store that it writes.
    public static var migrationManagerDestinationStore: CocoaError.Code {
        CocoaError.Code(rawValue: NSMigrationManagerDestinationStoreError)
    }
    /// A policy of an entity's migration failed.
    public static var entityMigrationPolicy: CocoaError.Code { CocoaError.Code(rawValue: NSEntityMigrationPolicyError) }
    /// A mapping between two models could not be inferred.
    public static var inferredMappingModel: CocoaError.Code { CocoaError.Code(rawValue: NSInferredMappingModelError) }
    /// A reference leads to no model, or to one with another checksum. Ours; Apple has
    /// ``NSManagedObjectModelReferenceNotFoundError`` alone.
    public static var managedObjectModelReferenceNotFound: CocoaError.Code {
        CocoaError.Code(rawValue: NSManagedObjectModelReferenceNotFoundError)
    }
    /// A store was last written by a version that knew no stages. Ours; Apple has
    /// ``NSStagedMigrationFrameworkVersionMismatchError`` alone.
    public static var stagedMigrationFrameworkVersionMismatch: CocoaError.Code {
        CocoaError.Code(rawValue: NSStagedMigrationFrameworkVersionMismatchError)
    }
    /// A staged migration would go backwards. Ours; Apple has ``NSStagedMigrationBackwardMigrationError`` alone.
    public static var stagedMigrationBackwardMigration: CocoaError.Code {
        CocoaError.Code(rawValue: NSStagedMigrationBackwardMigrationError)
    }
}

extension CocoaError {
    /// A migration failed for which there is no code of its own.
    public static var migration: CocoaError.Code { .migration }
    /// A migration would leave objects with the same values that must not have them. Ours.
    public static var migrationConstraintViolation: CocoaError.Code { .migrationConstraintViolation }
    /// A migration was cancelled.
    public static var migrationCancelled: CocoaError.Code { .migrationCancelled }
    /// The model with which a store was made is not found.
    public static var migrationMissingSourceModel: CocoaError.Code { .migrationMissingSourceModel }
    /// There is no mapping between two models.
    public static var migrationMissingMappingModel: CocoaError.Code { .migrationMissingMappingModel }
    /// A migration failed over the store that it reads.
    public static var migrationManagerSourceStore: CocoaError.Code { .migrationManagerSourceStore }
    /// A migration failed over the store that it writes.
    public static var migrationManagerDestinationStore: CocoaError.Code { .migrationManagerDestinationStore }
    /// A policy of an entity's migration failed.
    public static var entityMigrationPolicy: CocoaError.Code { .entityMigrationPolicy }
    /// A mapping between two models could not be inferred.
    public static var inferredMappingModel: CocoaError.Code { .inferredMappingModel }
    /// A reference leads to no model, or to one with another checksum. Ours.
    public static var managedObjectModelReferenceNotFound: CocoaError.Code { .managedObjectModelReferenceNotFound }
    /// A store was last written by a version that knew no stages. Ours.
    public static var stagedMigrationFrameworkVersionMismatch: CocoaError.Code {
        .stagedMigrationFrameworkVersionMismatch
    }
    /// A staged migration would go backwards. Ours.
    public static var stagedMigrationBackwardMigration: CocoaError.Code { .stagedMigrationBackwardMigration }
}
