// Codes of validation: what a value, an object or a deletion breaks. All are of `NSCocoaErrorDomain`.

/// A value does not fulfil a rule for which there is no code of its own.
public let NSManagedObjectValidationError: Int = 1550
/// Objects that are to be saved have the same values, and must not.
public let NSManagedObjectConstraintValidationError: Int = 1551
/// Several things are not valid; ``NSDetailedErrorsKey`` has the errors.
public let NSValidationMultipleErrorsError: Int = 1560
/// A property that is not optional has no value.
public let NSValidationMissingMandatoryPropertyError: Int = 1570
/// A relationship leads to fewer objects than it must.
public let NSValidationRelationshipLacksMinimumCountError: Int = 1580
/// A relationship leads to more objects than it may.
public let NSValidationRelationshipExceedsMaximumCountError: Int = 1590
/// An object cannot be deleted because a relationship that denies it leads somewhere.
public let NSValidationRelationshipDeniedDeleteError: Int = 1600
/// A number is greater than it may be.
public let NSValidationNumberTooLargeError: Int = 1610
/// A number is less than it may be.
public let NSValidationNumberTooSmallError: Int = 1620
/// A date is later than it may be.
public let NSValidationDateTooLateError: Int = 1630
/// A date is earlier than it may be.
public let NSValidationDateTooSoonError: Int = 1640
/// A date does not match a pattern.
public let NSValidationInvalidDateError: Int = 1650
/// A text is longer than it may be.
public let NSValidationStringTooLongError: Int = 1660
/// A text is shorter than it may be.
public let NSValidationStringTooShortError: Int = 1670
/// A text does not match a pattern.
public let NSValidationStringPatternMatchingError: Int = 1680
/// A URI cannot be written as a text.
public let NSValidationInvalidURIError: Int = 1690
