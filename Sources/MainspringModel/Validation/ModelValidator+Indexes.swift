extension ModelValidator {
    mutating func checkIndexes(of entity: NSEntityDescription) {
        let entityName = entity.name ?? ""
        let parts =
            entity.uniquenessConstraints.map { ("uniqueness constraint", $0) }
            + entity.compoundIndexList.map { ("compound index", $0) }
        guard !parts.isEmpty || !entity.indexes.isEmpty else { return }
        let known = isInheritanceSound ? entity.slots : entity.ownProperties
        let names = Set(known.map(\.name))
        for (title, part) in parts {
            let found = ConstraintNames.names(in: part)
            if found.isEmpty || found.count < part.count {
                add(
                    .unknownProperty, entity: entityName,
                    "A \(title) of the entity \"\(entityName)\" is empty, or has something that is no "
                        + "property and no name. "
                        + "Give names of properties.")
            }
            for name in found where !isKnown(name, among: names, of: known) {
                add(
                    .unknownProperty, entity: entityName, member: name,
                    "A \(title) of the entity \"\(entityName)\" names \"\(name)\", which the entity does not have. "
                        + "Give names of its properties.")
            }
        }
        var indexNames: Set<String> = []
        for index in entity.indexes {
            if index.name.isEmpty || !indexNames.insert(index.name).inserted {
                add(
                    .indexNameMissingOrUsedTwice, entity: entityName, member: index.name,
                    "An index of the entity \"\(entityName)\" has no name, or the name \"\(index.name)\" of "
                        + "another. "
                        + "Give it a name of its own.")
            }
            for element in index.elements {
                // What is computed needs no property of its name.
                if (element.property as? NSExpressionDescription)?.expression != nil { continue }
                if let name = element.propertyName, isKnown(name, among: names, of: known) { continue }
                add(
                    .unknownProperty, entity: entityName, member: index.name,
                    "The index \"\(index.name)\" of the entity \"\(entityName)\" names "
                        + "\"\(element.propertyName ?? "")\", "
                        + "which the entity does not have. Give properties of the entity.")
            }
        }
    }

    /// Whether a name, or a path into a composite attribute, leads to a property; so too for an expression without a
    /// name.
    private func isKnown(_ name: String, among names: Set<String>, of properties: [NSPropertyDescription]) -> Bool {
        if names.contains(name) { return true }
        let steps = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard steps.count > 1, steps.count <= CompositeElements.depthLimit + 1 else { return false }
        var found = properties.first { $0.name == steps[0] }
        for step in steps.dropFirst() {
            guard let composite = found as? NSCompositeAttributeDescription else { return false }
            found = composite.elements.first { $0.name == step }
        }
        return found != nil
    }
}
