package import Foundation
internal import MainspringFoundation
package import MainspringModel

/// Checks values of one property against what the model says: optional or not, how many, and predicates.
///
/// Made once for a property of a model in use, then used for any number of objects by any thread: it keeps what the
/// description said.
///
/// - Attributes: nil, and `NSNull`, is an error where the attribute is not optional, and fulfils all predicates; an empty
///   text is a value. Transient attributes are checked as others. Derived attributes are not checked: the store computes
///   them later.
/// - Relationships to one object: as attributes. To many: no object at all is too few where the relationship is not
///   optional, and fine where it is, whatever the least count; `maxCount` 0 is no limit.
/// - Composite attributes: their elements too, by the path to each; none of them where the composite is nil.
/// - Fetched properties and expressions are not checked.
package final class PropertyValidator: Sendable {
    /// What a property must have beside what its predicates say.
    enum Demand {
        case nothing
        case value
        case members(least: Int, most: Int, isOptional: Bool)
    }

    /// The property.
    package let property: NSPropertyDescription
    /// The key in errors: the name, or the path to the element of a composite.
    package let key: String
    let demand: Demand
    let rules: [ValidationRule]
    let elements: [PropertyValidator]

    /// Makes the validator of a property.
    package convenience init(_ property: NSPropertyDescription) {
        var seen: Set<ObjectIdentifier> = []
        self.init(property, key: property.name, inside: &seen, depth: 0)
    }

    /// - Parameter seen: the composites that have been come upon: one that stands in itself has no elements there.
    private init(
        _ property: NSPropertyDescription, key: String, inside seen: inout Set<ObjectIdentifier>, depth: Int
    ) {
        self.property = property
        self.key = key
        switch property {
        case is NSAttributeDescription where !(property is NSDerivedAttributeDescription):
            demand = property.isOptional ? .nothing : .value
            rules = ValidationRule.rules(of: property)
        case let relationship as NSRelationshipDescription:
            demand = Self.demand(of: relationship)
            rules = ValidationRule.rules(of: property)
        default: (demand, rules) = (.nothing, [])
        }
        guard let composite = property as? NSCompositeAttributeDescription, depth < Self.depthLimit,
            seen.insert(ObjectIdentifier(composite)).inserted
        else {
            elements = []
            return
        }
        var elements: [PropertyValidator] = []
        for element in composite.elements {
            let path = "\(key).\(element.name)"
            elements.append(PropertyValidator(element, key: path, inside: &seen, depth: depth + 1))
        }
        self.elements = elements.filter(\.hasRules)
    }

    /// So many composites may stand in each other, as in models.
    private static let depthLimit = 64

    /// Whether any value can be wrong.
    package var hasRules: Bool {
        if case .nothing = demand { !rules.isEmpty || !elements.isEmpty } else { true }
    }

    /// Whether nothing but a missing value is wrong.
    var takesAnyValue: Bool {
        if case .value = demand { rules.isEmpty && elements.isEmpty } else { false }
    }

    /// Throws what is wrong with a value: an error, or one of several (``ValidationFailures``).
    ///
    /// Predicates are evaluated on the calling thread. One that cannot be evaluated with the value is not fulfilled, and
    /// says so where `PredicateFailure`s go.
    /// - Parameters:
    ///   - value: in the form in which objects give it; numbers also in Swift's types.
    ///   - object: goes into the error.
    package func validate(_ value: Any?, of object: NSObject) throws {
        guard hasRules else { return }
        var failures = ValidationFailures()
        check(value, object, &failures)
        try failures.check()
    }

    /// Collects what is wrong with a value.
    package func check(_ value: Any?, _ object: NSObject, _ failures: inout ValidationFailures) {
        let value = Self.present(value)
        if case .members(let least, let most, let isOptional) = demand {
            checkCount(of: value, least, most, isOptional, object, &failures)
        }
        guard let value else {
            if case .value = demand {
                failures.add(error(NSValidationMissingMandatoryPropertyError, nil, object))
            }
            return
        }
        for rule in rules where !rule.predicate.evaluate(with: value) {
            failures.add(error(rule, value, object))
        }
        guard !elements.isEmpty else { return }
        let parts = value as? [String: Any] ?? [:]
        for element in elements { element.check(parts[element.property.name], object, &failures) }
    }

    /// The value without optionals around it; nil for `NSNull`.
    static func present(_ value: Any?) -> Any? {
        // By its type: a cast would first ask whether the value is bridged to an object.
        guard let value = flattened(value), type(of: value) != NSNull.self else { return nil }
        return value
    }
}
