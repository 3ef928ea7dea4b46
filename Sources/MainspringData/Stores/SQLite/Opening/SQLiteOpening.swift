internal import FileAccess
internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// How a store is opened, or made where nothing is.
struct SQLiteOpening {
    let model: NSManagedObjectModel
    /// Those that the store keeps.
    let entities: [NSEntityDescription]
    let url: URL
    let options: [AnyHashable: Any]?
    let roots: RootNumbers

    struct Opened {
        let database: SQLiteDatabase
        let schema: StoreSchema
        /// Those in the file, which somebody else may have made since it was looked at first.
        let metadata: MetadataTable.Values
        /// Why nothing may be saved, although the options would allow it.
        var readOnlyReason: String?
        /// Those with triggers, in capital letters.
        var triggeredTables: Set<String> = []
        /// Nil where no history is kept.
        var history: FileHistory?
    }

    /// - Parameter metadata: those that are known. A new store gets their identifier.
    func open(isReadOnly: Bool, metadata: [String: Any]) throws -> Opened {
        var settings = try DatabaseSettings(options: options, path: url.path)
        // What must not be written is found before anything could be.
        settings.isReadOnly = true
        if !SQLitePlace.isMemory(url.path), StoreFile.isFilled(url) {
            let database = try database(settings)
            let found = try closing(database) { try look(database) }
            if let found, isReadOnly || found.reason != nil {
                let schema = found.plan.schema(roots)
                return Opened(
                    database: database, schema: schema, metadata: found.metadata, readOnlyReason: found.reason,
                    history: found.history.map { FileHistory($0, schema, isWritten: false) })
            }
            database.close()
            if let found {
                settings.isReadOnly = false
                let (database, schema) = (try self.database(settings), found.plan.schema(roots))
                let history = try closing(database) { () throws in try self.history(found, schema, database) }
                return Opened(
                    database: database, schema: schema, metadata: history?.metadata ?? found.metadata,
                    triggeredTables: found.triggers.tables, history: history?.history)
            }
        }
        settings.isReadOnly = isReadOnly
        let database = try database(settings)
        return try closing(database) { try make(database, metadata) }
    }

    private func database(_ settings: DatabaseSettings) throws -> SQLiteDatabase {
        try SQLiteDatabase(
            path: url.path, settings: settings, functions: StoreFunctions.functions,
            collations: StoreFunctions.collations)
    }

    /// Closes the file if a closure throws.
    private func closing<Result>(_ database: SQLiteDatabase, _ body: () throws -> Result) throws -> Result {
        do {
            return try StoreFacts.explaining(url, body)
        } catch let misfit as SchemaMisfit {
            database.close()
            throw error(misfit)
        } catch {
            database.close()
            throw error
        }
    }

    private func error(_ misfit: SchemaMisfit) -> any Error {
        CoreDataError.make(
            NSPersistentStoreIncompatibleSchemaError,
            "The store at \(url.path) does not fit \(model.title): \(misfit.clause). Open it with the model that it was made "
                + "with.", userInfo: [NSFilePathErrorKey: url.path])
    }

    // MARK: A file that is there

    private struct Found {
        let plan: StorePlan
        let metadata: MetadataTable.Values
        let triggers: TriggerCheck
        /// Nil if the file keeps no history, or one of a form that is not known.
        let history: HistoryForm?
        /// Why nothing may be saved.
        let reason: String?
    }

    /// Nil if there is nothing in the file.
    private func look(_ database: SQLiteDatabase) throws -> Found? {
        try database.readers.read { try look($0.connection) }
    }

    private func look(_ connection: SQLiteConnection) throws -> Found? {
        let tables = try FileTables(connection)
        guard !tables.tables.isEmpty else { return nil }
        let metadata = try MetadataTable.read(connection) ?? [:]
        let plan = try StorePlan(model, entities, in: tables, DataForms(entities, metadata, connection))
        let triggers = try TriggerCheck(connection, plan)
        return Found(
            plan: plan, metadata: metadata, triggers: triggers, history: (try? HistoryForm(tables)) ?? nil,
            reason: historyReason(tables) ?? reason(plan, metadata) ?? triggers.problem)
    }

    /// Why a file that is there must not be written, in a sentence; nil if it may.
    func reasonNotToWrite(_ connection: SQLiteConnection) throws -> String? { try look(connection)?.reason }

