package import MainspringModel
package import class MainspringFoundation.NSComparisonPredicate
package import class MainspringFoundation.NSExpression
package import class MainspringFoundation.NSPredicate

/// A predicate of a property, with the code of the error that it stands for.
///
/// The code is the predicate's warning, where that is the number of a validation error, as compiled models have it;
/// otherwise it follows from the form of the predicate:
///
/// | predicate | attribute | code |
/// |---|---|---|
/// | `SELF <= 9`, `SELF < 9`, `9 >= SELF` | number | 1610, too large |
/// | `SELF >= 1`, `SELF > 0`, `1 <= SELF` | number | 1620, too small |
/// | `SELF <= date`, `SELF >= date` and the like | date | 1630, too late; 1640, too soon |
/// | `SELF MATCHES "…"`, `SELF LIKE "…"` | date; text | 1650, invalid date; 1680, pattern |
/// | `length <= 9`, `length >= 1` and the like | text | 1660, too long; 1670, too short |
/// | anything else | any | 1550 |
package struct ValidationRule: Sendable {
    /// What the value must fulfil.
    package let predicate: NSPredicate
    /// The code of the error if it does not.
    package let code: Int
    /// What the model has to say about it; nil where that is the number of an error, or nothing.
    package let warning: String?

    /// Makes a rule of a predicate and its warning.
    package init(_ predicate: NSPredicate, warning: String?, of property: NSPropertyDescription) {
        self.predicate = predicate
        if let number = warning.flatMap({ Int($0) }), Self.codes.contains(number) {
            code = number
            self.warning = nil
        } else {
            code = Self.code(predicate, property)
            self.warning = warning.flatMap { $0.isEmpty ? nil : $0 }
        }
    }

    /// The rules of a property, in their order.
    package static func rules(of property: NSPropertyDescription) -> [ValidationRule] {
        let warnings = property.validationWarnings
        return property.validationPredicates.enumerated().map { index, predicate in
            let warning = index < warnings.count ? warnings[index] as? String : nil
            return ValidationRule(predicate, warning: warning, of: property)
        }
    }

    /// The errors that a predicate may stand for.
    private static let codes: Set = [
        NSManagedObjectValidationError, NSValidationNumberTooLargeError, NSValidationNumberTooSmallError,
        NSValidationDateTooLateError, NSValidationDateTooSoonError, NSValidationInvalidDateError,
        NSValidationStringTooLongError, NSValidationStringTooShortError, NSValidationStringPatternMatchingError,
        NSValidationInvalidURIError,
    ]

    private static func code(_ predicate: NSPredicate, _ property: NSPropertyDescription) -> Int {
        guard let attribute = property as? NSAttributeDescription, let comparison = predicate as? NSComparisonPredicate,
            comparison.comparisonPredicateModifier == .direct, let question = Question(comparison)
        else { return NSManagedObjectValidationError }
        let domain = Domain(attribute.attributeType, bound: question.bound)
        return switch (question.subject, domain, question.relation) {
        case (.value, .number, .atMost): NSValidationNumberTooLargeError
        case (.value, .number, .atLeast): NSValidationNumberTooSmallError
        case (.value, .date, .atMost): NSValidationDateTooLateError
        case (.value, .date, .atLeast): NSValidationDateTooSoonError
        case (.value, .date, .pattern): NSValidationInvalidDateError
        case (.value, .text, .pattern): NSValidationStringPatternMatchingError
        case (.length, .text, .atMost): NSValidationStringTooLongError
        case (.length, .text, .atLeast): NSValidationStringTooShortError
        default: NSManagedObjectValidationError
        }
    }
}
