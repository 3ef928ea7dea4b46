import Dispatch
import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Custom stores whose methods wait for contexts.
@Suite struct StoreTurnTests {
    /// A table that lets something happen when it is asked for an object's values.
    final class WaitingStore: TableStore {
        override class var kind: NSPersistentStore.StoreType { .init(rawValue: "Waiting table") }
        nonisolated(unsafe) var isAsked: (() -> Void)?

        override func newValuesForObject(
            with objectID: NSManagedObjectID, with context: NSManagedObjectContext
        ) throws -> NSIncrementalStoreNode {
            let action = isAsked
            isAsked = nil
            action?()
            return try super.newValuesForObject(with: objectID, with: context)
        }
    }

    /// A store of two people, and contexts.
    private struct Bench: @unchecked Sendable {
        // `@unchecked Sendable`: contexts and what any thread may use.
        let company = Company(kind: .inMemory)
        let store: WaitingStore
        let identities: [NSManagedObjectID]

        init() throws {
            NSPersistentStoreCoordinator.registerStoreClass(WaitingStore.self, type: WaitingStore.kind)
            try company.coordinator.remove(company.coordinator.persistentStores[0])
            let url = URL(string: "table://waiting")!
            let made = try company.coordinator.addPersistentStore(type: WaitingStore.kind, at: url) as! WaitingStore
            store = made
            made.records = [
                "Person": ["anna": .init(values: ["name": "Anna"]), "bert": .init(values: ["name": "Bert"])]
            ]
            let person = company.entities["Person"]!
            identities = ["anna", "bert"].map { made.newObjectID(for: person, referenceObject: $0) }
        }

        func context(
            _ name: String, _ type: NSManagedObjectContextConcurrencyType = .privateQueueConcurrencyType
        ) -> NSManagedObjectContext {
            let context = NSManagedObjectContext(concurrencyType: type)
            context.persistentStoreCoordinator = company.coordinator
            context.name = name
            return context
        }

        func read(_ number: Int, in context: NSManagedObjectContext) -> String {
            context.performAndWait {
                let object = context.object(with: identities[number])
                return object.title
            }
        }
    }

    @Test func `a store whose method waits for a context that waits for the store is named with all who wait`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            alarm(60)
            ConcurrencyDebug.turn(on: true)
            let bench = try Bench()
            let (first, second) = (bench.context("First"), bench.context("Second"))
            let (hasStore, hasSecond) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            bench.store.isAsked = {
                hasStore.signal()
                hasSecond.wait()
                second.performAndWait {}
            }
            first.perform { _ = bench.read(0, in: first) }
            second.perform {
                hasSecond.signal()
                hasStore.wait()
                _ = bench.read(1, in: second)
            }
            first.performAndWait {}
        }
        let text = result?.errorText ?? ""
        #expect(text.contains("contexts and stores wait for each other in a circle"))
        #expect(
            text.contains("waits for context “Second” (private queue)")
                && text.contains("which has context “Second” (private queue), waits for the store WaitingStore"))
        #expect(text.contains("which has the store WaitingStore"))
    }

    @Test func `a block that a store's method waits for may ask the store on another thread`() async throws {
        let bench = try Bench()
        let (mine, main) = (bench.context("Mine"), bench.context("Main", .mainQueueConcurrencyType))
        let names = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                nonisolated(unsafe) var names: [String] = []
                bench.store.isAsked = { names.append(bench.read(1, in: main)) }
                names.append(bench.read(0, in: mine))
                continuation.resume(returning: names)
            }
        }
        #expect(names == ["Bert", "Anna"])
    }

    @Test func `a fetch request that a store's method executes is the asking context's`() throws {
        let bench = try Bench()
        let context = bench.context("Mine")
        let request = NSFetchRequest<NSManagedObjectID>(entityName: "Person")
        request.resultType = .managedObjectIDResultType
        nonisolated(unsafe) var counts: [Int] = []
        bench.store.isAsked = { counts.append((try? request.execute().count) ?? -1) }
        #expect(bench.read(0, in: context) == "Anna" && counts == [2])
    }

    @Test func `a coordinator's block that a context's block waits for is inside the coordinator's again`() async {
        await #expect(processExitsWith: .success) {
            alarm(60)
            let bench = try Bench()
            let (coordinator, context) = (bench.company.coordinator, bench.context("Mine"))
            let value = coordinator.performAndWait { context.performAndWait { coordinator.performAndWait { 5 } } }
            if value != 5 { exit(1) }
        }
    }

    @Test func `a coordinator and a context that wait for each other stop with a sentence`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            alarm(60)
            ConcurrencyDebug.turn(on: true)
            let bench = try Bench()
            let (coordinator, context) = (bench.company.coordinator, bench.context("Mine"))
            let (hasCoordinator, hasContext) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            coordinator.perform {
                hasCoordinator.signal()
                hasContext.wait()
                context.performAndWait {}
            }
            context.perform {
                hasContext.signal()
                hasCoordinator.wait()
                coordinator.performAndWait {}
            }
            context.performAndWait {}
        }
        let text = result?.errorText ?? ""
        #expect(text.contains("wait for each other in a circle"))
        #expect(
            text.contains("waits for the coordinator of") && text.contains("waits for context “Mine” (private queue)"))
    }
}
