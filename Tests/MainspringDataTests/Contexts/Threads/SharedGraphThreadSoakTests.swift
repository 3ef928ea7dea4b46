import Dispatch
import Foundation
import MainspringData
import MainspringModel
import SeededRandom
import Testing

/// Eight contexts that change one graph of objects on eight threads.
///
/// An optimized build, as in a soak, makes 200,000 changes to 10,000 objects. A debug build makes 8,000 changes to 2,000
/// objects.
@Suite(.serialized) struct SharedGraphThreadSoakTests {
    private static let workers = 8
    #if DEBUG
        private static let people = Seeds.size(2_000, sanitized: 500)
        private static let operations = Seeds.size(1_000, sanitized: 250)
    #else
        private static let (people, operations) = (10_000, 25_000)
    #endif

    /// Lets each worker work on a thread of its own, and waits for all.
    private func run(_ workers: [GraphWorker], afterSaves: @escaping @Sendable () -> Void = {}) {
        let work = DispatchGroup()
        for worker in workers {
            work.enter()
            Thread.detachNewThread {
                worker.run(operations: Self.operations, afterSaves: afterSaves)
                work.leave()
            }
        }
        work.wait()
    }

    @Test func `contexts with merge policies on one coordinator agree at the end, and nothing acknowledged is missing`()
        throws
    {
        let graph = try SharedGraph(people: Self.people, workers: Self.workers)
        let policies: [NSMergePolicy] = [
            .mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .error,
            .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .error, .mergeByPropertyStoreTrump,
        ]
        let workers = policies.enumerated().map { number, policy in
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = graph.company.coordinator
            context.mergePolicy = policy
            context.automaticallyMergesChangesFromParent = number == 0
            return GraphWorker(number, graph, context, seed: 1)
        }
        run(workers)
        #expect(workers.reduce(0) { $0 + $1.operations } == Self.workers * Self.operations)
        let reader = graph.company.context()
        let all = try ["Person", "Department", "Project", "Badge"].flatMap {
            try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: $0))
        }
        #expect(SharedGraph.brokenLink(all) == nil)
        for worker in workers {
            try worker.context.performAndWait { () throws in
                #expect(!worker.context.hasChanges)
                #expect(try worker.missing(in: reader) { $0 }.prefix(3) == [])
                // The first one has merged all by itself.
                if !worker.context.automaticallyMergesChangesFromParent { worker.context.refreshAllObjects() }
                #expect(try worker.difference(to: reader) { $0 } == nil)
            }
        }
    }

    @Test func `children of one parent agree at the end, and nothing acknowledged is missing`() throws {
        let graph = try SharedGraph(people: Self.people, workers: Self.workers)
        let parent = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        parent.persistentStoreCoordinator = graph.company.coordinator
        parent.name = "Parent"
        let workers = (0..<Self.workers).map { number in
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.parent = parent
            context.automaticallyMergesChangesFromParent = number == 0
            return GraphWorker(number, graph, context, seed: 2)
        }
        // Meanwhile the parent saves what it has got.
        run(workers) { parent.perform { #expect(throws: Never.self) { try parent.save() } } }
        try parent.performAndWait { () throws in try parent.save() }
        let reader = graph.company.context()
        let all = try ["Person", "Department", "Project", "Badge"].flatMap {
            try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: $0))
        }
        #expect(SharedGraph.brokenLink(all) == nil)
        // New objects have kept the identities that they were saved with into the parent.
        let final = { (identity: NSManagedObjectID) in
            parent.performAndWait { parent.object(with: identity).objectID }
        }
        for worker in workers {
            try worker.context.performAndWait { () throws in
                #expect(worker.refusals == 0 && !worker.context.hasChanges)
                #expect(try worker.missing(in: reader, final: final).prefix(3) == [])
                if !worker.context.automaticallyMergesChangesFromParent { worker.context.refreshAllObjects() }
                #expect(try worker.difference(to: reader, final: final) == nil)
            }
        }
    }
}
