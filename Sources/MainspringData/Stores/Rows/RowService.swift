internal import Foundation
internal import MainspringModel
internal import Synchronization

/// What a store that keeps its objects in memory does for its coordinator.
final class RowService: StoreService {
    /// That of the store, which stands in identities.
    private let number: UInt32
    let storage: RowStorage
    let keys: KeyCounters
    /// Keeps what was saved before anybody sees it; nil for a store that is in memory alone.
    private let persist: ((RowTables) throws -> Void)?
    private let fileStamp: (() -> String?)?

    init(
        _ store: NSPersistentStore, _ storage: RowStorage, keys: KeyCounters,
        persist: ((RowTables) throws -> Void)? = nil, fileStamp: (() -> String?)? = nil
    ) {
        (number, self.storage, self.keys, self.persist) = (store.number, storage, keys, persist)
        self.fileStamp = fileStamp
    }

    func row(of identity: NSManagedObjectID, for context: NSManagedObjectContext?) throws -> Row? {
        storage.tables.record(identity.key)?.row
    }

    func rowAtHand(of identity: NSManagedObjectID) -> Row? { storage.tables.record(identity.key)?.row }

    func members(
        of identity: NSManagedObjectID, slot: Int, for context: NSManagedObjectContext?
    ) throws -> [NSManagedObjectID] {
        let tables = storage.tables
        return tables.record(identity.key).map { tables.members(of: $0, slot: slot) } ?? []
    }

    func identities(
        for request: FetchRequestDescription, entity: NSEntityDescription, for context: NSManagedObjectContext?
    ) throws -> [NSManagedObjectID] {
        try storage.identities(for: request, entity)
    }

    func results(
        of request: FetchRequestDescription, entity: NSEntityDescription, for context: NSManagedObjectContext?
    ) throws -> [Any]? {
        try storage.results(of: request, entity)
    }

    func save(_ changes: ChangeSet, for context: ContextCore?) throws -> SavedRows? {
        try storage.save(changes, persist: persist)
    }

    /// That of the file; of a store in memory alone how often it was saved.
    var stamp: String? { fileStamp.map { $0() } ?? String(storage.saveCount.load(ordering: .relaxed)) }

    func conflicts(with changes: ChangeSet) -> StoreConflicts? { storage.conflicts(with: changes) }

    func permanentKeys(for objects: [NSManagedObject]) throws -> [ObjectKey] { objects.map { newKey($0.entity) } }

    func keysAtHand(for objects: [NSManagedObject]) -> [ObjectKey]? { objects.map { newKey($0.entity) } }

    /// Never waits: keys are counted without a lock.
    private func newKey(_ entity: NSEntityDescription) -> ObjectKey {
        let root = storage.schema.roots.number(of: entity)
        return ObjectKey(store: number, root: root, key: keys.next(root))
    }

    func newIdentity(_ entity: NSEntityDescription) -> NSManagedObjectID { NSManagedObjectID(newKey(entity), entity) }

    func newIdentities(_ count: Int, of entity: NSEntityDescription) -> [NSManagedObjectID]? {
        (0..<count).map { _ in newIdentity(entity) }
    }

    func identity(of entity: NSEntityDescription, forURIKey key: String) -> NSManagedObjectID? {
        guard let value = Int64(key), value > 0, key == String(value) else { return nil }
        let found = ObjectKey(store: number, root: storage.schema.roots.number(of: entity), key: value)
        return storage.tables.record(found)?.identity ?? NSManagedObjectID(found, entity)
    }
}
