internal import MainspringModel

/// Where a fetched results controller has its objects from: a context.
///
/// All calls come on the queue of the context.
protocol ResultsSource: AnyObject {
    /// Returns the objects that a request asks for, each of them once, in the order of its sort descriptors.
    func objects(for request: FetchRequestDescription) throws -> [NSManagedObject]

    /// Returns what tells whether an object is one that a request asks for, limit and offset aside: of its entity,
    /// satisfying the predicate, of one of its stores, and not deleted.
    /// - Parameter request: must not be changed any more.
    func test(for request: FetchRequestDescription) throws -> (NSManagedObject) -> Bool

    /// The state of the model and of the stores that a request asks; nil if what is fetched is not what they have,
    /// because of pending changes, or if it cannot be told.
    func cacheState(for request: FetchRequestDescription) -> SectionCacheState?

    /// Lets somebody be told of changes from now on, as long as it is there.
    func addResultsReceiver(_ receiver: any ResultsReceiver)
}

/// Whom a context tells what has become of its objects.
///
/// Called on the context's queue once the changes are processed, with no lock held.
protocol ResultsReceiver: AnyObject {
    /// Says which objects were inserted, updated or refreshed, and which deleted, since the last call.
    func objectsDidChange(_ notice: ResultsNotice)

    /// Says that the stores have what the context has.
    func contextDidSave()

    /// Says that the context has forgotten all its objects.
    func contextDidReset()
}

/// What has become of a context's objects.
struct ResultsNotice {
    /// Objects that were inserted, updated or refreshed: by their values now they belong to results or not.
    var changed: [NSManagedObject] = []
    /// Objects that were deleted.
    var deleted: [NSManagedObject] = []
}
