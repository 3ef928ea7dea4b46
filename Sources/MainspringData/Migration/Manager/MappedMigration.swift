internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// An automatic migration by objects: into a new store beside the old one, in whose place it is put at the end.
struct MappedMigration {
    let fit: ModelFit
    let source: NSManagedObjectModel
    let mapping: NSMappingModel

    /// - Throws: `CocoaError` 134110 over whatever went wrong. The old store is as it was then.
    func run(_ progress: Progress) throws {
        let place = MigrationDestination.place(beside: fit.url)
        var refusal: NSError?
        do {
            try fit.type.replace(fit.url, fit.options, with: place) {
                let old = try fit.type.metadata(at: fit.url, fit.options)
                // Another process may have been first.
                guard try fit.mismatch(old) != nil else { return false }
                if let reason = try fit.type.reasonNotToReplace(fit) {
                    let error = MigrationFailure.unwritable(reason, fit.url)
                    refusal = error
                    throw error
                }
                MigrationDestination.removeLeftovers(of: fit.url, place, fit.type)
                try make(place, old, progress)
                return true
            }
        } catch let failure as SQLiteFailure {
            throw MigrationFailure.sqlite(failure, fit.url)
        } catch {
            if let refusal { throw refusal }
            throw CoreDataError.make(
                NSMigrationError,
                "The store at \(fit.url.path) was not migrated, and is as it was: \((error as NSError).localizedDescription)",
                userInfo: [
                    NSFilePathErrorKey: fit.url.path, "sourceURL": fit.url, "destinationURL": place,
                    "reason": (error as NSError).userInfo["reason"] ?? "An error occurred during migration",
                ], underlying: error)
        }
    }

    private func make(_ place: URL, _ old: [String: Any], _ progress: Progress) throws {
        let manager = NSMigrationManager(sourceModel: source, destinationModel: fit.model)
        manager.usesStoreSpecificMigrationManager = false
        manager.destinationConfiguration = fit.configuration
        progress.totalUnitCount = 100
        manager.progress = progress
        try manager.migrateStore(
            from: fit.url, sourceType: fit.word, options: fit.options, with: mapping, toDestinationURL: place,
            destinationType: fit.word, destinationOptions: fit.options)
        try keepMetadata(old, at: place)
        try fit.type.continueHistory(of: fit.url, at: place, fit.options)
    }

    /// It is the same store to whoever knows it by its identifier, and has what the program has added.
    private func keepMetadata(_ old: [String: Any], at place: URL) throws {
        var metadata = try fit.type.metadata(at: place, fit.options)
        for (key, value) in old where metadata[key] == nil && Self.isOfProgram(key) { metadata[key] = value }
        metadata[NSStoreUUIDKey] = old[NSStoreUUIDKey]
        try fit.type.setMetadata(metadata, at: place, fit.options)
    }

    /// What a store says of itself is true of that one alone.
    private static func isOfProgram(_ key: String) -> Bool {
        !SQLiteStore.isKept(key) && key != NSPersistentStoreDeferredLightweightMigrationOptionKey
    }
}
