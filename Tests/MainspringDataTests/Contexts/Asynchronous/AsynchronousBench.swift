import Dispatch
import Foundation
import MainspringFoundation
import MainspringModel

@testable import MainspringData

/// A company in a file, and contexts that fetch asynchronously.
final class AsynchronousBench: @unchecked Sendable {
    // `@unchecked Sendable`: constant.

    let scratch = Scratch()
    let company: Company
    let store: SQLiteStore

    init(_ options: [AnyHashable: Any] = [:]) throws {
        company = Company()
        try company.coordinator.remove(company.coordinator.persistentStores[0])
        store =
            try company.coordinator.addPersistentStore(
                type: .sqlite, at: scratch.url("company.sqlite"), options: options) as! SQLiteStore
    }

    /// How many queries the store was asked.
    var queryCount: Int { store.opened?.reader.queryCount ?? 0 }

    /// Saves people of ages 0, 1, 2 and so on.
    func fill(_ count: Int) throws {
        let context = company.context()
        for number in 0..<count {
            company.make("Person", "Person \(number)", in: context).setValue(number, forKey: "age")
        }
        try context.save()
    }

    func context(_ type: NSManagedObjectContextConcurrencyType = .privateQueueConcurrencyType)
        -> NSManagedObjectContext
    {
        let context = NSManagedObjectContext(concurrencyType: type)
        context.persistentStoreCoordinator = company.coordinator
        return context
    }

    static func people(_ format: String? = nil) -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.sortDescriptors = [NSSortDescriptor(key: "age", ascending: true)]
        if let format { request.predicate = NSPredicate(format: format) }
        return request
    }
}

/// What has come of an asynchronous fetch.
final class AsynchronousEnd<ResultType>: @unchecked Sendable {
    // `@unchecked Sendable`: written in blocks of the context's queue, and read when `isOver` was signalled.

    private(set) var results: [ResultType]?
    private(set) var error: (any Error)?
    /// How often the request's block was called.
    private(set) var count = 0
    private let isOver = DispatchSemaphore(value: 0)

    var isCancelled: Bool { (error as? CocoaError)?.code == .userCancelled }

    /// Executes a request, on the context's queue.
    @discardableResult
    func begin(
        _ request: NSFetchRequest<ResultType>, in context: NSManagedObjectContext, expecting expected: Int = 0,
        atEnd: @escaping ([ResultType]?) -> Void = { _ in }
    ) throws -> NSAsynchronousFetchResult<ResultType> {
        let asynchronous = NSAsynchronousFetchRequest(fetchRequest: request) { [self] result in
            (results, error) = (result.finalResult, result.operationError)
            count += 1
            atEnd(results)
            isOver.signal()
        }
        asynchronous.estimatedResultCount = expected
        return try context.execute(asynchronous) as! NSAsynchronousFetchResult<ResultType>
    }

    func wait() { isOver.wait() }
}

/// Holds the thread that reads before each part, until it is let go.
final class ReadingGate: @unchecked Sendable {
    // `@unchecked Sendable`: `condition` guards the rest.

    private let condition = NSCondition()
    private var (held, seen, allowed, passed) = (0, 0, 0, 0)

    /// The pace of a context whose readings are held before each part.
    func pace(_ partCount: Int = 1_000) -> ReadingPace {
        ReadingPace(partCount: partCount) { [self] _ in pass() }
    }

    private func pass() {
        condition.lock()
        defer { condition.unlock() }
        held += 1
        condition.broadcast()
        while passed >= allowed { condition.wait() }
        passed += 1
    }

    /// Waits until a part is about to be read of which nobody knows yet.
    func waitUntilHeld() {
        condition.lock()
        defer { condition.unlock() }
        while held <= seen { condition.wait() }
        seen += 1
    }

    /// Lets parts be read, as many more.
    func open(_ count: Int = 1) {
        condition.lock()
        defer { condition.unlock() }
        allowed += count
        condition.broadcast()
    }

    /// Holds the next part again, whatever was allowed.
    func close() {
        condition.lock()
        defer { condition.unlock() }
        (allowed, seen) = (passed, held)
    }
}
