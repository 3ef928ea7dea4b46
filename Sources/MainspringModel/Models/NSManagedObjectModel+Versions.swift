public import Foundation

extension NSManagedObjectModel {
    /// The version hashes of the entities, by their names: what a store's metadata holds.
    public final var entityVersionHashesByName: [String: Data] {
        var encoding = VersionEncoding()
        return entitiesByName.mapValues { encoding.hash(of: $0) }
    }

    /// A digest of the version hashes of all entities, in base 64.
    ///
    /// SHA-256 of the hashes, one after another by the order of the entities' names, as in the metadata of stores that
    /// Apple's framework writes (verified on three of them).
    public final var versionChecksum: String { VersionDigest.checksum(of: entityVersionHashesByName) }

    /// The checksums of all versions of a model, by the versions' names: what ``versionChecksum`` of each is.
    ///
    /// Reads every version of a `.xcdatamodeld` or `.momd`; a single model is a bundle of one version. Takes as long as
    /// reading all of the files.
    ///
    /// **Differences from Apple**: a checksum is computed of the hashes that the bundle holds, or else of ours, and never
    /// taken as a file states it.
    /// - Throws: ``ModelFileError`` for the first version that cannot be read.
    public class func checksumsForVersionedModel(at modelURL: URL) throws -> [String: String] {
        let versions = try ModelBundle(contentsOf: modelURL).versions
        return Dictionary(versions.map { ($0.name, $0.model.versionChecksum) }) { first, _ in first }
    }

    /// A digest of the names and version hashes of all entities, in base 64: `NSStoreModelVersionHashesDigest` of a
    /// store's metadata.
    package final var versionHashesDigest: String { VersionDigest.digest(of: entityVersionHashesByName) }

    /// Whether a store's entities are those of a configuration, in the same version.
    ///
    /// Compares names and version hashes; there must be no entity in one and not in the other. False where the metadata
    /// hold none, and for a configuration that does not exist.
    /// - Parameters:
    ///   - configuration: the name; `nil` for all entities.
    ///   - metadata: a store's metadata, with ``NSStoreModelVersionHashesKey``.
    public final func isConfiguration(
        withName configuration: String?, compatibleWithStoreMetadata metadata: [String: Any]
    ) -> Bool {
        guard let known = StoreMetadata.versionHashes(in: metadata),
            let entities = entities(forConfigurationName: configuration)
        else { return false }
        let own = entities.compactMap { entity in entity.name.map { ($0, entity.versionHash) } }
        return Dictionary(own) { first, _ in first } == known
    }
}

extension NSEntityDescription {
    /// The version hash by the formula of ours, whatever files have brought along.
    package final var ownVersionHash: Data {
        var encoding = VersionEncoding()
        return Data(SHA256.hash(encoding.bytes(of: self)))
    }

    /// Whether the version hash is one of Apple's: a file has brought it along, and it is not the one of ours.
    package final var hasForeignVersionHash: Bool { knownVersionHash.map { $0 != ownVersionHash } ?? false }
}
