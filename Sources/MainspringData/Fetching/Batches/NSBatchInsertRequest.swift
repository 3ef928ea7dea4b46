public import Foundation
internal import Locks
public import MainspringModel

/// What comes of a batch insert, with Apple's raw values.
public enum NSBatchInsertRequestResultType: UInt, Sendable {
    /// Whether it succeeded: a `Bool`.
    case statusOnly = 0
    /// The identities of the inserted objects: an array of `NSManagedObjectID`.
    case objectIDs = 1
    /// How many objects were inserted: an `Int`.
    case count = 2
}

/// A request to insert rows into stores without objects in a context.
///
/// A description: what executes it is a context or a coordinator. No validation, no inverses, no notices: contexts learn of
/// it by merging the identities. Belongs to one thread at a time; handlers are called on the executing one.
open class NSBatchInsertRequest: NSPersistentStoreRequest {
    /// The name of the entity of which objects are inserted.
    public final let entityName: String
    /// The entity; nil as long as only a name is known, or when its model is gone.
    public final var entity: NSEntityDescription? { givenEntity }
    @Unkept private final var givenEntity: NSEntityDescription?
    /// The values of each object by the names of properties; nil for a request with a handler.
    open var objectsToInsert: [[String: Any]]?
    /// Fills in the values of the next object; true when there is none any more. The dictionary is empty each time.
    open var dictionaryHandler: ((NSMutableDictionary) -> Bool)?
    /// Sets the values of the next object, which belongs to no context; true when there is none any more.
    open var managedObjectHandler: ((NSManagedObject) -> Bool)?
    /// What comes of it.
    open var resultType = NSBatchInsertRequestResultType.statusOnly

    /// A batch insert.
    open override var requestType: NSPersistentStoreRequestType { .batchInsertRequestType }

    /// Makes a request for objects with values by the names of properties.
    public init(entityName: String, objects dictionaries: [[String: Any]]) {
        self.entityName = entityName
        givenEntity = nil
        objectsToInsert = dictionaries
        super.init()
    }

    /// Makes a request for objects with values by the names of properties.
    public init(entity: NSEntityDescription, objects dictionaries: [[String: Any]]) {
        entityName = entity.name ?? ""
        givenEntity = entity
        objectsToInsert = dictionaries
        super.init()
    }

    /// Makes a request for objects whose values a closure gives, one after the other.
    /// - Parameter handler: returns true when there are no more objects; what it filled in then is not inserted.
    public init(entityName: String, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool) {
        self.entityName = entityName
        givenEntity = nil
        dictionaryHandler = handler
        super.init()
    }

    /// Makes a request for objects whose values a closure gives, one after the other.
    /// - Parameter handler: returns true when there are no more objects; what it filled in then is not inserted.
    public init(entity: NSEntityDescription, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool) {
        entityName = entity.name ?? ""
        givenEntity = entity
        dictionaryHandler = handler
        super.init()
    }

    /// Makes a request for objects whose values a closure sets, one after the other.
    /// - Parameter handler: returns true when there are no more objects; what it set then is not inserted.
    public init(entityName: String, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool) {
        self.entityName = entityName
        givenEntity = nil
        managedObjectHandler = handler
        super.init()
    }

    /// Makes a request for objects whose values a closure sets, one after the other.
    /// - Parameter handler: returns true when there are no more objects; what it set then is not inserted.
    public init(entity: NSEntityDescription, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool) {
        entityName = entity.name ?? ""
        givenEntity = entity
        managedObjectHandler = handler
        super.init()
    }

    /// Not here: a request without an entity could not be executed.
    @available(*, unavailable, message: "Make it with an entity, or the name of one.")
    public convenience override init() { self.init(entityName: "", objects: []) }

    private init(_ other: NSBatchInsertRequest) {
        entityName = other.entityName
        givenEntity = other.entity
        objectsToInsert = other.objectsToInsert
        dictionaryHandler = other.dictionaryHandler
        managedObjectHandler = other.managedObjectHandler
        resultType = other.resultType
        super.init()
        affectedStores = other.affectedStores
    }

    /// Returns a copy, which may be changed; the handlers are the same.
    open override func copy(with zone: NSZone? = nil) -> Any { NSBatchInsertRequest(self) }
}

/// As Apple annotates it.
@available(*, unavailable)
extension NSBatchInsertRequest: @unchecked Sendable {}
