/// What two descriptions may differ in. Ours.
public enum ModelAspect: String, Hashable, Sendable, CaseIterable {
    // Of entities.
    case superentity, isAbstract, uniquenessConstraints, managedObjectClassName, compoundIndexes
    case coreSpotlightDisplayNameExpression
    // Of properties.
    case kind, isOptional, isTransient, isIndexed, isIndexedBySpotlight, isStoredInExternalRecord, validationPredicates
    // Of attributes.
    case attributeType, attributeValueClassName, defaultValue, valueTransformerName, allowsExternalBinaryDataStorage
    case preservesValueInHistoryOnDeletion, allowsCloudEncryption, derivationExpression, expression,
        expressionResultType
    // Of relationships and fetched properties.
    case destinationEntity, inverseRelationship, deleteRule, minCount, maxCount, isOrdered, fetchRequest
    // Of indexes.
    case elements, partialIndexPredicate
    // Of models.
    case configurations, fetchRequestTemplates, versionIdentifiers, localizationDictionary
    // Of entities and properties.
    case versionHashModifier, renamingIdentifier, userInfo

    /// Whether a difference makes the version hashes differ, so that a store of one does not open with the other.
    ///
    /// What Apple says goes into them: see Core Data Model Versioning and Data Migration, "Understanding Versions".
    public var countsForVersion: Bool {
        switch self {
        case .superentity, .isAbstract, .uniquenessConstraints, .kind, .isOptional, .isTransient, .attributeType,
            .derivationExpression, .destinationEntity, .inverseRelationship, .deleteRule, .minCount, .maxCount,
            .isOrdered,
            .versionHashModifier:
            true
        default: false
        }
    }
}
