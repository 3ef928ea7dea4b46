import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import SeededRandom

/// A thread's context, what it does, and what it was told to be saved.
final class GraphWorker: @unchecked Sendable {
    // `@unchecked Sendable`: used by one thread at a time; the context's objects on its queue.

    /// What a save has acknowledged.
    private struct Ledger {
        /// The worker's attribute of people that it has changed, by their places.
        var values: [Int: Int64] = [:]
        /// Who is in the worker's project.
        var members: Set<Int> = []
        /// People whom the worker has made, and has not deleted since.
        var own: [NSManagedObject: Int64] = [:]
        var gone: [NSManagedObject] = []
    }

    let number: Int
    let context: NSManagedObjectContext
    private let graph: SharedGraph
    private var random: SeededGenerator
    private var ledger = Ledger()
    private(set) var operations = 0
    private(set) var refusals = 0
    /// Keeps what the context has read.
    private var objects: [NSManagedObjectID: NSManagedObject] = [:]

    init(_ number: Int, _ graph: SharedGraph, _ context: NSManagedObjectContext, seed: UInt64) {
        (self.number, self.graph, self.context) = (number, graph, context)
        random = SeededGenerator(seed: seed &* 100 &+ UInt64(number))
        context.name = "Worker \(number)"
    }

    private var failsOnConflicts: Bool { (context.mergePolicy as? NSMergePolicy)?.mergeType == .errorMergePolicyType }

    /// Works until so many operations are done.
    /// - Parameter afterSaves: called after each tenth save.
    func run(operations total: Int, afterSaves: () -> Void) {
        var saves = 0
        while operations < total {
            let count = min(failsOnConflicts ? 20 : Int.random(in: 50...300, using: &random), total - operations)
            context.performAndWait { work(count) }
            saves += 1
            if saves % 10 == 0 { afterSaves() }
        }
    }

    private func object(_ identity: NSManagedObjectID) -> NSManagedObject {
        if let known = objects[identity] { return known }
        let object = context.object(with: identity)
        objects[identity] = object
        return object
    }

    private func work(_ count: Int) {
        var ledger = ledger
        for _ in 0..<count { operate(&ledger) }
        operations += count
        do {
            if number % 2 == 0 { try context.obtainPermanentIDs(for: Array(context.insertedObjects)) }
            try context.save()
            self.ledger = ledger
        } catch {
            refusals += 1
            context.rollback()
            let conflicts = (error as NSError).userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
            for conflict in conflicts ?? [] { context.refresh(conflict.sourceObject, mergeChanges: false) }
        }
    }

    private func operate(_ ledger: inout Ledger) {
        let place = Int.random(in: graph.people.indices, using: &random)
        let person = object(graph.people[place])
        let value = Int64(number) << 32 | Int64(operations) << 8 | Int64.random(in: 0..<256, using: &random)
        switch failsOnConflicts ? 0 : Int.random(in: 0..<10, using: &random) {
        case 0, 1, 2:
            person.setValue(value, forKey: SharedGraph.attribute(number))
            ledger.values[place] = value
        case 3: person.setValue(value, forKey: "age")
        case 4, 5: person["department"] = graph.departments.randomElement(using: &random).map(object)
        case 6, 7:
            let isMember = ledger.members.contains(place)
            let projects = person.mutableSetValue(forKey: "projects")
            let project = object(graph.projects[number])
            if isMember { projects.remove(project) } else { projects.add(project) }
            if isMember { ledger.members.remove(place) } else { ledger.members.insert(place) }
        case 8:
            let made = graph.company.make("Person", "Of \(number)", in: context)
            made.setValue(value, forKey: "age")
            made["department"] = graph.departments.randomElement(using: &random).map(object)
            made["badge"] = graph.company.make("Badge", "\(value)", in: context)
            ledger.own[made] = value
        default:
            guard let object = ledger.own.keys.randomElement(using: &random) else { return }
            context.delete(object)
            ledger.own[object] = nil
            ledger.gone.append(object)
        }
    }

    // MARK: The end

    /// What is not in another context as the worker was told that it is saved. To be called on its own queue.
    /// - Parameter final: gives the identity that an object has in the store.
    func missing(in reader: NSManagedObjectContext, final: (NSManagedObjectID) -> NSManagedObjectID) throws -> [String]
    {
        var missing: [String] = []
        let attribute = SharedGraph.attribute(number)
        for (place, identity) in graph.people.enumerated() {
            let object = try reader.existingObject(with: identity)
            let value = object.value(forKey: attribute) as? Int64
            let expected = ledger.values[place] ?? 0
            if value != expected { missing.append("\(attribute) of \(identity): \(expected), and not \(value ?? -1)") }
        }
        let project = try reader.existingObject(with: graph.projects[number])
        let members = Set(project.objectIDs(forRelationshipNamed: "members"))
        let expected = Set(ledger.members.map { graph.people[$0] })
        if members != expected {
            missing.append("members of \(project.title): \(members.count), not \(expected.count)")
        }
        for (object, value) in ledger.own {
            let copy = try? reader.existingObject(with: final(object.objectID))
            if copy?.value(forKey: "age") as? Int64 != value { missing.append("a person with \(value)") }
            if copy?["badge"]?.title != "\(value)" { missing.append("the badge \(value)") }
        }
        for object in ledger.gone where (try? reader.existingObject(with: final(object.objectID))) != nil {
            missing.append("the deletion of \(object.objectID)")
        }
        return missing
    }

    /// The first object that is not as another context has it. To be called on the worker's queue.
    func difference(
        to reader: NSManagedObjectContext, final: (NSManagedObjectID) -> NSManagedObjectID
    ) throws -> String? {
        for object in context.registeredObjects {
            guard let other = try? reader.existingObject(with: final(object.objectID)) else {
                return "\(object.objectID) is in \(context.name ?? ""), and not in the store"
            }
            let (mine, theirs) = (SharedGraph.picture(object, known: final), SharedGraph.picture(other))
            guard mine != theirs else { continue }
            let keys = mine.keys.filter { mine[$0] != theirs[$0] }.sorted()
            return "\(keys) of \(object.objectID) in \(context.name ?? "")"
        }
        return nil
    }
}
