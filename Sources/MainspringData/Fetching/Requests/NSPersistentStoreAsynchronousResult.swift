public import Foundation

/// What will come of a request that is executed while the program goes on.
///
/// Belongs to the queue of its context, but for ``cancel()``, which any thread may call.
open class NSPersistentStoreAsynchronousResult: NSPersistentStoreResult {
    /// The context that executes the request.
    public final let managedObjectContext: NSManagedObjectContext
    /// Why there is no result; nil before the end, and if there is one.
    open internal(set) var operationError: (any Error)?
    /// How far the request is, in results whose rows were read; canceled by ``cancel()``, or by its own `cancel()`.
    ///
    /// It is a part of the progress that was the thread's current one when the request was executed. Its total is what the request says
    /// is to be expected, and what was found as soon as that is known; it is finished when there is a result.
    public final var progress: Progress? { steps }
    final let steps: FetchProgress

    /// - Parameter count: how many results are to be expected; 0 where nobody knows.
    init(context: NSManagedObjectContext, expecting count: Int) {
        managedObjectContext = context
        steps = FetchProgress(expecting: count)
        super.init()
    }

    /// Whether ``cancel()`` was called.
    final var isCanceled: Bool { steps.isCancelled }

    /// Ends the request: its block is called soon, on the context's queue, without a result and with `CocoaError.userCancelled`. It does not
    /// wait for whoever reads, who stops before the next part. Nothing happens once the request has ended.
    open func cancel() { steps.cancel() }
}

/// As Apple annotates its objects: a result is used on its context's queue.
@available(*, unavailable)
extension NSPersistentStoreAsynchronousResult: @unchecked Sendable {}
