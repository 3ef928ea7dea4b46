internal import Foundation

/// The key of a store's metadata for the version hashes of its entities: `Data` by the entities' names.
public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"

/// The key of a store's metadata for the version identifiers of its model: an array.
public let NSStoreModelVersionIdentifiersKey = "NSStoreModelVersionIdentifiers"

/// What a model asks of a store's metadata.
enum StoreMetadata {
    /// The version hashes by the entities' names; `nil` where there are none, or something else.
    static func versionHashes(in metadata: [String: Any]) -> [String: Data]? {
        metadata[NSStoreModelVersionHashesKey] as? [String: Data]
    }
}
