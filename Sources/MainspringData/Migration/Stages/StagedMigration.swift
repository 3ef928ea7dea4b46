internal import Foundation
internal import MainspringModel

/// A staged migration of one store.
struct StagedMigration {
    let manager: NSStagedMigrationManager
    let fit: ModelFit

    /// - Throws: `CocoaError` 134504 for a version that no stage knows, and a reference to none; 134506 where the stages lead the
    ///   other way; whatever lightweight migrations and handlers throw.
    func run(_ progress: Progress) throws {
        progress.totalUnitCount = Int64(manager.stages.count + 1)
        let metadata = try fit.type.metadata(at: fit.url, fit.options)
        let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
        let (own, last) = (VersionDigest.checksum(of: hashes), fit.model.versionChecksum)
        var checksum = own
        let candidates = [own] + models(of: hashes, metadata).map(\.versionChecksum)
        guard let first = manager.stages.firstIndex(where: { stage in candidates.contains { begins(stage, $0) } })
        else { throw unknown(own) }
        checksum = candidates.first { begins(manager.stages[first], $0) } ?? own
        // The version that is wanted came before the one that the store has.
        if let wanted = manager.stages.firstIndex(where: { begins($0, last) }), wanted < first {
            throw backward(checksum, last)
        }
        if let stage = manager.stages[first] as? NSLightweightMigrationStage,
            let wanted = stage.versionChecksums.firstIndex(of: last),
            let known = stage.versionChecksums.firstIndex(of: checksum), wanted < known
        {
            throw backward(checksum, last)
        }
        for index in first..<manager.stages.count where checksum != last {
            checksum = try run(index, checksum)
            progress.completedUnitCount += 1
        }
        if checksum != last { try migrate(to: fit.model, fit.entities) }
    }

    /// The models whose entities a store has: the store may have some of them, or hashes of ours where the model brings others.
    private func models(of hashes: [String: Data], _ metadata: [String: Any]) -> [NSManagedObjectModel] {
        let references = manager.stages.compactMap { $0 as? NSCustomMigrationStage }
            .flatMap { [$0.currentModel, $0.nextModel] }
        let known = NSManagedObjectModel.mergedModel(from: nil, forStoreMetadata: metadata)
        let models = references.compactMap { try? $0.resolve() } + [known, fit.model].compactMap(\.self)
        return models.filter { model in
            !hashes.isEmpty
                && hashes.allSatisfy { name, hash in
                    guard let entity = model.entitiesByName[name] else { return false }
                    return hash == entity.versionHash || hash == entity.ownVersionHash
                }
        }
    }

    private func begins(_ stage: NSMigrationStage, _ checksum: String) -> Bool {
        switch stage {
        case let stage as NSCustomMigrationStage: stage.currentModel.versionChecksum == checksum
        case let stage as NSLightweightMigrationStage: stage.versionChecksums.contains(checksum)
        default: false
        }
    }

    /// - Returns: the checksum that the store has behind the stage.
    private func run(_ index: Int, _ checksum: String) throws -> String {
        switch manager.stages[index] {
        case let stage as NSCustomMigrationStage:
            guard stage.currentModel.versionChecksum == checksum else { return checksum }
            let (old, new) = (try stage.currentModel.resolve(), try stage.nextModel.resolve())
            try handle(stage.willMigrateHandler, stage, old)
            try migrate(to: new)
            try handle(stage.didMigrateHandler, stage, new)
            return new.versionChecksum
        case let stage as NSLightweightMigrationStage:
            guard stage.versionChecksums.contains(checksum) else { return checksum }
            // Versions between need not be there: what follows says where to go.
            let next = manager.stages[(index + 1)...].lazy.compactMap { $0 as? NSCustomMigrationStage }.first
            let wanted = try next?.currentModel.resolve() ?? fit.model
            guard wanted.versionChecksum != checksum else { return checksum }
            if wanted === fit.model { try migrate(to: wanted, fit.entities) } else { try migrate(to: wanted) }
            return wanted.versionChecksum
        default: return checksum
        }
    }

    private func migrate(to model: NSManagedObjectModel, _ entities: [NSEntityDescription]? = nil) throws {
        model.freeze()
        var stage = ModelFit(
            entities: entities ?? model.entities(forConfigurationName: fit.configuration) ?? model.entities,
            model: model, word: fit.word, url: fit.url, options: fit.options, type: fit.type)
        stage.configuration =
            fit.configuration.flatMap { model.configurationNames.contains($0) ? $0 : nil }
        let metadata = try fit.type.metadata(at: fit.url, fit.options)
        guard let mismatch = try stage.mismatch(metadata) else { return }
        try StoreMigration(fit: stage, metadata: metadata).runOnce(because: mismatch)
    }

    // MARK: Handlers

    private func handle(
        _ handler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?,
        _ stage: NSCustomMigrationStage, _ model: NSManagedObjectModel
    ) throws {
        guard let handler else { return }
        let container = NSPersistentContainer(name: stage.label ?? "Migration", managedObjectModel: model)
        let description = NSPersistentStoreDescription(url: fit.url)
        description.type = fit.word
        if let name = fit.configuration, model.configurationNames.contains(name) { description.configuration = name }
        let place = MigrationPlace(url: fit.url, type: fit.word, options: fit.options)
        description.shouldMigrateStoreAutomatically = false
        description.shouldInferMappingModelAutomatically = false
        for (key, value) in place.plainOptions {
            if let key = key as? String { description.setOption(value as? NSObject, forKey: key) }
        }
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { failure = $1 }
        if let failure { throw failure }
        manager.setContainer(container)
        defer {
            manager.setContainer(nil)
            let coordinator = container.persistentStoreCoordinator
            for store in coordinator.persistentStores { try? coordinator.remove(store) }
        }
        try handler(manager, stage)
    }

    // MARK: Errors

    private func unknown(_ checksum: String) -> NSError {
        CoreDataError.make(
            NSManagedObjectModelReferenceNotFoundError,
            "Cannot use staged migration with an unknown model version: the store at \(fit.url.path) has the checksum "
                + "\(checksum), with which no stage begins. Add a stage for that version.",
            userInfo: [
                NSFilePathErrorKey: fit.url.path, "versionChecksum": checksum,
                "reason": "Cannot use staged migration with an unknown model version.",
            ])
    }

    private func backward(_ known: String, _ wanted: String) -> NSError {
        CoreDataError.make(
            NSStagedMigrationBackwardMigrationError,
            "The store at \(fit.url.path) is of a later version of the model, \(known), than the one it is opened with, "
                + "\(wanted): a staged migration does not go backwards. Open it with the later model.",
            userInfo: [NSFilePathErrorKey: fit.url.path, "versionChecksum": known])
    }
}
