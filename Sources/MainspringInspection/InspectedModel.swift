internal import Foundation
internal import MainspringData
internal import MainspringFoundation
@_spi(Tools) internal import MainspringModel

/// The model by which a file is looked into, found in its tables.
struct InspectedModel {
    let values: MetadataTable.Values
    let file: FileTables
    let schema: StoreSchema
    let origin: StoreInspection.ModelOrigin
    let notes: [String]

    private let url: URL

    /// - Parameter models: those of the caller; empty for the store's own.
    init(_ url: URL, _ models: [NSManagedObjectModel], _ connection: SQLiteConnection) throws {
        self.url = url
        let file = try FileTables(connection)
        guard file.isStore, let values = try MetadataTable.read(connection) else {
            throw StoreFileProblem.unknownForm(
                file.tables.isEmpty
                    ? "there is nothing in it" : "it is a database of SQLite, and has no metadata of a store")
        }
        (self.file, self.values) = (file, values)
        func schema(_ model: NSManagedObjectModel) throws -> StoreSchema {
            try Self.schema(model, values, file, connection)
        }
        if !models.isEmpty {
            let ordered = Self.ordered(models, values, connection)
            var misfit: SchemaMisfit?
            for model in ordered {
                do {
                    (self.schema, origin, notes) = (try schema(model), .given, [])
                    return
                } catch let error as SchemaMisfit {
                    misfit = misfit ?? error
                }
            }
            throw CoreDataError.make(
                NSPersistentStoreIncompatibleSchemaError,
                "The store at \(url.path) does not fit \(ordered[0].title): \(misfit?.clause ?? "it has other tables"). Give the "
                    + "model that it was made with, or none.", userInfo: [NSFilePathErrorKey: url.path])
        }
        var notes: [String] = []
        do {
            if let cached = try ModelCacheTable.read(connection) {
                for entity in cached.entities {
                    let hash = values[NSStoreModelVersionHashesKey]?.dictionary?.entries[entity.name ?? ""]?.data
                    if let hash { entity.knownVersionHash = hash }
                }
                (self.schema, origin, self.notes) = (try schema(cached), .cached, [])
                return
            }
            notes.append("The store keeps no model: what is known of it is what its tables say.")
        } catch let misfit as SchemaMisfit {
            notes.append("The model that the store keeps does not fit its tables: \(misfit.clause).")
        } catch let error as ModelFileError {
            notes.append("The model that the store keeps cannot be read: \(error.reason).")
        }
        do {
            (self.schema, origin) = (try schema(TableModel(file).model), .tables)
        } catch let misfit as SchemaMisfit {
            throw CoreDataError.make(
                NSPersistentStoreIncompatibleSchemaError,
                "The tables of the store at \(url.path) are none of Core Data's: \(misfit.clause). "
                    + notes.joined(separator: " "), userInfo: [NSFilePathErrorKey: url.path])
        }
        self.notes = notes
    }

    /// Those with the store's version first: by their hashes, else by what they say.
    private static func ordered(
        _ models: [NSManagedObjectModel], _ values: MetadataTable.Values, _ connection: SQLiteConnection
    ) -> [NSManagedObjectModel] {
        let metadata = StoreMetadata.loose(values)
        if let exact = models.first(where: {
            $0.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
        }) {
            return [exact]
        }
        guard let cached = (try? ModelCacheTable.read(connection)) ?? nil,
            let same = models.first(where: { ModelComparison(cached, $0).versionDifferences.isEmpty })
        else { return models }
        return [same]
    }

    private static func schema(
        _ model: NSManagedObjectModel, _ values: MetadataTable.Values, _ file: FileTables,
        _ connection: SQLiteConnection
    ) throws -> StoreSchema {
        if let issue = model.issues.first { throw SchemaMisfit(clause: "\(issue.description)".lowercasedStart) }
        model.freeze()
        // A store may keep the entities of one configuration alone.
        let kept = Set(values[NSStoreModelVersionHashesKey]?.dictionary?.entries.keys.map { $0 } ?? [])
        let known = model.entities.filter { kept.contains($0.name ?? "") }
        let entities = known.isEmpty ? model.entities : known
        return try StorePlan(model, entities, in: file, DataForms(entities, values, connection))
            .schema(RootNumbers(model))
    }
}

extension String {
    /// A sentence as a clause in another one.
    fileprivate var lowercasedStart: String {
        let clause = hasSuffix(".") ? dropLast() : self[...]
        return clause.prefix(1).lowercased() + clause.dropFirst()
    }
}
