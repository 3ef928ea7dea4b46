internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// What is at the place of a store that is not open.
enum SQLitePlace {
    /// A path at which nothing lies: the store is a private one that goes with its coordinator.
    static let memoryPath = "/dev/null"

    static func metadata(at url: URL, _ options: [AnyHashable: Any]?) throws -> [String: Any] {
        guard url.path != memoryPath else { return [:] }
        return try StoreFacts.of(url, options).map { StoreMetadata.loose($0.metadata) } ?? [:]
    }

    static func setMetadata(_ metadata: [String: Any]?, at url: URL, _ options: [AnyHashable: Any]?) throws {
        guard let known = try StoreFacts.of(url, options)?.metadata else {
            throw CoreDataError.make(
                NSPersistentStoreOpenError, "There is no store at \(url.path) whose metadata could be set.",
                userInfo: [NSFilePathErrorKey: url.path])
        }
        var changed = try StoreMetadata.values(metadata ?? [:])
        for (key, value) in known where changed[key] == nil && SQLiteStore.isKept(key) { changed[key] = value }
        try StoreFacts.explaining(url) {
            let connection = try SQLiteConnection(path: url.path, access: .readWrite)
            defer { connection.close() }
            connection.setBusyTimeout(DatabaseSettings.timeout(options) ?? DatabaseSettings().busyTimeout)
            // One statement is a transaction by itself.
            try MetadataTable.write(changed, connection)
        }
    }

    static func hasSameVersion(_ fit: ModelFit, _ metadata: [String: Any]) throws -> Bool {
        guard fit.url.path != memoryPath, StoreFile.isFilled(fit.url),
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

    static func paths(at url: URL) -> [String] { url.path == memoryPath ? [] : SQLiteFile.paths(of: url.path) }
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
