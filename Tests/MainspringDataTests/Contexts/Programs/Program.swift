import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom

@testable import MainspringData

/// A random program: two contexts with a store, and a child of the first, that make, change, link, delete, save, merge, undo
/// and refresh objects. What they have, tell, show and store is compared after each step.
final class Program: @unchecked Sendable {
    // `@unchecked Sendable`: all contexts of a program are used on one thread.

    struct Kind: CustomStringConvertible, Sendable {
        let store: NSPersistentStore.StoreType
        /// Whether those who hear of changes act at once.
        let hasObservers: Bool

        var description: String { "\(store.rawValue)\(hasObservers ? " with observers" : "")" }

        static let all = [NSPersistentStore.StoreType.inMemory, .sqlite].flatMap { store in
            [false, true].map { Kind(store: store, hasObservers: $0) }
        }
    }

    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    let company: Company
    let kind: Kind
    var random: SeededGenerator
    private(set) var places: [ProgramPlace] = []
    /// What was done, in words.
    private(set) var log: [String] = []
    /// How many objects were made.
    var count = 0
    private let merges: Bool

    init(seed: UInt64, _ kind: Kind) throws {
        (self.kind, random, merges) = (kind, SeededGenerator(seed: seed), seed % 4 < 3)
        company = Company(
            kind: kind.store,
            rules: seed % 3 == 0
                ? ["Department.people": .cascadeDeleteRule, "Person.badge": .cascadeDeleteRule] : [:],
            ordered: seed % 2 == 0 ? ["people", "projects"] : [])
        let policies: [NSMergePolicy] = [
            .mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump, .overwrite, .rollback,
        ]
        let first = company.context()
        let contexts = [("A", first, true), ("B", company.context(), true), ("C", first.child(), false)]
        for (name, context, isRoot) in contexts {
            context.mergePolicy = policies[Int(seed / 4) % 4]
            if name != "B" {
                let manager = UndoManager()
                manager.groupsByEvent = false
                context.undoManager = manager
            }
            places.append(try ProgramPlace(name, context, isRoot: isRoot))
            places.last?.openGroup()
        }
    }

    /// - Returns: what goes wrong first; nil if nothing does.
    func run(steps: Int) -> String? {
        do {
            for _ in 0..<steps {
                try step()
                try check()
            }
            return nil
        } catch {
            return "\(error)\n\(log.joined(separator: "\n"))"
        }
    }

    func say(_ place: ProgramPlace, _ text: String) { log.append("\(place.name) \(text)") }

    func isHeads() -> Bool { Bool.random(using: &random) }

    /// One of the objects of an entity, or of its subentity, that a place has.
    func pick(_ place: ProgramPlace, _ entity: String) -> NSManagedObject? {
        let known = place.context.registeredObjects.filter { object in
            guard object.entity.name == entity || object.entity.superentity?.name == entity else { return false }
            // A fault whose row has gone is deleted when it is asked for its name.
            return !object.isDeleted && object.value(forKey: "name") != nil && !object.isDeleted
        }
        return known.sorted { $0.title < $1.title }.randomElement(using: &random)
    }

    /// The same of one of several entities.
    func pick(_ place: ProgramPlace, among entities: [String]) -> NSManagedObject? {
        pick(place, entities.randomElement(using: &random) ?? "Person")
    }

    // MARK: Checks

    /// Merges what was saved, and compares what places have.
    private func check() throws {
        for _ in 0..<2 {
            merge()
            for place in places { place.context.processPendingChanges() }
        }
        for place in places {
            place.checkNotices()
            // Where nothing is merged, nobody knows what others have saved.
            guard merges, place.isRoot else { continue }
            try place.checkList()
            place.checkLinks()
        }
        let problems = places.flatMap { place in place.problems.map { "\(place.name): \($0)" } }
        if !problems.isEmpty { throw Problem(description: problems.joined(separator: "\n")) }
    }

    /// What contexts have saved into the store comes to the others.
    private func merge() {
        // Who is told of a merge may save.
        for _ in 0..<5 {
            for place in places {
                let saves = place.takeSaves()
                guard merges, place.isRoot else { continue }
                for notification in saves {
                    for other in places where other !== place {
                        other.context.mergeChanges(fromContextDidSave: notification)
                    }
                }
            }
        }
    }
}
