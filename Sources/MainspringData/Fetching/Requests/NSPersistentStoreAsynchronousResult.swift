public import Foundation

/// What will come of a request that is executed while the program goes on.
///
/// Belongs to the queue of its context, but for ``cancel()``, which any thread may call.
open class NSPersistentStoreAsynchronousResult: NSPersistentStoreResult {
    /// The context that executes the request.
    public final let managedObjectContext: NSManagedObjectContext
    /// Why there is no result; nil before the end, and if there is one.
    open internal(set) var operationError: (any Error)?
    /// How far the request is; canceled by ``cancel()``.
    public final let progress: Progress?

    /// - Parameter count: how many results are to be expected; 0 where nobody knows.
    init(context: NSManagedObjectContext, expecting count: Int) {
        managedObjectContext = context
        progress = Progress(totalUnitCount: count > 0 ? Int64(count) : -1)
        super.init()
    }

    /// Whether ``cancel()`` was called; whoever executes the request looks at it before each step.
    final var isCanceled: Bool { progress?.isCancelled ?? false }

    /// Ends the request at its next step. What it has found already is no result.
    open func cancel() { progress?.cancel() }
}

/// As Apple annotates its objects: a result is used on its context's queue.
@available(*, unavailable)
extension NSPersistentStoreAsynchronousResult: @unchecked Sendable {}
