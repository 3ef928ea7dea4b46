internal import Diagnostics
internal import Foundation
internal import Locks
@_spi(Tools) internal import MainspringModel

/// What an incremental store of the program's does for its coordinator, by its public contract.
final class IncrementalService: StoreService {
    /// It has the service.
    private weak var kept: NSIncrementalStore?
    private let number: UInt32
    private let references: ReferenceTable
    let rows = RowCache()
    /// The objects whose values the store is being asked for, by whoever has its turn.
    private let reading = Guarded<Set<ObjectKey>>([])
    /// What the store has not heard yet.
    private let notices = Guarded<[Notice]>([])

    /// Which objects contexts have, or have no more.
    private struct Notice: @unchecked Sendable {
        // `@unchecked Sendable`: identities are constant.
        let identities: [NSManagedObjectID]
        let isRegistered: Bool
    }

    init(_ store: NSIncrementalStore) { (kept, number, references) = (store, store.number, store.references) }

    private var store: NSIncrementalStore {
        get throws {
            guard let kept else { throw StoreGone.error("a custom incremental store") }
            return kept
        }
    }

    /// Calls the store when it has its turn, with the context that asks, on whose queue this is, or one for this once.
    private func call<Result>(
        for context: NSManagedObjectContext?,
        _ body: (NSIncrementalStore, NSManagedObjectContext) throws -> Result
    ) throws -> Result {
        let store = try store
        if let context {
            // Before the store gives values, it knows for whom.
            context.core.objectMap.registrations.begin(with: context.core.objectMap.table)
            context.core.objectMap.registrations.tell()
            return try turn(store) { try body(store, context) }
        }
        let made = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        made.persistentStoreCoordinator = store.persistentStoreCoordinator
        return try made.performAndWait { () throws in try turn(store) { try body(store, made) } }
    }

    // MARK: Reading

    func row(of identity: NSManagedObjectID, for context: NSManagedObjectContext?) throws -> Row? {
        let age = context?.stalenessInterval ?? -1
        if let row = rows.row(identity.key, notOlderThan: age) { return row }
        return try call(for: context) { store, context in
            let row = try read(identity, store, context)
            rows.set(row, identity.key)
            return row
        }
    }

    private func read(
        _ identity: NSManagedObjectID, _ store: NSIncrementalStore, _ context: NSManagedObjectContext
    ) throws -> Row? {
        guard reading.withLock({ $0.insert(identity.key).inserted }) else {
            programmerError(
                """
                \(type(of: store)) reads \(identity) while it is asked for the values of that very object, and would be asked \
                for ever. Let newValuesForObject(with:with:) take them from what the store has, and not from the object.
                """)
        }
        defer { reading.withLock { _ = $0.remove(identity.key) } }
        let node: NSIncrementalStoreNode
        do {
            node = try store.newValuesForObject(with: identity, with: context)
        } catch let error as CocoaError where error.code == .managedObjectReferentialIntegrity {
            return nil
        }
        guard node.objectID.key == identity.key, node.objectID.entity.isKindOf(entity: identity.entity) else {
            throw CoreDataError.make(
                NSPersistentStoreOperationError,
                "\(type(of: store)) gives a node of \(node.objectID) for \(identity). Let newValuesForObject(with:with:) make "
                    + "the node with the identity that it gets.")
        }
        let version = Int64(truncatingIfNeeded: node.version)
        return try RowBuilder.row(of: node.objectID, version: version) { property in
            if let value = node.value(for: property) { return value }
            guard let relationship = property as? NSRelationshipDescription else { return nil }
            return try store.newValue(forRelationship: relationship, forObjectWith: identity, with: context)
        }
    }

    func members(
        of identity: NSManagedObjectID, slot: Int, for context: NSManagedObjectContext?
    ) throws -> [NSManagedObjectID] {
        guard let relationship = identity.entity.slots[slot] as? NSRelationshipDescription else { return [] }
        return try call(for: context) { store, context in
            try RowBuilder.identities(
                try store.newValue(forRelationship: relationship, forObjectWith: identity, with: context),
                relationship, identity)
        }
    }

    func identities(
        for request: FetchRequestDescription, entity: NSEntityDescription, for context: NSManagedObjectContext?
    ) throws -> [NSManagedObjectID] {
        var seen: Set<ObjectKey> = []
        return try execute(request, entity, .managedObjectResultType, context).compactMap { result in
            let identity: NSManagedObjectID
            switch result {
            case let object as NSManagedObject: identity = object.objectID
            case let given as NSManagedObjectID: identity = given
            default: throw wrongResult("\(type(of: result))", request, "objects or identities")
            }
            guard identity.key.store == number, identity.entity.isKindOf(entity: entity) else {
                throw wrongResult(
                    "\(identity), an object of “\(identity.entity.name ?? "")”", request,
                    "its own objects of “\(entity.name ?? "")” alone")
            }
            // An object that a store has found by two ways is one all the same.
            return seen.insert(identity.key).inserted ? identity : nil
        }
    }

