internal import Foundation
internal import MainspringModel
internal import Synchronization

/// An asynchronous fetch request that is being executed: the stores are read beside the context's queue, and then, in a block of the
/// queue, objects are made of what was found, and what is not saved is put among it.
///
/// It lives as long as one of its blocks is to run: until the request has ended.
final class AsynchronousFetch<ResultType>: @unchecked Sendable {
    // `@unchecked Sendable`: used on the context's queue; any thread may ask `hasEnded`, and set it once.

    private let result: NSAsynchronousFetchResult<ResultType>
    /// What the request said when it was executed: what is changed in it since does not count.
    private let request: NSFetchRequest<ResultType>
    private let hasEnded = Atomic(false)
    private var readings = 0

    init(_ result: NSAsynchronousFetchResult<ResultType>) {
        self.result = result
        let asked = result.fetchRequest.fetchRequest
        request = asked.copy() as? NSFetchRequest<ResultType> ?? asked
    }

    private var context: NSManagedObjectContext { result.managedObjectContext }
    /// So often the stores are read beside the queue: a context that saves or merges all the time is fetched on the queue in the end.
    private var mostReadings: Int { 3 }

    /// Begins to read. On the context's queue.
    func begin() {
        result.steps.onCancel { [weak self] in self?.cancel() }
        guard !hasEnded.load(ordering: .acquiring) else { return }
        let core = context.core
        guard core.source is CoordinatorSource, let entity = try? core.entity(of: request.requestDescription) else {
            // What is wrong with the request is found there, too.
            return context.perform { self.fetch(from: nil) }
        }
        read(AheadWish(request.requestDescription, entity, core), entity, ReadAhead())
    }

    /// Ends the request without a result, unless it has ended. From any thread.
    private func cancel() {
        guard claimEnd() else { return }
        context.perform { [self] in result.end(CocoaError(.userCancelled)) }
    }

    /// Whether it is the caller who ends the request.
    private func claimEnd() -> Bool { !hasEnded.exchange(true, ordering: .acquiringAndReleasing) }

    // MARK: Reading

    private func read(_ wish: AheadWish, _ entity: NSEntityDescription, _ ahead: ReadAhead) {
        let core = context.core
        // The request may name objects that a context above has saved: stores know them by their later identities.
        core.learnIdentities()
        guard let coordinator = context.persistentStoreCoordinator else { return fetch(from: nil) }
        readings += 1
        let reading = AheadReading(coordinator, for: core, entity, of: request.requestDescription)
        reading.isUnwanted = { [self] in hasEnded.load(ordering: .acquiring) }
        reading.progress = { [self] in tell($0, of: $1) }
        let (fit, named) = (AheadFit(core), wish.naming())
        reading.context.perform { [self] in
            let failure: (any Error)?
            do {
                try reading.read(wish, named, into: ahead)
                failure = nil
            } catch {
                failure = error
            }
            guard !hasEnded.load(ordering: .acquiring) else { return }
            // Rows are kept as long as the reading is there: until they are those of objects.
            context.perform { [self] in withExtendedLifetime(reading) { finish(ahead, fit, failure) } }
        }
    }

    /// Lets the progress know, on the queue, to which it belongs.
    private func tell(_ count: Int, of total: Int) {
        context.core.queue.queue?.dispatch.async { [self] in
            if !hasEnded.load(ordering: .acquiring) { result.steps.move(to: count, of: total) }
        }
    }

    // MARK: The end

    /// What was read is made the result, if it fits what has become of the context meanwhile.
    private func finish(_ ahead: ReadAhead, _ fit: AheadFit, _ failure: (any Error)?) {
        guard !hasEnded.load(ordering: .acquiring) else { return }
        guard !result.isCanceled else { return cancel() }
        let core = context.core
        guard fit.holds(for: core) else {
            guard let entity = try? core.entity(of: request.requestDescription) else { return fetch(from: nil) }
            return readAgain(AheadWish(request.requestDescription, entity, core), entity, ReadAhead())
        }
        if let failure { return end(failure) }
        ahead.rest = core.source
        fetch(from: ahead)
    }

    private func readAgain(_ wish: AheadWish, _ entity: NSEntityDescription, _ ahead: ReadAhead) {
        guard readings < mostReadings, context.core.source is CoordinatorSource else { return fetch(from: nil) }
        read(wish, entity, ahead)
    }

    private func fetch(from ahead: ReadAhead?) {
        guard !hasEnded.load(ordering: .acquiring) else { return }
        guard !result.isCanceled else { return cancel() }
        do {
            let results = try context.fetch(request, from: ahead)
            if claimEnd() { result.end(results) }
        } catch let missing as ReadAhead.Missing {
            guard let ahead, let entity = try? context.core.entity(of: request.requestDescription) else { return }
            readAgain(missing.wish, entity, ahead)
        } catch {
            end(error)
        }
    }

    private func end(_ error: any Error) {
        if claimEnd() { result.end(error) }
    }
}

extension NSAsynchronousFetchResult {
    /// The request has ended with results.
    fileprivate func end(_ results: [ResultType]) {
        finalResult = results
        steps.finish(results.count)
        fetchRequest.completionBlock?(self)
    }

    /// The request has ended without.
    fileprivate func end(_ error: any Error) {
        operationError = error
        fetchRequest.completionBlock?(self)
    }
}
