internal import Foundation

/// Copies entities, and lets what refers to each other among the originals do so among the copies.
final class ModelCopier {
    private var entities: [ObjectIdentifier: NSEntityDescription] = [:]
    private var properties: [ObjectIdentifier: NSPropertyDescription] = [:]
    /// Originals with their copies, in the order in which they were made.
    private var pairs: [(original: NSEntityDescription, copy: NSEntityDescription)] = []
    /// Originals of which no copies were made, with the copies that stand for them.
    private var stands: [(original: NSEntityDescription, copy: NSEntityDescription)] = []

    /// Copies an entity and all that inherit from it, once; the copies refer to originals until ``connect()``.
    @discardableResult
    func copy(_ entity: NSEntityDescription) -> NSEntityDescription {
        let copy = flatCopy(entity)
        var open = [entity]
        while let next = open.popLast() {
            for child in next.subentities where entities[ObjectIdentifier(child)] == nil {
                _ = flatCopy(child)
                open.append(child)
            }
        }
        return copy
    }

    /// Copies a model's entities, configurations and templates into an empty one.
    func copy(_ model: NSManagedObjectModel, into copy: NSManagedObjectModel) {
        copy.fileName = model.fileName
        copy.source = model.source
        copy.versionIdentifiers = model.versionIdentifiers
        copy.localizationDictionary = model.localizationDictionary
        copy.entities = model.entities.map { flatCopy($0) }
        connect()
        for name in model.configurationNames {
            let entities = model.entities(forConfigurationName: name) ?? []
            copy.setEntities(entities.map { self.copy(of: $0) ?? $0 }, forConfigurationName: name)
        }
        for (name, request) in model.requestTemplatesByName {
            copy.setRequestTemplate(self.copy(request), forName: name)
        }
    }

    /// The copy of an entity, if it was copied.
    func copy(of entity: NSEntityDescription) -> NSEntityDescription? { entities[ObjectIdentifier(entity)] }

    /// A copy of a request, for the copy of its entity.
    func copy(_ request: FetchRequestDescription) -> FetchRequestDescription? {
        let copy = request.copy() as? FetchRequestDescription
        if let copy { connect(copy) }
        return copy
    }

    /// Copies an entity without its subentities.
    func flatCopy(_ entity: NSEntityDescription) -> NSEntityDescription {
        if let known = entities[ObjectIdentifier(entity)] { return known }
        let copy = type(of: entity).init()
        copy.name = entity.name
        copy.explicitClassName = entity.explicitClassName
        copy.isAbstract = entity.isAbstract
        copy.userInfo = entity.userInfo
        copy.versionHashModifier = entity.versionHashModifier
        copy.explicitRenamingIdentifier = entity.explicitRenamingIdentifier
        copy.source = entity.source
        copy.coreSpotlightDisplayNameExpression = entity.coreSpotlightDisplayNameExpression
        copy.ownProperties = entity.ownProperties.compactMap { property in
            let copy = property.copy() as? NSPropertyDescription
            properties[ObjectIdentifier(property)] = copy
            return copy
        }
        copy.indexes = entity.indexes.compactMap { $0.copy() as? NSFetchIndexDescription }
        entities[ObjectIdentifier(entity)] = copy
        pairs.append((entity, copy))
        return copy
    }

    /// Lets all that the copies refer to be copies, where there are any.
    func connect() {
        connectInheritance()
        for (original, copy) in pairs {
            copy.uniquenessConstraints = original.uniquenessConstraints.map { $0.map(part) }
            copy.compoundIndexList = original.compoundIndexList.map { $0.map(part) }
            for property in copy.ownProperties { connect(property) }
            for element in copy.indexes.flatMap(\.elements) {
                element.property = element.property.map { properties[ObjectIdentifier($0)] ?? $0 }
            }
        }
        for (original, copy) in pairs {
            for (property, own) in zip(original.ownProperties, copy.ownProperties) {
                own.knownVersionHash = property.knownVersionHash
            }
            copy.knownVersionHash = original.knownVersionHash
        }
    }

    /// Lets an entity stand for another one that says the same, and its properties for those of that.
    func use(_ entity: NSEntityDescription, for other: NSEntityDescription) {
        entities[ObjectIdentifier(other)] = entity
        let own = EntityLayout.byName(entity.ownProperties)
        for property in other.ownProperties { properties[ObjectIdentifier(property)] = own[property.name] }
        stands.append((other, entity))
    }

    /// An entity has the subentities of all originals that it stands for, in their order.
    private func connectInheritance() {
        var parents: [NSEntityDescription] = []
        var children: [ObjectIdentifier: [NSEntityDescription]] = [:]
        var known: Set<ObjectIdentifier> = []
        for (original, copy) in pairs + stands {
            if children[ObjectIdentifier(copy)] == nil { parents.append(copy) }
            let own = original.subentities.compactMap { self.copy(of: $0) }
            children[ObjectIdentifier(copy), default: []] += own.filter { known.insert(ObjectIdentifier($0)).inserted }
        }
        for parent in parents { parent.subentities = children[ObjectIdentifier(parent)] ?? [] }
    }

    private func connect(_ property: NSPropertyDescription) {
        if let relationship = property as? NSRelationshipDescription {
            relationship.destinationEntity = relationship.destinationEntity.map { copy(of: $0) ?? $0 }
            if let inverse = relationship.inverseRelationship {
                relationship.inverseRelationship =
                    properties[ObjectIdentifier(inverse)] as? NSRelationshipDescription ?? inverse
            }
        } else if let fetched = property as? NSFetchedPropertyDescription, let request = fetched.fetchRequestDescription
        {
            connect(request)
        }
    }

    private func connect(_ request: FetchRequestDescription) {
        if let entity = request.entity.flatMap({ copy(of: $0) }) { request.entity = entity }
        request.propertiesToFetch = request.propertiesToFetch?.map(part)
        request.propertiesToGroupBy = request.propertiesToGroupBy?.map(part)
    }

    /// A name, or the copy of a property.
    private func part(_ part: Any) -> Any {
        guard let property = part as? NSPropertyDescription else { return part }
        return properties[ObjectIdentifier(property)] ?? property
    }
}
