internal import Foundation
internal import MainspringFoundation

extension ModelXMLReader {
    /// So many composite attributes may be in each other.
    private static let greatestCompositeDepth = 32

    mutating func readAttribute(
        _ element: ModelXMLElement, depth: Int
    ) throws(ModelFileError) -> NSAttributeDescription {
        try assembly.take(1, at: document.place(of: element))
        var attributes = ModelXMLAttributes(element, in: document)
        // Files of old generations may have none where it was never chosen.
        let typeName = attributes.filled("attributeType") ?? "Undefined"
        guard let type = AttributeTypeName.type(typeName) else {
            throw attributes.wrong("attributeType", typeName, "one of \(AttributeTypeName.all)")
        }
        let attribute = try makeAttribute(element, type, &attributes, depth: depth)
        try readProperty(attribute, element, &attributes)
        attribute.attributeType = type
        attribute.source.usesScalarValueType = try attributes.flag("usesScalarValueType")
        attribute.valueTransformerName = attributes.filled("valueTransformerName")
        attribute.source.customClassName = attributes.filled("customClassName")
        attribute.allowsExternalBinaryDataStorage = try attributes.flag("allowsExternalBinaryDataStorage") ?? false
        attribute.preservesValueInHistoryOnDeletion =
            try attributes.flag(["preserveAfterDeletion", "preservesValueInHistoryOnDeletion"]) ?? false
        attribute.allowsCloudEncryption = try attributes.flag("allowsCloudEncryption") ?? false
        attribute.givenDefaultValue = try defaultValue(type, &attributes)
        let rules = try ValidationRules(attribute: type, &attributes)
        if !rules.isEmpty {
            attribute.setValidationPredicates(rules.predicates, withValidationWarnings: rules.warnings)
        }
        attributes.noteUnused(in: &assembly)
        return attribute
    }

    private mutating func makeAttribute(
        _ element: ModelXMLElement, _ type: NSAttributeType, _ attributes: inout ModelXMLAttributes, depth: Int
    ) throws(ModelFileError) -> NSAttributeDescription {
        if type == .compositeAttributeType { return try makeComposite(element, &attributes, depth: depth) }
        let isDerived = try attributes.flag("derived") ?? false
        guard let format = attributes.filled("derivationExpression") else {
            guard !isDerived else {
                throw document.error(element, "the derived attribute has no “derivationExpression”; add it")
            }
            return NSAttributeDescription()
        }
        let derived = NSDerivedAttributeDescription()
        derived.derivationExpression = try expression(format, "derivationExpression", of: element)
        return derived
    }

    /// A composite attribute has its elements in it, or names an element of the model that has them; without either
    /// it is
    /// named as that element is.
    private mutating func makeComposite(
        _ element: ModelXMLElement, _ attributes: inout ModelXMLAttributes, depth: Int
    ) throws(ModelFileError) -> NSAttributeDescription {
        let name = attributes.text(["compositeName", "compositeAttribute", "composite", "elementName"])
        let holder: ModelXMLElement
        if let name {
            guard let found = composites[name] else {
                throw document.error(
                    element, "there is no composite “\(name.excerpt)” in the model; add it, or name another")
            }
            holder = found
        } else if element.children.contains(where: { $0.name == "attribute" }) {
            holder = element
        } else if let found = element.text("name").flatMap({ composites[$0] ?? composites[$0.capitalizedFirst] }) {
            holder = found
        } else {
            throw document.error(element, "the composite attribute has no elements; add “compositeName”")
        }
        guard depth < Self.greatestCompositeDepth else {
            throw document.error(
                element,
                "composites stand in themselves, or more than \(Self.greatestCompositeDepth) are inside each other")
        }
        let composite = NSCompositeAttributeDescription()
        composite.source.compositeName = holder.name == "attribute" ? nil : holder.text("name")
        var elements: [NSAttributeDescription] = []
        for child in holder.children where child.name == "attribute" {
            elements.append(try readAttribute(child, depth: depth + 1))
        }
        composite.elements = elements
        return composite
    }

    private func defaultValue(
        _ type: NSAttributeType, _ attributes: inout ModelXMLAttributes
    ) throws(ModelFileError) -> Any? {
        let interval = attributes.filled("defaultDateTimeInterval")
        let text = attributes.text("defaultValueString")
        if type == .dateAttributeType {
            guard let interval else { return nil }
            guard let seconds = Double(interval), seconds.isFinite else {
                throw attributes.wrong("defaultDateTimeInterval", interval, "a number of seconds since 2001")
            }
            return Date(timeIntervalSinceReferenceDate: seconds)
        }
        guard let text else { return nil }
        guard let value = AttributeText.value(text, type) else {
            guard text.isEmpty || !AttributeText.hasText(type) else {
                throw attributes.wrong("defaultValueString", text, "a value of type \(AttributeTypeName.name(type))")
            }
            return nil
        }
        return value
    }
}

extension String {
    /// With the first letter as a capital.
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
