import CityStacks
import CoreData

/// Finds cities in the store, on a queue of its own: to look through all of them would stop whoever waits for it. Of the searches that come
/// meanwhile the last one alone is carried out.
@MainActor
final class CitySearch {
    /// What was found.
    struct Hits: Sendable {
        let count: Int
        /// The largest of them, ``most`` at most.
        let largest: [NSManagedObjectID]
    }

    /// So many hits are listed.
    nonisolated static let most = 1_000
    private let context: NSManagedObjectContext
    private var wanted: (predicate: NSPredicate, answer: (Result<Hits, any Error>) -> Void)?
    private var task: Task<Void, Never>?

    init(_ coordinator: NSPersistentStoreCoordinator?) {
        context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
    }

    /// Looks for cities, and answers later, unless another search has come or this one was cancelled.
    func find(_ predicate: NSPredicate, answer: @escaping (Result<Hits, any Error>) -> Void) {
        wanted = (predicate, answer)
        guard task == nil else { return }
        task = Task { [weak self] in await self?.search() }
    }

    /// What was not answered yet will not be.
    func cancel() { wanted = nil }

    /// Waits until all is answered.
    func end() async { await task?.value }

    private func search() async {
        while let (predicate, answer) = wanted {
            let result: Result<Hits, any Error>
            do { result = .success(try await hits(predicate)) } catch { result = .failure(error) }
            guard wanted?.predicate === predicate else { continue }
            wanted = nil
            answer(result)
        }
        task = nil
    }

    private func hits(_ predicate: NSPredicate) async throws -> Hits {
        let context = context
        return try await context.perform {
            let request = NSFetchRequest<NSManagedObjectID>(entityName: "City")
            request.resultType = .managedObjectIDResultType
            request.predicate = predicate
            request.sortDescriptors = [NSSortDescriptor(key: "population", ascending: false)]
            let found = try context.fetch(request)
            return Hits(count: found.count, largest: Array(found.prefix(Self.most)))
        }
    }
}