    func results(
        of request: FetchRequestDescription, entity: NSEntityDescription, for context: NSManagedObjectContext?
    ) throws -> [Any]? {
        switch request.resultType {
        case .countResultType:
            let results = try execute(request, entity, .countResultType, context)
            // Some stores give what is to be counted.
            if results.count == 1, let number = results[0] as? NSNumber { return [number] }
            return [NSNumber(value: results.count)]
        case .dictionaryResultType:
            return try execute(request, entity, .dictionaryResultType, context).map { result in
                if let dictionary = result as? NSDictionary { return dictionary }
                guard let dictionary = result as? [String: Any] else {
                    throw wrongResult("\(type(of: result))", request, "dictionaries")
                }
                let made = NSMutableDictionary()
                for (key, value) in dictionary { made.setObject(value, forKey: key as NSString) }
                return made
            }
        default: return try identities(for: request, entity: entity, for: context)
        }
    }

    private func execute(
        _ request: FetchRequestDescription, _ entity: NSEntityDescription, _ type: NSFetchRequestResultType,
        _ context: NSManagedObjectContext?
    ) throws -> [Any] {
        guard let copy = request.copy() as? FetchRequestDescription else { return [] }
        (copy.entity, copy.resultType) = (entity, type)
        let fetch = NSFetchRequest<any NSFetchRequestResult>(copy)
        let result = try call(for: context) { store, context in
            fetch.affectedStores = [store]
            return try store.execute(fetch, with: context)
        }
        guard let results = result as? [Any] ?? (result as? NSArray).map({ Array($0) }) else {
            throw wrongResult("\(Swift.type(of: result))", request, "an array")
        }
        return results
    }

    private func wrongResult(_ result: String, _ request: FetchRequestDescription, _ wanted: String) -> any Error {
        CoreDataError.make(
            NSPersistentStoreOperationError,
            "\(kept.map { "\(type(of: $0))" } ?? "A store") answers the request “\(request)” by \(result). Let "
                + "execute(_:with:) return \(wanted).")
    }

    func execute(_ request: NSPersistentStoreRequest, for context: NSManagedObjectContext?) throws -> Any {
        let store = try store
        return try turn(store) { try store.execute(request, with: context) }
    }

    func identity(of entity: NSEntityDescription, forURIKey key: String) -> NSManagedObjectID? {
        guard let store = kept else { return nil }
        let root = store.rootNumber(of: entity)
        return references.key(forURIKey: key, root).map {
            NSManagedObjectID(ObjectKey(store: store.number, root: root, key: $0), entity)
        }
    }

    func forgetRows(of identities: [NSManagedObjectID]) { rows.drop(identities.map(\.key)) }

    func noteRegistered(_ identities: [NSManagedObjectID], isRegistered: Bool) {
        guard let store = kept else { return }
        rows.count(identities, isRegistered: isRegistered)
        notices.withLock { $0.append(Notice(identities: identities, isRegistered: isRegistered)) }
        // The end of an event must not wait for a store that waits for its service.
        store.turn.takeIfFree { tell(store) }
    }

    /// Calls the store when it has its turn, after what it has to hear.
    private func turn<Result>(_ store: NSIncrementalStore, _ body: () throws -> Result) rethrows -> Result {
        try store.turn.take {
            tell(store)
            defer { tell(store) }
            return try body()
        }
    }

    private func tell(_ store: NSIncrementalStore) {
        for notice in notices.withLock({ notices in
            defer { notices = [] }
            return notices
        }) {
            if notice.isRegistered {
                store.managedObjectContextDidRegisterObjects(with: notice.identities)
            } else {
                store.managedObjectContextDidUnregisterObjects(with: notice.identities)
            }
        }
    }

    // MARK: Saving

    func permanentKeys(for objects: [NSManagedObject]) throws -> [ObjectKey] {
        let store = try store
        let identities = try turn(store) { try store.obtainPermanentIDs(for: objects) }
        func refusal(_ reason: String) -> any Error {
            CoreDataError.make(
                NSPersistentStoreOperationError,
                "\(type(of: store)) gives \(reason). Let obtainPermanentIDs(for:) return one of "
                    + "newObjectID(for:referenceObject:) for each, with the object's entity, and what no other object has."
            )
        }
        guard identities.count == objects.count else {
            throw refusal("\(identities.count) identities for \(objects.count) objects")
        }
        var given: Set<ObjectKey> = []
        for (object, identity) in zip(objects, identities) {
            guard identity.key.store == number, identity.entity === object.entity else {
                throw refusal("the identity \(identity) for a new object of “\(object.entity.name ?? "")”")
            }
            guard given.insert(identity.key).inserted, object.core?.registered(identity) == nil else {
                throw refusal("the identity \(identity) for two objects")
            }
        }
        return identities.map(\.key)
    }

    func save(_ changes: ChangeSet, for context: ContextCore?) throws -> SavedRows? {
        if let context { context.objectMap.registrations.begin(with: context.objectMap.table) }
        let request = NSSaveChangesRequest(
            inserted: try objects(changes.inserted, context), updated: try objects(changes.updated, context),
            deleted: try objects(changes.deleted, context), locked: try objects(changes.locked, context))
        let store = try store
        request.affectedStores = [store]
        try turn(store) {
            _ = try store.execute(request, with: context?.context)
            rows.drop((changes.inserted + changes.updated + changes.deleted).map(\.key))
        }
        return nil
    }

    /// - Returns: nil for none.
    private func objects(_ changes: [ObjectChange], _ context: ContextCore?) throws -> Set<NSManagedObject>? {
        guard !changes.isEmpty else { return nil }
        return try Set(
            changes.map { change in
                if let object = context?.registered(change.identity) { return object }
                throw CoreDataError.make(
                    NSPersistentStoreSaveError,
                    "\(change.identity) cannot be saved: the context does not have the object any more.")
            })
    }
}
