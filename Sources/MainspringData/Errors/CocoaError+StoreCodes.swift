public import Foundation

extension CocoaError.Code {
    /// The type, format or version of a store is not known.
    public static var persistentStoreInvalidType: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreInvalidTypeError)
    }
    /// A store is of another type than was said.
    public static var persistentStoreTypeMismatch: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreTypeMismatchError)
    }
    /// A store refused to save: a table is missing, or may not be written.
    public static var persistentStoreIncompatibleSchema: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreIncompatibleSchemaError)
    }
    /// Something that a save needs returned an error.
    public static var persistentStoreSave: CocoaError.Code { CocoaError.Code(rawValue: NSPersistentStoreSaveError) }
    /// Some of several stores returned an error; ``NSAffectedStoresErrorKey`` has them.
    public static var persistentStoreIncompleteSave: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreIncompleteSaveError)
    }
    /// A save met a conflict; ``NSPersistentStoreSaveConflictsErrorKey`` has it.
    public static var persistentStoreSaveConflicts: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreSaveConflictsError)
    }
    /// Something went wrong for which there is no code of its own.
    public static var coreData: CocoaError.Code { CocoaError.Code(rawValue: NSCoreDataError) }
    /// A store could not do what was asked.
    public static var persistentStoreOperation: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreOperationError)
    }
    /// A store could not be opened.
    public static var persistentStoreOpen: CocoaError.Code { CocoaError.Code(rawValue: NSPersistentStoreOpenError) }
    /// A store was not reached in the time that was given.
    public static var persistentStoreTimeout: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreTimeoutError)
    }
    /// A store does not understand a kind of request.
    public static var persistentStoreUnsupportedRequestType: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreUnsupportedRequestTypeError)
    }
    /// A store was made with another version of the model.
    public static var persistentStoreIncompatibleVersionHash: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentStoreIncompatibleVersionHashError)
    }
    /// SQLite returned an error.
    public static var sqlite: CocoaError.Code { CocoaError.Code(rawValue: NSSQLiteError) }
    /// External records could not be read.
    public static var externalRecordImport: CocoaError.Code { CocoaError.Code(rawValue: NSExternalRecordImportError) }
    /// The history that a token points into is gone. Ours; Apple has ``NSPersistentHistoryTokenExpiredError`` alone.
    public static var persistentHistoryTokenExpired: CocoaError.Code {
        CocoaError.Code(rawValue: NSPersistentHistoryTokenExpiredError)
    }
}

extension CocoaError {
    /// The type, format or version of a store is not known.
    public static var persistentStoreInvalidType: CocoaError.Code { .persistentStoreInvalidType }
    /// A store is of another type than was said.
    public static var persistentStoreTypeMismatch: CocoaError.Code { .persistentStoreTypeMismatch }
    /// A store refused to save: a table is missing, or may not be written.
    public static var persistentStoreIncompatibleSchema: CocoaError.Code { .persistentStoreIncompatibleSchema }
    /// Something that a save needs returned an error.
    public static var persistentStoreSave: CocoaError.Code { .persistentStoreSave }
    /// Some of several stores returned an error; ``NSAffectedStoresErrorKey`` has them.
    public static var persistentStoreIncompleteSave: CocoaError.Code { .persistentStoreIncompleteSave }
    /// A save met a conflict; ``NSPersistentStoreSaveConflictsErrorKey`` has it.
    public static var persistentStoreSaveConflicts: CocoaError.Code { .persistentStoreSaveConflicts }
    /// Something went wrong for which there is no code of its own.
    public static var coreData: CocoaError.Code { .coreData }
    /// A store could not do what was asked.
    public static var persistentStoreOperation: CocoaError.Code { .persistentStoreOperation }
    /// A store could not be opened.
    public static var persistentStoreOpen: CocoaError.Code { .persistentStoreOpen }
    /// A store was not reached in the time that was given.
    public static var persistentStoreTimeout: CocoaError.Code { .persistentStoreTimeout }
    /// A store does not understand a kind of request.
    public static var persistentStoreUnsupportedRequestType: CocoaError.Code { .persistentStoreUnsupportedRequestType }
    /// A store was made with another version of the model.
    public static var persistentStoreIncompatibleVersionHash: CocoaError.Code {
        .persistentStoreIncompatibleVersionHash
    }
    /// SQLite returned an error.
    public static var sqlite: CocoaError.Code { .sqlite }
    /// External records could not be read.
    public static var externalRecordImport: CocoaError.Code { .externalRecordImport }
    /// The history that a token points into is gone. Ours.
    public static var persistentHistoryTokenExpired: CocoaError.Code { .persistentHistoryTokenExpired }
}
