/// What will come of an asynchronous fetch request.
open class NSAsynchronousFetchResult<ResultType>: NSPersistentStoreAsynchronousResult {
    /// The request.
    public final let fetchRequest: NSAsynchronousFetchRequest<ResultType>
    /// What came out; nil before the end, and if an error or ``NSPersistentStoreAsynchronousResult/cancel()`` ended it.
    open internal(set) var finalResult: [ResultType]?

    init(_ request: NSAsynchronousFetchRequest<ResultType>, context: NSManagedObjectContext) {
        fetchRequest = request
        super.init(context: context, expecting: request.estimatedResultCount)
    }
}
