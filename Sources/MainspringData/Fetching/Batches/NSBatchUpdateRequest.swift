public import Foundation
internal import Locks
public import class MainspringFoundation.NSPredicate
public import MainspringModel

/// What comes of a batch update, with Apple's raw values.
public enum NSBatchUpdateRequestResultType: UInt, Sendable {
    /// Whether it succeeded: a `Bool`.
    case statusOnlyResultType = 0
    /// The identities of the changed objects: an array of `NSManagedObjectID`.
    case updatedObjectIDsResultType = 1
    /// How many objects were changed: an `Int`.
    case updatedObjectsCountResultType = 2
}

/// A request to change rows in stores without objects in a context.
///
/// A description: what executes it is a context or a coordinator. No validation, no inverses, no notices: contexts learn of
/// it by merging the identities. Belongs to one thread at a time.
open class NSBatchUpdateRequest: NSPersistentStoreRequest {
    /// The name of the entity of which objects are changed.
    public final let entityName: String
    /// The entity; nil as long as only a name is known, or when its model is gone.
    public final var entity: NSEntityDescription? { givenEntity }
    @Unkept private final var givenEntity: NSEntityDescription?
    /// Which objects; all without one.
    open var predicate: NSPredicate?
    /// Whether objects of subentities are among them.
    open var includesSubentities = true
    /// What comes of it.
    open var resultType = NSBatchUpdateRequestResultType.statusOnlyResultType
    /// The new values by the names of attributes and to-one relationships, or by their descriptions: constants, or an
    /// `NSExpression` that is evaluated for each object. `NSNull` for nil.
    open var propertiesToUpdate: [AnyHashable: Any]?

    /// A batch update.
    open override var requestType: NSPersistentStoreRequestType { .batchUpdateRequestType }

    /// Makes a request for the entity of a name.
    public init(entityName: String) {
        self.entityName = entityName
        givenEntity = nil
        super.init()
    }

    /// Makes a request for an entity.
    public init(entity: NSEntityDescription) {
        entityName = entity.name ?? ""
        givenEntity = entity
        super.init()
    }

    /// Not here: a request without an entity could not be executed.
    @available(*, unavailable, message: "Make it with an entity, or the name of one.")
    public convenience override init() { self.init(entityName: "") }

    private init(_ other: NSBatchUpdateRequest) {
        entityName = other.entityName
        givenEntity = other.entity
        predicate = other.predicate
        includesSubentities = other.includesSubentities
        resultType = other.resultType
        propertiesToUpdate = other.propertiesToUpdate
        super.init()
        affectedStores = other.affectedStores
    }

    /// Returns a copy, which may be changed.
    open override func copy(with zone: NSZone? = nil) -> Any { NSBatchUpdateRequest(self) }
}

/// As Apple annotates it.
@available(*, unavailable)
extension NSBatchUpdateRequest: @unchecked Sendable {}
