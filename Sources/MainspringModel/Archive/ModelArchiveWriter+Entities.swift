internal import Foundation
internal import MainspringFoundation

extension ModelArchiveWriter {
    mutating func writeEntity(_ entity: NSEntityDescription) throws(ModelFileError) {
        guard let reference = references[ObjectIdentifier(entity)] else { return }
        let name = entity.name ?? ""
        var fields: [String: PropertyListValue] = [
            "NSEntityName": text(name).value,
            "NSClassNameForEntity": text(className(of: entity)).value,
            "NSVersionHashModifier": text(entity.versionHashModifier).value,
            "NSRenamingIdentifier": text(entity.renamingIdentifier).value,
            "NSManagedObjectModel": modelReference.value,
            "NSSuperentity": (entity.superentity.flatMap { references[ObjectIdentifier($0)] } ?? .null).value,
        ]
        fields["NSUserInfo"] = try userInfo(entity.userInfo, of: "the entity “\(name)”").value
        if entity.isAbstract { fields["NSIsAbstract"] = .boolean(true) }
        let subentities = entity.subentities.sorted { ($0.name ?? "") < ($1.name ?? "") }.map { subentity in
            (key: text(subentity.name), value: references[ObjectIdentifier(subentity)] ?? .null)
        }
        fields["NSSubentities"] = archive.addDictionary(subentities, isMutable: true).value
        var properties: [(key: Reference, value: Reference)] = []
        for property in Self.properties(of: entity, purpose) {
            properties.append((key: text(property.name), value: try writeProperty(property, of: entity)))
        }
        fields["NSProperties"] = archive.addDictionary(properties, isMutable: true).value
        if !entity.uniquenessConstraints.isEmpty {
            fields["NSUniqueTuples"] = lists(entity.uniquenessConstraints).value
        }
        let compounds = entity.compoundIndexList + Self.olderForms(of: entity.indexes)
        if !compounds.isEmpty || purpose == .cache { fields["NSCompoundIndexes"] = lists(compounds).value }
        if !entity.indexes.isEmpty || purpose == .cache {
            var indexes: [Reference] = []
            for index in entity.indexes { indexes.append(try writeIndex(index, of: reference)) }
            fields["NSFetchIndexDescriptions"] = archive.addList(.mutableArray, indexes).value
        }
        if purpose == .file {
            if let expression = entity.coreSpotlightDisplayNameExpression {
                fields["NSCoreSpotlightDisplayNameExpression"] = try writeExpression(expression).value
            }
            if let hash = entity.knownVersionHash { fields["NSVersionHash"] = .data(hash) }
        }
        archive.define(reference, ArchivedClass("NSEntityDescription"), fields)
    }

    /// Indexes of several properties stand in an archive also in the form of the time before there were others, which has
    /// no place for what is computed.
    private static func olderForms(of indexes: [NSFetchIndexDescription]) -> [[Any]] {
        indexes.filter { index in !index.elements.contains { $0.property is NSExpressionDescription } }
            .map { index in index.elements.compactMap(\.propertyName) }.filter { $0.count > 1 }
    }

    private func className(of entity: NSEntityDescription) -> String? {
        guard let name = entity.explicitClassName else { return nil }
        return (entity.source.classModule ?? (entity.source.isClassOfOwnModule ? entity.source.moduleName : nil))
            .map { "\($0).\(name)" } ?? name
    }

    private mutating func lists(_ lists: [[Any]]) -> Reference {
        let written = lists.map { list in
            archive.addList(
                .mutableArray, list.map { part in text((part as? NSPropertyDescription)?.name ?? part as? String) })
        }
        return archive.addList(.mutableArray, written)
    }

    private mutating func writeIndex(
        _ index: NSFetchIndexDescription, of entity: Reference
    ) throws(ModelFileError) -> Reference {
        let reference = archive.reserve()
        var elements: [Reference] = []
        for element in index.elements {
            var fields: [String: PropertyListValue] = [
                "NSPropertyName": text(element.propertyName).value,
                "NSFetchIndexElementType": .integer(Int64(element.collationType.rawValue)),
                "NSFetchIndexDescription": reference.value, "NSAscending": .boolean(element.isAscending),
            ]
            if let computed = element.property as? NSExpressionDescription {
                var parts: [String: PropertyListValue] = [
                    "NSPropertyName": text(computed.name).value,
                    "NSExpressionResultType": .integer(Int64(computed.expressionResultType.rawValue)),
                ]
                if let expression = computed.expression {
                    parts["NSExpression"] = try writeExpression(expression).value
                }
                fields["NSProperty"] =
                    archive.add(
                        ArchivedClass("NSExpressionDescription", superclasses: ["NSPropertyDescription", "NSObject"]),
                        parts
                    ).value
            }
            elements.append(archive.add(ArchivedClass("NSFetchIndexElementDescription"), fields))
        }
        var partial = Reference.null
        if let predicate = index.partialIndexPredicate { partial = try writePredicate(predicate) }
        archive.define(
            reference, ArchivedClass("NSFetchIndexDescription"),
            [
                "NSIndexName": text(index.name).value, "NSPartialIndexPredicate": partial.value,
                "NSIndexElements": archive.addList(.mutableArray, elements).value, "NSEntity": entity.value,
            ])
        return reference
    }
}
