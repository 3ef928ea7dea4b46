internal import Diagnostics
internal import Foundation
internal import MainspringModel

/// Which store a new object goes to.
extension ContextCore {
    /// Assigns a new object to a store.
    final func assign(_ object: NSManagedObject, to store: NSPersistentStore) {
        guard object.core === self else {
            programmerError(
                """
                \(object.objectID) cannot be assigned to a store in \(title): it belongs to \(object.core?.title ?? "no context"). \
                Insert it first.
                """)
        }
        guard object.key.isTemporary else {
            if object.objectID.persistentStore === store { return }
            programmerError(
                """
                \(object.objectID) cannot be assigned to \(store): an object stays in its store once it has a permanent \
                identity. Make a new object, copy the values, and delete the old one.
                """)
        }
        pendingChanges.assignments.stores[object.key] = store
    }

    /// The store that has an object, or is to get it; nil if there is none.
    final func store(of object: NSManagedObject) -> NSPersistentStore? {
        guard object.key.isTemporary else { return StoreNumbers.store(object.key.store) }
        if let store = pendingChanges.assignments[object.key] { return store }
        // What is new here nobody above knows: he need not be waited for.
        if !object.state.contains(.inserted), let store = source?.assignedStore(of: object.objectID) { return store }
        return context?.persistentStoreCoordinator?.store(for: object.entity)
    }

    /// The store that has an object of a child, or to which it was assigned, here or above; nil if to none.
    final func assignedStoreForChild(_ identity: NSManagedObjectID) -> NSPersistentStore? {
        let identity = current(identity)
        guard identity.key.isTemporary else { return identity.persistentStore }
        return pendingChanges.assignments[identity.key] ?? source?.assignedStore(of: identity)
    }
}

/// The stores to which a program has assigned new objects, by the objects' temporary keys.
struct StoreAssignments: @unchecked Sendable {
    // `@unchecked Sendable`: any thread may ask a store.

    var stores: [ObjectKey: NSPersistentStore] = [:]

    subscript(key: ObjectKey) -> NSPersistentStore? { stores.isEmpty ? nil : stores[key] }

    /// Those of some objects.
    func of(_ changes: [NSManagedObject]) -> StoreAssignments {
        guard !stores.isEmpty else { return self }
        let keys = Set(changes.map(\.key))
        return StoreAssignments(stores: stores.filter { keys.contains($0.key) })
    }
}
