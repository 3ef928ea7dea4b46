public import Foundation

/// A fetch request that a context executes while the program goes on: see `execute(_:)` of the context.
open class NSAsynchronousFetchRequest<ResultType>: NSPersistentStoreRequest {
    /// What is asked.
    public final let fetchRequest: NSFetchRequest<ResultType>
    /// Called with the result on the context's queue, at the end.
    public final let completionBlock: ((NSAsynchronousFetchResult<ResultType>) -> Void)?
    /// How many results are to be expected, for the result's progress; 0 where nobody knows.
    open var estimatedResultCount = 0

    /// Makes a request.
    /// - Parameter blk: is called with the result on the context's queue, at the end.
    public init(
        fetchRequest request: NSFetchRequest<ResultType>,
        completionBlock blk: ((NSAsynchronousFetchResult<ResultType>) -> Void)? = nil
    ) {
        fetchRequest = request
        completionBlock = blk
        super.init()
    }

    /// The stores that are asked: those of the fetch request.
    open override var affectedStores: [NSPersistentStore]? {
        get { fetchRequest.affectedStores }
        set { fetchRequest.affectedStores = newValue }
    }

    /// Returns a copy, with a copy of the fetch request.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSAsynchronousFetchRequest(
            fetchRequest: fetchRequest.copy() as? NSFetchRequest<ResultType> ?? fetchRequest,
            completionBlock: completionBlock)
        copy.estimatedResultCount = estimatedResultCount
        return copy
    }
}

/// As Apple annotates it.
@available(*, unavailable)
extension NSAsynchronousFetchRequest: @unchecked Sendable {}
