internal import Foundation
internal import MainspringFoundation
@_spi(Tools) internal import MainspringModel

/// A lightweight migration of a store that is one file: of what the file has, without objects. No value is decoded.
struct DocumentMigration {
    private let mapping: InferredMapping
    private let fit: ModelFit
    private let links: DocumentLinks
    private let document: StoreDocument
    private let keys: KeyShifts

    /// - Throws: ``StoreFileProblem`` for keys that no store gives.
    init(_ document: StoreDocument, _ mapping: InferredMapping, _ fit: ModelFit) throws {
        let given = document.lastKeys.values + document.groups.lazy.flatMap { $0.objects.lazy.map(\.key) }
        if let key = given.first(where: { $0 < 0 || $0 > StoreDocumentReader.greatestKey }) {
            throw StoreFileProblem.damaged("an object has the key \(key)")
        }
        (self.document, self.mapping, self.fit) = (document, mapping, fit)
        links = DocumentLinks(document, mapping.source)
        var greatest = document.lastKeys
        for group in document.groups {
            guard let root = mapping.source.entitiesByName[group.entity]?.rootEntity.name else { continue }
            // A file may have given more than it says.
            greatest[root] = max(greatest[root] ?? 0, group.objects.lazy.map(\.key).max() ?? 0)
        }
        keys = try KeyShifts(mapping) { greatest[$0.name ?? ""] ?? 0 }
    }

    /// - Returns: what the file is to have.
    /// - Throws: `CocoaError` 134110 and 134111 for contents that do not fit the new model, 134080 for what is no store.
    func run() throws -> StoreDocument {
        var migrated = StoreDocument()
        for root in mapping.destinationEntities where root.superentity == nil && keys.greatestKey(root) > 0 {
            migrated.lastKeys[root.name ?? ""] = keys.greatestKey(root)
        }
        var metadata = StoreMetadata.loose(document.metadata)
        fit.stamp(&metadata)
        migrated.metadata = try StoreMetadata.values(metadata)
        for group in document.groups {
            guard let source = mapping.source.entitiesByName[group.entity],
                let pair = mapping.destination(of: source).flatMap({ mapping.pair(of: $0) }), !group.objects.isEmpty
            else { continue }
            guard !pair.destination.isAbstract else {
                throw MigrationFailure.abstractEntity(pair.destination, fit.url)
            }
            migrated.groups.append(
                StoreDocument.Group(
                    entity: pair.destination.name ?? "", objects: try group.objects.map { try object($0, pair) }))
        }
        addInverses(&migrated)
        do {
            try DocumentDerivation(mapping).derive(&migrated)
        } catch let problem as StoreFileProblem {
            throw problem.error(fit.url)
        }
        try requireUniqueness(migrated)
        return migrated
    }

    // MARK: Objects

    private func object(
        _ object: StoreDocument.Object, _ pair: InferredMapping.Pair
    ) throws -> StoreDocument.Object {
        var new = StoreDocument.Object(key: object.key + keys.shift(of: pair), version: object.version)
        let values = Dictionary(object.attributes.map { ($0.name, $0.value) }) { first, _ in first }
        let layout = ObjectLayout.of(pair.destination)
        for (place, property) in zip(layout.places, pair.destination.slots) where !property.isTransient {
            if let attribute = property as? NSAttributeDescription {
                let value = try value(of: attribute, place, layout, values, pair)
                if let value {
                    new.attributes.append((attribute.name, value))
                } else if isMissing(attribute, pair), !(attribute is NSDerivedAttributeDescription) {
                    throw MigrationFailure.missingValue(attribute, pair.destination, fit.url)
                }
            } else if let relationship = property as? NSRelationshipDescription {
                let keys = members(of: relationship, object, pair)
                if keys.isEmpty, !relationship.isToMany, isMissing(relationship, pair) {
                    throw MigrationFailure.missingValue(relationship, pair.destination, fit.url)
                }
                if !keys.isEmpty, relationship.isWritten { new.relationships.append((relationship.name, keys)) }
            }
        }
        return new
    }

