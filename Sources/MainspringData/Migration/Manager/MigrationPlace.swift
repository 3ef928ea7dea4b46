internal import Foundation
internal import MainspringModel

/// A store that a migration reads or makes.
struct MigrationPlace {
    let url: URL
    let type: String
    let options: [AnyHashable: Any]?

    /// Those that do not begin another migration.
    var plainOptions: [AnyHashable: Any] {
        var plain = options ?? [:]
        for key in [
            NSMigratePersistentStoresAutomaticallyOption, NSInferMappingModelAutomaticallyOption,
            NSPersistentStoreStagedMigrationManagerOptionKey, NSPersistentStoreDeferredLightweightMigrationOptionKey,
        ] { plain[key] = nil }
        return plain
    }

    /// Lets the stores themselves migrate, where they are of a kind that can, and nothing is at the new place.
    /// - Returns: whether it was done.
    static func migrate(
        _ source: MigrationPlace, to destination: MigrationPlace, _ mapping: InferredMapping
    ) throws -> Bool {
        let type = try StoreRegistry.type(source.type)
        guard source.type == destination.type, type.migratesItself, source.url.isFileURL, destination.url.isFileURL,
            !StoreFile.isFilled(destination.url)
        else { return false }
        let hashes =
            try? type.metadata(at: source.url, source.options)[NSStoreModelVersionHashesKey] as? [String: Data]
        // One of a configuration has some of the entities, which the mapping of all is not for.
        if let hashes, Set(hashes.keys).isStrictSubset(of: mapping.source.entitiesByName.keys) { return false }
        try requireModel(mapping.source, source, type)
        do {
            try type.copyFiles(from: source.url, to: destination.url)
            let fit = ModelFit(
                entities: mapping.destinationEntities, model: mapping.destination, word: destination.type,
                url: destination.url, options: destination.plainOptions, type: type)
            try type.migrate(mapping, fit, Progress(totalUnitCount: 1))
        } catch {
            try? type.parts(at: destination.url).delete()
            throw error
        }
        return true
    }

    /// - Throws: `CocoaError` 134150 for a store of another model.
    private static func requireModel(
        _ model: NSManagedObjectModel, _ place: MigrationPlace, _ type: NSPersistentStore.Type
    ) throws {
        do {
            let metadata = try type.metadata(at: place.url, place.options)
            try ModelFit(
                entities: model.entities, model: model, word: place.type, url: place.url, options: place.plainOptions,
                type: type
            ).check(metadata)
        } catch {
            throw place.failure(NSMigrationManagerSourceStoreError, error)
        }
    }

    /// The error of a store that cannot be opened.
    func failure(_ code: Int, _ error: any Error) -> NSError {
        CoreDataError.make(
            code,
            "The migration cannot open the \(code == NSMigrationManagerSourceStoreError ? "old" : "new") store at \(url.path): "
                + (error as NSError).localizedDescription,
            userInfo: [NSFilePathErrorKey: url.path], underlying: error)
    }
}
