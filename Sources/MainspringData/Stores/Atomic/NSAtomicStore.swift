internal import Diagnostics
public import Foundation
public import MainspringModel

/// A store of one's own that is read and written as a whole.
///
/// A subclass overrides ``load()``, ``save()``, ``newCacheNode(for:)``, ``updateCacheNode(_:from:)``,
/// ``newReferenceObject(for:)``, `type`, `metadataForPersistentStore(with:)` and
/// `setMetadata(_:forPersistentStoreAt:)`, and is registered by
/// ``NSPersistentStoreCoordinator/registerStoreClass(_:type:)``. Its methods are called one after another, on the thread
/// of who needs them; new objects and changed ones on the queue of the context that saves them.
open class NSAtomicStore: NSPersistentStore {
    private final var opened: AtomicService?
    /// Used by who has the store's turn.
    private final var nodes: [ObjectKey: NSAtomicStoreCacheNode] = [:]
    final let references = ReferenceTable()

    override class var traits: StoreTraits { self == NSAtomicStore.self ? .none : [.isConcrete, .isStamped] }

    override var openedService: (any StoreService)? { opened }

    override func uriKey(of key: ObjectKey) -> String { references.uriKey(of: key) }

    /// Makes a store; called by coordinators. A subclass that overrides it sees to it that there is something at the
    /// place, and sets the metadata.
    public override init(
        persistentStoreCoordinator coordinator: NSPersistentStoreCoordinator?, configurationName: String?, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) {
        super.init(
            persistentStoreCoordinator: coordinator, configurationName: configurationName, at: url, options: options)
    }

    /// Reads the metadata of what is at the place, unless the initializer has set them.
    open override func loadMetadata() throws {
        guard !isMetadataSet, let url, let known = try Self.metadata(of: Swift.type(of: self), at: url) else { return }
        metadata = known
    }

    private static func metadata(of type: NSAtomicStore.Type, at url: URL) throws -> [String: Any]? {
        try type.knownMetadata(at: url)
    }

    override func open(_ model: NSManagedObjectModel) throws {
        let service = AtomicService(self, model)
        try turn.take {
            try load()
            try service.read()
        }
        opened = service
    }

    // MARK: To be overridden

    /// Reads what is at the place: makes a node for each object, and hands them over by ``addCacheNodes(_:)``. A place
    /// where there is nothing yet is that of a store without objects.
    open func load() throws { throw missing("load()") }

    /// Writes all nodes and the metadata to the place. What it throws ends the save, and the nodes are as they were.
    open func save() throws { throw missing("save()") }

    /// Makes a node with the values of a new object, which has its identity already.
    open func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
        programmerError(
            "\(Swift.type(of: self)) does not say which node a new object gets. Override newCacheNode(for:) in it.")
    }

    /// Gives a node the values of a changed object.
    open func updateCacheNode(_ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject) {
        programmerError(
            "\(Swift.type(of: self)) does not say how a node changes. Override updateCacheNode(_:from:) in it.")
    }

    /// Returns what the store knows a new object by: a string, a number, or something else that is Hashable, and that no
    /// other object of the entity has. It stays the object's for good.
    open func newReferenceObject(for managedObject: NSManagedObject) -> Any {
        programmerError(
            "\(Swift.type(of: self)) does not say what it knows a new object by. Override newReferenceObject(for:) in it."
        )
    }

    /// Called before nodes of deleted objects are taken out. Does nothing unless a subclass overrides it.
    open func willRemoveCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {}

    private func missing(_ method: String) -> any Error {
        CoreDataError.make(
            NSPersistentStoreOperationError,
            "\(Swift.type(of: self)) does not have \(method). Override it in the class.")
    }

    // MARK: Nodes

    /// All nodes.
    open func cacheNodes() -> Set<NSAtomicStoreCacheNode> { turn.take { Set(nodes.values) } }

    /// Puts nodes in; called in ``load()``, and with the nodes of new objects.
    open func addCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {
        turn.take {
            for node in cacheNodes { nodes[node.objectID.key] = node }
        }
    }

    /// The node of an object; nil if the store does not have it.
    open func cacheNode(for objectID: NSManagedObjectID) -> NSAtomicStoreCacheNode? {
        turn.take { nodes[objectID.key] }
    }

    /// Takes nodes out.
    final func removeCacheNodes(_ cacheNodes: [NSAtomicStoreCacheNode]) {
        for node in cacheNodes { nodes[node.objectID.key] = nil }
    }

    // MARK: Identities

    /// Returns the identity of the object that the store knows by a reference object; the same each time.
    open func objectID(for entity: NSEntityDescription, withReferenceObject data: Any) -> NSManagedObjectID {
        let root = rootNumber(of: entity)
        return NSManagedObjectID(ObjectKey(store: number, root: root, key: references.key(for: data, root)), entity)
    }

    /// Returns what the store knows an object by. An identity of another store, or a temporary one, is an error of the
    /// program.
    open func referenceObject(for objectID: NSManagedObjectID) -> Any {
        guard objectID.key.store == number, let reference = references.reference(for: objectID.key) else {
            programmerError(
                "\(self) knows no object of the identity \(objectID): it is of another store, or temporary.")
        }
        return reference
    }
}
