internal import Foundation
internal import Locks
internal import MainspringFoundation
internal import MainspringModel

/// What an SQLite store does for its coordinator. How it reads is in `Reading/`, how it writes in `Writing/`.
final class SQLiteService: @unchecked Sendable {
    // `@unchecked Sendable`: constant, and whatever may change in what it has is guarded there.

    /// That of the store, which stands in identities.
    let number: UInt32
    /// The file, with its readers and its writer.
    let database: SQLiteDatabase
    let schema: StoreSchema
    /// What a save writes with the objects if it was changed.
    let metadata: MetadataState
    /// Where long binary data lie.
    let externalFiles: ExternalFiles
    /// The tables, in capital letters, at which the file has triggers. When one of them is written any row may be another.
    let triggeredTables: Set<String>
    /// Nil where no history is kept.
    let history: FileHistory?
    /// Reads, over the rows that are kept.
    let reader: StoreReader
    /// Keys for new objects.
    let keys: KeyReserve
    /// What tells of commits; nil where nobody has asked for that.
    let remote = Guarded<RemoteChanges?>(nil)
    /// What is prepared for the writing connection. Used in its transactions alone.
    var saveStatements: SaveStatements?
    /// The identifier that the file has. Used by whoever writes; nil when it is to be learnt.
    var fileIdentifier: String?
    /// Which version of the model the file said it is of when it was opened.
    let modelHashes: PropertyListValue?
    /// SQLite's number for the file's schema when that was looked at last. Used by whoever writes.
    var schemaVersion: Int64?

    init(
        number: UInt32, database: SQLiteDatabase, schema: StoreSchema, metadata: MetadataState,
        triggeredTables: Set<String>, history: FileHistory?, options: [AnyHashable: Any]?,
        modelHashes: PropertyListValue?
    ) {
        (self.number, self.database, self.schema, self.metadata) = (number, database, schema, metadata)
        (self.triggeredTables, self.history, self.modelHashes) = (triggeredTables, history, modelHashes)
        let files = ExternalFiles(store: database.path, options: options)
        files.uses.open()
        externalFiles = files
        reader = StoreReader(schema, store: number, source: .pool(database.readers), external: files)
        keys = KeyReserve(count: schema.roots.count)
        // What it cannot be asked now is asked by the first save.
        try? database.writer?.withConnection { try checkIdentifier($0) }
    }

    /// Closes the file, waiting for those who use it.
    func close() {
        remote.withLock { $0 }?.stop()
        giveBackKeys()
        // A connection stays open as long as there are statements of it.
        try? database.writer?.withConnection { _ in saveStatements = nil }
        reader.pages.close()
        database.close()
        externalFiles.uses.close()
    }
}
