import Dispatch
import Foundation
import MainspringData
import MainspringModel
import SeededRandom

/// Three workers that save items, which require a group, into a main context; that saves in slices and obtains identities meanwhile,
/// and above it a context saves into a file.
final class ObtainTrial: @unchecked Sendable {
    // `@unchecked Sendable`: contexts are used on their queues, and the rest on the main queue.

    private static let (workerCount, roundCount) = (3, 40)

    private let writer = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    private let main = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    private let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ObtainTrial.model)
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    private let seed: UInt64
    private var (working, made) = (workerCount, 0)
    private var obtained: [(object: NSManagedObject, identity: NSManagedObjectID)] = []

    init(seed: UInt64) throws {
        self.seed = seed
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try coordinator.addPersistentStore(type: .sqlite, at: folder.appendingPathComponent("obtained.sqlite"))
        writer.persistentStoreCoordinator = coordinator
        main.parent = writer
        main.mergeBudget = .objects(3)
    }

    private static var model: NSManagedObjectModel {
        let (item, group) = (NSEntityDescription(), NSEntityDescription())
        (item.name, group.name) = ("Item", "Group")
        let (link, items) = (NSRelationshipDescription(), NSRelationshipDescription())
        (link.name, link.destinationEntity, link.maxCount, link.isOptional) = ("group", group, 1, false)
        (items.name, items.destinationEntity, items.maxCount) = ("items", item, 0)
        (link.inverseRelationship, items.inverseRelationship) = (items, link)
        (item.properties, group.properties) = ([link], [items])
        let model = NSManagedObjectModel()
        model.entities = [item, group]
        return model
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
        for number in 0..<Self.workerCount {
            Task.detached { [self] in
                do {
                    let count = try await work(number)
                    await MainActor.run { (working, made) = (working - 1, made + count) }
                } catch {
                    fail("worker \(number): \(error)")
                }
            }
        }
        var random = SeededGenerator(seed: seed)
        while working > 0 {
            switch Int.random(in: 0..<12, using: &random) {
            case 0: Task { @MainActor in do { try await main.saveInSlices() } catch { fail("slices: \(error)") } }
            case 1: if seed.isMultiple(of: 2) { enqueueSave() }
            case 2, 3: try obtain(10)
            default: break
            }
            await Task.yield()
        }
        try await main.saveInSlices()
        try await writer.perform { [writer] in try writer.save() }
        try check()
    }

    private func enqueueSave() {
        writer.perform { [self] in do { try writer.save() } catch { fail("writer: \(error)") } }
    }

    @MainActor
    private func obtain(_ count: Int) throws {
        let objects = Array(main.insertedObjects.prefix(count))
        try main.obtainPermanentIDs(for: objects)
        obtained += objects.map { ($0, $0.objectID) }
    }

    /// - Returns: how many items were made.
    private func work(_ number: Int) async throws -> Int {
        let worker = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        worker.parent = main
        var random = SeededGenerator(seed: seed &* 31 &+ UInt64(number))
        var made = 0
        for _ in 0..<Self.roundCount {
            let count = Int.random(in: 1...8, using: &random)
            made += count
            try await worker.perform {
                let group = NSEntityDescription.insertNewObject(forEntityName: "Group", into: worker)
                for _ in 0..<count {
                    NSEntityDescription.insertNewObject(forEntityName: "Item", into: worker)
                        .setValue(group, forKey: "group")
                }
                try worker.save()
            }
        }
        return made
    }

    /// Looks whether everything is in the file, under the identities that were obtained.
    @MainActor
    private func check() throws {
        if let changed = obtained.first(where: { $0.object.objectID != $0.identity || $0.identity.isTemporaryID }) {
            fail("\(changed.object.objectID) was \(changed.identity)")
        }
        let reader = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        reader.persistentStoreCoordinator = coordinator
        let (made, identities) = (made, Set(obtained.map(\.identity)))
        try reader.performAndWait {
            let items = try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item"))
            if items.count != made { fail("\(items.count) items are saved, and not \(made)") }
            if items.contains(where: { $0.value(forKey: "group") == nil }) { fail("an item has no group") }
            let groups = try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Group"))
            if groups.count != Self.workerCount * Self.roundCount { fail("\(groups.count) groups are saved") }
            let stored = Set((items + groups).map(\.objectID))
            if let lost = identities.first(where: { !stored.contains($0) }) { fail("\(lost) is not stored") }
        }
        say("everything is stored")
    }

    private func fail(_ sentence: String) -> Never {
        say("seed \(seed): \(sentence)")
        exit(1)
    }
}
