internal import Foundation
internal import MainspringFoundation

extension ModelXMLWriter {
    func writeEntity(_ entity: NSEntityDescription) throws(ModelFileError) {
        let name = entity.name ?? ""
        var attributes: [(String, String?)] = [
            ("name", name), ("representedClassName", className(of: entity)),
            ("isAbstract", flag(entity.isAbstract)), ("parentEntity", entity.superentity?.name),
            ("elementID", entity.explicitRenamingIdentifier.flatMap { $0 == name ? nil : $0 }),
            ("versionHashModifier", entity.versionHashModifier), ("syncable", syncable(entity.source.isSyncable)),
            ("codeGenerationType", entity.source.codeGenerationType),
        ]
        if let expression = entity.coreSpotlightDisplayNameExpression {
            attributes.append(
                ("coreSpotlightDisplayNameExpression", try format(expression, of: "the entity “\(name)”")))
        }
        try xml.element("entity", attributes) { () throws(ModelFileError) in
            let properties = entity.ownProperties.sorted { $0.name < $1.name }
            for case let attribute as NSAttributeDescription in properties { try writeAttribute(attribute) }
            for case let relationship as NSRelationshipDescription in properties {
                try writeRelationship(relationship)
            }
            for case let fetched as NSFetchedPropertyDescription in properties {
                try writeFetchedProperty(fetched)
            }
            for index in entity.indexes { try writeIndex(index, of: name) }
            try writeLists("compoundIndexes", "compoundIndex", "index", entity.compoundIndexList)
            try writeLists(
                "uniquenessConstraints", "uniquenessConstraint", "constraint", entity.uniquenessConstraints)
            try writeUserInfo(entity.userInfo)
        }
    }

    private func className(of entity: NSEntityDescription) -> String? {
        guard let name = entity.explicitClassName else { return nil }
        if entity.source.isClassOfOwnModule { return ".\(name)" }
        return entity.source.classModule.map { "\($0).\(name)" } ?? name
    }

    func flag(_ value: Bool) -> String? { value ? "YES" : nil }

    /// Entities of a model that was made in code are written as Xcode writes new ones.
    private func syncable(_ value: Bool?) -> String? { value.map { $0 ? "YES" : "NO" } ?? "YES" }

    private func writeLists(
        _ outer: String, _ middle: String, _ inner: String, _ lists: [[Any]]
    ) throws(ModelFileError) {
        guard !lists.isEmpty else { return }
        try xml.element(outer, []) { () throws(ModelFileError) in
            for list in lists {
                try xml.element(middle, []) { () throws(ModelFileError) in
                    for part in list {
                        try xml.element(inner, [("value", (part as? NSPropertyDescription)?.name ?? part as? String)])
                    }
                }
            }
        }
    }

    private func writeRelationship(_ relationship: NSRelationshipDescription) throws(ModelFileError) {
        let isToMany = relationship.isToMany
        let attributes: [(String, String?)] = [
            ("name", relationship.name), ("optional", flag(relationship.isOptional)),
            ("transient", flag(relationship.isTransient)), ("toMany", flag(isToMany)),
            ("minCount", relationship.minCount == 0 ? nil : "\(relationship.minCount)"),
            ("maxCount", relationship.maxCount == 0 ? nil : "\(relationship.maxCount)"),
            ("deletionRule", DeleteRuleName.name(relationship.deleteRule)), ("ordered", flag(relationship.isOrdered)),
            ("destinationEntity", relationship.destinationEntity?.name),
            ("inverseName", relationship.inverseRelationship?.name),
            ("inverseEntity", relationship.inverseRelationship?.owner?.name),
        ]
        try writeProperty("relationship", relationship, attributes)
    }

    private func writeFetchedProperty(_ property: NSFetchedPropertyDescription) throws(ModelFileError) {
        guard let request = property.fetchRequestDescription else {
            throw error("the fetched property “\(property.name)” has no fetch request; give it one")
        }
        let attributes: [(String, String?)] = [
            ("name", property.name), ("optional", flag(property.isOptional)),
            ("transient", flag(property.isTransient)),
        ]
        try writeProperty("fetchedProperty", property, attributes) { () throws(ModelFileError) in
            try writeRequest(request, name: "fetchedPropertyFetchRequest")
        }
    }

