internal import Foundation
internal import MainspringModel

/// Brings a store to the model of the coordinator that adds it, if its options ask for that.
///
/// The thread that adds the store does all of it; no lock is held but SQLite's own.
struct StoreMigration {
    let fit: ModelFit
    let metadata: [String: Any]

    private func isOn(_ option: String) -> Bool { (fit.options?[option] as? NSNumber)?.boolValue ?? false }

    /// - Parameter mismatch: what is thrown where no migration is asked for.
    /// - Throws: `CocoaError` 134100 where none is asked for; 134130 without the old model; 134140 without a mapping, over
    ///   134190 where none could be inferred; 134110 and 134111 for contents that do not fit the new model.
    func run(because mismatch: NSError) throws {
        guard let stages = fit.options?[NSPersistentStoreStagedMigrationManagerOptionKey] as? NSStagedMigrationManager
        else { return try runOnce(because: mismatch) }
        guard isOn(NSMigratePersistentStoresAutomaticallyOption), isOn(NSInferMappingModelAutomaticallyOption) else {
            let reason =
                "Staged Migration was requested with NSPersistentStoreStagedMigrationManagerOptionKey but without setting "
                + "NSMigratePersistentStoresAutomaticallyOption and NSInferMappingModelAutomaticallyOption to YES"
            var info = mismatch.userInfo
            info["reason"] = reason
            throw CoreDataError.make(
                NSPersistentStoreIncompatibleVersionHashError, "\(mismatch.localizedDescription) \(reason).",
                userInfo: info)
        }
        try requireWriting(mismatch)
        let progress = Progress(totalUnitCount: 1)
        try StagedMigration(manager: stages, fit: fit).run(progress)
        progress.completedUnitCount = progress.totalUnitCount
    }

    private func requireWriting(_ mismatch: NSError) throws {
        guard isOn(NSReadOnlyPersistentStoreOption) else { return }
        throw CoreDataError.make(
            NSPersistentStoreIncompatibleVersionHashError,
            "\(mismatch.localizedDescription) It cannot be migrated, since it is to be read-only: add it once without "
                + "NSReadOnlyPersistentStoreOption.", userInfo: mismatch.userInfo)
    }

    /// The same without stages.
    func runOnce(because mismatch: NSError) throws {
        guard isOn(NSMigratePersistentStoresAutomaticallyOption) else { throw mismatch }
        try requireWriting(mismatch)
        let source = try SourceModel.find(metadata, at: fit.url, fit.type, fit.options)
        let progress = Progress(totalUnitCount: 1)
        if let mapping = NSMappingModel(from: nil, forSourceModel: source.model, destinationModel: fit.model) {
            try MappedMigration(fit: fit, source: source.model, mapping: mapping).run(progress)
        } else {
            try fit.type.migrate(try inferred(source.model, source.names), fit, progress)
        }
        progress.completedUnitCount = progress.totalUnitCount
    }

    private func inferred(_ source: NSManagedObjectModel, _ names: Set<String>) throws -> InferredMapping {
        guard isOn(NSInferMappingModelAutomaticallyOption) else {
            throw missing(
                source, nil,
                "Register a mapping model, or let one be inferred by NSInferMappingModelAutomaticallyOption.")
        }
        do {
            return try InferredMapping(from: source, names, to: fit.model, fit.entities)
        } catch {
            throw missing(source, error.error, error.error.localizedDescription)
        }
    }

    private func missing(_ source: NSManagedObjectModel, _ underlying: NSError?, _ advice: String) -> NSError {
        var info: [String: Any] = [
            "sourceModel": source, "destinationModel": fit.model, NSFilePathErrorKey: fit.url.path,
            "reason": "Can't find or automatically infer mapping model for migration",
        ]
        for key in ["entity", "property"] { info[key] = underlying?.userInfo[key] }
        return CoreDataError.make(
            NSMigrationMissingMappingModelError,
            "The store at \(fit.url.path) cannot be migrated to \(fit.model.title): there is no mapping model. \(advice)",
            userInfo: info, underlying: underlying)
    }
}
