public import Foundation
internal import Locks
internal import MainspringModel

/// Migrates a store in several steps, the first of which is the one that begins with the store's model.
///
/// ```swift
/// let manager = NSStagedMigrationManager([
///     NSLightweightMigrationStage([checksum1]), NSCustomMigrationStage(migratingFrom: version2, to: version3),
/// ])
/// description.setOption(manager, forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
/// ```
/// Each step is a transaction of its own: when one fails, the store is as those before it have left it, and the next attempt goes
/// on from there.
open class NSStagedMigrationManager: NSObject {
    /// The steps, in their order.
    public final let stages: [NSMigrationStage]
    private final let current = Guarded<NSPersistentContainer?>(nil)

    /// Makes a manager.
    public init(_ stages: [NSMigrationStage]) {
        self.stages = stages
        super.init()
    }

    /// The store that is migrated, as long as a handler of a stage runs; else nil. Any thread.
    open var container: NSPersistentContainer? { current.withLock { $0 } }

    final func setContainer(_ container: NSPersistentContainer?) { current.withLock { $0 = container } }
}
