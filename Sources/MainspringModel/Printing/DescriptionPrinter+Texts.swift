extension DescriptionPrinter {
    /// A model with all that is in it, entities by their names.
    static func text(of model: NSManagedObjectModel) -> String {
        var lines = [line(for: model)]
        for trait in Traits.of(model) where trait.aspect == .configurations || trait.aspect == .fetchRequestTemplates {
            if let value = trait.value { lines.append("    \(trait.aspect.rawValue) \(value)") }
        }
        for entity in model.entities.sorted(by: { ($0.name ?? "") < ($1.name ?? "") }) {
            lines.append(text(of: entity))
        }
        return lines.joined(separator: "\n")
    }

    /// An entity with all that it declares, in its order.
    static func text(of entity: NSEntityDescription) -> String {
        var lines = [line(for: entity)]
        for trait in Traits.of(entity) {
            guard let value = trait.value, trait.aspect != .superentity, trait.aspect != .isAbstract else { continue }
            if trait.aspect == .renamingIdentifier, entity.explicitRenamingIdentifier == nil { continue }
            if trait.aspect == .managedObjectClassName, entity.explicitClassName == nil { continue }
            lines.append("    \(trait.aspect.rawValue) \(value)")
        }
        for property in entity.ownProperties {
            lines.append("    \(PropertyKind(property).words) \(property.name): \(details(of: property))")
            guard let composite = property as? NSCompositeAttributeDescription else { continue }
            for element in CompositeElements.all(in: composite) {
                lines.append("        \(element.name): \(details(of: element))")
            }
        }
        for index in entity.indexes { lines.append("    \(line(for: index))") }
        return lines.joined(separator: "\n")
    }
}
