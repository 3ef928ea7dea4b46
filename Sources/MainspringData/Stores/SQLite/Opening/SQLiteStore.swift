internal import FileAccess
internal import Foundation
internal import Locks
internal import MainspringFoundation
internal import MainspringModel

/// A store that is a database of SQLite, with tables as Apple's Core Data has them.
final class SQLiteStore: NSPersistentStore {
    private struct State {
        var service: SQLiteService?
        var readOnlyReason: String?
    }

    private let state = Guarded(State())
    private let metadataState = MetadataState()

    override class var traits: StoreTraits { [.isConcrete, .takesRows] }

    override var openedService: (any StoreService)? { opened }

    /// Nil until the store is open.
    var opened: SQLiteService? { state.withLock { $0.service } }

    override var readOnlyReason: String? { state.withLock { $0.readOnlyReason } }

    override var type: String { NSSQLiteStoreType }

    // MARK: Metadata

    override func loadMetadata() throws {
        guard let url, !SQLitePlace.isMemory(url.path), StoreFile.isFilled(url) else { return }
        guard let facts = try StoreFacts.of(url, options) else { return }
        super.metadata = StoreMetadata.loose(facts.metadata)
    }

    /// What is set is in the file after the next save. What says which model the store is of stays.
    override var metadata: [String: Any]! {
        get { super.metadata }
        set {
            var changed = newValue ?? [:]
            for (key, value) in super.metadata ?? [:] where changed[key] == nil && Self.isKept(key) {
                changed[key] = value
            }
            if (changed[NSStoreUUIDKey] as? String)?.isEmpty ?? true {
                changed[NSStoreUUIDKey] = super.metadata?[NSStoreUUIDKey]
            }
            super.metadata = changed
            // What no property list can hold is refused by the save.
            metadataState.change(changed)
        }
    }

    /// Whether a key of the metadata is the store's and not the program's.
    static func isKept(_ key: String) -> Bool {
        key.hasPrefix("NSStore") || key.hasPrefix("NSPersistence") || key.hasPrefix("_NS")
            || NewMetadata.isOwn(key)
    }

    // MARK: Opening

    override func open(_ model: NSManagedObjectModel) throws {
        guard let url, url.isFileURL else {
            throw CoreDataError.make(
                NSPersistentStoreOpenError,
                "A store of SQLite cannot be at \(self.url?.absoluteString ?? "no place"). Give the URL of a file.")
        }
        model.freeze()
        try open(model, at: url, metadata: metadata ?? [:])
    }

    private func open(_ model: NSManagedObjectModel, at url: URL, metadata: [String: Any]) throws {
        let opening = SQLiteOpening(
            model: model, entities: model.entities(forConfigurationName: configurationName) ?? model.entities, url: url,
            options: options, roots: roots ?? RootNumbers(model))
        let opened = try opening.open(isReadOnly: isReadOnly, metadata: metadata)
        super.metadata = StoreMetadata.loose(opened.metadata)
        metadataState.forgetChanges()
        if opened.readOnlyReason != nil { isReadOnly = true }
        let service = SQLiteService(
            number: number, database: opened.database, schema: opened.schema, metadata: metadataState,
            triggeredTables: opened.triggeredTables, history: opened.history, options: options,
            modelHashes: opened.metadata[NSStoreModelVersionHashesKey])
        if (options?[NSPersistentStoreRemoteChangeNotificationPostOptionKey] as? NSNumber)?.boolValue ?? false {
            service.tellOfCommits()
        }
        service.removeUnusedFiles()
        state.withLock { ($0.service, $0.readOnlyReason) = (service, opened.readOnlyReason) }
    }

    /// Opens what is at the other place, and closes what was open.
    override func move(to url: URL) -> Bool {
        guard let before = opened else { return super.move(to: url) }
        guard let facts = try? StoreFacts.of(url, options),
            (try? open(before.schema.model, at: url, metadata: StoreMetadata.loose(facts.metadata))) != nil
        else { return false }
        before.close()
        return super.move(to: url)
    }

    override func settle(from place: URL) throws {
        guard let before = opened, let url else { return }
        let settings = try DatabaseSettings(options: options, path: url.path)
        try SQLiteFile.copy(
            from: place.path, to: url.path, vfs: settings.fileSystem?.systemName, busyTimeout: settings.busyTimeout)
        guard let facts = try StoreFacts.of(url, options) else { return }
        try open(before.schema.model, at: url, metadata: StoreMetadata.loose(facts.metadata))
        before.close()
    }

