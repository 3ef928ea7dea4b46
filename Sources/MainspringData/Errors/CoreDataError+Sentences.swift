extension CoreDataError {
    /// What an error of a code says of itself; Apple's words where they are known.
    @_spi(Tools) public static func sentence(_ code: Int) -> String {
        sentences[code] ?? "The operation couldn’t be completed. (Cocoa error \(code).)"
    }

    /// What an error of a code says of a property.
    @_spi(Tools) public static func sentence(_ code: Int, of title: String) -> String {
        switch code {
        case NSValidationMissingMandatoryPropertyError: "\(title) is a required value."
        case NSValidationRelationshipLacksMinimumCountError: "Too few items in \(title)."
        case NSValidationRelationshipExceedsMaximumCountError: "Too many items in \(title)."
        case NSValidationRelationshipDeniedDeleteError: "Items cannot be deleted from \(title)."
        case NSValidationNumberTooLargeError: "\(title) is too large."
        case NSValidationNumberTooSmallError: "\(title) is too small."
        case NSValidationDateTooLateError: "\(title) is too late."
        case NSValidationDateTooSoonError: "\(title) is too soon."
        case NSValidationInvalidDateError: "\(title) is not a valid date."
        case NSValidationStringTooLongError: "\(title) is too long."
        case NSValidationStringTooShortError: "\(title) is too short."
        case NSValidationStringPatternMatchingError: "\(title) does not match the required pattern."
        case NSValidationInvalidURIError: "\(title) is not a valid URI."
        default: "\(title) is not valid."
        }
    }

    private static let sentences: [Int: String] = [
        NSManagedObjectValidationError: "A value is not valid.",
        NSManagedObjectConstraintValidationError: "Objects have the same values and must not.",
        NSValidationMultipleErrorsError: "Multiple validation errors occurred.",
        NSManagedObjectContextLockingError: "The context could not be locked.",
        NSPersistentStoreCoordinatorLockingError: "The persistent store coordinator could not be locked.",
        NSManagedObjectReferentialIntegrityError: "Attempt to access an object not found in store.",
        NSManagedObjectExternalRelationshipError: "An object has a relationship to an object of another store.",
        NSManagedObjectMergeError: "Could not merge changes.",
        NSManagedObjectConstraintMergeError: "Could not merge changes.",
        NSPersistentStoreInvalidTypeError: "The type of the persistent store is not known.",
        NSPersistentStoreTypeMismatchError: "The persistent store is of another type than was specified.",
        NSPersistentStoreIncompatibleSchemaError:
            "The model configuration used to open the store is incompatible with the one that was used to create the "
            + "store.",
        NSPersistentStoreSaveError: "An error occurred while saving.",
        NSPersistentStoreIncompleteSaveError: "One or more of the persistent stores could not be saved.",
        NSPersistentStoreSaveConflictsError: "Could not merge changes.",
        NSCoreDataError: "A Core Data error occurred.",
        NSPersistentStoreOperationError: "The persistent store operation failed.",
        NSPersistentStoreOpenError: "The persistent store could not be opened.",
        NSPersistentStoreTimeoutError: "The persistent store could not be reached in time.",
        NSPersistentStoreUnsupportedRequestTypeError: "The persistent store does not support this kind of request.",
        NSPersistentStoreIncompatibleVersionHashError:
            "The managed object model version used to open the persistent store is incompatible with the one that was "
            + "used to create the persistent store.",
        NSMigrationError: "An error occurred during persistent store migration.",
        NSMigrationConstraintViolationError:
            "Persistent store migration failed, objects would have the same values and must not.",
        NSMigrationCancelledError: "Persistent store migration was cancelled.",
        NSMigrationMissingSourceModelError: "Persistent store migration failed, missing source managed object model.",
        NSMigrationMissingMappingModelError: "Persistent store migration failed, missing mapping model.",
        NSMigrationManagerSourceStoreError: "Persistent store migration failed over the source store.",
        NSMigrationManagerDestinationStoreError: "Persistent store migration failed over the destination store.",
        NSEntityMigrationPolicyError: "An entity migration policy failed.",
        NSSQLiteError: "An SQLite error occurred.",
        NSInferredMappingModelError: "A mapping model could not be inferred.",
        NSExternalRecordImportError: "External records could not be imported.",
        NSPersistentHistoryTokenExpiredError: "The persistent history token has expired.",
        NSManagedObjectModelReferenceNotFoundError: "The referenced managed object model was not found.",
        NSStagedMigrationFrameworkVersionMismatchError:
            "The persistent store must be updated before it can be migrated in stages.",
        NSStagedMigrationBackwardMigrationError: "A staged migration cannot go backwards.",
    ]
}
