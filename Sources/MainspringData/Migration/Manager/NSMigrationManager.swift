public import Foundation
internal import Diagnostics
internal import Locks
public import MainspringModel

/// Migrates the objects of a store into another store, by a mapping model.
///
/// ```swift
/// let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
/// try manager.migrateStore(
///     from: url, type: .sqlite, mapping: mapping, to: newURL, type: .sqlite)
/// ```
/// All objects of both models are in memory meanwhile. They are `NSManagedObject`s, whatever classes the models name, as those of
/// an old model may be no more. Belongs to the thread that migrates, but for ``migrationProgress`` and
/// ``cancelMigrationWithError(_:)``, which may be used by any.
open class NSMigrationManager: NSObject {
    /// The old model, as it was given.
    public final let sourceModel: NSManagedObjectModel
    /// The new model, as it was given.
    public final let destinationModel: NSManagedObjectModel
    /// Whether a mapping that was inferred, and not changed since, is worked off by the store itself, without objects; true unless
    /// set. Policies are not called then.
    open var usesStoreSpecificMigrationManager = true
    /// Whatever policies want to share.
    open var userInfo: [AnyHashable: Any]?
    /// Of the new model, whose entities' objects the new store keeps.
    final var destinationConfiguration: String?
    /// Hears of the progress, of a hundred.
    final var progress: Progress?
    private final var running: MigrationPass?
    private final let shared = Guarded(Shared())

    /// What other threads may ask for and set.
    private struct Shared {
        var progress: Float = 0
        var cancellation: (any Error)?
    }

    /// Makes a manager for two models. They are in use from now on, and cannot be changed any more.
    public init(sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel) {
        (self.sourceModel, self.destinationModel) = (sourceModel, destinationModel)
        sourceModel.freeze()
        destinationModel.freeze()
        super.init()
    }

    // MARK: Migrating

    /// Migrates a store into a new one, or adds its objects to one that is there.
    /// - Parameters:
    ///   - sourceURL: the old store, which is only read.
    ///   - sourceStoreType: its kind.
    ///   - options: those with which it is opened.
    ///   - mapping: what becomes of its objects.
    ///   - destinationURL: the new store.
    ///   - destinationStoreType: its kind.
    ///   - destinationOptions: those with which it is opened.
    /// - Throws: `CocoaError` 134150 and 134160 where one of the stores cannot be opened; 134170 for a policy that is not there, and
    ///   values that do not fit; what policies and validation throw, or was given to ``cancelMigrationWithError(_:)``. A store that
    ///   was made is deleted then, one that was there is as before.
    open func migrateStore(
        from sourceURL: URL, type sourceStoreType: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil,
        mapping: NSMappingModel, to destinationURL: URL, type destinationStoreType: NSPersistentStore.StoreType,
        options destinationOptions: [AnyHashable: Any]? = nil
    ) throws {
        try migrateStore(
            from: sourceURL, sourceType: sourceStoreType.rawValue, options: options, with: mapping,
            toDestinationURL: destinationURL, destinationType: destinationStoreType.rawValue,
            destinationOptions: destinationOptions)
    }

