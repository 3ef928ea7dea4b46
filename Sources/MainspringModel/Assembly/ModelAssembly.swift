internal import Foundation
internal import MainspringFoundation
internal import class MainspringFoundation.NSPredicate

/// Puts a model together whose parts name each other, as in files.
///
/// All parts are added first; ``finish()`` then finds what the names mean.
struct ModelAssembly {
    let path: String
    /// What is filled.
    let model: NSManagedObjectModel
    /// So many descriptions may still be made.
    private var partsLeft: Int
    /// What the file says and nothing here understands, in sentences.
    private(set) var notes: [String] = []
    private var entities: [Part<NSEntityDescription>] = []
    private var relationships: [Relationship] = []
    private var indexes: [(element: IndexPart, in: NSEntityDescription)] = []
    private var requests: [Part<FetchRequestDescription>] = []
    private var configurations: [(name: String, entities: [String], place: String)] = []
    /// Hashes that the file has for entities, which are set last: what changes an entity makes it forget its hash.
    private var hashes: [(entity: NSEntityDescription, hash: Data)] = []
    /// The entities' own properties, by the entity.
    private var properties: [ObjectIdentifier: [NSPropertyDescription]] = [:]

    /// Something that names an entity.
    private struct Part<Object> {
        let object: Object
        let entity: String?
        let place: String
    }

    private struct Relationship {
        let object: NSRelationshipDescription
        let owner: NSEntityDescription
        let destination: String?
        let inverse: String?
        let inverseEntity: String?
        let place: String
    }

    /// An index whose elements name properties.
    struct IndexPart {
        struct Element {
            /// The name of a property, or what is computed.
            enum Subject {
                case property(String)
                case expression(NSExpressionDescription)

                /// The name, if it is one.
                var propertyName: String? { if case .property(let name) = self { name } else { nil } }
            }

            let subject: Subject
            let type: NSFetchIndexElementType
            let isAscending: Bool
        }

        let name: String
        let elements: [Element]
        let predicate: NSPredicate?
    }

    /// - Parameter byteCount: The size of the file: what few bytes say may stand for many descriptions, where a file
    /// lets
    ///   several share a part.
    init(path: String, byteCount: Int, model: NSManagedObjectModel) {
        self.path = path
        self.model = model
        partsLeft = min(Self.greatestPartCount, 10_000 + byteCount / 8)
    }

    /// No model of people has so many.
    private static let greatestPartCount = 100_000
}

// MARK: - Adding parts

extension ModelAssembly {
    /// So many notes are kept: what a file holds must not fill memory.
    private static let greatestNoteCount = 1_000

    mutating func note(_ sentence: String) {
        if notes.count < Self.greatestNoteCount { notes.append(sentence) }
    }

    /// Counts descriptions before they are made.
    /// - Throws: `ModelFileError` if a file has more of them than it may.
    mutating func take(_ count: Int, at place: @autoclosure () -> String) throws(ModelFileError) {
        guard count <= partsLeft else {
            throw ModelFileError(
                path: path, place: place(),
                reason:
                    "the model has more entities, properties and parts of them than a file of its size may; divide it")
        }
        partsLeft -= count
    }

    mutating func add(
        _ entity: NSEntityDescription, properties own: [NSPropertyDescription], superentity: String?, at place: String
    ) {
        entities.append(Part(object: entity, entity: superentity, place: place))
        properties[ObjectIdentifier(entity)] = own
    }

    mutating func connect(
        _ relationship: NSRelationshipDescription, of owner: NSEntityDescription, to destination: String?,
        inverse: String?, of inverseEntity: String?, at place: String
    ) {
        relationships.append(
            Relationship(
                object: relationship, owner: owner, destination: destination, inverse: inverse,
                inverseEntity: inverseEntity, place: place))
    }

    mutating func connect(_ request: FetchRequestDescription, to entity: String?, at place: String) {
        requests.append(Part(object: request, entity: entity, place: place))
    }

    mutating func add(_ index: IndexPart, to entity: NSEntityDescription) { indexes.append((index, entity)) }

    mutating func setHash(_ hash: Data, of entity: NSEntityDescription) { hashes.append((entity, hash)) }

