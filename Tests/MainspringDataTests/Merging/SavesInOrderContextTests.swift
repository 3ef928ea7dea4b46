import Foundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Two saves of others behind one another in a context, each of whose objects may be here by the row of either.
@Suite struct SavesInOrderContextTests {
    private let company: Company
    private let context: NSManagedObjectContext
    private let writer: NSManagedObjectContext

    init() {
        company = Company()
        (context, writer) = (company.context(), company.context())
        context.retainsRegisteredObjects = true
    }

    /// What is saved one after the other: whose badge becomes which one, or nobody's, or who is renamed.
    enum Step { case badge(Int, Int?), rename(Int), renameBadge(Int) }

    private static let saves: [[[Step]]] = [
        [[.badge(0, 0)], [.badge(1, 0)]],
        [[.badge(0, 0), .rename(1)], [.badge(1, 0)]],
        [[.rename(0), .renameBadge(0)], [.badge(0, 0)]],
        [[.badge(0, 0)], [.badge(0, 1), .badge(1, 0)]],
        [[.badge(0, 0), .badge(1, 1)], [.badge(1, 0), .badge(0, 1)]],
        [[.badge(0, 0)], [.badge(0, nil), .renameBadge(0)]],
    ]

    private func save(
        _ steps: [Step], _ objects: [NSManagedObject], isBackwards: Bool
    ) throws -> SavedMerge {
        let here = try objects.map { try writer.existingObject(with: $0.objectID) }
        for step in steps {
            switch step {
            case .badge(let person, let badge): here[person]["badge"] = badge.map { here[2 + $0] }
            case .rename(let person): here[person].setValue("renamed", forKey: "name")
            case .renameBadge(let badge): here[2 + badge].setValue("renamed", forKey: "name")
            }
        }
        var saved = try Slices.saved(beside: context) { try writer.save() }
        // People first, or badges.
        saved.updated.sort { ($0.entity.name! > $1.entity.name!) != isBackwards }
        return SavedMerge(saved)
    }

    @Test(arguments: saves.indices, [nil, 0, 1, 2, 3])
    func `a link between two that several saves have moved is at both its ends or at none, whoever comes first`(
        number: Int, reached: Int?
    ) throws {
        for (isBackwards, isKnownAtOnce) in [(false, false), (false, true), (true, false), (true, true)] {
            let objects =
                ["0", "1"].map { company.make("Person", $0, in: context) }
                + ["a", "b"].map { company.make("Badge", $0, in: context) }
            try context.save()
            var slices: Slices?
            var later: [SavedMerge] = []
            for steps in Self.saves[number] {
                let merge = try save(steps, objects, isBackwards: isBackwards)
                if isKnownAtOnce { slices = Slices(merge, into: context) } else { later.append(merge) }
            }
            for merge in later { slices = Slices(merge, into: context) }
            let about: Comment = "\(number), reached \(reached ?? -1), \(isBackwards), \(isKnownAtOnce)"
            let witness = LinkWitness(context: context)
            if let reached {
                context.core.reach(objects[reached].objectID)
                #expect(witness.fault == nil, about)
            }
            while slices?.areOver == false {
                slices?.next()
                #expect(witness.fault == nil, about)
            }
            let reader = company.context()
            let stored = try objects[..<2].map {
                try reader.existingObject(with: $0.objectID)["badge"]?.title
            }
            #expect(objects[..<2].map { $0["badge"]?.title } == stored, about)
            #expect(!context.hasChanges)
        }
    }

    /// Whose badge becomes which one in each of several saves, and who is deleted in the last one.
    private static let deletions: [(badges: [[(Int, Int)]], deleted: Int)] = [
        ([[(0, 1), (1, 0)], [(0, 0), (1, 1)], [(1, 0)]], 0), ([[(2, 1)], [(1, 1)], []], 1),
        ([[(0, 1)], [(1, 0)], [(2, 0)]], 1),
    ]

    /// In which order a save names its objects is nobody's choice: each seed is another one.
    @Test(arguments: deletions.indices, Seeds.first(12))
    func `links between two that several saves have moved stay, when one that had them is deleted`(
        number: Int, seed: UInt64
    ) throws {
        let objects =
            ["0", "1", "2"].map { company.make("Person", $0, in: context) }
            + ["a", "b", "c"].map { company.make("Badge", $0, in: context) }
        for person in 0..<3 { objects[person]["badge"] = objects[3 + person] }
        try context.save()
        var random = SeededGenerator(seed: seed)
        let here = try objects.map { try writer.existingObject(with: $0.objectID) }
        let (badges, deleted) = Self.deletions[number]
        var slices: Slices?
        for (save, moves) in badges.enumerated() {
            for (person, badge) in moves { here[person]["badge"] = here[3 + badge] }
            if save == badges.count - 1 { writer.delete(here[deleted]) }
            var saved = try Slices.saved(beside: context) { try writer.save() }
            saved.updated.shuffle(using: &random)
            slices = Slices(SavedMerge(saved), into: context)
        }
        slices?.finish("seed \(seed)")
        let left = (0..<3).filter { $0 != deleted }
        let reader = company.context()
        let stored = try left.map { try reader.existingObject(with: objects[$0].objectID)["badge"]?.title }
        #expect(left.map { objects[$0]["badge"]?.title } == stored, "seed \(seed)")
        #expect(!context.hasChanges, "seed \(seed)")
    }