    override var newFileModel: FileStatus? {
        get { nil }
        set { if let path = opened?.database.path { newValue?.adopt(at: path) } }
    }

    override func willRemove(from coordinator: NSPersistentStoreCoordinator?) {
        opened?.close()
    }

    // MARK: Without opening

    override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
        try SQLitePlace.metadata(at: url, nil)
    }

    override class func metadata(at url: URL, _ options: [AnyHashable: Any]?) throws -> [String: Any] {
        try SQLitePlace.metadata(at: url, options)
    }

    override class func setMetadata(_ metadata: [String: Any]?, forPersistentStoreAt url: URL) throws {
        try SQLitePlace.setMetadata(metadata, at: url, nil)
    }

    override class func setMetadata(_ metadata: [String: Any]?, at url: URL, _ options: [AnyHashable: Any]?) throws {
        try SQLitePlace.setMetadata(metadata, at: url, options)
    }

    override class func hasSameVersion(_ fit: ModelFit, _ metadata: [String: Any]) throws -> Bool {
        try SQLitePlace.hasSameVersion(fit, metadata)
    }

    override class func ownModel(at url: URL, _ options: [AnyHashable: Any]?) throws -> NSManagedObjectModel? {
        try NSManagedObjectModel.modelOfStore(at: url, options)
    }

    override class func reasonNotToReplace(_ fit: ModelFit) throws -> String? {
        let opening = SQLiteOpening(
            model: fit.model, entities: fit.entities, url: fit.url, options: fit.options, roots: RootNumbers(fit.model))
        return try StoreFacts.reading(fit.url, fit.options) { try opening.historyReason(FileTables($0)) }
    }

    override class func continueHistory(of old: URL, at new: URL, _ options: [AnyHashable: Any]?) throws {
        let last = try StoreFacts.reading(old, options) { connection in
            try HistoryForm(FileTables(connection)).map { _ in HistoryNumbers(connection) }.map { numbers in
                (try numbers.last(.change), try numbers.last(.transaction))
            }
        }
        guard let last else { return }
        try StoreFacts.explaining(new) {
            let connection = try SQLiteConnection(path: new.path, access: .readWrite)
            defer { connection.close() }
            guard try HistoryForm(FileTables(connection)) != nil else { return }
            try connection.execute("BEGIN IMMEDIATE")
            // One number is left out: a token that knows all of the old history has missed the migration.
            try HistoryNumbers(connection).shift(changes: last.0, transactions: last.1 + 1)
            try connection.execute("COMMIT")
        }
    }

    override class var migratesItself: Bool { true }

    override func finishDeferredMigration(isWhole: Bool) throws {
        guard let opened else { return }
        guard opened.database.writer != nil else {
            guard let url, try opened.hasLeftovers else { return }
            let reason = readOnlyReason ?? "It is open read-only: add it without NSReadOnlyPersistentStoreOption."
            throw MigrationFailure.leftovers(reason, url)
        }
        if try opened.finishMigration(isWhole: isWhole) {
            metadata[NSPersistentStoreDeferredLightweightMigrationOptionKey] = nil
        }
    }

    override class func migrate(_ mapping: InferredMapping, _ fit: ModelFit, _ progress: Progress) throws {
        let opening = SQLiteOpening(
            model: fit.model, entities: fit.entities, url: fit.url, options: fit.options, roots: RootNumbers(fit.model))
        try SQLiteMigration(mapping: mapping, opening: opening, progress: progress).run()
    }

    override class func parts(at url: URL) -> StoreParts { SQLitePlace.parts(at: url) }

    override class func holdsStore(at url: URL) -> Bool { SQLitePlace.holdsStore(at: url) }

    override class func replace(
        _ url: URL, _ options: [AnyHashable: Any]?, with place: URL, _ make: () throws -> Bool
    ) throws {
        let settings = try DatabaseSettings(options: options, path: url.path)
        try SQLiteReplacement(
            path: url.path, place: place.path, vfs: settings.fileSystem?.systemName, busyTimeout: settings.busyTimeout
        ).run(make)
    }

    override class func requireStore(at url: URL, _ options: [AnyHashable: Any]?) throws {
        try SQLitePlace.requireStore(at: url, options)
    }

    override class func copyFiles(from source: URL, to destination: URL) throws {
        try SQLiteFile.copy(from: source.path, to: destination.path)
    }
}
