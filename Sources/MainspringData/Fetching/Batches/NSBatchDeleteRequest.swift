internal import Diagnostics
public import Foundation
internal import class MainspringFoundation.NSPredicate
internal import MainspringModel

/// What comes of a batch delete, with Apple's raw values.
public enum NSBatchDeleteRequestResultType: UInt, Sendable {
    /// Whether it succeeded: a `Bool`.
    case resultTypeStatusOnly = 0
    /// The identities of the deleted objects: an array of `NSManagedObjectID`.
    case resultTypeObjectIDs = 1
    /// How many objects were deleted: an `Int`.
    case resultTypeCount = 2
}

/// A request to delete rows of stores without objects in a context.
///
/// A description: what executes it is a context or a coordinator. Contexts learn of it by merging the identities. Belongs to
/// one thread at a time.
open class NSBatchDeleteRequest: NSPersistentStoreRequest {
    private let fetch: NSFetchRequest<any NSFetchRequestResult>
    /// Of which identities it was made; nil for one of a fetch request.
    package private(set) final var identities: [NSManagedObjectID]?
    /// What comes of it.
    open var resultType = NSBatchDeleteRequestResultType.resultTypeStatusOnly

    /// A batch delete.
    open override var requestType: NSPersistentStoreRequestType { .batchDeleteRequestType }

    /// Which objects are deleted: a copy.
    open var fetchRequest: NSFetchRequest<any NSFetchRequestResult> { Self.copy(of: fetch) }

    /// Makes a request to delete what a fetch request would give.
    /// - Parameter fetch: later changes of it do not count.
    public init(fetchRequest fetch: NSFetchRequest<any NSFetchRequestResult>) {
        self.fetch = Self.copy(of: fetch)
        super.init()
        affectedStores = fetch.affectedStores
    }

    /// Makes a request to delete the objects of some identities.
    ///
    /// All of one entity, or of entities that inherit from a common one; others are an error of the program. Each is deleted in its own
    /// store. A temporary identity, or one of a store that is not of the coordinator that executes the request, lets it fail with the code
    /// 134060 before anything is deleted.
    public convenience init(objectIDs objects: [NSManagedObjectID]) {
        let request = NSFetchRequest<any NSFetchRequestResult>()
        request.entity = Self.commonEntity(of: objects)
        request.predicate = NSPredicate(format: "SELF IN %@", objects)
        self.init(fetchRequest: request)
        identities = objects
    }

    /// The entity that all inherit from, or are of; nil for none at all.
    private static func commonEntity(of objects: [NSManagedObjectID]) -> NSEntityDescription? {
        guard var common = objects.first?.entity else { return nil }
        for identity in objects {
            while !identity.entity.isKindOf(entity: common) {
                guard let next = common.superentity else {
                    programmerError(
                        """
                        mismatched objectIDs in batch delete initializer: an object of the entity “\(identity.entity.name ?? "")” and \
                        one of “\(objects[0].entity.name ?? "")” have no entity in common. Make a request for each.
                        """)
                }
                common = next
            }
        }
        return common
    }

    private static func copy(
        of request: NSFetchRequest<any NSFetchRequestResult>
    ) -> NSFetchRequest<any NSFetchRequestResult> {
        request.copy() as? NSFetchRequest<any NSFetchRequestResult> ?? request
    }

    /// Returns a copy, which may be changed.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSBatchDeleteRequest(fetchRequest: fetch)
        copy.identities = identities
        copy.resultType = resultType
        copy.affectedStores = affectedStores
        return copy
    }
}

/// As Apple annotates it.
@available(*, unavailable)
extension NSBatchDeleteRequest: @unchecked Sendable {}
