internal import Foundation
internal import Locks
internal import MainspringModel

/// A coordinator with its stores as the source of a context.
final class CoordinatorSource: ObjectSource {
    let coordinator: NSPersistentStoreCoordinator
    /// Who asks; custom stores are told.
    @Unkept private var context: NSManagedObjectContext?

    init(_ coordinator: NSPersistentStoreCoordinator, for context: NSManagedObjectContext? = nil) {
        (self.coordinator, self.context) = (coordinator, context)
    }

    var model: NSManagedObjectModel? { coordinator.managedObjectModel }
    var givesPermanentIdentities: Bool { true }

    var sortsIdentities: Bool { !coordinator.persistentStores.contains { $0 is NSIncrementalStore } }

    // MARK: Reading

    func row(of identity: NSManagedObjectID) throws -> Row? {
        guard let store = try store(of: identity) else { return nil }
        return try store.service.row(of: identity, for: context)
    }

    func keptRows(of layout: ObjectLayout, store: UInt32) -> KeptRows? {
        guard let store = StoreNumbers.store(store), store.persistentStoreCoordinator === coordinator else {
            return nil
        }
        return store.service.keptRows(of: layout)
    }

    func rowAtHand(of identity: NSManagedObjectID) -> Row? {
        (try? store(of: identity)).flatMap { $0?.service.rowAtHand(of: identity) }
    }

    func members(of identity: NSManagedObjectID, slot: Int) throws -> [NSManagedObjectID] {
        guard let store = try store(of: identity) else { return [] }
        return try store.service.members(of: identity, slot: slot, for: context)
    }

    /// The store of an object; nil if it was removed, and of a temporary identity.
    private func store(of identity: NSManagedObjectID) throws -> NSPersistentStore? {
        guard let store = identity.persistentStore else { return nil }
        guard store.persistentStoreCoordinator === coordinator else {
            throw CoreDataError.make(
                NSCoreDataError,
                "\(identity) belongs to a store of another coordinator. Get the identity by "
                    + "managedObjectID(forURIRepresentation:) of \(coordinator.title).")
        }
        return store
    }

    func forgetRows(of identities: [NSManagedObjectID]) { coordinator.forgetRows(of: identities) }

    func currentIdentities(_ identities: [NSManagedObjectID]) -> [NSManagedObjectID] { identities }

    func assignedStore(of identity: NSManagedObjectID) -> NSPersistentStore? { identity.persistentStore }

    // MARK: Fetching

    func identities(for request: FetchRequestDescription, entity: NSEntityDescription) throws -> [NSManagedObjectID] {
        let stores = coordinator.stores(for: entity, among: request.affectedStores)
        if stores.count == 1 { return try stores[0].service.identities(for: request, entity: entity, for: context) }
        guard !stores.isEmpty else { return [] }
        return try RowEvaluation(unconditioned(request), entity).identities {
            try objects(for: request, entity, in: stores, $0)
        }
    }

    func keys(for request: FetchRequestDescription, entity: NSEntityDescription) throws -> FetchedKeys? {
        let stores = coordinator.stores(for: entity, among: request.affectedStores)
        return stores.count == 1 ? try stores[0].service.keys(for: request, entity: entity, for: context) : nil
    }

    func count(for request: FetchRequestDescription, entity: NSEntityDescription) throws -> Int? {
        let stores = coordinator.stores(for: entity, among: request.affectedStores)
        return stores.count == 1 ? try stores[0].service.count(for: request, entity: entity, for: context) : nil
    }

    func prefetch(
        slot: Int, of owners: [Int64], _ entity: NSEntityDescription, store: UInt32
    ) throws -> FetchedMembers? {
        try StoreNumbers.store(store)?.service.prefetch(slot: slot, of: owners, entity, for: context)
    }

    func readRows(of keys: FetchedKeys, _ indexes: Range<Int>) throws {
        try StoreNumbers.store(keys.store)?.service.readRows(of: keys, indexes, for: context)
    }

    /// Reads the rows of some objects as they are now, also those that are kept.
    func renewRows(of keys: FetchedKeys, _ indexes: Range<Int>) throws {
        try StoreNumbers.store(keys.store)?.service.renewRows(of: keys, indexes, for: context)
    }

    /// What comes out of a request: identities, dictionaries, or one number, as its type of results says.
    func results(of request: FetchRequestDescription, entity: NSEntityDescription) throws -> [Any] {
        let stores = coordinator.stores(for: entity, among: request.affectedStores)
        if stores.count == 1,
            let results = try stores[0].service.results(of: request, entity: entity, for: context)
        {
            return results
        }
        let evaluated = stores.count > 1 ? unconditioned(request) : request
        return try RowEvaluation(evaluated, entity).results { try objects(for: request, entity, in: stores, $0) }
    }

