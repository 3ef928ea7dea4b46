// Codes of stores, coordinators and histories. All are of `NSCocoaErrorDomain`.

/// The type, format or version of a store is not known.
public let NSPersistentStoreInvalidTypeError: Int = 134000
/// A store is of another type than was said.
public let NSPersistentStoreTypeMismatchError: Int = 134010
/// A store refused to save: a table is missing, or may not be written.
public let NSPersistentStoreIncompatibleSchemaError: Int = 134020
/// Something that a save needs returned an error.
public let NSPersistentStoreSaveError: Int = 134030
/// Some of several stores returned an error; ``NSAffectedStoresErrorKey`` has them.
public let NSPersistentStoreIncompleteSaveError: Int = 134040
/// A save met a conflict; ``NSPersistentStoreSaveConflictsErrorKey`` has it.
public let NSPersistentStoreSaveConflictsError: Int = 134050
/// Something went wrong for which there is no code of its own.
public let NSCoreDataError: Int = 134060
/// A store could not do what was asked.
public let NSPersistentStoreOperationError: Int = 134070
/// A store could not be opened.
public let NSPersistentStoreOpenError: Int = 134080
/// A store was not reached in the time that was given.
public let NSPersistentStoreTimeoutError: Int = 134090
/// A store does not understand a kind of request.
public let NSPersistentStoreUnsupportedRequestTypeError: Int = 134091
/// A store was made with another version of the model.
public let NSPersistentStoreIncompatibleVersionHashError: Int = 134100
/// SQLite returned an error.
public let NSSQLiteError: Int = 134180
/// External records could not be read.
public let NSExternalRecordImportError: Int = 134200
/// The history that a token points into is gone.
public let NSPersistentHistoryTokenExpiredError: Int = 134301
