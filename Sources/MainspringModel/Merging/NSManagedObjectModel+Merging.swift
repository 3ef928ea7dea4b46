internal import Diagnostics

extension NSManagedObjectModel {
    /// Makes a model of copies of all that several have; `nil` where there is no array.
    ///
    /// Entities of one name must be equal, and become one; so must fetch request templates. Anything else is an error
    /// of the program, as it is on Apple's platforms. Who merges what came from elsewhere uses ``merged(_:)``.
    public convenience init?(byMerging models: [NSManagedObjectModel]?) {
        guard let models else { return nil }
        self.init()
        do throws(ModelMergeError) {
            try ModelMerger.merge(models, into: self)
        } catch {
            programmerError(error.description)
        }
    }

    /// Makes a model of those models that a store needs; `nil` if they do not have all of its entities in its version.
    ///
    /// Of several versions of a model among them the one is taken whose entities have the version hashes of the store's
    /// metadata (``NSStoreModelVersionHashesKey``).
    /// - Parameters:
    ///   - models: where to choose from.
    ///   - metadata: a store's metadata.
    public convenience init?(byMerging models: [NSManagedObjectModel], forStoreMetadata metadata: [String: Any]) {
        guard let hashes = StoreMetadata.versionHashes(in: metadata),
            let chosen = ModelMerger.models(models, forVersionHashes: hashes.mapValues { [UInt8]($0) })
        else { return nil }
        self.init()
        guard (try? ModelMerger.merge(chosen, into: self)) != nil else { return nil }
    }

    /// Returns a model of copies of all that several have. Ours: the same as ``init(byMerging:)``, with an error
    /// instead of a trap.
    ///
    /// A conflict is a ``ModelMergeError``.
    public static func merged(_ models: [NSManagedObjectModel]) throws -> NSManagedObjectModel {
        let merged = NSManagedObjectModel()
        try ModelMerger.merge(models, into: merged)
        return merged
    }
}