    mutating func addConfiguration(_ name: String, of entities: [String], at place: String) {
        configurations.append((name, entities, place))
    }
}

// MARK: - Finding what names mean

extension ModelAssembly {
    /// Puts all parts in their places.
    ///
    /// - Parameter dropsInherited: What an entity declares again that a superentity has is left out, as caches need it.
    /// - Throws: `ModelFileError` for a name that is not there or there twice, inheritance that goes round, and
    /// whatever
    ///   else `validate()` finds.
    mutating func finish(dropsInherited: Bool = false) throws(ModelFileError) {
        let byName = try entitiesByName()
        try connectInheritance(byName)
        for entity in entities {
            var own = properties[ObjectIdentifier(entity.object)] ?? []
            if dropsInherited { own = notInherited(own, entity.object) }
            entity.object.ownProperties = own
        }
        try connectRelationships(byName)
        for (index, entity) in indexes { entity.indexes.append(makeIndex(index, in: entity)) }
        for request in requests {
            guard let name = request.entity else { continue }
            guard let entity = byName[name] else { throw unknown(name, request.place) }
            request.object.entity = entity
        }
        model.entities = entities.map(\.object)
        for configuration in configurations {
            var members: [NSEntityDescription] = []
            for name in configuration.entities {
                guard let entity = byName[name] else { throw unknown(name, configuration.place) }
                members.append(entity)
            }
            model.setEntities(members, forConfigurationName: configuration.name)
        }
        if let issue = model.issues.first {
            throw ModelFileError(path: path, reason: String(issue.description.dropLast()))
        }
        for (entity, hash) in hashes { entity.knownVersionHash = hash }
    }

    private func entitiesByName() throws(ModelFileError) -> [String: NSEntityDescription] {
        var byName: [String: NSEntityDescription] = [:]
        byName.reserveCapacity(entities.count)
        for entity in entities {
            guard let name = entity.object.name, !name.isEmpty else {
                throw ModelFileError(path: path, place: entity.place, reason: "an entity has no name; give it one")
            }
            guard byName.updateValue(entity.object, forKey: name) == nil else {
                throw ModelFileError(
                    path: path, place: entity.place,
                    reason: "there are two entities “\(name.excerpt)”; give one of them another name")
            }
        }
        return byName
    }

    private func unknown(_ entity: String, _ place: String) -> ModelFileError {
        ModelFileError(
            path: path, place: place,
            reason: "there is no entity “\(entity.excerpt)”; add it, or name one of the model's")
    }

    private func connectInheritance(_ byName: [String: NSEntityDescription]) throws(ModelFileError) {
        var parents: [ObjectIdentifier: NSEntityDescription] = [:]
        var children: [ObjectIdentifier: [NSEntityDescription]] = [:]
        for entity in entities {
            guard let name = entity.entity else { continue }
            guard let parent = byName[name] else { throw unknown(name, entity.place) }
            parents[ObjectIdentifier(entity.object)] = parent
            children[ObjectIdentifier(parent), default: []].append(entity.object)
        }
        try checkNoRound(parents)
        try checkSize(parents)
        for entity in entities {
            if let children = children[ObjectIdentifier(entity.object)] { entity.object.subentities = children }
        }
    }

    /// Checks that no entity inherits from itself, visiting each entity once.
    private func checkNoRound(_ parents: [ObjectIdentifier: NSEntityDescription]) throws(ModelFileError) {
        var checked: Set<ObjectIdentifier> = []
        for entity in entities {
            var path: Set<ObjectIdentifier> = []
            var next: NSEntityDescription? = entity.object
            while let current = next, checked.insert(ObjectIdentifier(current)).inserted {
                path.insert(ObjectIdentifier(current))
                next = parents[ObjectIdentifier(current)]
            }
            guard let met = next, path.contains(ObjectIdentifier(met)) else { continue }
            throw ModelFileError(
                path: self.path, place: entity.place,
                reason:
                    "the entity “\((met.name ?? "").excerpt)” inherits from itself, through others or directly; give "
                    + "one of them another superentity")
        }
    }

