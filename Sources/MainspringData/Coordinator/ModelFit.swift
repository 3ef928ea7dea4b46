internal import FileAccess
internal import Foundation
internal import MainspringModel

/// Whether a store can be opened with a model, by its metadata.
struct ModelFit {
    /// Those of the store's configuration.
    let entities: [NSEntityDescription]
    let model: NSManagedObjectModel
    /// The kind of store that is wanted.
    let word: String
    let url: URL
    let options: [AnyHashable: Any]?
    /// The class of stores.
    let type: NSPersistentStore.Type
    /// The configuration of the model; nil for all entities.
    var configuration: String?

    /// - Throws: `CocoaError` 134010 for another kind of store, 134100 for one of another model.
    func check(_ metadata: [String: Any]) throws {
        if let mismatch = try mismatch(metadata) { throw mismatch }
    }

    /// Migrates what is at the place if it is of another model, and the options ask for that.
    /// - Throws: `CocoaError` 134010 for another kind of store, 134100 where no migration is asked for; errors of migration.
    func migrateIfNeeded(_ metadata: [String: Any]) throws {
        guard let mismatch = try mismatch(metadata) else { return }
        do {
            try StoreMigration(fit: self, metadata: metadata).run(because: mismatch)
        } catch {
            // Another process may have been first, so that it was no more the store that the metadata are of.
            guard isMigrated(from: metadata) else { throw error }
        }
    }

    /// Whether what is at the place is another version by now than metadata say, and the one that is wanted.
    private func isMigrated(from metadata: [String: Any]) -> Bool {
        let key = NSStoreModelVersionHashesKey
        guard let now = (try? type.knownMetadata(at: url, options)) ?? nil, let known = now[key] as? [String: Data],
            known != metadata[key] as? [String: Data]
        else { return false }
        do {
            return try mismatch(now) == nil
        } catch {
            return false
        }
    }

    /// - Returns: the error 134100 of a store of another model; nil for one that can be opened.
    /// - Throws: `CocoaError` 134010 for another kind of store.
    func mismatch(_ metadata: [String: Any]) throws -> NSError? {
        if let known = metadata[NSStoreTypeKey] as? String, known != word {
            throw CoreDataError.make(
                NSPersistentStoreTypeMismatchError,
                "The store at \(url.path) is of the kind “\(known)” and not “\(word)”. Open it as such, or migrate it.",
                userInfo: [NSFilePathErrorKey: url.path])
        }
        guard (options?[NSIgnorePersistentStoreVersioningOption] as? NSNumber)?.boolValue != true,
            let known = metadata[NSStoreModelVersionHashesKey] as? [String: Data]
        else { return nil }
        let difference = HashDifference(hashes, known)
        guard try !difference.isEmpty && !type.hasSameVersion(self, metadata) else { return nil }
        return CoreDataError.make(
            NSPersistentStoreIncompatibleVersionHashError,
            """
            The store at \(url.path) was made with another version of \(model.title): \(difference.sentence). Migrate the \
            store, or open it with the model that it was made with.
            """,
            userInfo: [
                "metadata": metadata,
                "reason": "The model used to open the store is incompatible with the one used to create the store",
                NSFilePathErrorKey: url.path,
            ])
    }

    private var hashes: [String: Data] {
        Dictionary(entities.compactMap { entity in entity.name.map { ($0, entity.versionHash) } }) { first, _ in first }
    }

    /// Adds to metadata what every store has.
    /// - Parameter stamps: whether that includes the hashes of the model.
    /// - Returns: whether there was anything to add.
    func complete(_ metadata: inout [String: Any], of store: NSPersistentStore, stamps: Bool) -> Bool {
        var isChanged = false
        if metadata[NSStoreTypeKey] == nil {
            metadata[NSStoreTypeKey] = word
            isChanged = true
        }
        if metadata[NSStoreUUIDKey] as? String == nil {
            metadata[NSStoreUUIDKey] = UUID.random().uuidString
            isChanged = true
        }
        guard stamps, !store.isReadOnly, metadata[NSStoreModelVersionHashesKey] as? [String: Data] != hashes else {
            return isChanged
        }
        stamp(&metadata)
        return true
    }

    /// Says in metadata which version of the model the store is of.
    func stamp(_ metadata: inout [String: Any]) {
        metadata[NSStoreModelVersionHashesKey] = hashes
        metadata["NSStoreModelVersionHashesVersion"] = 3
        metadata["NSStoreModelVersionHashesDigest"] = VersionDigest.digest(of: hashes)
        metadata[NSPersistentStoreModelVersionChecksumKey] = VersionDigest.checksum(of: hashes)
        metadata[NSStoreModelVersionIdentifiersKey] = model.versionIdentifiers.map { "\($0)" }.sorted()
    }
}

/// Which entities differ between a model and a store.
private struct HashDifference {
    private let parts: [String]

    init(_ own: [String: Data], _ known: [String: Data]) {
        func names(_ names: some Sequence<String>) -> String {
            names.sorted().map { "“\($0)”" }.joined(separator: ", ")
        }
        let changed = own.filter { name, hash in known[name].map { $0 != hash } ?? false }.keys
        let added = own.keys.filter { known[$0] == nil }
        let removed = known.keys.filter { own[$0] == nil }
        var parts: [String] = []
        if !changed.isEmpty { parts.append("\(names(changed)) differ") }
        if !added.isEmpty { parts.append("the store does not have \(names(added))") }
        if !removed.isEmpty { parts.append("the model does not have \(names(removed))") }
        self.parts = parts
    }

    var isEmpty: Bool { parts.isEmpty }
    var sentence: String { parts.joined(separator: "; ") }
}