    @Test(arguments: [false, true])
    func `an object whose row is gone keeps its links at both ends until its deletion is merged`(isKnownAtOnce: Bool)
        throws
    {
        let person = company.make("Person", "0", in: context)
        let project = company.make("Project", "a", in: context)
        person.setValue(NSSet(object: project), forKey: "projects")
        try context.save()
        for (object, key) in [(person, "projects"), (project, "members")] {
            context.refresh(object, mergeChanges: false)
            _ = (object.value(forKey: key) as? NSSet)?.count
        }
        let there = try writer.existingObject(with: project.objectID)
        there.setValue("renamed", forKey: "name")
        let first = SavedMerge(try Slices.saved(beside: context) { try writer.save() })
        var slices = isKnownAtOnce ? Slices(first, into: context) : nil
        writer.delete(there)
        let second = SavedMerge(try Slices.saved(beside: context) { try writer.save() })
        if slices == nil { slices = Slices(first, into: context) }
        slices = Slices(second, into: context)
        while slices?.areOver == false {
            slices?.next()
            #expect(LinkWitness(context: context).fault == nil)
        }
        #expect((person.value(forKey: "projects") as? NSSet)?.count == 0 && !context.hasChanges)
    }

    /// In one save or in two, and in which order a save names its objects: each seed is another one.
    @Test(arguments: [false, true], Seeds.first(12))
    func `who leads to another one since the former is deleted keeps that link, whoever goes first`(
        inTwo: Bool, seed: UInt64
    ) throws {
        let people = ["0", "1", "2"].map { company.make("Person", $0, in: context) }
        let badge = company.make("Badge", "a", in: context)
        (people[0]["badge"], people[2]["boss"]) = (badge, people[0])
        try context.save()
        _ = people[0].names("reports")
        var random = SeededGenerator(seed: seed)
        let here = try people.map { try writer.existingObject(with: $0.objectID) }
        var saved: [SavedIdentities] = []
        here[1]["badge"] = try writer.existingObject(with: badge.objectID)
        if inTwo { saved.append(try Slices.saved(beside: context) { try writer.save() }) }
        here[2]["boss"] = here[1]
        writer.delete(here[0])
        saved.append(try Slices.saved(beside: context) { try writer.save() })
        var slices: Slices?
        for var save in saved {
            save.updated.shuffle(using: &random)
            slices = Slices(SavedMerge(save), into: context)
        }
        slices?.finish("seed \(seed)")
        #expect(people[2]["boss"] === people[1] && people[1]["badge"] === badge, "seed \(seed)")
        #expect(people[1].names("reports") == ["2"] && !context.hasChanges, "seed \(seed)")
    }

    @Test(arguments: Seeds.first(12))
    func `who requires an object that is deleted goes before it, though a link between two has moved away from that`(
        seed: UInt64
    ) throws {
        let company = Company { _, entities in entities["Person"]?.relationshipsByName["boss"]?.isOptional = false }
        let (context, writer) = (company.context(), company.context())
        context.retainsRegisteredObjects = true
        let people = ["0", "1", "2"].map { company.make("Person", $0, in: context) }
        let badge = company.make("Badge", "a", in: context)
        (people[0]["boss"], people[1]["boss"], people[2]["boss"]) = (people[1], people[1], people[0])
        people[0]["badge"] = badge
        try context.save()
        _ = people[0].names("reports")
        let here = try people.map { try writer.existingObject(with: $0.objectID) }
        here[1]["badge"] = try writer.existingObject(with: badge.objectID)
        writer.delete(here[0])
        writer.delete(here[2])
        var saved = try Slices.saved(beside: context) { try writer.save() }
        var random = SeededGenerator(seed: seed)
        saved.updated.shuffle(using: &random)
        saved.deleted.shuffle(using: &random)
        let (slices, witness) = (Slices(SavedMerge(saved), into: context), LinkWitness(context: context))
        while !slices.areOver {
            slices.next()
            #expect(witness.fault == nil, "seed \(seed)")
            // Nobody is asked: who reads has what he reads merged.
            let isGone = people.map { !context.core.hasValues($0) || $0.core !== context.core || $0.isDeleted }
            #expect(!isGone[0] || isGone[2], "seed \(seed)")
        }
        #expect(people[1]["badge"] === badge && !context.hasChanges, "seed \(seed)")
    }
}
