internal import MainspringFoundation

/// Descriptions as text, the same for equal ones on every machine.
enum DescriptionPrinter {
    static func line(for model: NSManagedObjectModel) -> String {
        let file = model.fileName.map { " \"\($0)\"" } ?? ""
        let identifiers = model.versionIdentifiers.map { "\($0.base)" }.filter { !$0.isEmpty }.sorted()
        let version = identifiers.isEmpty ? "" : ", version \(identifiers.joined(separator: ", "))"
        return "model\(file)\(version), \(counted(model.entities.count, "entity", "entities"))"
    }

    static func line(for entity: NSEntityDescription) -> String {
        let parent = entity.superentity.map { ": \($0.name ?? "")" } ?? ""
        let kind = entity.isAbstract ? "abstract entity" : "entity"
        return "\(kind) \(entity.name ?? "")\(parent), "
            + counted(entity.ownProperties.count, "property of its own", "properties of its own")
    }

    static func line(for property: NSPropertyDescription) -> String {
        let place = property.owner.map { "\($0.name ?? "")." } ?? ""
        let details = details(of: property)
        return "\(PropertyKind(property).words) \(place)\(property.name)" + (details.isEmpty ? "" : ": \(details)")
    }

    static func line(for index: NSFetchIndexDescription) -> String {
        let elements = index.elements.map { line(for: $0) }.joined(separator: ", ")
        let predicate = index.partialIndexPredicate.map { " where \($0.predicateFormat)" } ?? ""
        return "index \(index.name) on (\(elements))\(predicate)"
    }

    static func line(for element: NSFetchIndexElementDescription) -> String {
        let tree = element.collationType == .rTree ? " rTree" : ""
        return "\(element.propertyName ?? "")\(tree)\(element.isAscending ? "" : " descending")"
    }

    /// What a property says beside its kind and name, where it is not what it would be unset.
    static func details(of property: NSPropertyDescription) -> String {
        var parts: [String] = []
        for trait in Traits.of(property) {
            guard let value = trait.value, let text = detail(trait.aspect, value, of: property) else { continue }
            parts.append(text)
        }
        return parts.joined(separator: ", ")
    }

    private static func detail(_ aspect: ModelAspect, _ value: String, of property: NSPropertyDescription) -> String? {
        switch aspect {
        case .kind, .inverseRelationship, .maxCount, .isOrdered, .minCount: return nil
        case .isOptional: return value == "true" ? "optional" : nil
        case .isTransient: return value == "true" ? "transient" : nil
        case .attributeType: return value
        case .attributeValueClassName:
            let type = (property as? NSAttributeDescription)?.attributeType
            return type?.valueClassName == nil ? "class \(value)" : nil
        case .defaultValue: return "default \(value)"
        case .derivationExpression: return "= \(value)"
        case .destinationEntity: return destination(value, of: property)
        case .deleteRule: return "delete rule \(value)"
        case .renamingIdentifier: return property.explicitRenamingIdentifier.map { "renamed from \($0)" }
        default:
            if value == "false" { return nil }
            return value == "true" ? aspect.rawValue : "\(aspect.rawValue) \(value)"
        }
    }

    private static func destination(_ name: String, of property: NSPropertyDescription) -> String? {
        guard let relationship = property as? NSRelationshipDescription else { return nil }
        let (least, greatest) = (relationship.minCount, relationship.maxCount)
        let count = relationship.isToMany ? "\(least)...\(greatest == 0 ? "*" : "\(greatest)")" : "\(least)...1"
        let inverse = relationship.inverseRelationship.map { ", inverse \($0.name)" } ?? ", no inverse"
        return "\(count) \(name)\(relationship.isOrdered ? ", ordered" : "")\(inverse)"
    }

    private static func counted(_ count: Int, _ one: String, _ many: String) -> String {
        "\(count) \(count == 1 ? one : many)"
    }
}