    /// A request without its condition, which each of several stores has seen to in its own way.
    private func unconditioned(_ request: FetchRequestDescription) -> FetchRequestDescription {
        guard let copy = request.copy() as? FetchRequestDescription else { return request }
        copy.predicate = nil
        return copy
    }

    /// The objects in several stores from which a request chooses.
    private func objects(
        for request: FetchRequestDescription, _ entity: NSEntityDescription, in stores: [NSPersistentStore],
        _ failures: RowFailures
    ) throws -> [StoredObject] {
        // Each store chooses; order and limit are those of all.
        let part = FetchRequestDescription()
        part.entity = entity
        (part.predicate, part.includesSubentities) = (request.predicate, request.includesSubentities)
        return try stores.flatMap { store in
            try store.service.identities(for: part, entity: entity, for: context).compactMap { identity in
                try store.service.row(of: identity, for: context).map { StoredObject(identity, $0, self, failures) }
            }
        }
    }

    // MARK: Saving

    var savesBesideReaders: Bool { coordinator.persistentStores.allSatisfy(\.service.savesBesideReaders) }

    func reserveKeys(_ counts: [EntityCount]) throws {
        let stores = coordinator.persistentStores
        // Which of several gets an object is known when it is saved.
        if stores.count == 1, !stores[0].isReadOnly { try stores[0].service.reserveKeys(counts) }
    }

    func permanentKeys(
        for objects: [NSManagedObject], assigned: StoreAssignments = StoreAssignments()
    ) throws -> [ObjectKey] {
        // Mostly there is one store, and it takes all.
        let stores = coordinator.persistentStores
        guard stores.count == 1, assigned.stores.isEmpty else {
            return try permanentKeys(for: objects) { assigned[$0.key] }
        }
        var last: NSEntityDescription?
        for object in objects where object.entity !== last {
            last = object.entity
            _ = try coordinator.requiredStore(for: object.entity)
        }
        return try stores[0].service.permanentKeys(for: objects)
    }

    func keysAtHand(for objects: [NSManagedObject], assigned: StoreAssignments) -> [ObjectKey]? {
        let stores = coordinator.persistentStores
        guard stores.count == 1, assigned.stores.isEmpty, takesAll(objects) else { return nil }
        return stores[0].service.keysAtHand(for: objects)
    }

    /// Whether there is a store for each of some objects. The save says why there is none.
    private func takesAll(_ objects: [NSManagedObject]) -> Bool {
        var last: NSEntityDescription?
        return objects.allSatisfy { object in
            guard object.entity !== last else { return true }
            last = object.entity
            return (try? coordinator.requiredStore(for: object.entity)) != nil
        }
    }

    /// Gives keys of stores to objects that have none, in their order.
    /// - Parameter assigned: the store that the program has assigned to an object, if it has.
    func permanentKeys(
        for objects: [NSManagedObject], assigned: (NSManagedObject) -> NSPersistentStore?
    ) throws -> [ObjectKey] {
        var groups = StoreGroups<NSManagedObject>()
        // Asked once for an entity.
        var known: [ObjectIdentifier: NSPersistentStore] = [:]
        for object in objects {
            let entity = object.entity
            var store = try assigned(object).map { try accepted($0, object) } ?? known[ObjectIdentifier(entity)]
            if store == nil {
                store = try coordinator.requiredStore(for: entity)
                known[ObjectIdentifier(entity)] = store
            }
            if let store { groups.add(object, to: store) }
        }
        if groups.groups.count == 1 { return try groups.groups[0].store.service.permanentKeys(for: objects) }
        return try groups.inOrder { store, objects in try store.service.permanentKeys(for: objects) }
    }

    private func accepted(_ store: NSPersistentStore, _ object: NSManagedObject) throws -> NSPersistentStore {
        guard coordinator.accepts(object.entity, store) else {
            throw CoreDataError.make(
                NSCoreDataError,
                "An object of “\(object.entity.name ?? "")” was assigned to \(store), which does not take it. Assign it to a "
                    + "store of \(coordinator.title) that has the entity and can be written.")
        }
        return store
    }

    func save(_ changes: ChangeSet, for context: ContextCore) throws -> SavedRows? {
        let rows = try StoreSave(changes, coordinator).run(for: context)
        coordinator.listeners.post(SavedIdentities(changes), from: context)
        return rows
    }
}

extension CoordinatorSource: RowReader {
    func row(for identity: NSManagedObjectID) throws -> (identity: NSManagedObjectID, row: Row)? {
        try row(of: identity).map { (identity, $0) }
    }

    func members(for identity: NSManagedObjectID, slot: Int) throws -> [NSManagedObjectID] {
        try members(of: identity, slot: slot)
    }
}
