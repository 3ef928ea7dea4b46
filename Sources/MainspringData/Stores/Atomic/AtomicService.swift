internal import Foundation
@_spi(Tools) internal import MainspringModel

/// What an atomic store of the program's does for its coordinator: rows are made of its nodes, which are what counts.
final class AtomicService: StoreService {
    /// It has the service.
    private weak var kept: NSAtomicStore?
    private let number: UInt32
    private let references: ReferenceTable
    private let storage: RowStorage

    init(_ store: NSAtomicStore, _ model: NSManagedObjectModel) {
        (kept, number, references) = (store, store.number, store.references)
        // The nodes say where relationships lead.
        storage = RowStorage(RowSchema(model, derivesMembers: false))
    }

    private var store: NSAtomicStore {
        get throws {
            guard let kept else { throw StoreGone.error("a custom atomic store") }
            return kept
        }
    }

    /// Reads all nodes.
    func read() throws {
        var tables = RowTables(storage.schema)
        for node in try store.cacheNodes() { _ = try set(node, version: 1, &tables) }
        try storage.load(tables)
    }

    // MARK: Reading

    func row(of identity: NSManagedObjectID, for context: NSManagedObjectContext?) throws -> Row? {
        storage.tables.record(identity.key)?.row
    }

    func members(
        of identity: NSManagedObjectID, slot: Int, for context: NSManagedObjectContext?
    ) throws -> [NSManagedObjectID] {
        storage.tables.members(for: identity, slot: slot)
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

    func identity(of entity: NSEntityDescription, forURIKey key: String) -> NSManagedObjectID? {
        let root = storage.schema.roots.number(of: entity)
        guard let number = references.key(forURIKey: key, root) else { return nil }
        let found = ObjectKey(store: self.number, root: root, key: number)
        return storage.tables.record(found)?.identity ?? NSManagedObjectID(found, entity)
    }

    // MARK: Saving

    func permanentKeys(for objects: [NSManagedObject]) throws -> [ObjectKey] {
        let store = try store
        return try store.turn.take {
            var given: Set<ObjectKey> = []
            return try objects.map { object in
                let identity = store.objectID(
                    for: object.entity, withReferenceObject: store.newReferenceObject(for: object))
                guard identity.key.store == number, identity.entity === object.entity else {
                    throw CoreDataError.make(
                        NSPersistentStoreOperationError,
                        "\(type(of: store)) gives a new object of “\(object.entity.name ?? "")” the identity \(identity), one of "
                            + "“\(identity.entity.name ?? "")”. Let objectID(for:withReferenceObject:) give one of the entity."
                    )
                }
                guard given.insert(identity.key).inserted, storage.tables.record(identity.key) == nil else {
                    throw sameIdentity(identity)
                }
                return identity.key
            }
        }
    }

    private func sameIdentity(_ identity: NSManagedObjectID) -> any Error {
        CoreDataError.make(
            NSPersistentStoreOperationError,
            "\(kept.map { "\(type(of: $0))" } ?? "A store") gives a new object the identity \(identity), which another one has. Let "
                + "newReferenceObject(for:) return something else each time.")
    }

    func conflicts(with changes: ChangeSet) -> StoreConflicts? { storage.conflicts(with: changes) }

    func save(_ changes: ChangeSet, for context: ContextCore?) throws -> SavedRows? {
        let store = try store
        return try store.turn.take {
            var nodes = NodeChanges(store)
            do {
                return try storage.save(
                    changes, applying: { tables in try self.apply(changes, context, &nodes, &tables) },
                    persist: { _ in try store.save() })
            } catch {
                nodes.undo()
                throw error
            }
        }
    }

    private func apply(
        _ changes: ChangeSet, _ context: ContextCore?, _ nodes: inout NodeChanges, _ tables: inout RowTables
    ) throws -> SavedRows {
        // Another context may have been given the identity, and have saved it before.
        if let taken = changes.inserted.first(where: { tables.record($0.key) != nil }) {
            throw sameIdentity(taken.identity)
        }
        let inserted = try changes.inserted.map { change in
            try nodes.insert(try object(change, context))
        }
        nodes.add(inserted)
        let updated = try changes.updated.map { change in
            try nodes.update(try object(change, context))
        }
        nodes.remove(changes.deleted.map(\.identity))
        for change in changes.deleted { tables.remove(change.key) }
        return SavedRows(
            inserted: try inserted.map { try set($0, version: 1, &tables) },
            updated: try updated.map { node in
                let version = tables.record(node.objectID.key)?.row.version ?? 0
                return try set(node, version: Row.version(after: version), &tables)
            })
    }

    private func object(_ change: ObjectChange, _ context: ContextCore?) throws -> NSManagedObject {
        if let object = context?.registered(change.identity) { return object }
        throw CoreDataError.make(
            NSPersistentStoreSaveError,
            "\(change.identity) cannot be saved: the context does not have the object any more.")
    }

    /// Makes a row of a node.
    private func set(_ node: NSAtomicStoreCacheNode, version: Int64, _ tables: inout RowTables) throws -> Row {
        let identity = node.objectID
        let row = try RowBuilder.row(of: identity, version: version) { node.value(forKey: $0.name) }
        tables.set(row, identity)
        guard let plan = storage.schema.plan(row.layout) else { return row }
        for (number, toMany) in plan.toManys.enumerated() {
            guard let relationship = identity.entity.slots[toMany.slot] as? NSRelationshipDescription else { continue }
            let members = try RowBuilder.identities(node.value(forKey: relationship.name), relationship, identity)
            tables.setMembers(KeySet(members.map(\.key.key)), of: identity.key, number: number)
            if toMany.isOrdered {
                tables.setOrder(ContiguousArray(members.map(\.key.key)), of: identity.key, number: number)
            }
        }
        return row
    }
}
