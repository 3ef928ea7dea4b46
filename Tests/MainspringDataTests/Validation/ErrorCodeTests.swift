import Foundation
@_spi(Tools) import MainspringData
import Testing

/// The codes, keys and sentences of errors.
@Suite struct ErrorCodeTests {
    /// A constant, Apple's value, and its names in `CocoaError`.
    static let codes: [(constant: Int, value: Int, code: CocoaError.Code, shorthand: CocoaError.Code)] = [
        (NSManagedObjectValidationError, 1550, .managedObjectValidation, CocoaError.managedObjectValidation),
        (
            NSManagedObjectConstraintValidationError, 1551, .managedObjectConstraintValidation,
            CocoaError.managedObjectConstraintValidation
        ),
        (NSValidationMultipleErrorsError, 1560, .validationMultipleErrors, CocoaError.validationMultipleErrors),
        (
            NSValidationMissingMandatoryPropertyError, 1570, .validationMissingMandatoryProperty,
            CocoaError.validationMissingMandatoryProperty
        ),
        (
            NSValidationRelationshipLacksMinimumCountError, 1580, .validationRelationshipLacksMinimumCount,
            CocoaError.validationRelationshipLacksMinimumCount
        ),
        (
            NSValidationRelationshipExceedsMaximumCountError, 1590, .validationRelationshipExceedsMaximumCount,
            CocoaError.validationRelationshipExceedsMaximumCount
        ),
        (
            NSValidationRelationshipDeniedDeleteError, 1600, .validationRelationshipDeniedDelete,
            CocoaError.validationRelationshipDeniedDelete
        ),
        (NSValidationNumberTooLargeError, 1610, .validationNumberTooLarge, CocoaError.validationNumberTooLarge),
        (NSValidationNumberTooSmallError, 1620, .validationNumberTooSmall, CocoaError.validationNumberTooSmall),
        (NSValidationDateTooLateError, 1630, .validationDateTooLate, CocoaError.validationDateTooLate),
        (NSValidationDateTooSoonError, 1640, .validationDateTooSoon, CocoaError.validationDateTooSoon),
        (NSValidationInvalidDateError, 1650, .validationInvalidDate, CocoaError.validationInvalidDate),
        (NSValidationStringTooLongError, 1660, .validationStringTooLong, CocoaError.validationStringTooLong),
        (NSValidationStringTooShortError, 1670, .validationStringTooShort, CocoaError.validationStringTooShort),
        (
            NSValidationStringPatternMatchingError, 1680, .validationStringPatternMatching,
            CocoaError.validationStringPatternMatching
        ),
        (NSValidationInvalidURIError, 1690, .validationInvalidURI, CocoaError.validationInvalidURI),
        (
            NSManagedObjectContextLockingError, 132000, .managedObjectContextLocking,
            CocoaError.managedObjectContextLocking
        ),
        (
            NSPersistentStoreCoordinatorLockingError, 132010, .persistentStoreCoordinatorLocking,
            CocoaError.persistentStoreCoordinatorLocking
        ),
        (
            NSManagedObjectReferentialIntegrityError, 133000, .managedObjectReferentialIntegrity,
            CocoaError.managedObjectReferentialIntegrity
        ),
        (
            NSManagedObjectExternalRelationshipError, 133010, .managedObjectExternalRelationship,
            CocoaError.managedObjectExternalRelationship
        ),
        (NSManagedObjectMergeError, 133020, .managedObjectMerge, CocoaError.managedObjectMerge),
        (
            NSManagedObjectConstraintMergeError, 133021, .managedObjectConstraintMerge,
            CocoaError.managedObjectConstraintMerge
        ),
        (NSPersistentStoreInvalidTypeError, 134000, .persistentStoreInvalidType, CocoaError.persistentStoreInvalidType),
        (
            NSPersistentStoreTypeMismatchError, 134010, .persistentStoreTypeMismatch,
            CocoaError.persistentStoreTypeMismatch
        ),
        (
            NSPersistentStoreIncompatibleSchemaError, 134020, .persistentStoreIncompatibleSchema,
            CocoaError.persistentStoreIncompatibleSchema
        ),
        (NSPersistentStoreSaveError, 134030, .persistentStoreSave, CocoaError.persistentStoreSave),
        (
            NSPersistentStoreIncompleteSaveError, 134040, .persistentStoreIncompleteSave,
            CocoaError.persistentStoreIncompleteSave
        ),
        (
            NSPersistentStoreSaveConflictsError, 134050, .persistentStoreSaveConflicts,
            CocoaError.persistentStoreSaveConflicts
        ),
        (NSCoreDataError, 134060, .coreData, CocoaError.coreData),
        (NSPersistentStoreOperationError, 134070, .persistentStoreOperation, CocoaError.persistentStoreOperation),
        (NSPersistentStoreOpenError, 134080, .persistentStoreOpen, CocoaError.persistentStoreOpen),
        (NSPersistentStoreTimeoutError, 134090, .persistentStoreTimeout, CocoaError.persistentStoreTimeout),
        (
            NSPersistentStoreUnsupportedRequestTypeError, 134091, .persistentStoreUnsupportedRequestType,
            CocoaError.persistentStoreUnsupportedRequestType
        ),
        (
            NSPersistentStoreIncompatibleVersionHashError, 134100, .persistentStoreIncompatibleVersionHash,
            CocoaError.persistentStoreIncompatibleVersionHash
        ),
        (NSSQLiteError, 134180, .sqlite, CocoaError.sqlite),
        (NSExternalRecordImportError, 134200, .externalRecordImport, CocoaError.externalRecordImport),
        (
            NSPersistentHistoryTokenExpiredError, 134301, .persistentHistoryTokenExpired,
            CocoaError.persistentHistoryTokenExpired
        ),
        (NSMigrationError, 134110, .migration, CocoaError.migration),
        (
            NSMigrationConstraintViolationError, 134111, .migrationConstraintViolation,
            CocoaError.migrationConstraintViolation
        ),
        (NSMigrationCancelledError, 134120, .migrationCancelled, CocoaError.migrationCancelled),
        (
            NSMigrationMissingSourceModelError, 134130, .migrationMissingSourceModel,
            CocoaError.migrationMissingSourceModel
        ),
        (
            NSMigrationMissingMappingModelError, 134140, .migrationMissingMappingModel,
            CocoaError.migrationMissingMappingModel
        ),
        (
            NSMigrationManagerSourceStoreError, 134150, .migrationManagerSourceStore,
            CocoaError.migrationManagerSourceStore
        ),
        (
            NSMigrationManagerDestinationStoreError, 134160, .migrationManagerDestinationStore,
            CocoaError.migrationManagerDestinationStore
        ),
        (NSEntityMigrationPolicyError, 134170, .entityMigrationPolicy, CocoaError.entityMigrationPolicy),
        (NSInferredMappingModelError, 134190, .inferredMappingModel, CocoaError.inferredMappingModel),
        (
            NSManagedObjectModelReferenceNotFoundError, 134504, .managedObjectModelReferenceNotFound,
            CocoaError.managedObjectModelReferenceNotFound
        ),
        (
            NSStagedMigrationFrameworkVersionMismatchError, 134505, .stagedMigrationFrameworkVersionMismatch,
            CocoaError.stagedMigrationFrameworkVersionMismatch
        ),
        (
            NSStagedMigrationBackwardMigrationError, 134506, .stagedMigrationBackwardMigration,
            CocoaError.stagedMigrationBackwardMigration
        ),
    ]

