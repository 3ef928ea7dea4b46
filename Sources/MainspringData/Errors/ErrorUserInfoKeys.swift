// Keys of the `userInfo` of errors, with Apple's values.

/// The errors that one of several is made of: an array.
public let NSDetailedErrorsKey: String = "NSDetailedErrors"
/// The object that is not valid.
public let NSValidationObjectErrorKey: String = "NSValidationErrorObject"
/// The key of the property that is not valid.
public let NSValidationKeyErrorKey: String = "NSValidationErrorKey"
/// The predicate that a value does not fulfil.
public let NSValidationPredicateErrorKey: String = "NSValidationErrorPredicate"
/// The value that is not valid; missing if it is nil.
public let NSValidationValueErrorKey: String = "NSValidationErrorValue"
/// The stores that an error is about: an array.
public let NSAffectedStoresErrorKey: String = "NSAffectedStoresErrorKey"
/// The objects that an error is about: an array.
public let NSAffectedObjectsErrorKey: String = "NSAffectedObjectsErrorKey"
/// The conflicts because of which a save failed: an array.
public let NSPersistentStoreSaveConflictsErrorKey: String = "conflictList"
/// The domain of SQLite's errors, whose codes are SQLite's; also the key of such a code.
public let NSSQLiteErrorDomain: String = "NSSQLiteErrorDomain"
