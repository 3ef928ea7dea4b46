internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// The metadata of a new store.
package enum NewMetadata {
    /// The key by which a store says that its version hashes are of Mainspring's formula, and of which one.
    package static let formulaKey = "MainspringVersionHashes"
    /// The key by which a store says of which attributes the data are marked; see ``DataForms``.
    static let markedDataKey = "MainspringMarkedData"

    /// Whether a key of the metadata is one of those.
    static func isOwn(_ key: String) -> Bool { key == formulaKey || key == markedDataKey }

    /// Those of the framework with whose stores the layout was compared last.
    private static let frameworkVersion: Int64 = 1344

    /// - Parameter takesKnown: whether hashes that files have brought along are taken.
    static func values(
        _ model: NSManagedObjectModel, _ entities: [NSEntityDescription], takesKnown: Bool, identifier: String
    ) -> MetadataTable.Values {
        let hashes = Dictionary(
            entities.compactMap { entity in
                entity.name.map { ($0, takesKnown ? entity.versionHash : entity.ownVersionHash) }
            }
        ) { first, _ in first }
        var values: MetadataTable.Values = [
            NSStoreTypeKey: .string(NSSQLiteStoreType),
            NSStoreUUIDKey: .string(identifier),
            NSStoreModelVersionHashesKey: .dictionary(PropertyListDictionary(hashes.mapValues { .data($0) })),
            "NSStoreModelVersionHashesVersion": .integer(3),
            "NSStoreModelVersionHashesDigest": .string(VersionDigest.digest(of: hashes)),
            NSPersistentStoreModelVersionChecksumKey: .string(VersionDigest.checksum(of: hashes)),
            NSStoreModelVersionIdentifiersKey: .array(
                model.versionIdentifiers.map { "\($0)" }.sorted().map { .string($0) }),
            "NSPersistenceFrameworkVersion": .integer(frameworkVersion),
            "_NSAutoVacuumLevel": .string("2"),
        ]
        if !takesKnown { values[formulaKey] = .integer(1) }
        values[markedDataKey] = DataForms.value(entities)
        return values
    }
}
