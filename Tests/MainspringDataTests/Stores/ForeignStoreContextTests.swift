import Foundation
import Locks
import MainspringData
import MainspringFoundation
import Testing

@_spi(Tools) import MainspringModel

/// A store as another module implements one: this file imports no internals of MainspringData.
private final class Ledger: StoreService {
    /// An object as the store keeps it: without numbers of a coordinator.
    struct Record: @unchecked Sendable {
        // `@unchecked Sendable`: entities and values are constant.
        let entity: NSEntityDescription
        let version: Int64
        /// The values of attributes, and the keys at relationships to one, by the names of properties.
        let values: [String: Any]
    }

    /// The records of all stores, by the paths of their places.
    static let files = Guarded<[String: [Int64: Record]]>([:])

    private let (path, store): (String, NSPersistentStore)
    private let lastKey = Guarded<Int64>(0)

    init(_ path: String, _ store: NSPersistentStore) {
        (self.path, self.store) = (path, store)
        lastKey.withLock { $0 = records.keys.max() ?? 0 }
    }

    private var records: [Int64: Record] { Self.files.withLock { $0[path] ?? [:] } }

    private func identity(_ key: Int64, _ entity: NSEntityDescription) -> NSManagedObjectID {
        NSManagedObjectID(
            key: ObjectKey(store: store.number, root: store.rootNumber(of: entity), key: key), entity: entity)
    }

    func row(of identity: NSManagedObjectID, for context: NSManagedObjectContext?) throws -> Row? {
        let records = records
        guard let record = records[identity.key.key] else { return nil }
        return try Row.make(self.identity(identity.key.key, record.entity), version: record.version) { property in
            guard property is NSRelationshipDescription else { return record.values[property.name] }
            guard let key = record.values[property.name] as? Int64, let other = records[key] else { return nil }
            return self.identity(key, other.entity)
        }
    }

    func members(
        of identity: NSManagedObjectID, slot: Int, for context: NSManagedObjectContext?
    ) throws -> [NSManagedObjectID] {
        guard let relationship = identity.entity.slots[slot] as? NSRelationshipDescription,
            let inverse = relationship.inverseRelationship, !inverse.isToMany
        else { return [] }
        return records.filter { $0.value.values[inverse.name] as? Int64 == identity.key.key }
            .map { self.identity($0.key, $0.value.entity) }
    }

    func identities(
        for request: FetchRequestDescription, entity: NSEntityDescription, for context: NSManagedObjectContext?
    ) throws -> [NSManagedObjectID] {
        records.filter { $0.value.entity.isKindOf(entity: entity) }.sorted { $0.key < $1.key }
            .map { identity($0.key, $0.value.entity) }
    }

    private func record(_ change: ObjectChange, version: Int64) -> Record {
        var values: [String: Any] = [:]
        for property in change.identity.entity.properties {
            let value = change.row.value(of: property)
            values[property.name] = (value as? NSManagedObjectID)?.key.key ?? value
        }
        return Record(entity: change.identity.entity, version: version, values: values)
    }

    func save(_ changes: ChangeSet, for context: ContextCore?) throws -> SavedRows? {
        let known = records
        let conflicts = (changes.updated + changes.deleted).filter { change in
            known[change.key.key]?.version != change.previous?.version
        }
        guard conflicts.isEmpty else {
            throw StoreConflicts(
                rows: try conflicts.map {
                    RowConflict(change: $0, isDeletion: false, persisted: try row(of: $0.identity, for: nil))
                })
        }
        Self.files.withLock { files in
            for change in changes.inserted + changes.updated {
                files[path, default: [:]][change.key.key] = record(change, version: change.row.version)
            }
            for change in changes.deleted { files[path]?[change.key.key] = nil }
        }
        return nil
    }

    func permanentKeys(for objects: [NSManagedObject]) throws -> [ObjectKey] {
        objects.map { object in
            let key = lastKey.withLock { last in
                last += 1
                return last
            }
            return ObjectKey(store: store.number, root: store.rootNumber(of: object.entity), key: key)
        }
    }

    func identity(of entity: NSEntityDescription, forURIKey key: String) -> NSManagedObjectID? {
        Int64(key).map { identity($0, entity) }
    }
}

private enum LedgerKind: StoreKind {
    static let type = "Ledger"
    static let known = Guarded<[String: String]>([:])

    static func metadata(at url: URL, _ options: [AnyHashable: Any]?) throws -> [String: Any] {
        [NSStoreTypeKey: type, NSStoreUUIDKey: known.withLock { $0[url.path] } ?? "new"]
    }

    static func setMetadata(_ metadata: [String: Any], at url: URL, _ options: [AnyHashable: Any]?) throws {
        known.withLock { $0[url.path] = metadata[NSStoreUUIDKey] as? String }
    }

    static func open(
        _ url: URL, _ options: [AnyHashable: Any]?, for store: NSPersistentStore, _ model: NSManagedObjectModel
    ) throws -> any StoreService {
        Ledger(url.path, store)
    }
}

/// Contexts over a store of another module.
@Suite struct ForeignStoreContextTests {
    private let url = URL(fileURLWithPath: "/ledger/\(UUID().uuidString)")
    private let company = Company()

    private func context() throws -> NSManagedObjectContext {
        ForeignStores.register(LedgerKind.self)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: company.model)
        try coordinator.addPersistentStore(type: NSPersistentStore.StoreType(rawValue: LedgerKind.type), at: url)
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = coordinator
        return context
    }

    private func people(_ context: NSManagedObjectContext) throws -> [NSManagedObject] {
        try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))
    }

    @Test func `objects are saved into a store of another module, and read by another coordinator`() throws {
        let context = try context()
        let department = company.make("Department", "Sales", in: context)
        for name in ["Anna", "Bert"] { company.make("Person", name, in: context)["department"] = department }
        try context.save()
        let other = try self.context()
        #expect(try people(other).map(\.title) == ["Anna", "Bert"])
        let read = try #require(try people(other).first?["department"])
        #expect(read.title == "Sales" && (read.value(forKey: "people") as? Set<NSManagedObject>)?.count == 2)
        other.delete(try #require(people(other).last))
        try other.save()
        let last = try self.context()
        #expect(try people(last).map(\.title) == ["Anna"])
    }

    @Test func `a conflict in a store of another module is the merge policy's`() throws {
        let (first, second) = (try context(), try context())
        company.make("Person", "Anna", in: first)
        try first.save()
        let (mine, other) = (try #require(people(second).first), try #require(people(first).first))
        #expect(mine.title == "Anna")
        other.setValue("Berta", forKey: "name")
        try first.save()
        mine.setValue("Clara", forKey: "name")
        let error = #expect(throws: NSError.self) { try second.save() }
        #expect(error?.code == NSManagedObjectMergeError)
        second.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try second.save()
        let last = try context()
        #expect(try people(last).map(\.title) == ["Clara"])
    }
}