    /// Checks that the inheritance is not deeper, and does not hand down more properties, than any model needs: few
    /// bytes
    /// may stand for very many properties.
    private func checkSize(_ parents: [ObjectIdentifier: NSEntityDescription]) throws(ModelFileError) {
        var total = 0
        for entity in entities {
            var depth = 0
            var next: NSEntityDescription? = entity.object
            while let current = next {
                depth += 1
                total += properties[ObjectIdentifier(current)]?.count ?? 0
                guard depth <= Self.greatestDepth, total <= Self.greatestPropertyCount else {
                    throw ModelFileError(
                        path: path, place: entity.place,
                        reason: "the entities inherit more than \(Self.greatestDepth) levels deep, or have more than "
                            + "\(Self.greatestPropertyCount) properties with inherited ones; divide the model")
                }
                next = parents[ObjectIdentifier(current)]
            }
        }
    }

    private static let greatestDepth = 256
    private static let greatestPropertyCount = 1_000_000

    /// What of an entity's properties no superentity has.
    private func notInherited(_ own: [NSPropertyDescription], _ entity: NSEntityDescription) -> [NSPropertyDescription]
    {
        var names: Set<String> = []
        var next = entity.superentity
        while let ancestor = next {
            for property in properties[ObjectIdentifier(ancestor)] ?? [] { names.insert(property.name) }
            next = ancestor.superentity
        }
        return names.isEmpty ? own : own.filter { !names.contains($0.name) }
    }

    private mutating func connectRelationships(_ byName: [String: NSEntityDescription]) throws(ModelFileError) {
        var byEntity: [ObjectIdentifier: [String: NSRelationshipDescription]] = [:]
        for relationship in relationships where relationship.object.owner === relationship.owner {
            byEntity[ObjectIdentifier(relationship.owner), default: [:]][relationship.object.name] = relationship.object
        }
        for relationship in relationships where relationship.object.owner === relationship.owner {
            guard let destination = relationship.destination else { continue }
            guard let entity = byName[destination] else { throw unknown(destination, relationship.place) }
            relationship.object.destinationEntity = entity
            guard let inverse = relationship.inverse else { continue }
            // The entity that is said to have the inverse is mostly the destination; if not, it is one of its
            // superentities.
            let holder = relationship.inverseEntity.flatMap { byName[$0] } ?? entity
            if let name = relationship.inverseEntity, byName[name] == nil {
                note(
                    "\(relationship.place): there is no entity “\(name.excerpt)”, which is said to have the inverse; "
                        + "“\(destination.excerpt)” was taken")
            }
            var next: NSEntityDescription? = holder
            while let owner = next, relationship.object.inverseRelationship == nil {
                relationship.object.inverseRelationship = byEntity[ObjectIdentifier(owner)]?[inverse]
                next = owner.superentity
            }
            guard relationship.object.inverseRelationship != nil else {
                let name = (holder.name ?? "").excerpt
                let has = "the entity “\(name)” has no relationship “\(inverse.excerpt)”, which is named as"
                throw ModelFileError(
                    path: path, place: relationship.place,
                    reason: holder === entity
                        ? "\(has) the inverse; add it, or name another"
                        : "\(has) the inverse there; name the entity that has it, mostly the destination “\(destination.excerpt)”"
                )
            }
        }
    }

    private func makeIndex(_ index: IndexPart, in entity: NSEntityDescription) -> NSFetchIndexDescription {
        let elements = index.elements.map { element in
            let made =
                switch element.subject {
                case .property(let name):
                    property(name, of: entity).map {
                        NSFetchIndexElementDescription(property: $0, collationType: element.type)
                    } ?? NSFetchIndexElementDescription(propertyName: name, collationType: element.type)
                case .expression(let expression):
                    NSFetchIndexElementDescription(property: expression, collationType: element.type)
                }
            made.isAscending = element.isAscending
            return made
        }
        let made = NSFetchIndexDescription(name: index.name, elements: elements)
        made.partialIndexPredicate = index.predicate
        return made
    }

    private func property(_ name: String, of entity: NSEntityDescription) -> NSPropertyDescription? {
        var next: NSEntityDescription? = entity
        while let owner = next {
            if let property = owner.ownProperties.first(where: { $0.name == name }) { return property }
            next = owner.superentity
        }
        return nil
    }
}