    /// Writes what all properties have behind the attributes of their own.
    func writeProperty(
        _ element: String, _ property: NSPropertyDescription, _ attributes: [(String, String?)],
        _ content: (() throws(ModelFileError) -> Void)? = nil
    ) throws(ModelFileError) {
        if !(property is NSAttributeDescription), let predicate = property.validationPredicates.first {
            throw error(
                "“\(property.name)” of the entity “\(property.owner?.name ?? "")” has the validation predicate "
                    + "\(predicate.predicateFormat.excerpt), which XML can state of attributes only")
        }
        let common: [(String, String?)] = [
            ("indexed", flag(property.wantsIndex)), ("spotlightIndexingEnabled", flag(property.isIndexedBySpotlight)),
            ("storedInTruthFile", flag(property.wantsExternalRecord)),
            ("versionHashModifier", property.versionHashModifier),
            ("elementID", property.explicitRenamingIdentifier.flatMap { $0 == property.name ? nil : $0 }),
            ("syncable", property.source.isSyncable.map { $0 ? "YES" : "NO" }),
        ]
        try xml.element(element, attributes + common) { () throws(ModelFileError) in
            try content?()
            try writeUserInfo(property.userInfo)
        }
    }

    private func writeIndex(
        _ index: NSFetchIndexDescription, of entity: String
    ) throws(ModelFileError) {
        var attributes: [(String, String?)] = [("name", index.name)]
        if let predicate = index.partialIndexPredicate {
            attributes.append(("partialIndexPredicate", try format(predicate, of: "the index “\(index.name)”")))
        }
        try xml.element("fetchIndex", attributes) { () throws(ModelFileError) in
            for element in index.elements {
                var attributes: [(String, String?)] = []
                if let computed = element.property as? NSExpressionDescription, let expression = computed.expression {
                    attributes = [
                        ("expression", try format(expression, of: "the index “\(index.name)”")),
                        ("expressionType", AttributeTypeName.name(computed.expressionResultType)),
                    ]
                } else {
                    attributes = [("property", element.propertyName)]
                }
                attributes.append(("type", element.collationType == .rTree ? "RTree" : "Binary"))
                attributes.append(("order", element.isAscending ? "ascending" : "descending"))
                try xml.element("fetchIndexElement", attributes)
            }
        }
    }

    func writeRequest(_ request: FetchRequestDescription, name: String) throws(ModelFileError) {
        var attributes: [(String, String?)] = [("name", name), ("entity", request.entityName)]
        if let predicate = request.predicate {
            attributes.append(("predicateString", try format(predicate, of: "the fetch request “\(name)”")))
        }
        let hasSorting = !(request.sortDescriptors ?? []).isEmpty
        guard !hasSorting, request.propertiesToFetch == nil, request.propertiesToGroupBy == nil,
            request.havingPredicate == nil, request.relationshipKeyPathsForPrefetching == nil,
            !request.shouldRefreshRefetchedObjects, request.affectedStores == nil
        else {
            throw error(
                "the fetch request “\(name)” is sorted, grouped, refreshes, or says which properties or stores it fetches, "
                    + "which XML cannot state; leave that to where it is used")
        }
        guard min(request.fetchLimit, request.fetchOffset, request.fetchBatchSize) >= 0 else {
            throw error(
                "a limit, an offset or a batch size of the fetch request “\(name)” is negative; set it to 0 or more")
        }
        attributes += [
            ("resultType", request.resultType.rawValue == 0 ? nil : "\(request.resultType.rawValue)"),
            ("fetchLimit", request.fetchLimit == 0 ? nil : "\(request.fetchLimit)"),
            ("fetchOffset", request.fetchOffset == 0 ? nil : "\(request.fetchOffset)"),
            ("fetchBatchSize", request.fetchBatchSize == 0 ? nil : "\(request.fetchBatchSize)"),
            ("includeSubentities", request.includesSubentities ? nil : "NO"),
            ("includePropertyValues", request.includesPropertyValues ? nil : "NO"),
            ("includesPendingChanges", request.includesPendingChanges ? nil : "NO"),
            ("returnObjectsAsFaults", request.returnsObjectsAsFaults ? nil : "NO"),
            ("returnDistinctResults", flag(request.returnsDistinctResults)),
        ]
        try xml.element("fetchRequest", attributes)
    }
}
