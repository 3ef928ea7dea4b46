internal import Foundation
internal import MainspringFoundation

extension ModelXMLWriter {
    func writeComposite(
        _ name: String, _ composite: NSCompositeAttributeDescription
    ) throws(ModelFileError) {
        try xml.element("composite", [("name", name)]) { () throws(ModelFileError) in
            for element in composite.elements { try writeAttribute(element) }
        }
    }

    func writeAttribute(_ attribute: NSAttributeDescription) throws(ModelFileError) {
        let rules = try rules(of: attribute)
        let type = attribute.attributeType
        if type.valueClassName == nil, let name = attribute.explicitValueClassName, !name.isEmpty {
            throw error(
                "the attribute “\(attribute.name)” has values of the class “\(name.excerpt)”, which XML cannot "
                    + "state; leave its attributeValueClassName out")
        }
        let composite = attribute as? NSCompositeAttributeDescription
        if type == .compositeAttributeType {
            guard let composite, composite.source.compositeName != nil || !composite.elements.isEmpty else {
                throw error("the composite attribute “\(attribute.name)” has no elements; give it some")
            }
        }
        var attributes: [(String, String?)] = [
            ("name", attribute.name), ("optional", flag(attribute.isOptional)),
            ("transient", flag(attribute.isTransient)), ("attributeType", AttributeTypeName.name(type)),
            ("compositeName", composite?.source.compositeName),
        ]
        for name in ["minValueString", "maxValueString", "minDateTimeInterval", "maxDateTimeInterval"] {
            attributes.append((name, rules[name]))
        }
        attributes += try defaultValue(of: attribute)
        attributes += [
            ("usesScalarValueType", attribute.source.usesScalarValueType.map { $0 ? "YES" : "NO" }),
            ("valueTransformerName", attribute.valueTransformerName),
            ("customClassName", attribute.source.customClassName),
            ("regularExpressionString", rules["regularExpressionString"]),
            ("allowsExternalBinaryDataStorage", flag(attribute.allowsExternalBinaryDataStorage)),
            ("allowsCloudEncryption", flag(attribute.allowsCloudEncryption)),
            ("preserveAfterDeletion", flag(attribute.preservesValueInHistoryOnDeletion)),
        ]
        if let derived = attribute as? NSDerivedAttributeDescription {
            guard let expression = derived.derivationExpression else {
                throw error("the derived attribute “\(attribute.name)” has no derivation expression; give it one")
            }
            attributes.append(("derived", "YES"))
            attributes.append(
                ("derivationExpression", try format(expression, of: "the attribute “\(attribute.name)”")))
        }
        try writeProperty("attribute", attribute, attributes) { () throws(ModelFileError) in
            guard let composite, composite.source.compositeName == nil else { return }
            for element in composite.elements { try writeAttribute(element) }
        }
    }

    private func rules(of attribute: NSAttributeDescription) throws(ModelFileError) -> [String: String] {
        let (rules, left) = ValidationRules.attributes(of: attribute)
        let owner =
            "the attribute “\(attribute.name)” of the entity “\(attribute.owner?.name ?? "")” has the validation"
        switch left {
        case nil: return rules
        case .predicate(let predicate):
            throw error(
                "\(owner) predicate \(predicate.predicateFormat.excerpt), which XML cannot state: it has a least and "
                    + "greatest value or length, and a regular expression")
        case .warning(let warning, let predicate, let code):
            throw error(
                "\(owner) warning “\(warning.excerpt)” for \(predicate.predicateFormat.excerpt), which XML cannot state: "
                    + "set none, or the code \(code)")
        }
    }

    private func defaultValue(
        of attribute: NSAttributeDescription
    ) throws(ModelFileError) -> [(String, String?)] {
        guard let value = attribute.defaultValue else { return [] }
        let isDate = attribute.attributeType == .dateAttributeType
        let text =
            isDate
            ? (value as? Date).flatMap { AttributeText.text(seconds: $0.timeIntervalSinceReferenceDate) }
            : AttributeText.text(default: value, attribute.attributeType)
        guard let text else {
            throw error(
                "the default value of the attribute “\(attribute.name)” cannot be stated in XML; set it in "
                    + "awakeFromInsert()"
            )
        }
        return [(isDate ? "defaultDateTimeInterval" : "defaultValueString", text)]
    }
}
