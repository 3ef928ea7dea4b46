internal import Diagnostics
internal import Foundation
internal import Locks
internal import MainspringModel

extension ContextCore: FetchExecutor {
    /// `NSFetchRequest.execute()` asks the context on whose queue it is called. Done once.
    static let letRequestsFindContexts: Void = FetchExecution.finder.withLock { finder in
        finder = FetchExecution.Finder { ThreadHolds.current.context?.core }
    }

    /// Executes a request of any kind.
    final func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
        guard let context else { throw MissingSource.error(title) }
        if let fetch = request as? any ContextRequest { return try fetch.execute(in: context) }
        guard let coordinator = context.persistentStoreCoordinator else { throw MissingSource.error(title) }
        // Nobody else says what a batch has done.
        defer { sourceState.noteChange() }
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
        result.finalResult = results
        result.steps.finish(results.count)
        return result
    }
}

extension NSAsynchronousFetchRequest: ContextRequest {
    /// Beside the context's queue, and then in a block of it that comes behind what is there.
    func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        _ = context.core.queue.requireQueue(for: "execute(_:) with an asynchronous fetch request")
        let result = NSAsynchronousFetchResult(self, context: context)
        AsynchronousFetch(result).begin()
        return result
    }
}

extension NSManagedObjectContext {
    /// Executes a request of any kind.
    ///
    /// A fetch request is fetched at once, and an `NSAsynchronousFetchResult` returned that has what came out. Any other request goes to the
    /// stores, whatever this context and its parents have not saved, and changes no context.
    ///
    /// The result of an asynchronous fetch request is returned at once. The stores are read on another thread, and the queue goes on
    /// meanwhile; then, in a block of the queue behind those that are there, objects are made of what was found, what is not saved by then is
    /// put among it as by ``fetch(_:)->[T]``, and the request's block is called, once, whatever happens. Objects whose values were read do
    /// not read again. What is changed in the request after the call does not count. A context that has saved or merged something
    /// meanwhile, or reads another state of its stores, reads once more; one that does so again and again is fetched on its queue in
    /// the end. Closures in predicates and the sorting of a program's own are called beside the queue, and so is a custom store, with a
    /// context of its own. A child reads by its parents, and keeps its queue while it does. Without a queue that is an error of the
    /// program.
    /// - Throws: `CocoaError` 134091 where a store does not understand the request, such as a batch request and a store that
    ///   is no database; what the fetch or the store throws.
    public final func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
        try use { () throws in try core.execute(request) }
    }
}
