internal import CSQLite
internal import FileAccess
internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// What is at the place of a store that is not open.
enum SQLitePlace {
    /// The null device. A store there is in memory, and ends with its coordinator.
    static let memoryPath = "/dev/null"

    /// Whether a path is the null device, by any spelling and through links. In a root folder without devices the usual
    /// spelling is the null device too.
    static func isMemory(_ path: String) -> Bool {
        path == memoryPath
            || (FileKind.of(path).map { $0 == .nullDevice } ?? ((path as NSString).standardizingPath == memoryPath))
    }

    static func metadata(at url: URL, _ options: [AnyHashable: Any]?) throws -> [String: Any] {
        guard !isMemory(url.path) else { return [:] }
        return try StoreFacts.of(url, options).map { StoreMetadata.loose($0.metadata) } ?? [:]
    }

    static func setMetadata(_ metadata: [String: Any]?, at url: URL, _ options: [AnyHashable: Any]?) throws {
        guard let known = try StoreFacts.of(url, options)?.metadata else {
            throw CoreDataError.make(
                NSPersistentStoreOpenError,
                "The metadata of \(url.path) cannot be set: there is no store. Give the URL of a store.",
                userInfo: [NSFilePathErrorKey: url.path])
        }
        var changed = try StoreMetadata.values(metadata ?? [:])
        for (key, value) in known where changed[key] == nil && SQLiteStore.isKept(key) { changed[key] = value }
        let path = DatabasePlace.resolved(url.path)
        do {
            let connection = try SQLiteConnection(path: path, access: .readWrite)
            defer { connection.close() }
            connection.setBusyTimeout(DatabaseSettings.timeout(options) ?? DatabaseSettings().busyTimeout)
            // One statement is a transaction by itself.
            try MetadataTable.write(changed, connection)
        } catch let failure as SQLiteFailure {
            throw metadataError(failure, url)
        }
    }

    private static func metadataError(_ failure: SQLiteFailure, _ url: URL) -> NSError {
        let code =
            if failure.isFull {
                CocoaError.Code.fileWriteOutOfSpace.rawValue
            } else if failure.isForeignChange {
                NSPersistentStoreSaveError
            } else if failure.isBusy {
                NSPersistentStoreTimeoutError
            } else if [SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM].contains(failure.primaryCode) {
                CocoaError.Code.fileWriteNoPermission.rawValue
            } else {
                NSPersistentStoreSaveError
            }
        return failure.storeError(
            code,
            "The metadata of the store at \(url.path) cannot be written: "
                + failure.reason(advice: "Make the file and its folder writable."))
    }

    /// Throws unless a store is at a place whose pages can all be read. Cost: reads the whole file.
    static func requireStore(at url: URL, _ options: [AnyHashable: Any]?) throws {
        let facts = isMemory(url.path) ? nil : try StoreFacts.of(url, options)
        guard facts != nil else {
            throw CoreDataError.make(
                NSPersistentStoreOpenError,
                "The store at \(url.path) cannot be copied: there is none. Give the URL of a store.",
                userInfo: [NSFilePathErrorKey: url.path])
        }
        let fault = try StoreFacts.reading(url, options) { connection in
            connection.liftLimits()
            do {
                return try connection.value("PRAGMA quick_check(1)")
            } catch let failure as SQLiteFailure where !failure.isDamage {
                // The schema may name a function that only another program defines.
                return .text("ok")
            }
        }
        guard fault == .text("ok") else {
            throw CoreDataError.make(
                CocoaError.Code.fileReadCorruptFile.rawValue,
                "The store at \(url.path) cannot be copied: it is damaged (\(fault.map { "\($0)" } ?? "unknown")). Restore it, or "
                    + "copy what can be read into a new store.", userInfo: [NSFilePathErrorKey: url.path])
        }
    }

    static func hasSameVersion(_ fit: ModelFit, _ metadata: [String: Any]) throws -> Bool {
        guard !isMemory(fit.url.path), StoreFile.isFilled(fit.url),
            let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data]
        else { return false }
        let names = Set(fit.entities.compactMap(\.name))
        guard Set(hashes.keys) == names else { return false }
        return try StoreFacts.reading(fit.url, fit.options) { connection in
            guard let cached = cachedModel(connection) else {
                // Made before stores kept their models: it fits if all that it has is what the model says.
                let tables = try FileTables(connection)
                fit.model.freeze()
                return (try? StorePlan(fit.model, fit.entities, in: tables))?.coversAll(of: tables) ?? false
            }
            return ModelComparison(cached, fit.model).versionDifferences.allSatisfy { difference in
                difference.subject.entityName.map { !names.contains($0) } ?? true
            }
        }
    }

    /// Nil also for a model that cannot be read: nothing can be told by it.
    private static func cachedModel(_ connection: SQLiteConnection) -> NSManagedObjectModel? {
        (try? ModelCacheTable.read(connection)) ?? nil
    }

    static func parts(at url: URL) -> StoreParts { isMemory(url.path) ? StoreParts() : SQLiteFile.parts(of: url.path) }

    /// Whether the file at a place, if there is one, is a store. A database that is damaged is taken for a store. One
    /// without Core Data's tables is another program's.
    static func holdsStore(at url: URL) -> Bool {
        guard !isMemory(url.path), StoreFile.isFilled(url) else { return true }
        let path = DatabasePlace.resolved(url.path)
        guard DatabasePlace.isDatabase(path) else { return false }
        let tables = try? StoreFacts.reading(URL(fileURLWithPath: path), nil) { try FileTables($0).tables }
        return tables.map { $0.isEmpty || $0["Z_METADATA"] != nil } ?? true
    }
}

extension ModelDifference.Subject {
    fileprivate var entityName: String? {
        switch self {
        case .model: nil
        case .entity(let name), .property(_, let name), .index(_, let name): name
        }
    }
}

extension StorePlan {
    /// Whether the tables have nothing that the plan does not have.
    fileprivate func coversAll(of tables: FileTables) -> Bool {
        let own = Set(self.tables.map { $0.name.uppercased() } + joins.map { $0.name.uppercased() })
        let reserved: Set = ["Z_METADATA", "Z_PRIMARYKEY", "Z_MODELCACHE"]
        guard tables.tables.keys.allSatisfy({ !$0.hasPrefix("Z") || own.contains($0) || reserved.contains($0) }) else {
            return false
        }
        return self.tables.allSatisfy { table in
            let names = Set(table.columns.map { $0.name.uppercased() } + ["Z_PK", "Z_ENT", "Z_OPT"])
            return (tables.tables[table.name.uppercased()] ?? []).allSatisfy { names.contains($0.name.uppercased()) }
        }
    }
}
