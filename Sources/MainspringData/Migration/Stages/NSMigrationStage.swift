public import Foundation

/// A step of a staged migration: the superclass of ``NSLightweightMigrationStage`` and ``NSCustomMigrationStage``.
///
/// Belongs to one thread at a time, until its manager is given to a coordinator.
open class NSMigrationStage: NSObject {
    /// What the stage is called in logs and sentences.
    open var label: String?

    override init() { super.init() }

    /// The stage in a line.
    open override var description: String { "<\(type(of: self)): \(label ?? "without a label")>" }
}

/// Versions of a model between which lightweight migration is enough.
open class NSLightweightMigrationStage: NSMigrationStage {
    /// The checksums of the versions, in their order.
    public final let versionChecksums: [String]

    /// Makes a stage of versions, by the checksums of their models, in the order in which they came.
    public init(_ versionChecksums: [String]) {
        self.versionChecksums = versionChecksums
        super.init()
    }
}

/// A step from one version of a model to the next, with code of the program's before it and behind it.
///
/// The migration between the two is a lightweight one.
open class NSCustomMigrationStage: NSMigrationStage {
    /// The model before.
    public final let currentModel: NSManagedObjectModelReference
    /// The model behind.
    public final let nextModel: NSManagedObjectModelReference
    /// Called before the store is migrated, while ``NSStagedMigrationManager/container`` has it with ``currentModel``. On the thread
    /// that adds the store; what it throws ends the migration.
    open var willMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?
    /// Called when the store is migrated, while the container has it with ``nextModel``. On the thread that adds the store; what it
    /// throws ends the migration, and the store stays at ``nextModel``.
    open var didMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?

    /// Makes a step from one model to another.
    public init(
        migratingFrom currentModel: NSManagedObjectModelReference, to nextModel: NSManagedObjectModelReference
    ) {
        (self.currentModel, self.nextModel) = (currentModel, nextModel)
        super.init()
    }
}
