import Dispatch
import Foundation
import MainspringData
import MainspringModel
import SeededRandom

/// Random trees of contexts over one store, private ones, main ones among them, private ones below: blocks change objects,
/// save into the parents, read from them, and perform on the contexts above, from the main thread, other threads and tasks.
final class SavingTrial: @unchecked Sendable {
    // `@unchecked Sendable`: constant once the trial runs; the operators guard themselves.

    /// A context, and what it stands below.
    private struct Place {
        let context: NSManagedObjectContext
        /// The place of the parent.
        let parent: Int?
        /// Who has a context waits only for one of a higher rank.
        let rank: Int
    }

    private let seed: UInt64
    private let coordinator: NSPersistentStoreCoordinator
    private let places: [Place]
    private let operators: Operators
    private let inserted = VisitCount()
    private let visits = VisitCount()
    private static let mainRank = 3

    init(seed: UInt64) {
        (self.seed, operators) = (seed, Operators(seed: seed))
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model)
        do {
            // Into a database a context is saved while its children read.
            try coordinator.addPersistentStore(
                type: seed.isMultiple(of: 2) ? .sqlite : .inMemory, at: URL(fileURLWithPath: "/dev/null"))
        } catch {
            fatalError("\(error)")
        }
        var random = SeededGenerator(seed: seed)
        var places: [Place] = []
        for rank in stride(from: 6, through: 0, by: -1) {
            for _ in 0..<Int.random(in: rank == Self.mainRank ? 1...2 : 0...2, using: &random) {
                let above = places.indices.filter { places[$0].rank > rank }
                let parent = Int.random(in: 0..<4, using: &random) > 0 ? above.randomElement(using: &random) : nil
                let context = NSManagedObjectContext(
                    concurrencyType: rank == Self.mainRank
                        ? .mainQueueConcurrencyType : .privateQueueConcurrencyType)
                context.name = "\(places.count) of rank \(rank)"
                if let parent {
                    context.parent = places[parent].context
                } else {
                    context.persistentStoreCoordinator = coordinator
                    context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
                }
                if rank == Self.mainRank, Bool.random(using: &random) {
                    context.mergeBudget = .objects(Int.random(in: 1...4, using: &random))
                }
                context.automaticallyMergesChangesFromParent = Bool.random(using: &random)
                places.append(Place(context: context, parent: parent, rank: rank))
            }
        }
        self.places = places
    }

    /// Items with a number, in lists: each is behind one, and has any number behind it.
    static var model: NSManagedObjectModel {
        let item = NSEntityDescription()
        item.name = "Item"
        let number = NSAttributeDescription()
        (number.name, number.attributeType, number.defaultValue) = ("number", .integer64AttributeType, 0)
        let (behind, followers) = (NSRelationshipDescription(), NSRelationshipDescription())
        (behind.name, behind.maxCount) = ("behind", 1)
        (followers.name, followers.maxCount) = ("followers", 0)
        for (relationship, inverse) in [(behind, followers), (followers, behind)] {
            (relationship.isOptional, relationship.deleteRule) = (true, .nullifyDeleteRule)
            (relationship.destinationEntity, relationship.inverseRelationship) = (item, inverse)
        }
        item.properties = [number, behind, followers]
        let model = NSManagedObjectModel()
        model.entities = [item]
        return model
    }

    func begin() {
        say("seed \(seed), parents: \(places.map { $0.parent.map { "\($0)" } ?? "store" }.joined(separator: " "))")
        let (threads, mainItem) = (Seeds.size(60, sanitized: 20), Seeds.size(3, sanitized: 1))
        operators.begin(threads: threads, mainRank: Self.mainRank, mainFirst: 10, mainItem: mainItem) {
            [self] (count, rank, random: inout SeededGenerator) in
            for _ in 0..<count { step(nil, rank: rank, depth: 0, &random) }
        } operateInTask: { [self] (random: inout SeededGenerator) in
            await operateInTask(&random)
        } check: { [self] in
            check()
        }
    }

    private func operateInTask(_ random: inout SeededGenerator) async {
        for _ in 0..<Seeds.size(40, sanitized: 15) {
            guard let place = places.indices.randomElement(using: &random) else { return }
            var inner = SeededGenerator(seed: random.next())
            await places[place].context.perform { [self] in visit(place, rank: -1, depth: 0, &inner) }
        }
    }

    /// One operation of who has a context, and queues up to a rank.
    private func step(_ held: Int?, rank: Int, depth: Int, _ random: inout SeededGenerator) {
        guard depth < 4 else { return }
        if Int.random(in: 0..<4, using: &random) == 0 {
            guard let place = places.indices.randomElement(using: &random) else { return }
            var inner = SeededGenerator(seed: random.next())
            operators.enter()
            places[place].context.perform { [self] in
                visit(place, rank: -1, depth: depth + 1, &inner)
                operators.leave()
            }
            return
        }
        let above = places.indices.filter { place in
            places[place].rank > rank && (held.map { isBelow($0, place) } ?? true)
        }
        guard let place = above.randomElement(using: &random) else { return }
        places[place].context.performAndWait { visit(place, rank: rank, depth: depth + 1, &random) }
    }

    private func isBelow(_ place: Int, _ other: Int) -> Bool {
        guard let parent = places[place].parent else { return false }
        return parent == other || isBelow(parent, other)
    }

    /// A block of a context.
    private func visit(_ place: Int, rank: Int, depth: Int, _ random: inout SeededGenerator) {
        visits.add()
        do {
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                try change(places[place].context, &random)
                step(place, rank: max(rank, places[place].rank), depth: depth, &random)
            }
        } catch {
            fail("\(places[place].context): \(error)")
        }
    }

    private func change(_ context: NSManagedObjectContext, _ random: inout SeededGenerator) throws {
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1:
            let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
            item.setValue(Int.random(in: 0..<100, using: &random), forKey: "number")
            inserted.add()
        case 2: try context.save()
        case 3: context.refreshAllObjects()
        default:
            let items = try context.fetch(Self.request)
            guard let item = items.randomElement(using: &random), let other = items.randomElement(using: &random)
            else { return }
            item.setValue(Int.random(in: 0..<100, using: &random), forKey: "number")
            item.setValue(other, forKey: "behind")
        }
    }

    private static var request: NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.fetchLimit = 20
        return request
    }

    /// Saves all that is not saved, from below, and looks whether it is in the store.
    private func check() {
        for place in places.sorted(by: { $0.rank < $1.rank }) {
            place.context.performAndWait {
                do { try place.context.save() } catch { fail("\(place.context): \(error)") }
            }
        }
        let reader = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        reader.persistentStoreCoordinator = coordinator
        reader.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
            let items = (try? reader.fetch(request)) ?? []
            if items.count != inserted.value { fail("\(inserted.value) items were made, and \(items.count) are saved") }
            for item in items {
                let behind = item.value(forKey: "behind") as? NSManagedObject
                guard let behind, (behind.value(forKey: "followers") as? NSSet)?.contains(item) != true else {
                    continue
                }
                fail("\(item.objectID) is behind \(behind.objectID), which does not know of it")
            }
        }
        say("\(visits.value) blocks, \(inserted.value) items")
        exit(0)
    }

    private func fail(_ sentence: String) -> Never {
        say("seed \(seed): \(sentence)")
        exit(1)
    }
}
