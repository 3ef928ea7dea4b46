internal import Foundation
internal import MainspringModel

/// Finds the model with which a store was made.
enum SourceModel {
    /// Looks among the models of the program, in all their versions, then in the store itself, then among the models that
    /// coordinators of the program have, which may have been made in code.
    /// - Returns: a model in use whose entities have the store's version hashes, and the names of those that the store has.
    /// - Throws: `CocoaError` 134130 if there is none.
    static func find(
        _ metadata: [String: Any], at url: URL, _ type: NSPersistentStore.Type, _ options: [AnyHashable: Any]?
    ) throws -> (model: NSManagedObjectModel, names: Set<String>) {
        let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
        let names = Set(hashes.keys)
        let found =
            NSManagedObjectModel.mergedModel(from: nil, forStoreMetadata: metadata)
            ?? (try? type.ownModel(at: url, options))
            ?? ModelsInUse.newestFirst.first { model in
                let own = model.entityVersionHashesByName
                return hashes.allSatisfy { own[$0] == $1 }
            }
        guard let model = found, !names.isEmpty, names.isSubset(of: model.entitiesByName.keys) else {
            let identifiers = (metadata[NSStoreModelVersionIdentifiersKey] as? [Any] ?? []).map { "\($0)" }
            let version = identifiers.isEmpty ? "" : ", of version “\(identifiers.joined(separator: ", "))”,"
            throw CoreDataError.make(
                NSMigrationMissingSourceModelError,
                "The store at \(url.path) cannot be migrated: the model with which it was made\(version) is not among the "
                    + "resources of the program, and the store does not keep it. Put all versions of the model into the program.",
                userInfo: [
                    "URL": url, "metadata": metadata, "reason": "Can't find model for source store",
                    NSFilePathErrorKey: url.path,
                ])
        }
        model.freeze()
        return (model, names)
    }
}
