import Foundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Several saves that want the same links between two otherwise, behind one another in a context that merges them in slices.
@Suite struct RandomPartnerContextTests {
    private let company = Company()
    private let names = ["0", "1", "2", "a", "b", "c"]

    /// What is done to people and badges, by their places.
    enum Step { case give(Int, Int?), swap(Int, Int), delete(Int) }

    private static func steps(_ random: inout SeededGenerator) -> [Step] {
        (0..<Int.random(in: 1...2, using: &random)).map { _ in
            let (person, other) = (Int.random(in: 0..<3, using: &random), Int.random(in: 0..<3, using: &random))
            return switch Int.random(in: 0..<8, using: &random) {
            case 0: .delete(Int.random(in: 0..<6, using: &random))
            case 1: .give(person, nil)
            case 2...4: .swap(person, other)
            default: .give(person, other)
            }
        }
    }

    private func make(in context: NSManagedObjectContext) throws -> [NSManagedObjectID] {
        context.retainsRegisteredObjects = true
        let made = names.enumerated().map { company.make($0 < 3 ? "Person" : "Badge", $1, in: context) }
        for person in 0..<3 { made[person]["badge"] = made[3 + person] }
        try context.save()
        return made.map(\.objectID)
    }

    private func read(_ identities: [NSManagedObjectID], in context: NSManagedObjectContext) throws {
        context.retainsRegisteredObjects = true
        for (place, identity) in identities.enumerated() {
            _ = try context.existingObject(with: identity)[place < 3 ? "badge" : "person"]?.title
        }
    }

    private func change(_ context: NSManagedObjectContext, _ identities: [NSManagedObjectID], _ steps: [Step]) {
        func object(_ place: Int) -> NSManagedObject? {
            context.registeredObject(for: identities[place]).flatMap { $0.isDeleted ? nil : $0 }
        }
        for step in steps {
            switch step {
            case .give(let person, let badge): object(person)?["badge"] = badge.flatMap { object(3 + $0) }
            case .swap(let one, let other):
                guard let one = object(one), let other = object(other) else { continue }
                let (first, second) = (one["badge"], other["badge"])
                (one["badge"], other["badge"]) = (second, first)
            case .delete(let place): object(place).map(context.delete)
            }
        }
    }

    /// Who has which badge; nil for somebody who is not there.
    private func badges(_ identities: [NSManagedObjectID], in context: NSManagedObjectContext) -> [String?] {
        identities[..<3].map { identity in
            guard let person = try? context.existingObject(with: identity), !person.isDeleted else { return nil }
            return person["badge"]?.title ?? "none"
        }
    }

    @Test(arguments: Seeds.first(150))
    func `Children's saves are merged in slices to the same end as at once, whoever is reached in the midst`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let (context, atOnce) = (company.context(), company.context())
        let identities = try make(in: context)
        try read(identities, in: atOnce)
        let saves = (0..<Int.random(in: 2...3, using: &random)).map { _ in Self.steps(&random) }
        // All have read everything before any saves.
        func children(of parent: NSManagedObjectContext) throws -> [NSManagedObjectContext] {
            try saves.map { steps in
                let child = parent.child()
                try read(identities, in: child)
                change(child, identities, steps)
                return child
            }
        }
        var slices: Slices?
        for child in try children(of: context) where child.hasChanges { slices = try Slices(savingOf: child) }
        for child in try children(of: atOnce) { try child.save() }
        let witness = LinkWitness(context: context)
        while slices?.areOver == false {
            slices?.next()
            #expect(witness.fault == nil, "seed \(seed)")
            if Bool.random(using: &random), let reached = identities.randomElement(using: &random) {
                _ = try? context.existingObject(with: reached)
                #expect(witness.fault == nil, "seed \(seed)")
            }
        }
        let (found, wanted) = (badges(identities, in: context), badges(identities, in: atOnce))
        #expect(found == wanted, "seed \(seed)")
    }

    @Test(arguments: Seeds.first(150))
    func `What others save is merged in slices to what the store has, and is no change of the context`(seed: UInt64)
        throws
    {
        var random = SeededGenerator(seed: seed)
        let (context, writer) = (company.context(), company.context())
        let identities = try make(in: context)
        try read(identities, in: writer)
        var slices: Slices?
        for _ in 0..<3 {
            change(writer, identities, Self.steps(&random))
            guard writer.hasChanges else { continue }
            var saved = try Slices.saved(beside: context) { try writer.save() }
            saved.updated.shuffle(using: &random)
            slices = Slices(SavedMerge(saved), into: context)
        }
        slices?.finish("seed \(seed)")
        let (found, stored) = (badges(identities, in: context), badges(identities, in: company.context()))
        #expect(found == stored, "seed \(seed)")
        #expect(!context.hasChanges, "seed \(seed)")
    }
}
