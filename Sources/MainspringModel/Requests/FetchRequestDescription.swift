internal import Diagnostics
public import Foundation
internal import Locks
public import class MainspringFoundation.NSPredicate
public import class MainspringFoundation.NSSortDescriptor

/// A question for objects of an entity, without the type of what comes out. Ours: the storage of Apple's
/// `NSFetchRequest`, of a model's templates and of fetched properties.
///
/// Belongs to one thread at a time; as a part of a model in use it is constant, and may be copied by any thread.
open class FetchRequestDescription: NSObject, NSCopying, @unchecked Sendable {
    // `@unchecked Sendable`: so that a model can be; constant from its `freeze()` on, and otherwise handed over whole.

    /// What the request is a part of, once that is constant.
    private var frozenAs: String?
    @Unkept private var givenEntity: NSEntityDescription? = nil
    private var givenEntityName: String?

    /// Makes a request for no entity.
    public required override init() { super.init() }

    /// Makes a request for the entity of a name.
    public convenience init(entityName: String) {
        self.init()
        self.entityName = entityName
    }

    /// The entity whose objects are asked for; kept by its model, not by the request.
    ///
    /// `nil` as long as only a name is known.
    open var entity: NSEntityDescription? {
        get { givenEntity }
        set {
            willChange("entity")
            givenEntity = newValue
            givenEntityName = newValue?.name
        }
    }

    /// The name of the entity whose objects are asked for.
    open var entityName: String? {
        get { givenEntity?.name ?? givenEntityName }
        set {
            willChange("entityName")
            givenEntityName = newValue
            if givenEntity?.name != newValue { givenEntity = nil }
        }
    }

    /// Which objects; all without one.
    open var predicate: NSPredicate? { willSet { willChange("predicate") } }
    /// The order of what comes out; any without.
    open var sortDescriptors: [NSSortDescriptor]? { willSet { willChange("sortDescriptors") } }
    /// So many come out at most; 0 is no limit.
    open var fetchLimit = 0 { willSet { willChange("fetchLimit") } }
    /// So many are left out at the beginning.
    open var fetchOffset = 0 { willSet { willChange("fetchOffset") } }
    /// So many objects are read at once, when they are used; 0 reads all at once.
    open var fetchBatchSize = 0 { willSet { willChange("fetchBatchSize") } }
    /// What comes out.
    open var resultType: NSFetchRequestResultType = [] { willSet { willChange("resultType") } }
    /// Whether objects of subentities are among them.
    open var includesSubentities = true { willSet { willChange("includesSubentities") } }
    /// Whether values are read with the objects.
    open var includesPropertyValues = true { willSet { willChange("includesPropertyValues") } }
    /// Whether unsaved changes count.
    open var includesPendingChanges = true { willSet { willChange("includesPendingChanges") } }
    /// Whether objects stay without values until they are used.
    open var returnsObjectsAsFaults = true { willSet { willChange("returnsObjectsAsFaults") } }
    /// Whether equal dictionaries come out once.
    open var returnsDistinctResults = false { willSet { willChange("returnsDistinctResults") } }
    /// Whether objects that are known already get the values of the store.
    open var shouldRefreshRefetchedObjects = false { willSet { willChange("shouldRefreshRefetchedObjects") } }
    /// The paths of relationships whose objects are read with the others.
    open var relationshipKeyPathsForPrefetching: [String]? {
        willSet { willChange("relationshipKeyPathsForPrefetching") }
    }
    /// What dictionaries hold, or which values are read: names or descriptions of properties.
    open var propertiesToFetch: [Any]? { willSet { willChange("propertiesToFetch") } }
    /// By what dictionaries are grouped: names or descriptions of properties.
    open var propertiesToGroupBy: [Any]? { willSet { willChange("propertiesToGroupBy") } }
    /// Which groups.
    open var havingPredicate: NSPredicate? { willSet { willChange("havingPredicate") } }
    /// The stores that are asked; all without. Persistent stores, of which this module knows nothing.
    open var affectedStores: [AnyObject]? { willSet { willChange("affectedStores") } }

    /// Returns a copy of the request, which may be changed.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = type(of: self).init()
        copy.givenEntity = givenEntity
        copy.givenEntityName = givenEntityName
        copy.predicate = predicate
        copy.sortDescriptors = sortDescriptors
        copy.fetchLimit = fetchLimit
        copy.fetchOffset = fetchOffset
        copy.fetchBatchSize = fetchBatchSize
        copy.resultType = resultType
        copy.includesSubentities = includesSubentities
        copy.includesPropertyValues = includesPropertyValues
        copy.includesPendingChanges = includesPendingChanges
        copy.returnsObjectsAsFaults = returnsObjectsAsFaults
        copy.returnsDistinctResults = returnsDistinctResults
        copy.shouldRefreshRefetchedObjects = shouldRefreshRefetchedObjects
        copy.relationshipKeyPathsForPrefetching = relationshipKeyPathsForPrefetching
        copy.propertiesToFetch = propertiesToFetch
        copy.propertiesToGroupBy = propertiesToGroupBy
        copy.havingPredicate = havingPredicate
        copy.affectedStores = affectedStores
        return copy
    }

    /// Returns a copy of the request with the values of variables in the places that its predicates have for them.
    /// Ours.
    open func withSubstitutionVariables(_ variables: [String: Any]) -> Self {
        guard let copy = copy() as? Self else { return self }
        copy.predicate = predicate?.withSubstitutionVariables(variables)
        copy.havingPredicate = havingPredicate?.withSubstitutionVariables(variables)
        return copy
    }

    /// Makes the request constant, as a part of a model in use.
    func freeze(what: String) { frozenAs = what }

    private func willChange(_ member: String) {
        guard let frozenAs else { return }
        programmerError(
            "\(member) of the fetch request of \(frozenAs) cannot be changed: its model is in use. Change a "
                + "copy of the request."
        )
    }

    /// The request in a line: the entity's name, and what is set.
    open override var description: String { DescriptionPrinter.line(for: self) }
}
