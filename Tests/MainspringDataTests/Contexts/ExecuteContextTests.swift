import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// Requests of any kind, executed by a context.
@Suite struct ExecuteContextTests {
    private let company = Company()

    private var people: NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        return request
    }

    private func fill(_ names: String...) throws {
        let context = company.context()
        for name in names { company.make("Person", name, in: context) }
        try context.save()
    }

    private func queued() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = company.coordinator
        return context
    }

    @Test func `a fetch request is fetched at once, what is not saved included`() throws {
        try fill("Anna")
        let context = company.context()
        company.make("Person", "Bert", in: context)
        let result = try context.execute(people) as? NSAsynchronousFetchResult<NSManagedObject>
        #expect(result?.finalResult?.map(\.title) == ["Anna", "Bert"])
        #expect(result?.operationError == nil && result?.managedObjectContext === context)
    }

    @Test func `an asynchronous one is fetched behind what is on the queue, and tells on the queue`() async throws {
        try fill("Anna", "Bert")
        for child in [false, true] {
            let parent = queued()
            let context: NSManagedObjectContext
            if child {
                context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
                context.parent = parent
            } else {
                context = parent
            }
            let names: [String] = try await withCheckedThrowingContinuation { continuation in
                context.perform {
                    let request = NSAsynchronousFetchRequest(fetchRequest: people) { result in
                        let names = result.finalResult?.map(\.title) ?? []
                        #expect(result.progress?.isFinished == true && result.operationError == nil)
                        continuation.resume(returning: names)
                    }
                    request.estimatedResultCount = 2
                    do {
                        let result = try context.execute(request) as? NSAsynchronousFetchResult<NSManagedObject>
                        // Its turn comes when this block is over; what is changed in the request now does not count.
                        #expect(result?.finalResult == nil && result?.fetchRequest === request)
                        request.fetchRequest.predicate = NSPredicate(value: false)
                        company.make("Person", "Carla", in: context)
                    } catch {
                        continuation.resume(throwing: error)
                    }
                }
            }
            #expect(names == ["Anna", "Bert", "Carla"], "child: \(child)")
        }
    }

    @Test func `one that was cancelled, or is wrong, tells why there is no result`() throws {
        try fill("Anna")
        let context = queued()
        nonisolated(unsafe) var seen: [String] = []
        try context.performAndWait { () throws in
            let cancelled = NSAsynchronousFetchRequest(fetchRequest: people) { result in
                seen.append(
                    "\(result.finalResult == nil) \((result.operationError as? CocoaError)?.code == .userCancelled)")
            }
            let result = try context.execute(cancelled) as? NSAsynchronousFetchResult<NSManagedObject>
            result?.cancel()
            let wrong = NSFetchRequest<NSManagedObject>(entityName: "Nobody")
            _ = try context.execute(
                NSAsynchronousFetchRequest(fetchRequest: wrong) { result in
                    seen.append("\(result.finalResult == nil) \(result.operationError != nil)")
                })
        }
        context.performAndWait {}
        #expect(seen == ["true true", "true true"])
    }

    @Test func `a context without a queue cannot fetch asynchronously`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let context = Company().context()
            _ = try context.execute(
                NSAsynchronousFetchRequest(fetchRequest: NSFetchRequest<NSManagedObject>(entityName: "Person")))
        }
        #expect(result?.errorText.contains("which has no queue") == true)
    }

    @Test func `a store that is no database refuses batch requests, by Apple's error`() throws {
        let company = Company(kind: .inMemory)
        let context = company.context()
        company.make("Person", "Anna", in: context)
        try context.save()
        let requests: [NSPersistentStoreRequest] = [
            NSBatchDeleteRequest(fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Person")),
            NSBatchUpdateRequest(entityName: "Person"), NSBatchInsertRequest(entityName: "Person", objects: []),
        ]
        for request in requests {
            let error = #expect(throws: CocoaError.self) { try context.execute(request) }
            #expect(error?.code.rawValue == 134091)
        }
        #expect(try context.count(for: people) == 1)
    }

    @Test func `a count is of what the context would fetch, in a child too, without limit or with`() throws {
        try fill("Anna", "Bert")
        let context = company.context()
        let child = context.child()
        company.make("Person", "Carla", in: context)
        company.make("Person", "Dora", in: child)
        #expect(try context.count(for: people) == 3 && child.count(for: people) == 4)
        let some = people
        some.predicate = NSPredicate(format: "name > 'B'")
        #expect(try child.count(for: some) == 3)
        some.fetchLimit = 2
        #expect(try child.count(for: some) == 2)
    }
}
