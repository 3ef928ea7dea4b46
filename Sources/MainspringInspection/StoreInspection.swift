internal import CSQLite
public import Foundation
internal import MainspringData
internal import MainspringFoundation
public import MainspringModel

/// A look into the file of an SQLite store, which changes nothing: no byte of the file, and nothing beside it.
///
/// Works without a coordinator, on the model that the store itself keeps, on one of the caller's, or on what the tables say. All that is
/// read is of one state of the file, with what is in its log. Belongs to one thread at a time.
@_spi(Tools) public final class StoreInspection {
    /// Where the model comes from.
    @_spi(Tools) public enum ModelOrigin: String, Sendable {
        /// The caller has given it.
        case given
        /// The store keeps it.
        case cached
        /// It is made of the tables: entities, and an attribute for each column. Nobody knows what leads where.
        case tables
    }

    /// The file, without links.
    @_spi(Tools) public let path: String
    /// The model by which the file is read. In use.
    @_spi(Tools) public let model: NSManagedObjectModel
    /// Where that comes from.
    @_spi(Tools) public let modelOrigin: ModelOrigin
    /// Why the model that the store keeps is not the one by which it is read, in sentences.
    @_spi(Tools) public let notes: [String]
    /// The store's metadata, as `NSPersistentStoreCoordinator` gives them.
    @_spi(Tools) public let metadata: [String: Any]
    /// The store's identifier.
    @_spi(Tools) public let identifier: String

    let url: URL
    let values: MetadataTable.Values
    let file: FileTables
    let schema: StoreSchema
    let external: ExternalFiles
    private let database: SQLiteDatabase
    private let held: HeldReader
    private let before: [Int64]

    /// Opens a file.
    ///
    /// A process that has the store open by a coordinator must not look into it by this: it might lose its locks.
    /// - Parameter models: versions of a model; the one is taken that the store was made with, else the first that fits the tables. Empty
    ///   for the one that the store keeps.
    /// - Throws: `CocoaError` with a sentence: 134000 for what is no store; 134080; 134020 if none of the models fits.
    @_spi(Tools) public init(at url: URL, models: [NSManagedObjectModel] = []) throws {
        var settings = DatabaseSettings()
        settings.isReadOnly = true
        settings.leavesNoTrace = true
        settings.busyTimeout = 2_000
        settings.heldLogSize = .max
        before = FileState.of(url.path)
        let (database, held) = try Self.open(url, settings)
        do {
            let found = try StoreFacts.explaining(url) {
                try held.read { try InspectedModel(url, models, $0.connection) }
            }
            (self.url, self.database, self.held, path) = (url, database, held, database.path)
            (values, file, schema, notes) = (found.values, found.file, found.schema, found.notes)
            (model, modelOrigin) = (found.schema.model, found.origin)
        } catch {
            database.close()
            throw error
        }
        metadata = StoreMetadata.loose(values)
        identifier = metadata[NSStoreUUIDKey] as? String ?? ""
        external = ExternalFiles(store: database.path)
    }

    /// Opens a file and holds a state of it.
    private static func open(_ url: URL, _ settings: DatabaseSettings) throws -> (SQLiteDatabase, HeldReader) {
        var attempts = 0
        while true {
            do {
                let database = try SQLiteDatabase(
                    path: url.path, settings: settings, functions: StoreFunctions.functions,
                    collations: StoreFunctions.collations)
                do {
                    return (database, try StoreFacts.explaining(url) { try database.readers.hold() })
                } catch {
                    database.close()
                    throw error
                }
            } catch  where attempts < mostAttempts && isJournalSeen(error) {
                attempts += 1
            }
        }
    }

    /// Whoever writes all the time without a log comes between some times, and not each time.
    private static let mostAttempts = 20

    /// Whether SQLite has taken the journal of a transaction that began while the file was opened for one that was cut off, which who
    /// cannot write cannot roll back. When it is looked at again, the transaction is seen to be somebody's.
    private static func isJournalSeen(_ error: any Error) -> Bool {
        var error = error as NSError
        while let below = error.userInfo[NSUnderlyingErrorKey] as? NSError { error = below }
        return error.domain == NSSQLiteErrorDomain && error.code == Int(csqlite_readonly_rollback)
    }

    deinit { close() }

    /// Closes the file.
    @_spi(Tools) public func close() {
        database.readers.release(held)
        database.close()
    }

    /// Whether all that was read is of one state of the file. Where its locks are held, and where a copy is read, it is; else nobody was
    /// kept from writing, and the file must be as it was when it was opened.
    @_spi(Tools) public var isOfOneState: Bool { database.isIsolated || FileState.of(url.path) == before }

    /// Runs a closure with a connection that reads; not within another such closure.
    /// - Throws: what the closure throws, with SQLite's failures as errors of the store.
    func reading<Result>(_ body: (ReadTransaction) throws -> Result) throws -> Result {
        do {
            return try held.read(body)
        } catch let failure as SQLiteFailure {
            throw ReadFailure.error(failure)
        }
    }
}

/// The sizes and times of a database and its log, by which a change is seen.
private enum FileState {
    static func of(_ path: String) -> [Int64] {
        let path = DatabasePlace.resolved(path)
        return DatabasePlace.state(path) + DatabasePlace.state(path + "-wal")
    }
}
