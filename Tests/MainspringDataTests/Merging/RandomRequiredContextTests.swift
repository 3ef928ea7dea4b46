import Foundation
@_spi(Tools) import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Merges in slices on random graphs whose objects require others, some of them each other: a department for each person, and a badge,
/// which requires that person.
@Suite struct RandomRequiredContextTests {
    private let company = Company { _, entities in
        entities["Person"]!.relationshipsByName["department"]!.isOptional = false
        entities["Person"]!.relationshipsByName["badge"]!.isOptional = false
        entities["Badge"]!.relationshipsByName["person"]!.isOptional = false
    }

    /// A child's random changes, after which everything has what it requires.
    private func change(_ child: NSManagedObjectContext, _ random: inout SeededGenerator) throws {
        func all(_ entity: String) throws -> [NSManagedObject] {
            try child.fetch(NSFetchRequest<NSManagedObject>(entityName: entity)).sorted { $0.title < $1.title }
        }
        var (people, badges): ([NSManagedObject], [NSManagedObject]) = ([], [])
        let name = "\(Int.random(in: 0..<1_000_000, using: &random))"
        // Who requires something may be made before it, and the other way round.
        for number in 0..<12 {
            switch Int.random(in: 0..<3, using: &random) {
            case 0: people.append(company.make("Person", "\(name) \(number)", in: child))
            case 1: badges.append(company.make("Badge", "\(name) \(number)", in: child))
            default: company.make("Department", "\(name) \(number)", in: child)
            }
        }
        company.make("Department", "\(name) last", in: child)
        while people.count < badges.count {
            people.append(company.make("Person", "\(name) \(people.count) late", in: child))
        }
        while badges.count < people.count {
            badges.append(company.make("Badge", "\(name) \(badges.count) late", in: child))
        }
        let departments = try all("Department")
        for (person, badge) in zip(people.shuffled(using: &random), badges) {
            person["badge"] = badge
            person["department"] = departments.randomElement(using: &random)
            if Bool.random(using: &random) { person["boss"] = people.randomElement(using: &random) }
        }
        for person in try all("Person") where !person.isInserted {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: person["department"] = departments.randomElement(using: &random)
            case 1: person.setValue(person.title + "'", forKey: "name")
            case 2:
                person["badge"].map(child.delete)
                child.delete(person)
            default: break
            }
        }
    }

    /// An object that lacks what it requires, or leads to what is not there; nil if there is none.
    private func fault(_ context: NSManagedObjectContext) -> String? {
        let core = context.core
        // What others have deleted goes at the end of the event.
        let gone = ObjectSet(core.event.mergedDeletions)
        for object in core.objectMap.table.objects
        where core.hasValues(object) && !object.isDeleted && !gone.contains(object) {
            for relationship in object.shape.layout.relationships where !relationship.isToMany {
                let name = object.entity.slots[Int(relationship.place.slot)].name
                guard object.entity.relationshipsByName[name]?.isOptional == false else { continue }
                let title = "\(object.entity.name!) \(object.primitiveValue(forKey: "name") ?? "-")"
                guard let key = core.currentKey(relationship.place, object.memory) else {
                    return "\(title) has no \(name)"
                }
                guard let other = core.objectMap.table.object(key) else { continue }
                if other.isDeleted || gone.contains(other) { return "the \(name) of \(title) is deleted" }
            }
        }
        return nil
    }

    private func picture(_ context: NSManagedObjectContext) throws -> [String] {
        try ["Department", "Person", "Badge"].flatMap { entity in
            try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity)).map { object in
                let others = ["department", "badge", "person", "boss"].map { key in
                    object.entity.relationshipsByName[key].map { _ in object[key]?.title ?? "-" } ?? ""
                }
                return "\(entity) \(object.title) \(others)"
            }.sorted()
        }
    }

    @Test(arguments: Seeds.first(24))
    func `between two slices nobody lacks what it requires, and a fetch shows what has come and completes nothing`(
        _ seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let context = company.context()
        context.retainsRegisteredObjects = true
        for round in 0..<4 {
            let about: Comment = "seed \(seed), round \(round)"
            let child = context.child()
            try change(child, &random)
            let expected = try picture(child)
            let (inserted, deleted) = (child.insertedObjects.count, child.deletedObjects.count)
            let slices = try Slices(savingOf: child)
            while !slices.areOver {
                slices.next()
                try #require(fault(context) == nil, about)
                if round.isMultiple(of: 2), let any = context.registeredObjects.randomElement(using: &random) {
                    _ = context.registeredObject(for: any.objectID)
                    try #require(fault(context) == nil, "\(about), reached")
                    // What was changed by that is listed at the end of the event, which a fetch is.
                    context.processPendingChanges()
                }
                let known = (context.insertedObjects.count, context.updatedObjects.count, context.deletedObjects.count)
                let entity = ["Department", "Person", "Badge"].randomElement(using: &random)!
                let shown = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity))
                try #require(shown.allSatisfy { !$0.isDeleted } && fault(context) == nil, about)
                try #require(
                    known == (
                        context.insertedObjects.count, context.updatedObjects.count, context.deletedObjects.count
                    ),
                    about)
                try #require(
                    shown.count { $0.isInserted } == context.insertedObjects.count { $0.entity.name == entity }, about)
            }
            #expect(context.insertedObjects.count == inserted && context.deletedObjects.count == deleted, about)
            #expect(try picture(context) == expected, about)
            try context.save()
        }
    }

    @Test(arguments: Seeds.first(24))
    func
        `of what others have saved nobody lacks what it requires either, nor where an object is reached before its turn`(
            _ seed: UInt64
        ) throws
    {
        var random = SeededGenerator(seed: seed)
        let (writer, context) = (company.context(), company.context())
        context.retainsRegisteredObjects = true
        for round in 0..<4 {
            let about: Comment = "seed \(seed), round \(round)"
            _ = try picture(context)
            let slices = try Slices(context) {
                try change(writer, &random)
                try writer.save()
            }
            while !slices.areOver {
                slices.next()
                try #require(fault(context) == nil, about)
                guard round.isMultiple(of: 2), let any = context.registeredObjects.randomElement(using: &random) else {
                    continue
                }
                _ = context.registeredObject(for: any.objectID)
                try #require(fault(context) == nil, "\(about), reached")
            }
            #expect(try picture(context) == picture(writer), about)
            #expect(!context.hasChanges, about)
        }
    }
}
