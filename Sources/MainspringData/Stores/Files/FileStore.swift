internal import Diagnostics
internal import FileAccess
internal import Foundation
internal import Locks
@_spi(Tools) internal import MainspringModel

/// A store whose file is read and written as a whole. Its subclasses say in which form.
///
/// It keeps rows, and not nodes: these are made when somebody asks for them.
class FileStore: NSAtomicStore {
    private var openedRows: RowService?
    /// The file as it was read or written last.
    private let stamp = Guarded<StoreFile.Stamp?>(nil)
    private let model = Guarded<FileStatus?>(nil)

    override var newFileModel: FileStatus? {
        get { model.withLock { $0 } }
        set { model.withLock { $0 = newValue } }
    }

    /// The form of the file.
    class var form: any StoreForm.Type { programmerError("\(self) has no form of file.") }

    override class var traits: StoreTraits { [.isConcrete, .isStamped, .takesRows] }

    override var openedService: (any StoreService)? { openedRows }

    override func uriKey(of key: ObjectKey) -> String { String(key.key) }

    // MARK: Metadata

    override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
        try readingErrors(url) { StoreMetadata.loose(try form.metadata(in: try contents(of: url))) }
    }

    override class func setMetadata(_ metadata: [String: Any]?, forPersistentStoreAt url: URL) throws {
        let data = try readingErrors(url) {
            let data = try contents(of: url)
            let known = try form.metadata(in: data)
            var changed = try StoreMetadata.values(metadata ?? [:])
            for key in [NSStoreTypeKey, NSStoreUUIDKey] where changed[key] == nil { changed[key] = known[key] }
            for (key, value) in known where key.hasPrefix("NSStoreModelVersion") && changed[key] == nil {
                changed[key] = value
            }
            return try form.data(data, withMetadata: changed)
        }
        try StoreFile.write(data, to: url)
    }

    // MARK: Migration

    override class var migratesItself: Bool { true }

    override class func migrate(_ mapping: InferredMapping, _ fit: ModelFit, _ progress: Progress) throws {
        let migration = try readingErrors(fit.url) {
            try DocumentMigration(try form.document(in: try contents(of: fit.url)), mapping, fit)
        }
        let migrated = try migration.run()
        // In one step: until then the file is as it was.
        try StoreFile.write(try form.data(migrated), to: fit.url)
    }

    // MARK: Reading

    /// What a file has; of a database only how it begins, by which it is refused. See ``DatabaseBytes``.
    private static func contents(of url: URL) throws -> Data {
        DatabasePlace.isDatabase(url.path) ? Data(DatabasePlace.header) : try StoreFile.contents(of: url)
    }

    override class func holdsStore(at url: URL) -> Bool {
        guard StoreFile.isFilled(url) else { return true }
        // A damaged store is one.
        return (try? contents(of: url)).map(form.isBeginning) ?? false
    }

    override class func requireStore(at url: URL, _ options: [AnyHashable: Any]?) throws {
        _ = try readingErrors(url) { try form.document(in: try contents(of: url)) }
    }

    override func open(_ model: NSManagedObjectModel) throws {
        let schema = RowSchema(model, derivesMembers: true)
        let storage = RowStorage(schema)
        let keys = KeyCounters(count: schema.roots.count)
        let place = url ?? URL(fileURLWithPath: "/dev/null")
        let isNew = !StoreFile.isFilled(place)
        if !isReadOnly { TemporaryFolder.removeAbandoned(beside: RegularFile.resolved(place.path)) }
        if !isNew {
            try Self.readingErrors(place) {
                stamp.withLock { $0 = StoreFile.stamp(of: place) }
                let document = try Self.form.document(in: try Self.contents(of: place))
                try storage.load(try StoreDocumentReader(document, model, schema, number).tables(keys))
            }
        } else if isReadOnly {
            throw CoreDataError.make(
                NSPersistentStoreOpenError,
                "The store at \(place.path) cannot be opened read-only: there is no file. Give the URL of a store, or add it without "
                    + "NSReadOnlyPersistentStoreOption.",
                userInfo: [NSFilePathErrorKey: place.path], underlying: CocoaError(.fileReadNoSuchFile))
        }
        openedRows = RowService(
            self, storage, keys: keys,
            persist: { [weak self] in
                guard let self else { throw StoreGone.error("a file") }
                try self.write($0, keys)
            }, fileStamp: { [weak self] in self?.url.flatMap { StoreFile.stamp(of: $0)?.description } })
        // So that a place that cannot be written is told now, and not by the first save.
        if isNew { try write(storage.tables, keys) }
    }

    /// Makes whatever is wrong with a file the error of a store that cannot be opened.
    private static func readingErrors<Result>(_ url: URL, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let problem as StoreFileProblem {
            throw problem.error(url)
        } catch let error as CocoaError where error.code != .persistentStoreOpen {
            throw CoreDataError.make(
                NSPersistentStoreOpenError,
                "The store at \(url.path) cannot be read: "
                    + (DescriptorShortage.isPresent ? DescriptorShortage.clause : error.localizedDescription),
                userInfo: [NSFilePathErrorKey: url.path], underlying: error)
        } catch let conflicts as StoreConflicts {
            throw CoreDataError.make(
                NSPersistentStoreOpenError, "The store at \(url.path) cannot be read: \(conflicts.description)",
                userInfo: [NSFilePathErrorKey: url.path], underlying: conflicts)
        }
    }

    // MARK: Writing

    private func write(_ tables: RowTables, _ keys: KeyCounters) throws {
        guard let url else { return }
        let known = stamp.withLock { $0 }
        let found = StoreFile.stamp(of: url)
        // A file that is gone, or a place that is new, is written; another one's changes are not lost.
        guard found == nil || found == known || (known == nil && found?.size == 0) else {
            throw CoreDataError.make(
                NSPersistentStoreSaveError,
                "The file \(url.path) was changed by somebody else since \(self) has read it. Open it again, and make the "
                    + "changes anew.", userInfo: [NSFilePathErrorKey: url.path])
        }
        let document = try StoreDocumentWriter(tables, keys).document(metadata: StoreMetadata.values(metadata ?? [:]))
        try StoreFile.write(try Swift.type(of: self).form.data(document), to: url, like: newFileModel)
        stamp.withLock { $0 = StoreFile.stamp(of: url) }
    }

    override var url: URL? {
        get { super.url }
        set {
            super.url = newValue
            // Whatever is there is to be replaced.
            stamp.withLock { $0 = newValue.flatMap { StoreFile.stamp(of: $0) } }
        }
    }

    // MARK: Nodes

    override func load() throws {}
    override func save() throws {
        guard let openedRows else { return }
        try write(openedRows.storage.tables, openedRows.keys)
    }

    override func cacheNodes() -> Set<NSAtomicStoreCacheNode> {
        guard let tables = openedRows?.storage.tables else { return [] }
        var nodes: Set<NSAtomicStoreCacheNode> = []
        tables.forEach { nodes.insert(Self.node($0, tables)) }
        return nodes
    }

    override func cacheNode(for objectID: NSManagedObjectID) -> NSAtomicStoreCacheNode? {
        guard let tables = openedRows?.storage.tables else { return nil }
        return tables.record(objectID.key).map { Self.node($0, tables) }
    }

    override func objectID(for entity: NSEntityDescription, withReferenceObject data: Any) -> NSManagedObjectID {
        let identity = super.objectID(for: entity, withReferenceObject: data)
        return openedRows?.storage.tables.record(identity.key)?.identity ?? identity
    }

    /// A node of an object as it is now, with identities in its relationships.
    private static func node(_ record: RowRecord, _ tables: RowTables) -> NSAtomicStoreCacheNode {
        let node = NSAtomicStoreCacheNode(objectID: record.identity)
        let layout = record.row.layout
        for (place, property) in zip(layout.places, layout.entity.slots) {
            switch place.kind {
            case .toOne: node.setValue(record.row.destination(place), forKey: property.name)
            case .toMany:
                let members = tables.members(of: record, slot: Int(place.slot))
                node.setValue(NSSet(array: members), forKey: property.name)
            case .ordered:
                let members = tables.members(of: record, slot: Int(place.slot))
                node.setValue(NSOrderedSet(array: members), forKey: property.name)
            default: node.setValue(record.row.memory.loose(place), forKey: property.name)
            }
        }
        return node
    }
}

/// A store that is a binary file.
final class BinaryStore: FileStore {
    override class var form: any StoreForm.Type { BinaryStoreForm.self }
}

/// A store that is an XML file.
final class XMLStore: FileStore {
    override class var form: any StoreForm.Type { XMLStoreForm.self }
}