    /// Migrates a store, as ``migrateStore(from:type:options:mapping:to:type:options:)``, with kinds of stores as words.
    open func migrateStore(
        from sourceURL: URL, sourceType sStoreType: String, options sOptions: [AnyHashable: Any]? = nil,
        with mappings: NSMappingModel?, toDestinationURL dURL: URL, destinationType dStoreType: String,
        destinationOptions dOptions: [AnyHashable: Any]? = nil
    ) throws {
        guard running == nil else { programmerError("A migration manager migrates one store at a time.") }
        guard let mappings else {
            throw CoreDataError.make(
                NSMigrationMissingMappingModelError,
                "The store at \(sourceURL.path) cannot be migrated without a mapping model. Make one, or let it be inferred by "
                    + "NSMappingModel.inferredMappingModel(forSourceModel:destinationModel:).",
                userInfo: [NSFilePathErrorKey: sourceURL.path])
        }
        shared.withLock { $0 = Shared() }
        let source = MigrationPlace(url: sourceURL, type: sStoreType, options: sOptions)
        let destination = MigrationPlace(url: dURL, type: dStoreType, options: dOptions)
        if usesStoreSpecificMigrationManager, type(of: self) == NSMigrationManager.self,
            let inferred = mappings.inferred, inferred.source === sourceModel,
            inferred.destination === destinationModel,
            try MigrationPlace.migrate(source, to: destination, inferred)
        {
            return note(progress: 1)
        }
        let pass = try MigrationPass(
            self, mappings, from: source, to: destination, configuration: destinationConfiguration)
        running = pass
        defer { running = nil }
        try pass.run()
        note(progress: 1)
    }

    /// Makes the manager ready for another migration: forgets ``userInfo``, progress and cancellation. What was associated goes with
    /// each migration.
    open func reset() {
        userInfo = nil
        shared.withLock { $0 = Shared() }
    }

    /// Ends the migration as soon as the object at hand is done: it throws the error. Any thread.
    open func cancelMigrationWithError(_ error: any Error) { shared.withLock { $0.cancellation = error } }

    /// How much of the migration is done, from 0 to 1. Any thread.
    open var migrationProgress: Float { shared.withLock { $0.progress } }

    final func note(progress: Float) {
        shared.withLock { $0.progress = progress }
        self.progress?.completedUnitCount = Int64(progress * 100)
    }

    final func checkCancellation() throws {
        if let error = shared.withLock({ $0.cancellation }) { throw error }
    }

    // MARK: While it migrates

    private var pass: MigrationPass {
        guard let running else { programmerError("The migration manager is not migrating.") }
        return running
    }

    /// The mapping model that is worked off. To ask for it, or any of the following, outside of a migration is an error of the
    /// program.
    open var mappingModel: NSMappingModel { pass.mapping }
    /// The context of old objects.
    open var sourceContext: NSManagedObjectContext { pass.source }
    /// The context of new objects.
    open var destinationContext: NSManagedObjectContext { pass.destination }
    /// The mapping that is worked off.
    open var currentEntityMapping: NSEntityMapping { pass.current ?? NSEntityMapping() }

    /// The old entity of a mapping; nil where there is none.
    open func sourceEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
        mEntity.sourceEntityName.flatMap { pass.sourceModel.entitiesByName[$0] }
    }

    /// The new entity of a mapping; nil where there is none.
    open func destinationEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
        mEntity.destinationEntityName.flatMap { pass.destinationModel.entitiesByName[$0] }
    }

    /// Notes that a new object was made of an old one.
    open func associate(
        sourceInstance: NSManagedObject, withDestinationInstance destinationInstance: NSManagedObject,
        for entityMapping: NSEntityMapping
    ) { pass.associations.add(sourceInstance, destinationInstance, entityMapping.name ?? "") }

    /// The new objects that a mapping has made of old ones, in their order; of all for nil.
    open func destinationInstances(
        forEntityMappingName mappingName: String, sourceInstances: [NSManagedObject]?
    ) -> [NSManagedObject] {
        sourceInstances.map { pass.associations.destinations(of: $0, mappingName) }
            ?? pass.associations.made(mappingName)
    }

    /// The old objects of which a mapping has made new ones, in their order; of all for nil.
    open func sourceInstances(
        forEntityMappingName mappingName: String, destinationInstances: [NSManagedObject]?
    ) -> [NSManagedObject] {
        destinationInstances.map { pass.associations.sources(of: $0, mappingName) }
            ?? pass.associations.allSources(mappingName)
    }

    /// The new objects of old ones, whatever mapping has made them.
    final func destinationInstances(of sources: [NSManagedObject]) -> [NSManagedObject] {
        pass.associations.destinations(of: sources)
    }
}
