public import Foundation
public import class MainspringFoundation.NSPredicate
public import class MainspringFoundation.NSSortDescriptor
public import MainspringModel

/// A question for objects of an entity.
///
/// Belongs to one thread at a time. **Differences from Apple**: the type of the results is not constrained, since an
/// existential does not conform to its protocol on Linux.
open class NSFetchRequest<ResultType>: NSPersistentStoreRequest {
    /// All that the request says, without the type. Ours.
    public final let requestDescription: FetchRequestDescription

    /// Makes a request for no entity.
    public override init() {
        requestDescription = FetchRequestDescription()
        super.init()
    }

    /// Makes a request for the entity of a name.
    public init(entityName: String) {
        requestDescription = FetchRequestDescription(entityName: entityName)
        super.init()
    }

    /// Makes a request of what one says without a type: the two are the same from then on. Ours.
    public init(_ description: FetchRequestDescription) {
        requestDescription = description
        super.init()
    }

    /// Returns a copy, which may be changed.
    open override func copy(with zone: NSZone? = nil) -> Any {
        NSFetchRequest(requestDescription.copy(with: zone) as? FetchRequestDescription ?? FetchRequestDescription())
    }

    /// The request in a line: the entity's name, and what is set.
    open override var description: String { requestDescription.description }

    // MARK: Which objects

    /// The entity whose objects are asked for; kept by its model, not by the request.
    public final var entity: NSEntityDescription? {
        get { requestDescription.entity }
        set { requestDescription.entity = newValue }
    }
    /// The name of the entity whose objects are asked for.
    public final var entityName: String? { requestDescription.entityName }
    /// Whether objects of subentities are among them.
    public final var includesSubentities: Bool {
        get { requestDescription.includesSubentities }
        set { requestDescription.includesSubentities = newValue }
    }
    /// Which objects; all without one.
    public final var predicate: NSPredicate? {
        get { requestDescription.predicate }
        set { requestDescription.predicate = newValue }
    }
    /// Whether unsaved changes count.
    public final var includesPendingChanges: Bool {
        get { requestDescription.includesPendingChanges }
        set { requestDescription.includesPendingChanges = newValue }
    }

    /// The stores that are asked; all of the coordinator's without.
    open override var affectedStores: [NSPersistentStore]? {
        get { requestDescription.affectedStores as? [NSPersistentStore] }
        set { requestDescription.affectedStores = newValue }
    }

    // MARK: Order and number

    /// The order of what comes out; any without.
    public final var sortDescriptors: [NSSortDescriptor]? {
        get { requestDescription.sortDescriptors }
        set { requestDescription.sortDescriptors = newValue }
    }
    /// So many come out at most; 0 is no limit.
    public final var fetchLimit: Int {
        get { requestDescription.fetchLimit }
        set { requestDescription.fetchLimit = newValue }
    }
    /// So many are left out at the beginning.
    public final var fetchOffset: Int {
        get { requestDescription.fetchOffset }
        set { requestDescription.fetchOffset = newValue }
    }
    /// So many objects are read at once, when they are used; 0 reads all at once.
    public final var fetchBatchSize: Int {
        get { requestDescription.fetchBatchSize }
        set { requestDescription.fetchBatchSize = newValue }
    }

    // MARK: What comes out

    /// What comes out.
    public final var resultType: NSFetchRequestResultType {
        get { requestDescription.resultType }
        set { requestDescription.resultType = newValue }
    }
    /// Whether values are read with the objects.
    public final var includesPropertyValues: Bool {
        get { requestDescription.includesPropertyValues }
        set { requestDescription.includesPropertyValues = newValue }
    }
    /// Whether objects stay without values until they are used.
    public final var returnsObjectsAsFaults: Bool {
        get { requestDescription.returnsObjectsAsFaults }
        set { requestDescription.returnsObjectsAsFaults = newValue }
    }
    /// Whether objects that are known already get the values of the store.
    public final var shouldRefreshRefetchedObjects: Bool {
        get { requestDescription.shouldRefreshRefetchedObjects }
        set { requestDescription.shouldRefreshRefetchedObjects = newValue }
    }
    /// The paths of relationships whose objects are read with the others.
    public final var relationshipKeyPathsForPrefetching: [String]? {
        get { requestDescription.relationshipKeyPathsForPrefetching }
        set { requestDescription.relationshipKeyPathsForPrefetching = newValue }
    }

    // MARK: Dictionaries

    /// What dictionaries hold, or which values are read: names or descriptions of properties.
    public final var propertiesToFetch: [Any]? {
        get { requestDescription.propertiesToFetch }
        set { requestDescription.propertiesToFetch = newValue }
    }
    /// By what dictionaries are grouped: names or descriptions of properties.
    public final var propertiesToGroupBy: [Any]? {
        get { requestDescription.propertiesToGroupBy }
        set { requestDescription.propertiesToGroupBy = newValue }
    }
    /// Which groups.
    public final var havingPredicate: NSPredicate? {
        get { requestDescription.havingPredicate }
        set { requestDescription.havingPredicate = newValue }
    }
    /// Whether equal dictionaries come out once.
    public final var returnsDistinctResults: Bool {
        get { requestDescription.returnsDistinctResults }
        set { requestDescription.returnsDistinctResults = newValue }
    }
}

/// As Apple annotates it.
@available(*, unavailable)
extension NSFetchRequest: @unchecked Sendable {}
