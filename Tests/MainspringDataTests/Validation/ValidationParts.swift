import Foundation
import MainspringData
import MainspringModel

import class MainspringFoundation.NSPredicate

/// Properties with rules, made in a line.
enum Ruled {
    static func attribute(
        _ type: NSAttributeType, isOptional: Bool = true, _ rules: (format: String, warning: String)...
    ) -> NSAttributeDescription {
        let attribute = Part.attribute("name", type)
        attribute.isOptional = isOptional
        attribute.setValidationPredicates(
            rules.map { NSPredicate(format: $0.format) }, withValidationWarnings: rules.map(\.warning))
        return attribute
    }

    static func attribute(
        _ type: NSAttributeType, _ predicate: NSPredicate, warning: String = ""
    ) -> NSAttributeDescription {
        let attribute = Part.attribute("name", type)
        attribute.setValidationPredicates([predicate], withValidationWarnings: [warning])
        return attribute
    }

    static func relationship(
        toMany: Bool, isOptional: Bool = true, least: Int = 0, most: Int? = nil
    ) -> NSRelationshipDescription {
        let relationship = Part.relationship("friends", to: Part.entity("Animal"), isToMany: toMany)
        (relationship.isOptional, relationship.minCount) = (isOptional, least)
        if let most { relationship.maxCount = most }
        return relationship
    }
}

/// What is validated: any object.
final class Subject: NSObject {}

extension NSPropertyDescription {
    /// The codes of the errors of a value.
    func codes(_ value: Any?) -> [Int] {
        var failures = ValidationFailures()
        PropertyValidator(self).check(value, Subject(), &failures)
        return failures.errors.map { ($0 as NSError).code }
    }
}

/// The error that a closure throws.
func failure(_ body: () throws -> Void) -> NSError? {
    do {
        try body()
        return nil
    } catch { return error as NSError }
}
