extension ModelValidator {
    mutating func checkProperties(of entity: NSEntityDescription) {
        let entityName = entity.name ?? ""
        let ancestors = isInheritanceSound ? entity.lineage.dropLast() : []
        var names: [String: NSEntityDescription] = [:]
        names.reserveCapacity(ancestors.reduce(entity.ownProperties.count) { $0 + $1.ownProperties.count })
        for ancestor in ancestors {
            for property in ancestor.ownProperties { names[property.name] = ancestor }
        }
        for property in entity.ownProperties {
            let name = property.name
            guard !name.isEmpty else {
                add(
                    .propertyWithoutName, entity: entityName,
                    "A property of the entity \"\(entityName)\" has no name. Set its name.")
                continue
            }
            if let other = names[name] {
                let clash =
                    other === entity
                    ? "has two properties named \"\(name)\""
                    : "inherits from \"\(other.name ?? "")\" a property named \"\(name)\" and has one of its own"
                add(
                    .propertyNameUsedTwice, entity: entityName, member: name,
                    "The entity \"\(entityName)\" \(clash). Rename or remove one.")
            }
            names[name] = entity
            if property.owner !== entity {
                add(
                    .propertyOfAnotherEntity, entity: entityName, member: name,
                    "The property \"\(name)\" of the entity \"\(entityName)\" stands in another entity as well. "
                        + "Give each entity a copy of its own.")
            }
            check(property, of: entity)
        }
    }

    private mutating func check(_ property: NSPropertyDescription, of entity: NSEntityDescription) {
        let entityName = entity.name ?? ""
        switch property {
        case let composite as NSCompositeAttributeDescription: check(composite, of: entityName)
        case let attribute as NSAttributeDescription: check(attribute, of: entityName, as: attribute.name)
        case let relationship as NSRelationshipDescription: check(relationship, of: entity)
        case let fetched as NSFetchedPropertyDescription:
            check(
                fetched.fetchRequestDescription,
                of: "the fetched property \"\(fetched.name)\" of the entity \"\(entityName)\"",
                entity: entityName, member: fetched.name)
        case is NSExpressionDescription:
            add(
                .expressionInEntity, entity: entityName, member: property.name,
                "The entity \"\(entityName)\" has the expression \"\(property.name)\" among its properties. "
                    + "Expressions belong in a fetch's propertiesToFetch.")
        default: break
        }
    }

    private mutating func check(_ attribute: NSAttributeDescription, of entity: String, as name: String) {
        if attribute.attributeType == .undefinedAttributeType, !attribute.isTransient {
            add(
                .attributeWithoutType, entity: entity, member: name,
                "The attribute \"\(name)\" of the entity \"\(entity)\" has no type. Set its type, or make "
                    + "it transient."
            )
        }
        if let derived = attribute as? NSDerivedAttributeDescription, derived.derivationExpression == nil {
            add(
                .derivedAttributeWithoutExpression, entity: entity, member: name,
                "The derived attribute \"\(name)\" of the entity \"\(entity)\" does not say how it is computed. "
                    + "Set its derivationExpression.")
        }
        guard let value = attribute.givenDefaultValue,
            case .failure(let failure) = AttributeConversion.convert(value, to: attribute.attributeType)
        else { return }
        add(
            .defaultValueOfWrongType, entity: entity, member: name,
            "The default value of the attribute \"\(name)\" of the entity \"\(entity)\" does not fit: \(failure).")
    }

    /// Walks a composite once, with the composites around each element at hand.
    private mutating func check(_ composite: NSCompositeAttributeDescription, of entity: String) {
        var settled: Set<ObjectIdentifier> = []
        var path: [ObjectIdentifier] = []
        check(composite, of: entity, as: composite.name, path: &path, settled: &settled)
    }

    private mutating func check(
        _ composite: NSCompositeAttributeDescription, of entity: String, as name: String,
        path: inout [ObjectIdentifier], settled: inout Set<ObjectIdentifier>
    ) {
        let identity = ObjectIdentifier(composite)
        if path.contains(identity) {
            add(
                .compositeInItself, entity: entity, member: name,
                "The composite attribute \"\(name)\" of the entity \"\(entity)\" stands in itself. Take it "
                    + "out of its elements."
            )
            return
        }
        guard path.count < CompositeElements.depthLimit else {
            add(
                .compositeTooDeep, entity: entity, member: name,
                "The composite attribute \"\(name)\" of the entity \"\(entity)\" stands in more than "
                    + "\(CompositeElements.depthLimit) others. Put fewer into each other.")
            return
        }
        guard settled.insert(identity).inserted else { return }
        path.append(identity)
        var names: Set<String> = []
        for element in composite.elements {
            let elementName = "\(name).\(element.name)"
            if element.name.isEmpty {
                add(
                    .propertyWithoutName, entity: entity, member: name,
                    "An element of the composite attribute \"\(name)\" of the entity \"\(entity)\" has no "
                        + "name. Set its name."
                )
            } else if !names.insert(element.name).inserted {
                add(
                    .propertyNameUsedTwice, entity: entity, member: name,
                    "The composite attribute \"\(name)\" of the entity \"\(entity)\" has two elements named "
                        + "\"\(element.name)\". Rename or remove one.")
            }
            if let inner = element as? NSCompositeAttributeDescription {
                check(inner, of: entity, as: elementName, path: &path, settled: &settled)
            } else {
                check(element, of: entity, as: elementName)
            }
        }
        path.removeLast()
    }
}
