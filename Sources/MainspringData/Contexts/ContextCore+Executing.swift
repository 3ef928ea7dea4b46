internal import Diagnostics
internal import Foundation
internal import Locks
internal import MainspringModel

extension ContextCore: FetchExecutor {
    /// `NSFetchRequest.execute()` asks the context on whose queue it is called. Done once.
    static let letRequestsFindContexts: Void = FetchExecution.finder.withLock { finder in
        finder = { ThreadHolds.current.context?.core }
    }

    /// Executes a request of any kind.
    final func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
        guard let context else { throw MissingSource.error(title) }
        if let fetch = request as? any ContextRequest { return try fetch.execute(in: context) }
        guard let coordinator = context.persistentStoreCoordinator else { throw MissingSource.error(title) }
        let answer = try coordinator.execute(request, with: context)
        if let result = answer as? NSPersistentStoreResult { return result }
        if let results = answer as? [NSPersistentStoreResult], results.count == 1 { return results[0] }
        throw CoreDataError.make(
            NSPersistentStoreOperationError,
            "\(type(of: request)) was answered by \(type(of: answer)), and execute(_:) of \(title) returns one "
                + "NSPersistentStoreResult. Send it to one store by its affectedStores, and let that return one.")
    }
}

/// A request that a context executes itself.
protocol ContextRequest {
    func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult
}

extension NSFetchRequest: ContextRequest {
    /// At once: what is returned has its result.
    func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let results = try context.fetch(self)
        let result = NSAsynchronousFetchResult(NSAsynchronousFetchRequest(fetchRequest: self), context: context)
        result.end(results)
        return result
    }
}

extension NSAsynchronousFetchRequest: ContextRequest {
    /// In a block of the context's queue that comes behind what is there.
    func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        _ = context.core.queue.requireQueue(for: "execute(_:) with an asynchronous fetch request")
        let result = NSAsynchronousFetchResult(self, context: context)
        // What the caller changes in the request from now on does not count.
        let fetch = fetchRequest.copy() as? NSFetchRequest<ResultType> ?? fetchRequest
        context.perform {
            // Whoever has cancelled it hears that it has ended, and that there is no result.
            guard !result.isCanceled else { return result.end(CocoaError(.userCancelled)) }
            do {
                let results = try context.fetch(fetch)
                result.isCanceled ? result.end(CocoaError(.userCancelled)) : result.end(results)
            } catch {
                result.end(error)
            }
        }
        return result
    }
}

extension NSAsynchronousFetchResult {
    /// The request has ended with results.
    fileprivate func end(_ results: [ResultType]) {
        finalResult = results
        if let progress {
            progress.totalUnitCount = max(1, Int64(results.count))
            progress.completedUnitCount = progress.totalUnitCount
        }
        fetchRequest.completionBlock?(self)
    }

    /// The request has ended without.
    fileprivate func end(_ error: any Error) {
        operationError = error
        fetchRequest.completionBlock?(self)
    }
}

extension NSManagedObjectContext {
    /// Executes a request of any kind.
    ///
    /// A fetch request is fetched at once, and an `NSAsynchronousFetchResult` returned that has what came out. An
    /// asynchronous one is fetched in a block of the context's queue of its own, behind those that are there; its result
    /// is returned at once, and gets what comes out before the request's block is called. Without a queue that is an error
    /// of the program. Any other request goes to the stores, whatever this context and its parents have not saved, and
    /// changes no context.
    /// - Throws: `CocoaError` 134091 where a store does not understand the request, such as a batch request and a store that
    ///   is no database; what the fetch or the store throws.
    public final func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
        try use { () throws in try core.execute(request) }
    }
}
