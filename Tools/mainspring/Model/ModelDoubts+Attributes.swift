internal import Foundation
internal import MainspringFoundation
@_spi(Tools) internal import MainspringModel

/// What is wrong with an attribute's rules.
extension ModelDoubts {
    /// The kind of a fault, and what is said of the attribute.
    typealias Doubt = (kind: String, sentence: String)

    static func doubts(about attribute: NSAttributeDescription) -> [Doubt] {
        boundDoubts(attribute) + patternDoubts(attribute) + derivationDoubts(attribute)
    }

    // MARK: Bounds

    /// Bounds between which no value lies, and a default value outside of them. A string's are those of its length.
    private static func boundDoubts(_ attribute: NSAttributeDescription) -> [Doubt] {
        let (least, greatest) = bounds(of: attribute)
        let isDate = attribute.attributeType == .dateAttributeType
        func words(_ bound: Double) -> String {
            isDate ? DateText.exact(Date(timeIntervalSinceReferenceDate: bound)) : text(bound)
        }
        guard least <= greatest else {
            return [
                (
                    "boundsOutOfOrder",
                    "has the minimum \(words(least)), which is above its maximum \(words(greatest)): no value can be saved. Let "
                        + "the minimum not be greater."
                )
            ]
        }
        // Xcode writes an empty text where somebody has cleared the field.
        guard let value = measure(attribute.defaultValue), attribute.defaultValue as? String != "" else { return [] }
        let side: String
        if value < least {
            side = "below its minimum \(words(least))"
        } else if value > greatest {
            side = "above its maximum \(words(greatest))"
        } else {
            return []
        }
        let isText = attribute.attributeType == .stringAttributeType
        let what = isText ? "a default value of the length" : "the default value"
        return [
            (
                "defaultOutOfBounds",
                "has \(what) \(words(value)), which is \(side): a new object cannot be saved as it is. Give it another one."
            )
        ]
    }

    /// The bounds of an attribute's values; a date's are in seconds.
    private static func bounds(of attribute: NSAttributeDescription) -> (least: Double, greatest: Double) {
        var (least, greatest) = (-Double.infinity, Double.infinity)
        for (rule, constant) in rules(of: attribute) {
            guard let bound = measure(constant) else { continue }
            switch rule {
            case .greaterThanOrEqualTo: least = max(least, bound)
            case .lessThanOrEqualTo: greatest = min(greatest, bound)
            default: continue
            }
        }
        return (least, greatest)
    }

    private static func text(_ number: Double) -> String {
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// What of a value is compared with bounds: a text's length.
    private static func measure(_ value: Any?) -> Double? {
        switch value {
        case let date as Date: date.timeIntervalSinceReferenceDate
        case let text as String: Double(text.utf16.count)
        default: (value as? NSNumber)?.doubleValue
        }
    }

    // MARK: Patterns

    private static func patternDoubts(_ attribute: NSAttributeDescription) -> [Doubt] {
        rules(of: attribute).compactMap { rule, constant in
            // The empty one matches the empty text.
            guard rule == .matches, let pattern = constant as? String, !pattern.isEmpty,
                (try? NSRegularExpression(pattern: pattern)) == nil
            else { return nil }
            return (
                "malformedPattern",
                "has a rule with the regular expression “\(pattern)”, which cannot be read: no value can be saved. Mend it."
            )
        }
    }

    /// The comparisons that values are to fulfil, with what they are compared with.
    private static func rules(
        of attribute: NSAttributeDescription
    ) -> [(MainspringFoundation.NSComparisonPredicate.Operator, Any?)] {
        attribute.validationPredicates.compactMap { predicate in
            guard let rule = predicate as? MainspringFoundation.NSComparisonPredicate,
                rule.rightExpression.expressionType == .constantValue
            else { return nil }
            return (rule.predicateOperatorType, rule.rightExpression.constantValue)
        }
    }

    // MARK: Derivation

    private static func derivationDoubts(_ attribute: NSAttributeDescription) -> [Doubt] {
        guard let derived = attribute as? NSDerivedAttributeDescription, let expression = derived.derivationExpression,
            let entity = attribute.declaringEntity
        else { return [] }
        let names = Set(entity.slots.map(\.name))
        guard let path = keyPaths(in: expression).first(where: { !names.contains(firstKey($0)) }) else { return [] }
        return [
            (
                "unknownDerivation",
                "is computed from “\(path)”, and \"\(entity.name ?? "")\" has no property “\(firstKey(path))”. Name one that it has."
            )
        ]
    }

    private static func firstKey(_ path: String) -> String { String(path.prefix { $0 != "." }) }

    private static func keyPaths(in expression: MainspringFoundation.NSExpression) -> [String] {
        switch expression.expressionType {
        case .keyPath: [expression.keyPath]
        case .function: (expression.arguments ?? []).flatMap(keyPaths)
        default: []
        }
    }
}
