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
        let (rules, left) = ValidationRules.attributes(of: attribute)
        if let left {
            throw error(
                "the attribute “\(attribute.name)” of the entity “\(attribute.owner?.name ?? "")” has the "
                    + "validation predicate "
                    + "\(left.predicateFormat.excerpt), which XML cannot state: it has a least and greatest value "
                    + "or length, "
                    + "and a regular expression")
        }
        let type = attribute.attributeType
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

    private func defaultValue(
        of attribute: NSAttributeDescription
    ) throws(ModelFileError) -> [(String, String?)] {
        guard let value = attribute.defaultValue else { return [] }
        if attribute.attributeType == .dateAttributeType, let date = value as? Date {
            return [("defaultDateTimeInterval", AttributeText.text(seconds: date.timeIntervalSinceReferenceDate))]
        }
        guard let text = AttributeText.text(value, attribute.attributeType) else {
            throw error(
                "the default value of the attribute “\(attribute.name)” cannot be stated in XML; set it in "
                    + "awakeFromInsert()"
            )
        }
        return [("defaultValueString", text)]
    }
}
