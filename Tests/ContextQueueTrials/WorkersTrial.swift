import Dispatch
import Foundation
import MainspringData
import MainspringModel
import SeededRandom

/// Three workers that save into a main context, which fetches, reads faults, changes objects and saves in slices meanwhile, above it a
/// context that saves into a file.
final class WorkersTrial: @unchecked Sendable {
    // `@unchecked Sendable`: contexts are used on their queues, and the rest on the main queue.

    private static let (workerCount, roundCount, itemsPerRound) = (3, 20, 15)

    private let writer = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    private let main = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    private let coordinator = NSPersistentStoreCoordinator(managedObjectModel: SavingTrial.model)
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    private let seed: UInt64
    private var (working, edits) = (workerCount, 0)
    /// Changed by main alone.
    private var own: NSManagedObject?

    init(seed: UInt64) throws {
        self.seed = seed
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try coordinator.addPersistentStore(type: .sqlite, at: folder.appendingPathComponent("workers.sqlite"))
        writer.persistentStoreCoordinator = coordinator
        main.parent = writer
        main.mergeBudget = seed.isMultiple(of: 2) ? .objects(7) : .standard
    }

    func begin() {
        Task { @MainActor in
            do { try await run() } catch { fail("\(error)") }
            try? FileManager.default.removeItem(at: folder)
            exit(0)
        }
    }

    @MainActor
    private func run() async throws {
        own = NSEntityDescription.insertNewObject(forEntityName: "Item", into: main)
        try await main.saveInSlices()
        for number in 0..<Self.workerCount {
            Task.detached { [self] in
                do { try await work(number) } catch { fail("worker \(number): \(error)") }
                await MainActor.run { working -= 1 }
            }
        }
        var random = SeededGenerator(seed: seed)
        while working > 0 {
            try await step(&random)
            await Task.yield()
        }
        try await main.saveInSlices()
        try await writer.perform { [writer] in try writer.save() }
        try check()
    }

    /// What the main thread does in a pass.
    @MainActor
    private func step(_ random: inout SeededGenerator) async throws {
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
            edits += 1
            own?.setValue(edits, forKey: "number")
        case 1: try await main.saveInSlices()
        case 2: enqueueSave()
        case 3: if Int.random(in: 0..<10, using: &random) == 0 { try main.save() }
        case 4:
            for item in try main.fetch(Self.request(limit: 5)) { main.refresh(item, mergeChanges: true) }
        default:
            for item in try main.fetch(Self.request(limit: 20)) {
                let behind = item.value(forKey: "behind") as? NSManagedObject
                if let behind, (behind.value(forKey: "followers") as? NSSet)?.contains(item) != true {
                    fail("\(item.objectID) is behind one that does not know of it")
                }
            }
        }
    }

    private func enqueueSave() {
        writer.perform { [self] in do { try writer.save() } catch { fail("writer: \(error)") } }
    }

    /// Makes items behind each other, and counts its rounds in one of its own.
    private func work(_ number: Int) async throws {
        let worker = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        worker.parent = main
        let identity = Counter()
        for round in 1...Self.roundCount {
            try await worker.perform { [self] in
                let counter =
                    identity.value.map { worker.object(with: $0) }
                    ?? NSEntityDescription.insertNewObject(forEntityName: "Item", into: worker)
                identity.value = counter.objectID
                let known = counter.value(forKey: "number") as? Int ?? 0
                if known != round - 1 { fail("worker \(number) has counted \(known) before round \(round)") }
                counter.setValue(round, forKey: "number")
                var last = counter
                for _ in 1..<Self.itemsPerRound {
                    let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: worker)
                    item.setValue(last, forKey: "behind")
                    last = item
                }
                try worker.save()
                if (round + number).isMultiple(of: 3) { worker.reset() }
            }
        }
    }

    private final class Counter: @unchecked Sendable {
        // `@unchecked Sendable`: the worker's queue's.
        var value: NSManagedObjectID?
    }

    private static func request(limit: Int) -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.fetchLimit = limit
        return request
    }

    /// Looks whether everything is in the file.
    private func check() throws {
        let reader = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        reader.persistentStoreCoordinator = coordinator
        let edits = edits
        try reader.performAndWait {
            let items = try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item"))
            let expected = 1 + Self.workerCount * (Self.roundCount * (Self.itemsPerRound - 1) + 1)
            if items.count != expected { fail("\(items.count) items are saved, and not \(expected)") }
            let rounds = items.count { $0.value(forKey: "number") as? Int == Self.roundCount }
            if rounds < Self.workerCount { fail("\(rounds) workers have counted to the end") }
            let links = items.count { ($0.value(forKey: "behind") as? NSManagedObject) != nil }
            let last = items.contains { $0.value(forKey: "number") as? Int == edits }
            say("\(items.count) items, \(links) behind others, the last edit is there: \(last)")
        }
    }

    private func fail(_ sentence: String) -> Never {
        say("seed \(seed): \(sentence)")
        exit(1)
    }
}
