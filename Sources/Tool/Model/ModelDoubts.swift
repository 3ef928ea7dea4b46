internal import Foundation
internal import MainspringFoundation
internal import MainspringModel
internal import ModelCompiler

/// What is wrong with a model that can be read and used all the same: what Xcode refuses, or warns of.
struct ModelDoubts {
    /// Something that is wrong.
    struct Fault {
        let kind: String
        let entity: String?
        let member: String?
        let sentence: String

        /// Whether source cannot have the name of what it is about.
        var isOfName: Bool { kind == ModelDoubts.impossibleName }
    }

    private static let impossibleName = "impossibleName"

    private(set) var faults: [Fault] = []
    /// What may be meant so, in sentences.
    private(set) var notes: [String] = []

    init(_ model: NSManagedObjectModel) {
        for entity in model.entities.sorted(by: { ($0.name ?? "") < ($1.name ?? "") }) {
            let name = entity.name ?? ""
            if let reason = Self.fault(inName: name) {
                faults.append(
                    Fault(
                        kind: Self.impossibleName, entity: name, member: nil,
                        sentence: "The entity \"\(name)\" \(reason). Give it another name."))
            }
            for property in entity.ownProperties.sorted(by: { $0.name < $1.name }) { look(at: property, of: name) }
        }
    }

    private mutating func look(at property: NSPropertyDescription, of entity: String) {
        let title = "The \(PropertyKind(property).words) \"\(property.name)\" of the entity \"\(entity)\""
        func fault(_ kind: String, _ sentence: String) -> Fault {
            Fault(kind: kind, entity: entity, member: property.name, sentence: "\(title) \(sentence)")
        }
        if let reason = Self.fault(inName: property.name) {
            faults.append(
                fault(Self.impossibleName, "\(reason). Give it another name, with this one as its renaming identifier.")
            )
        } else if PropertyOutline.reservedNames.contains(property.name) {
            faults.append(
                fault(
                    "reservedName",
                    "is called like a member of NSManagedObject or NSObject. Give it another name, with this one as its "
                        + "renaming identifier."))
        }
        if let attribute = property as? NSAttributeDescription, let bounds = Self.emptyBounds(of: attribute) {
            faults.append(
                fault(
                    "boundsOutOfOrder",
                    "has the minimum \(bounds.least), which is above its maximum \(bounds.greatest): no value can be "
                        + "saved. Let the minimum not be greater."))
        }
        for pattern in Self.patterns(of: property) where (try? NSRegularExpression(pattern: pattern)) == nil {
            faults.append(
                fault(
                    "malformedPattern",
                    "has a rule with the regular expression “\(pattern)”, which cannot be read: no value can be saved. Mend it."
                ))
        }
        if let relationship = property as? NSRelationshipDescription, relationship.destinationEntity != nil,
            relationship.inverseRelationship == nil
        {
            notes.append("\(title) has no inverse: objects that are deleted may still be led to.")
        }
    }

    /// Why nothing can be called so; nil if it can.
    private static func fault(inName name: String) -> String? {
        if name.contains(where: \.isWhitespace) { return "has a space in its name" }
        if let first = name.unicodeScalars.first, ("0"..."9").contains(first) {
            return "has a name that begins with a digit"
        }
        let strangers = name.unicodeScalars.filter { !isPart($0) }
        guard let first = strangers.first else { return name.isEmpty ? "has no name" : nil }
        return "has “\(Character(first))” in its name, where letters, digits and _ may be"
    }

    /// Whether a name in source may have a character in it. Swift takes pictures for letters.
    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        if scalar.isASCII { return scalar == "_" || properties.isAlphabetic || ("0"..."9").contains(scalar) }
        // The joiner stands between the pictures of which one is made.
        return properties.isXIDContinue || properties.isEmoji || scalar == "\u{200D}"
    }

    /// The regular expressions that values are to match. The empty one matches the empty text.
    private static func patterns(of property: NSPropertyDescription) -> [String] {
        property.validationPredicates.compactMap { predicate in
            guard let rule = predicate as? MainspringFoundation.NSComparisonPredicate,
                rule.predicateOperatorType == .matches,
                rule.rightExpression.expressionType == .constantValue
            else { return nil }
            return (rule.rightExpression.constantValue as? String).flatMap { $0.isEmpty ? nil : $0 }
        }
    }

    /// The bounds of an attribute's values, if none lies between them. A string's are those of its length, a date's are in
    /// seconds.
    private static func emptyBounds(of attribute: NSAttributeDescription) -> (least: String, greatest: String)? {
        var (least, greatest) = (-Double.infinity, Double.infinity)
        for predicate in attribute.validationPredicates {
            guard let rule = predicate as? MainspringFoundation.NSComparisonPredicate,
                rule.rightExpression.expressionType == .constantValue,
                let bound = number(rule.rightExpression.constantValue)
            else { continue }
            switch rule.predicateOperatorType {
            case .greaterThanOrEqualTo: least = max(least, bound)
            case .lessThanOrEqualTo: greatest = min(greatest, bound)
            default: continue
            }
        }
        guard least > greatest else { return nil }
        let isDate = attribute.attributeType == .dateAttributeType
        func words(_ bound: Double) -> String {
            isDate ? DateText.exact(Date(timeIntervalSinceReferenceDate: bound)) : text(bound)
        }
        return (words(least), words(greatest))
    }

    private static func text(_ number: Double) -> String {
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func number(_ value: Any?) -> Double? {
        if let date = value as? Date { return date.timeIntervalSinceReferenceDate }
        return (value as? NSNumber)?.doubleValue
    }
}
