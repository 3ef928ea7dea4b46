internal import Diagnostics
internal import FileAccess
public import Foundation
public import MainspringModel

/// A store of one's own that is asked for what is needed, such as one in front of a service.
///
/// A subclass overrides `loadMetadata()`, ``execute(_:with:)``, ``newValuesForObject(with:with:)``,
/// ``newValue(forRelationship:forObjectWith:with:)`` and ``obtainPermanentIDs(for:)``, and is registered by
/// ``NSPersistentStoreCoordinator/registerStoreClass(_:type:)``. Its methods are called one after another, on the queue
/// of the context that asks.
open class NSIncrementalStore: NSPersistentStore {
    private final var opened: IncrementalService?
    final let references = ReferenceTable()

    override class var traits: StoreTraits { self == NSIncrementalStore.self ? .none : .isConcrete }

    override var openedService: (any StoreService)? { opened }

    override func uriKey(of key: ObjectKey) -> String { references.uriKey(of: key) }

    override func open(_ model: NSManagedObjectModel) throws { opened = IncrementalService(self) }

    // MARK: To be overridden

    /// Returns the identifier of a new store at a place: a string; one of its own each time, unless a subclass overrides
    /// it.
    open class func identifierForNewStore(at storeURL: URL) -> Any { UUID.random().uuidString }

    /// Sees to it that the place can be used, and sets the metadata, with the kind of store and its identifier.
    ///
    /// Unless a subclass overrides it, the identifier is that of a new store.
    open override func loadMetadata() throws {
        guard !isMetadataSet, let url else { return }
        metadata = [NSStoreTypeKey: type, NSStoreUUIDKey: "\(Swift.type(of: self).identifierForNewStore(at: url))"]
    }

    /// Does what a request asks for.
    ///
    /// Of a fetch request, which is an `NSFetchRequest<any NSFetchRequestResult>`, it returns what comes out in an
    /// array: objects (by the context's `object(with:)`), identities, dictionaries, or one number. Of an
    /// ``NSSaveChangesRequest`` it returns an empty array, when all is saved; what it throws ends the save.
    /// - Parameter context: the one that asks; nil where none does.
    open func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws -> Any {
        throw missing("execute(_:with:)")
    }

    /// Returns the values of an object.
    /// - Throws: `CocoaError` 133000 if there is no such object any more.
    open func newValuesForObject(
        with objectID: NSManagedObjectID, with context: NSManagedObjectContext
    ) throws -> NSIncrementalStoreNode {
        throw missing("newValuesForObject(with:with:)")
    }

    /// Returns where a relationship of an object leads: an `NSManagedObjectID` or `NSNull`, or a collection of identities
    /// where there may be many.
    open func newValue(
        forRelationship relationship: NSRelationshipDescription, forObjectWith objectID: NSManagedObjectID,
        with context: NSManagedObjectContext?
    ) throws -> Any {
        throw missing("newValue(forRelationship:forObjectWith:with:)")
    }

    /// Returns the identities that new objects have in the store from then on, in their order.
    open func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
        throw missing("obtainPermanentIDs(for:)")
    }

    /// Called when contexts have objects of the store: when the store is asked for something next, or sooner. Does nothing
    /// unless a subclass overrides it.
    open func managedObjectContextDidRegisterObjects(with objectIDs: [NSManagedObjectID]) {}

    /// Called when contexts do not have objects of the store any more, as the other one. Does nothing unless a subclass
    /// overrides it.
    open func managedObjectContextDidUnregisterObjects(with objectIDs: [NSManagedObjectID]) {}

    private func missing(_ method: String) -> any Error {
        CoreDataError.make(
            NSPersistentStoreOperationError,
            "\(Swift.type(of: self)) does not have \(method). Override it in the class.")
    }

    // MARK: Identities

    /// Returns the identity of the object that the store knows by a reference object: a string, a number, or something
    /// else that is Hashable. The same each time.
    open func newObjectID(for entity: NSEntityDescription, referenceObject data: Any) -> NSManagedObjectID {
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
