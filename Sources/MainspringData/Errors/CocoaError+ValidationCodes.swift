public import Foundation

extension CocoaError.Code {
    /// A value does not fulfil a rule for which there is no code of its own.
    public static var managedObjectValidation: CocoaError.Code {
        CocoaError.Code(rawValue: NSManagedObjectValidationError)
    }
    /// Objects that are to be saved have the same values, and must not. Ours; Apple has
    /// ``NSManagedObjectConstraintValidationError`` alone.
    public static var managedObjectConstraintValidation: CocoaError.Code {
        CocoaError.Code(rawValue: NSManagedObjectConstraintValidationError)
    }
    /// Several things are not valid; ``NSDetailedErrorsKey`` has the errors.
    public static var validationMultipleErrors: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationMultipleErrorsError)
    }
    /// A property that is not optional has no value.
    public static var validationMissingMandatoryProperty: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationMissingMandatoryPropertyError)
    }
    /// A relationship leads to fewer objects than it must.
    public static var validationRelationshipLacksMinimumCount: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationRelationshipLacksMinimumCountError)
    }
    /// A relationship leads to more objects than it may.
    public static var validationRelationshipExceedsMaximumCount: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationRelationshipExceedsMaximumCountError)
    }
    /// An object cannot be deleted because a relationship that denies it leads somewhere.
    public static var validationRelationshipDeniedDelete: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationRelationshipDeniedDeleteError)
    }
    /// A number is greater than it may be.
    public static var validationNumberTooLarge: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationNumberTooLargeError)
    }
    /// A number is less than it may be.
    public static var validationNumberTooSmall: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationNumberTooSmallError)
    }
    /// A date is later than it may be.
    public static var validationDateTooLate: CocoaError.Code { CocoaError.Code(rawValue: NSValidationDateTooLateError) }
    /// A date is earlier than it may be.
    public static var validationDateTooSoon: CocoaError.Code { CocoaError.Code(rawValue: NSValidationDateTooSoonError) }
    /// A date does not match a pattern.
    public static var validationInvalidDate: CocoaError.Code { CocoaError.Code(rawValue: NSValidationInvalidDateError) }
    /// A text is longer than it may be.
    public static var validationStringTooLong: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationStringTooLongError)
    }
    /// A text is shorter than it may be.
    public static var validationStringTooShort: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationStringTooShortError)
    }
    /// A text does not match a pattern.
    public static var validationStringPatternMatching: CocoaError.Code {
        CocoaError.Code(rawValue: NSValidationStringPatternMatchingError)
    }
    /// A URI cannot be written as a text. Ours; Apple has ``NSValidationInvalidURIError`` alone.
    public static var validationInvalidURI: CocoaError.Code { CocoaError.Code(rawValue: NSValidationInvalidURIError) }
}

extension CocoaError {
    /// A value does not fulfil a rule for which there is no code of its own.
    public static var managedObjectValidation: CocoaError.Code { .managedObjectValidation }
    /// Objects that are to be saved have the same values, and must not. Ours.
    public static var managedObjectConstraintValidation: CocoaError.Code { .managedObjectConstraintValidation }
    /// Several things are not valid; ``NSDetailedErrorsKey`` has the errors.
    public static var validationMultipleErrors: CocoaError.Code { .validationMultipleErrors }
    /// A property that is not optional has no value.
    public static var validationMissingMandatoryProperty: CocoaError.Code { .validationMissingMandatoryProperty }
    /// A relationship leads to fewer objects than it must.
    public static var validationRelationshipLacksMinimumCount: CocoaError.Code {
        .validationRelationshipLacksMinimumCount
    }
    /// A relationship leads to more objects than it may.
    public static var validationRelationshipExceedsMaximumCount: CocoaError.Code {
        .validationRelationshipExceedsMaximumCount
    }
    /// An object cannot be deleted because a relationship that denies it leads somewhere.
    public static var validationRelationshipDeniedDelete: CocoaError.Code { .validationRelationshipDeniedDelete }
    /// A number is greater than it may be.
    public static var validationNumberTooLarge: CocoaError.Code { .validationNumberTooLarge }
    /// A number is less than it may be.
    public static var validationNumberTooSmall: CocoaError.Code { .validationNumberTooSmall }
    /// A date is later than it may be.
    public static var validationDateTooLate: CocoaError.Code { .validationDateTooLate }
    /// A date is earlier than it may be.
    public static var validationDateTooSoon: CocoaError.Code { .validationDateTooSoon }
    /// A date does not match a pattern.
    public static var validationInvalidDate: CocoaError.Code { .validationInvalidDate }
    /// A text is longer than it may be.
    public static var validationStringTooLong: CocoaError.Code { .validationStringTooLong }
    /// A text is shorter than it may be.
    public static var validationStringTooShort: CocoaError.Code { .validationStringTooShort }
    /// A text does not match a pattern.
    public static var validationStringPatternMatching: CocoaError.Code { .validationStringPatternMatching }
    /// A URI cannot be written as a text. Ours.
    public static var validationInvalidURI: CocoaError.Code { .validationInvalidURI }
}
