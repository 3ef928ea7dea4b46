internal import Foundation

/// What a save does to an atomic store's nodes, and how they were.
struct NodeChanges {
    private let store: NSAtomicStore
    private var former: [(node: NSAtomicStoreCacheNode, values: NSMutableDictionary?)] = []
    private var added: [NSAtomicStoreCacheNode] = []
    private var removed: [NSAtomicStoreCacheNode] = []

    init(_ store: NSAtomicStore) { self.store = store }

    /// Makes a node of a new object.
    func insert(_ object: NSManagedObject) throws -> NSAtomicStoreCacheNode {
        let node = store.newCacheNode(for: object)
        guard node.objectID.key == object.objectID.key else {
            throw CoreDataError.make(
                NSPersistentStoreOperationError,
                "\(type(of: store)) makes a node of \(node.objectID) for \(object.objectID). Make it by the object's own "
                    + "identity in newCacheNode(for:).")
        }
        return node
    }

    /// Puts the nodes of new objects in.
    mutating func add(_ nodes: [NSAtomicStoreCacheNode]) {
        guard !nodes.isEmpty else { return }
        added += nodes
        store.addCacheNodes(Set(nodes))
    }

    /// Gives a node the values of a changed object; one that has none gets a new one.
    mutating func update(_ object: NSManagedObject) throws -> NSAtomicStoreCacheNode {
        guard let node = store.cacheNode(for: object.objectID) else {
            let node = try insert(object)
            add([node])
            return node
        }
        former.append((node, node.propertyCache?.mutableCopy() as? NSMutableDictionary))
        store.updateCacheNode(node, from: object)
        return node
    }

    /// Takes the nodes of deleted objects out.
    mutating func remove(_ identities: [NSManagedObjectID]) {
        let nodes = identities.compactMap { store.cacheNode(for: $0) }
        guard !nodes.isEmpty else { return }
        store.willRemoveCacheNodes(Set(nodes))
        removed += nodes
        store.removeCacheNodes(nodes)
    }

    /// Makes the nodes what they were.
    func undo() {
        store.removeCacheNodes(added)
        if !removed.isEmpty { store.addCacheNodes(Set(removed)) }
        for (node, values) in former.reversed() { node.propertyCache = values }
    }
}