    /// The same because of a history that the file keeps.
    func historyReason(_ tables: FileTables) -> String? {
        switch Result(catching: { () throws(SchemaMisfit) in try HistoryForm(tables) }) {
        case .failure(let misfit):
            "It keeps a history of its changes of a form that is not known: \(misfit.clause)."
        case .success(_?) where !tracksHistory:
            "It keeps a history of its changes, and a change that is not in it would be lost to those who read it. Open it with "
                + "NSPersistentHistoryTrackingKey to save into it."
        case .success: nil
        }
    }

    private func reason(_ plan: StorePlan, _ metadata: MetadataTable.Values) -> String? {
        let parts = plan.uncomparedParts
        guard metadata[NewMetadata.formulaKey] == nil, !parts.isEmpty, !takesUncompared else { return nil }
        return "It is one of Apple's, and keeps what was never compared with a file of Apple's: "
            + "\(parts.joined(separator: ", ")). Open it with MainspringUncomparedLayoutsOption to save into it all the same."
    }

    private var tracksHistory: Bool { (options?[NSPersistentHistoryTrackingKey] as? NSNumber)?.boolValue ?? false }
    private var takesUncompared: Bool { (options?[MainspringUncomparedLayoutsOption] as? NSNumber)?.boolValue ?? false }

    // MARK: A new file

    private func make(_ database: SQLiteDatabase, _ metadata: [String: Any]) throws -> Opened {
        guard let writer = database.writer else {
            throw CoreDataError.make(
                NSPersistentStoreOpenError,
                "The store at \(url.path) cannot be opened read-only: there is nothing in the file. Give the URL of a store, or add "
                    + "it without NSReadOnlyPersistentStoreOption.",
                userInfo: [NSFilePathErrorKey: url.path], underlying: CocoaError(.fileReadNoSuchFile))
        }
        let plan = StorePlan(model, EntityNumbers(numbering: entities))
        let values = NewMetadata.values(
            model, entities, takesKnown: plan.takesKnownHashes(entities, options),
            identifier: metadata[NSStoreUUIDKey] as? String ?? UUID.random().uuidString)
        let found = try writer.write { transaction -> (StorePlan, MetadataTable.Values) in
            let connection = transaction.connection
            let tables = try FileTables(connection)
            // Another process may have been first.
            guard tables.tables.isEmpty else {
                let metadata = try MetadataTable.read(connection) ?? [:]
                return (
                    try StorePlan(model, entities, in: tables, DataForms(entities, metadata, connection)), metadata
                )
            }
            try fill(connection, plan, values)
            return (plan, values)
        }
        let schema = found.0.schema(roots)
        guard tracksHistory else { return Opened(database: database, schema: schema, metadata: found.1) }
        let (form, metadata) = try writer.write { try completeHistory(schema, $0.connection) }
        return Opened(
            database: database, schema: schema, metadata: metadata,
            history: FileHistory(form, schema, isWritten: true))
    }

    // MARK: A history

    /// The history of a file that is there, with whatever it lacks; nil if none is kept.
    private func history(
        _ found: Found, _ schema: StoreSchema, _ database: SQLiteDatabase
    ) throws -> (history: FileHistory, metadata: MetadataTable.Values)? {
        guard tracksHistory, let writer = database.writer else { return nil }
        let count = HistoryTables.tombstoneCount(FileHistory.entities(schema))
        if let form = found.history, form.tombstoneCount >= count {
            return (FileHistory(form, schema, isWritten: true), found.metadata)
        }
        let (form, metadata) = try writer.write { try completeHistory(schema, $0.connection) }
        return (FileHistory(form, schema, isWritten: true), metadata)
    }

    /// Makes what a file lacks to keep a history.
    private func completeHistory(
        _ schema: StoreSchema, _ connection: SQLiteConnection
    ) throws -> (form: HistoryForm, metadata: MetadataTable.Values) {
        // Another process may have been first.
        let found = try HistoryForm(try FileTables(connection))
        let form = try HistoryTables.complete(
            found, tombstoneCount: HistoryTables.tombstoneCount(FileHistory.entities(schema)), connection)
        var metadata = try MetadataTable.read(connection) ?? [:]
        if metadata[HistoryTables.hashesKey] == nil {
            metadata[HistoryTables.hashesKey] = HistoryTables.metadata
            try MetadataTable.write(metadata, connection)
        }
        return (form, metadata)
    }

    private func fill(_ connection: SQLiteConnection, _ plan: StorePlan, _ values: MetadataTable.Values) throws {
        try plan.run(on: connection)
        try MetadataTable.write(values, connection)
        try ModelCacheTable.write(model, connection)
    }
}
