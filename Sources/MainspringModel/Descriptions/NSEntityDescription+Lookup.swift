internal import Foundation

extension NSEntityDescription {
    /// The properties by their names, inherited ones included.
    public final var propertiesByName: [String: NSPropertyDescription] {
        layout?.propertiesByName ?? EntityLayout.byName(properties)
    }

    /// The attributes by their names, inherited ones included.
    public final var attributesByName: [String: NSAttributeDescription] {
        layout?.attributesByName ?? EntityLayout.byName(properties.compactMap { $0 as? NSAttributeDescription })
    }

    /// The relationships by their names, inherited ones included.
    public final var relationshipsByName: [String: NSRelationshipDescription] {
        layout?.relationshipsByName ?? EntityLayout.byName(properties.compactMap { $0 as? NSRelationshipDescription })
    }

    /// The direct subentities by their names.
    public final var subentitiesByName: [String: NSEntityDescription] {
        Dictionary(subentities.compactMap { entity in entity.name.map { ($0, entity) } }) { first, _ in first }
    }

    /// The relationships, inherited ones included, whose destination is an entity or one that it inherits from, in the
    /// order of ``properties``.
    public final func relationships(forDestination entity: NSEntityDescription) -> [NSRelationshipDescription] {
        properties.compactMap { $0 as? NSRelationshipDescription }.filter { relationship in
            relationship.destinationEntity.map { entity.isKindOf(entity: $0) } ?? false
        }
    }

    /// Whether the entity is another one or inherits from it, directly or through others.
    public final func isKindOf(entity: NSEntityDescription) -> Bool {
        if self === entity { return true }
        if let layout { return layout.ancestors.contains(ObjectIdentifier(entity)) }
        var next = superentity
        // No valid inheritance is deeper; one that goes round would not end.
        for _ in 0..<ModelValidator.inheritanceLimit {
            guard let ancestor = next else { return false }
            if ancestor === entity { return true }
            next = ancestor.superentity
        }
        return false
    }

    /// The entity and all that it inherits from, from the topmost down.
    ///
    /// In an inheritance that goes round it ends before an entity comes twice.
    @_spi(Tools) public final var lineage: [NSEntityDescription] {
        var seen: Set<ObjectIdentifier> = []
        var line: [NSEntityDescription] = []
        var next: NSEntityDescription? = self
        while let entity = next, seen.insert(ObjectIdentifier(entity)).inserted {
            line.append(entity)
            next = entity.superentity
        }
        return line.reversed()
    }

    /// The topmost entity that it inherits from; the entity itself if it inherits from none.
    @_spi(Tools) public final var rootEntity: NSEntityDescription { lineage.first ?? self }

    /// The properties by their slots: inherited ones first, in the superentity's order, then the entity's own.
    @_spi(Tools) public final var slots: [NSPropertyDescription] {
        layout?.slots ?? lineage.flatMap(\.ownProperties)
    }

    /// The place of a property in ``slots``, in constant time for a model in use.
    package final func slot(named name: String) -> Int? {
        layout.map { $0.slotsByName[name] } ?? slots.firstIndex { $0.name == name }
    }

    /// The properties of the entities that it inherits from.
    final var inheritedProperties: [NSPropertyDescription] { lineage.dropLast().flatMap(\.ownProperties) }
}