    @Test func `codes have Apple's values under all their names`() {
        #expect(Self.codes.count == 49 && Set(Self.codes.map(\.value)).count == Self.codes.count)
        for row in Self.codes {
            #expect(row.constant == row.value && row.code.rawValue == row.value && row.shorthand == row.code)
        }
    }

    @Test func `every code has a sentence of its own kind`() {
        for row in Self.codes {
            let error = CoreDataError.make(row.value)
            #expect(error.domain == NSCocoaErrorDomain && error.code == row.value)
            #expect(
                error.localizedDescription.contains(".") && !error.localizedDescription.contains("NSCocoaErrorDomain"))
            #expect((error as any Error as? CocoaError)?.code == row.code)
            #expect(CoreDataError.sentence(row.value, of: "name").contains("name"))
        }
        #expect(
            CoreDataError.make(4711).localizedDescription == "The operation couldn’t be completed. (Cocoa error 4711.)")
    }

    @Test func `the keys of what errors say have Apple's values`() {
        #expect(NSDetailedErrorsKey == "NSDetailedErrors")
        #expect(
            NSValidationObjectErrorKey == "NSValidationErrorObject" && NSValidationKeyErrorKey == "NSValidationErrorKey"
        )
        #expect(NSValidationPredicateErrorKey == "NSValidationErrorPredicate")
        #expect(NSValidationValueErrorKey == "NSValidationErrorValue")
        #expect(NSAffectedStoresErrorKey == "NSAffectedStoresErrorKey")
        #expect(NSAffectedObjectsErrorKey == "NSAffectedObjectsErrorKey")
        #expect(
            NSPersistentStoreSaveConflictsErrorKey == "conflictList" && NSSQLiteErrorDomain == "NSSQLiteErrorDomain")
    }

    @Test func `errors of conflicts have the conflicts, and an error may have another one under it`() throws {
        let conflicts: [Any] = [Subject(), Subject()]
        let merge = CoreDataError.mergeConflicts(conflicts)
        #expect(merge.code == 133_020 && merge.localizedDescription == "Could not merge changes.")
        #expect((merge.userInfo["conflictList"] as? [Subject])?.count == 2)
        let constraint = CoreDataError.constraintConflicts(conflicts)
        #expect(constraint.code == 133_021)
        #expect((constraint.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [Subject])?.count == 2)
        let missing = CoreDataError.missingObject("x-coredata://store/Animal/p1")
        #expect(missing.code == 133_000 && missing.userInfo["objectID"] as? String == "x-coredata://store/Animal/p1")
        let outer = CoreDataError.make(134_030, "No.", underlying: merge)
        #expect(outer.localizedDescription == "No." && outer.userInfo[NSUnderlyingErrorKey] as? NSError === merge)
    }

    @Test func `the objects and stores that an error is about are found in it`() throws {
        let (object, store) = (Subject(), Subject())
        let error = CoreDataError.make(
            134_040, userInfo: [NSAffectedObjectsErrorKey: [object], NSAffectedStoresErrorKey: [store]])
        let cocoa = try #require(error as any Error as? CocoaError)
        #expect(cocoa.affectedObjects?.first === object && cocoa.affectedStores?.first === store)
        #expect(cocoa.validationKey == nil && cocoa.validationObject == nil && cocoa.validationPredicate == nil)
    }
}