    private func isMissing(_ property: NSPropertyDescription, _ pair: InferredMapping.Pair) -> Bool {
        guard !property.isOptional else { return false }
        // What is required already may have led to somebody who is no more.
        return property is NSRelationshipDescription || pair.source(of: property)?.isOptional ?? true
    }

    private func value(
        of attribute: NSAttributeDescription, _ place: SlotPlace, _ layout: ObjectLayout,
        _ values: [String: StoreDocument.Value], _ pair: InferredMapping.Pair
    ) throws -> StoreDocument.Value? {
        let initial = { try AttributeCoding.encoded(attribute, layout.initialValues, place) }
        guard let source = pair.source(of: attribute) as? NSAttributeDescription else {
            return attribute is NSDerivedAttributeDescription ? nil : try initial()
        }
        guard let known = values[source.name] else {
            return source.isOptional && !attribute.isOptional ? try initial() : nil
        }
        guard let composite = attribute as? NSCompositeAttributeDescription,
            let former = source as? NSCompositeAttributeDescription, case .data(let data) = known
        else { return known }
        return DocumentComposites.migrated(data, composite, former).map { .data($0) } ?? known
    }

    // MARK: Links

    private func members(
        of relationship: NSRelationshipDescription, _ object: StoreDocument.Object, _ pair: InferredMapping.Pair
    ) -> [Int64] {
        guard let source = pair.source(of: relationship) as? NSRelationshipDescription,
            let destination = relationship.destinationEntity, let root = source.destinationEntity?.rootEntity.name
        else { return [] }
        return links.members(of: source, object).compactMap { key in
            // Links to objects that are no more, or are none that it leads to, are no links.
            guard let entity = links.entity(key, root: root), let new = mapping.destination(of: entity),
                new.isKindOf(entity: destination), let pair = mapping.pair(of: new)
            else { return nil }
            return key + keys.shift(of: pair)
        }
    }

    /// A relationship to many that was not there leads back along its inverse.
    private func addInverses(_ document: inout StoreDocument) {
        for entity in mapping.destinationEntities {
            for case let relationship as NSRelationshipDescription in entity.ownProperties {
                guard let inverse = relationship.mutualInverse, inverse !== relationship, relationship.isWritten,
                    relationship.isToMany, mapping.sources(of: relationship).isEmpty,
                    !mapping.sources(of: inverse).isEmpty
                else { continue }
                var members: [Int64: [Int64]] = [:]
                for group in document.groups {
                    for object in group.objects {
                        for (name, keys) in object.relationships
                        where name == inverse.name && isKind(group.entity, inverse.entity) {
                            for key in keys { members[key, default: []].append(object.key) }
                        }
                    }
                }
                for index in document.groups.indices where isKind(document.groups[index].entity, entity) {
                    for place in document.groups[index].objects.indices {
                        let key = document.groups[index].objects[place].key
                        guard let keys = members[key] else { continue }
                        document.groups[index].objects[place].relationships.append((relationship.name, keys))
                    }
                }
            }
        }
    }

    private func isKind(_ name: String, _ entity: NSEntityDescription) -> Bool {
        mapping.destination.entitiesByName[name]?.isKindOf(entity: entity) ?? false
    }

    // MARK: Values that must differ

    private func requireUniqueness(_ document: StoreDocument) throws {
        for entity in mapping.destinationEntities {
            for constraint in entity.uniquenessConstraints.map(ConstraintNames.names) where !constraint.isEmpty {
                var seen: Set<[String]> = []
                for group in document.groups where isKind(group.entity, entity) {
                    for object in group.objects {
                        let values = constraint.compactMap { name in
                            object.attributes.first { $0.name == name }.map { "\($0.value)" }
                                ?? object.relationships.first { $0.name == name }.map { "\($0.keys)" }
                        }
                        guard values.count == constraint.count, !seen.insert(values).inserted else { continue }
                        throw MigrationFailure.notUnique(constraint, entity, fit.url)
                    }
                }
            }
        }
    }
}

extension NSRelationshipDescription {
    /// Whether a file has it: what the other side says is not written twice, but for an order.
    fileprivate var isWritten: Bool {
        guard isToMany, !isOrdered, let inverse = mutualInverse else { return true }
        return inverse.isToMany
    }
}
