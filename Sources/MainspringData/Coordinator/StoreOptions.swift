// Keys of a store's metadata and options, with Apple's values.

/// The key of a store's metadata for its kind: a string.
public let NSStoreTypeKey: String = "NSStoreType"
/// The key of a store's metadata for its identifier: a string.
public let NSStoreUUIDKey: String = "NSStoreUUID"

/// The option that nothing is saved into the store: a number that says true.
public let NSReadOnlyPersistentStoreOption: String = "NSReadOnlyPersistentStoreOption"
/// The option that a store of another model is migrated: a number that says true.
public let NSMigratePersistentStoresAutomaticallyOption: String = "NSMigratePersistentStoresAutomaticallyOption"
/// The option that the mapping for a migration is inferred: a number that says true.
public let NSInferMappingModelAutomaticallyOption: String = "NSInferMappingModelAutomaticallyOption"
/// The option that a lightweight migration leaves what nobody needs any more in the file, such as tables of removed entities,
/// until ``NSPersistentStoreCoordinator/finishDeferredLightweightMigration()``: a number that says true. The same key is in the
/// store's metadata as long as something is left.
public let NSPersistentStoreDeferredLightweightMigrationOptionKey: String =
    "NSPersistentStoreDeferredLightweightMigrationOptionKey"
/// The option for the stages of a migration: an ``NSStagedMigrationManager``. The options
/// ``NSMigratePersistentStoresAutomaticallyOption`` and ``NSInferMappingModelAutomaticallyOption`` must be on.
public let NSPersistentStoreStagedMigrationManagerOptionKey: String = "NSPersistentStoreStagedMigrationManagerOptionKey"
/// The option that a store is opened whatever model it is of: a number that says true.
public let NSIgnorePersistentStoreVersioningOption: String = "NSIgnorePersistentStoreVersioningOption"
/// The option for how long a store is waited for: a number of seconds.
public let NSPersistentStoreTimeoutOption: String = "NSPersistentStoreTimeoutOption"
/// The option that ``NSPersistentStoreCoordinator/destroyPersistentStore(at:type:options:)`` deletes what is in use. It does so
/// without it, too: whoever has the store open gets errors from then on.
public let NSPersistentStoreForceDestroyOption: String = "NSPersistentStoreForceDestroyOption"
/// The option for the protection of a store's files. Files on Linux have none: the option is taken, ignored, and noted once
/// on standard error.
public let NSPersistentStoreFileProtectionKey: String = "NSPersistentStoreFileProtectionKey"
/// The option for SQLite's pragmas: a dictionary of strings.
public let NSSQLitePragmasOption: String = "NSSQLitePragmasOption"
/// The option that SQLite's ANALYZE is run when a store is opened: a number that says true.
public let NSSQLiteAnalyzeOption: String = "NSSQLiteAnalyzeOption"
/// The option that an SQLite file is made compact when it is opened: a number that says true.
public let NSSQLiteManualVacuumOption: String = "NSSQLiteManualVacuumOption"
/// The option for how many connections a store may have: a number.
public let NSPersistentStoreConnectionPoolMaxSizeKey: String = "NSPersistentStoreConnectionPoolMaxSize"
/// The key of a store's metadata for the checksum of its model: a string; see
/// `NSManagedObjectModel.versionChecksum`.
public let NSPersistentStoreModelVersionChecksumKey: String = "NSStoreModelVersionChecksumKey"
