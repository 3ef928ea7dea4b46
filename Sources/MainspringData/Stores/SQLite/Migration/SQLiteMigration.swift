internal import CSQLite
internal import Foundation
internal import Glibc
internal import MainspringFoundation
internal import MainspringModel

/// A lightweight migration of a file, in one transaction: until it is committed the file is as it was.
struct SQLiteMigration {
    let mapping: InferredMapping
    /// How the file is opened with the new model.
    let opening: SQLiteOpening
    let progress: Progress

    /// Migrates the file. On the calling thread; takes as long as copying the tables that change in more than names and new
    /// columns.
    /// - Throws: `CocoaError`s of migration; what opening throws. The file is as it was then.
    func run() throws {
        let url = opening.url
        let settings = try DatabaseSettings(options: opening.options, path: url.path)
        let database = try SQLiteDatabase(
            path: url.path, settings: settings, functions: StoreFunctions.functions,
            collations: StoreFunctions.collations)
        defer { database.close() }
        guard let writer = database.writer else {
            throw CoreDataError.make(
                NSMigrationError,
                "The store at \(url.path) cannot be migrated, since it is to be read-only. Add it once without "
                    + "NSReadOnlyPersistentStoreOption.", userInfo: [NSFilePathErrorKey: url.path])
        }
        let external = ExternalFiles(store: database.path, options: opening.options)
        do {
            if let cancellation = Cancellation.ofMigrations {
                try writer.withConnection { $0.stop(by: cancellation, busyTimeout: settings.busyTimeout) }
            }
            let givenUp = try StoreFacts.explaining(url) { try migrate(writer, external) }
            // Whatever happens between, the file names only files that are there.
            external.uses.giveUp(givenUp)
        } catch let misfit as SchemaMisfit {
            throw CoreDataError.make(
                NSMigrationError,
                "The store at \(url.path) cannot be migrated from \(mapping.source.title): \(misfit.clause).",
                userInfo: [NSFilePathErrorKey: url.path, "reason": misfit.clause, "sourceURL": url])
        }
    }

    private func migrate(_ writer: StoreWriter, _ external: ExternalFiles) throws -> [String] {
        do {
            return try writer.write { transaction in
                let connection = transaction.connection
                // Another process may have been first.
                if try isDone(connection) { return [] }
                let old = SQLiteOpening(
                    model: mapping.source, entities: mapping.sourceEntities, url: opening.url, options: opening.options,
                    roots: RootNumbers(mapping.source))
                if let reason = try old.reasonNotToWrite(connection) {
                    throw MigrationFailure.unwritable(reason, opening.url)
                }
                let run = try MigrationRun(connection, mapping, opening, progress, isDeferring: isDeferring)
                try run.run(external)
                try requireGoingOn()
                return run.givenUpFiles
            }
        } catch let failure as SQLiteFailure {
            throw MigrationFailure.sqlite(failure, opening.url)
        }
    }

    /// Statements that take little are not stopped.
    private func requireGoingOn() throws(SQLiteFailure) {
        guard Cancellation.ofMigrations?.isCancelled == true else { return }
        throw SQLiteFailure(
            code: SQLITE_INTERRUPT, message: "interrupted", path: opening.url.path, statement: nil)
    }

    private func isDone(_ connection: SQLiteConnection) throws -> Bool {
        let hashes = try MetadataTable.read(connection)?[NSStoreModelVersionHashesKey]?.dictionary?.entries ?? [:]
        let old = Set(mapping.sourceEntities.compactMap(\.name))
        let own = Dictionary(opening.entities.map { ($0.name ?? "", [$0.versionHash, $0.ownVersionHash]) }) {
            first, _ in
            first
        }
        let isNew =
            hashes.count == own.count
            && hashes.allSatisfy { name, hash in
                hash.data.map { own[name]?.contains($0) ?? false } ?? false
            }
        // What has other entities than the old model was migrated to one that nobody here knows.
        return isNew || !Set(hashes.keys).isSubset(of: old)
    }

    private var isDeferring: Bool {
        (opening.options?[NSPersistentStoreDeferredLightweightMigrationOptionKey] as? NSNumber)?.boolValue ?? false
    }
}
