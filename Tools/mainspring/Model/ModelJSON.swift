internal import Foundation
@_spi(Tools) internal import MainspringModel

/// A model as JSON, in the order of its names.
enum ModelJSON {
    static func value(_ model: NSManagedObjectModel, name: String) -> JSONValue {
        let entities = model.entities.sorted { ($0.name ?? "") < ($1.name ?? "") }
        return .object([
            ("name", .string(name)),
            ("versionIdentifiers", .array(model.versionIdentifiers.map { "\($0.base)" }.sorted().map { .string($0) })),
            ("checksum", .string(model.versionChecksum)), ("entities", .array(entities.map(value))),
        ])
    }

    private static func value(_ entity: NSEntityDescription) -> JSONValue {
        let properties = entity.ownProperties.sorted { $0.name < $1.name }
        let attributes = properties.compactMap { $0 as? NSAttributeDescription }.map(value)
        let relationships = properties.compactMap { $0 as? NSRelationshipDescription }.map(value)
        let indexes = entity.indexes.sorted { $0.name < $1.name }.map { index -> JSONValue in
            .object([
                ("name", .string(index.name)),
                ("elements", .array(index.elements.map { .string("\($0)") })),
            ])
        }
        return .object([
            ("name", JSONValue(entity.name)), ("superentity", JSONValue(entity.superentity?.name)),
            ("abstract", .boolean(entity.isAbstract)), ("class", JSONValue(entity.explicitClassName)),
            ("renamedFrom", JSONValue(entity.explicitRenamingIdentifier)),
            ("versionHash", .string(entity.versionHash.hexadecimal)), ("attributes", .array(attributes)),
            ("relationships", .array(relationships)),
            (
                "uniquenessConstraints",
                .array(
                    entity.uniquenessConstraints.map {
                        .array(ConstraintNames.names(in: $0).map { .string($0) })
                    })
            ), ("indexes", .array(indexes)),
        ])
    }

    private static func value(_ attribute: NSAttributeDescription) -> JSONValue {
        .object([
            ("name", .string(attribute.name)), ("type", .string(attribute.attributeType.words)),
            ("optional", .boolean(attribute.isOptional)), ("transient", .boolean(attribute.isTransient)),
            ("default", attribute.givenDefaultValue.map { PropertyListJSON.value($0) } ?? .null),
            ("renamedFrom", JSONValue(attribute.explicitRenamingIdentifier)),
        ])
    }

    private static func value(_ relationship: NSRelationshipDescription) -> JSONValue {
        .object([
            ("name", .string(relationship.name)), ("destination", JSONValue(relationship.destinationEntity?.name)),
            ("inverse", JSONValue(relationship.inverseRelationship?.name)),
            ("toMany", .boolean(relationship.isToMany)), ("ordered", .boolean(relationship.isOrdered)),
            ("minCount", JSONValue(relationship.minCount)), ("maxCount", JSONValue(relationship.maxCount)),
            ("optional", .boolean(relationship.isOptional)),
            ("deleteRule", .string(relationship.deleteRule.words)),
            ("renamedFrom", JSONValue(relationship.explicitRenamingIdentifier)),
        ])
    }
}
