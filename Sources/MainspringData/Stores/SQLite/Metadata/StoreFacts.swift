package import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// What a file says of itself before it is opened as a store.
package struct StoreFacts {
    let metadata: MetadataTable.Values
    let tables: FileTables

    /// Looks into a file, and changes nothing; nil for one without tables, as it is left when the making of a store ends
    /// early.
    /// - Throws: `CocoaError` with a sentence: 134000 for what is no store, or one of a later format; 134080.
    static func of(_ url: URL, _ options: [AnyHashable: Any]? = nil) throws -> StoreFacts? {
        try reading(url, options, StoreFacts.init)
    }

    private init?(_ connection: SQLiteConnection) throws {
        let tables = try FileTables(connection)
        guard !tables.tables.isEmpty else { return nil }
        guard tables.isStore, let metadata = try MetadataTable.read(connection) else {
            throw StoreFileProblem.unknownForm("it is a database of SQLite, and has no metadata of a store")
        }
        let version = try connection.value("SELECT MAX(Z_VERSION) FROM Z_METADATA")
        let hashVersion = metadata["NSStoreModelVersionHashesVersion"]?.integer ?? 3
        if case .integer(let version) = version, version > 1 || hashVersion > 3 {
            throw StoreFileProblem.unknownForm(
                "it was written by a later version of Core Data (version \(version) of the metadata, \(hashVersion) of the "
                    + "hashes), and Mainspring knows versions 1 and 3")
        }
        (self.metadata, self.tables) = (metadata, tables)
    }

    /// Runs a closure on a connection that only reads, and leaves nothing beside the file.
    /// - Parameter options: say for how long others are waited for who have the file locked.
    static func reading<Result>(
        _ url: URL, _ options: [AnyHashable: Any]? = nil, _ body: (SQLiteConnection) throws -> Result
    ) throws -> Result {
        var settings = DatabaseSettings()
        settings.isReadOnly = true
        settings.endsAfterOneTransaction = true
        if let timeout = DatabaseSettings.timeout(options) { settings.busyTimeout = timeout }
        if let system = DatabaseSettings.fileSystem(options), system.concernsLooks { settings.fileSystem = system }
        let database = try SQLiteDatabase(path: url.path, settings: settings)
        defer { database.close() }
        return try explaining(url) { try database.readers.read { try body($0.connection) } }
    }

    /// Makes whatever is wrong with a file an error of the store.
    package static func explaining<Result>(_ url: URL, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let problem as StoreFileProblem {
            throw problem.error(url)
        } catch let failure as SQLiteFailure {
            throw failure.storeError(
                failure.isFull ? CocoaError.Code.fileWriteOutOfSpace.rawValue : NSPersistentStoreOpenError,
                "The store at \(url.path) cannot be read: "
                    + failure.reason(advice: "Check that it is a readable file."))
        } catch let error as ModelFileError {
            throw CoreDataError.make(
                NSPersistentStoreOpenError, "The model in the store at \(url.path) cannot be used: \(error.reason).",
                userInfo: [NSFilePathErrorKey: url.path], underlying: error)
        }
    }
}
