import Foundation
import MainspringData
import MainspringModel
import SeededRandom
import Testing

/// Contexts that never merge, each with a policy of its own, over a random model: whatever wins, links in the store are at both
/// ends and lead to objects that are there, and a context that reads anew has what the store has.
@Suite struct RandomConflictTests {
    private struct Storm {
        let schema: TreeSchema
        let coordinator: NSPersistentStoreCoordinator
        let contexts: [NSManagedObjectContext]
        var random: SeededGenerator
        /// What has been done, for who looks at a failure.
        private(set) var steps: [String] = []

        init(seed: UInt64, _ kind: NSPersistentStore.StoreType) throws {
            random = SeededGenerator(seed: seed)
            schema = TreeSchema(seed: seed)
            coordinator = NSPersistentStoreCoordinator(managedObjectModel: schema.model)
            try coordinator.addPersistentStore(type: kind, at: URL(fileURLWithPath: "/dev/null"))
            let policies: [NSMergePolicy] = [
                .overwrite, .rollback, .mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump, .error,
            ]
            contexts = policies.shuffled(using: &random).prefix(3).map { [coordinator] policy in
                let context = NSManagedObjectContext(confined: ())
                context.persistentStoreCoordinator = coordinator
                context.mergePolicy = policy
                return context
            }
        }

        func objects(_ context: NSManagedObjectContext) throws -> [NSManagedObject] {
            try (0..<schema.entityCount).flatMap {
                try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "E\($0)"))
            }
        }

        private func title(_ object: NSManagedObject) -> String {
            "\(object.entity.name ?? "")/\(object.objectID.uriRepresentation().lastPathComponent)"
        }

        private mutating func note(_ context: NSManagedObjectContext, _ step: String) {
            steps.append("\(contexts.firstIndex(of: context) ?? -1): \(step)")
        }

        mutating func change(_ context: NSManagedObjectContext) throws {
            let all = try objects(context).filter { !$0.isDeleted }.sorted { "\($0.objectID)" < "\($1.objectID)" }
            guard all.count > 5, Int.random(in: 0..<8, using: &random) > 0,
                let object = all.randomElement(using: &random)
            else {
                let entity = schema.entity(Int.random(in: 0..<schema.entityCount, using: &random))
                let made = NSManagedObject(entity: entity, insertInto: context)
                try context.obtainPermanentIDs(for: [made])
                return note(context, "insert \(title(made))")
            }
            let links = schema.links.filter { $0.from == Int(object.entity.name?.dropFirst() ?? "") }
            guard Int.random(in: 0..<6, using: &random) > 0, let link = links.randomElement(using: &random) else {
                let isDeletion = Bool.random(using: &random)
                note(context, "\(isDeletion ? "delete" : "change") \(title(object))")
                return isDeletion
                    ? context.delete(object) : object.setValue(Int.random(in: 0..<99, using: &random), forKey: "a")
            }
            let fitting = all.filter { $0.entity.name == "E\(link.to)" }
            let others = (0..<(link.isToMany ? 3 : 1)).compactMap { _ in fitting.randomElement(using: &random) }
            note(context, "\(title(object)).\(link.name) = \(others.map(title))")
            object.setValue(link.isToMany ? NSSet(array: others) : others.first, forKey: link.name)
        }

        /// Saves; what is refused is dropped.
        mutating func save(_ context: NSManagedObjectContext) throws {
            note(context, "save, \((context.mergePolicy as? NSMergePolicy)?.mergeType as Any)")
            do {
                try context.save()
            } catch let error as NSError where error.code == 133_020 {
                note(context, "refused")
                context.rollback()
                context.refreshAllObjects()
            }
        }
    }

    private static let seeds = Seeds.first(40)

    @Test(arguments: seeds, [NSPersistentStore.StoreType.inMemory, .sqlite])
    func `links in the store hold whatever wins`(seed: UInt64, kind: NSPersistentStore.StoreType) throws {
        var storm = try Storm(seed: seed, kind)
        for _ in 0..<60 {
            let context = try #require(storm.contexts.randomElement(using: &storm.random))
            try storm.change(context)
            context.processPendingChanges()
            guard Int.random(in: 0..<3, using: &storm.random) == 0 else { continue }
            try storm.save(context)
            let what = Comment(rawValue: "seed \(seed), \(storm.schema)\n\(storm.steps.joined(separator: "\n"))")
            try #require(!context.hasChanges, what)
            let reader = NSManagedObjectContext(confined: ())
            reader.persistentStoreCoordinator = storm.coordinator
            try #require(SharedGraph.brokenLink(try storm.objects(reader)) == nil, what)
            context.refreshAllObjects()
            try #require(SharedGraph.brokenLink(try storm.objects(context)) == nil, what)
            withExtendedLifetime(reader) {}
        }
    }
}
