import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@_spi(Tools) @testable import MainspringData

/// What a child has linked to an object that is deleted before the child's save has been merged: the delete rule reaches it.
@Suite struct DeletedEndContextTests {
    /// How the child's save comes, which was there before the deletion.
    enum Way: CaseIterable { case atOnce, inSlices, behindASave }

    /// Whose deletion reaches whom: a required end to one, an end to one of a link between two, a member of many.
    enum Link: CaseIterable { case toOne, betweenTwo, toMany }

    struct Trial: CustomTestStringConvertible, Sendable {
        let (way, link, rule): (Way, Link, NSDeleteRule)
        /// Whether somebody comes to the new object in the event that has deleted the other.
        let isReached: Bool
        var testDescription: String { "\(link), \(rule.word), \(way)\(isReached ? ", reached in the same event" : "")" }
    }

    static let trials = Way.allCases.flatMap { way in
        Link.allCases.flatMap { link in
            [NSDeleteRule.cascadeDeleteRule, .nullifyDeleteRule, .denyDeleteRule].flatMap { rule in
                [false, true].map { Trial(way: way, link: link, rule: rule, isReached: $0) }
            }
        }
    }

    @Test(arguments: trials)
    func `the delete rule reaches what a child has linked to the object before it was deleted`(_ trial: Trial) throws {
        let (entity, key, back, name) =
            switch trial.link {
            case .toOne: ("Person", "department", "people", "Department")
            case .betweenTwo: ("Badge", "person", "badge", "Person")
            case .toMany: ("Project", "members", "projects", "Person")
            }
        let company = Company(rules: ["\(name).\(back)": trial.rule]) { _, entities in
            // A link to nobody would be refused.
            entities["Person"]?.relationshipsByName["department"]?.isOptional =
                trial.link != .toOne || trial.rule == .nullifyDeleteRule
        }
        let context = company.context()
        let deleted = company.make(name, "deleted", in: context)
        if trial.link == .toMany { deleted["department"] = company.make("Department", "d", in: context) }
        if trial.link == .betweenTwo { deleted["department"] = company.make("Department", "d", in: context) }
        for number in 0..<3 { company.make("Project", "\(number)", in: context) }
        try context.save()
        deleted.setValue(1, forKey: "age")
        let child = context.child()
        let new = company.make(entity, "new", in: child)
        let end = try child.existingObject(with: deleted.objectID)
        if trial.link == .toMany { new.add(end, to: key) } else { new[key] = end }
        let changes = try CapturingSource.changes(of: child)
        let outcome = Outcome<Void, any Error>()
        if trial.way == .atOnce {
            context.core.take(changes, from: child.core)
        } else {
            context.core.merging = MergeQueue(context.core)
            if trial.way == .behindASave { context.core.merging?.add(.save(SlicedSave(outcome, Cancellation()) {})) }
            context.core.merging?.add(.taken(TakenMerge(changes, from: child.core)))
        }
        context.delete(deleted)
        if trial.isReached { _ = context.object(with: new.objectID).isDeleted } else { context.processPendingChanges() }
        while let merging = context.core.merging {
            merging.work.first?.save?.waitForAnswer(in: context.core)
            merging.slice(.objects(1))
        }
        context.processPendingChanges()
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = MainspringFoundation.NSPredicate(format: "name == 'new'")
        let left = try context.fetch(request).map { object in
            trial.link == .toMany ? object.names(key) : [object[key]?.title ?? "nobody"]
        }
        if trial.way == .behindASave { try outcome.take().get() }
        switch trial.rule {
        case .cascadeDeleteRule:
            #expect(left.isEmpty)
            try context.save()
        case .denyDeleteRule:
            // With it goes that the new object leads to one that is to be deleted.
            let error = try #require(failure { try context.save() })
            let errors = error.userInfo[NSDetailedErrorsKey] as? [NSError] ?? [error]
            #expect(errors.map(\.code).contains(NSValidationRelationshipDeniedDeleteError))
        default:
            #expect(left == [trial.link == .toMany ? [] : ["nobody"]])
            try context.save()
        }
    }

    @Test(arguments: [false, true])
    func `a deleted object that is reached after another context has saved it leads nowhere at once`(
        byLink: Bool
    ) throws {
        let company = Company()
        let context = company.context()
        context.retainsRegisteredObjects = true
        let (person, badge) = (company.make("Person", "0", in: context), company.make("Badge", "a", in: context))
        person["badge"] = badge
        try context.save()
        context.delete(person)
        context.processPendingChanges()
        #expect(badge["person"] == nil)
        let slices = try Slices(context) {
            let other = company.context()
            try other.existingObject(with: person.objectID).setValue(1, forKey: "age")
            try other.save()
        }
        if byLink { #expect(person["badge"] == nil) } else { context.core.reach(person.objectID) }
        #expect(person.isDeleted && person.age == 1)
        #expect(LinkWitness(context: context).fault == nil)
        slices.finish("\(byLink)")
        try context.save()
        #expect(try company.read(badge.objectID) { $0["person"] == nil })
    }

    @Test(arguments: [nil, false, true])
    func `a deletion that is merged before its turn ends no link that an earlier save of others has moved`(
        isFault: Bool?
    ) throws {
        let company = Company()
        let writer = company.context()
        let people = ["anna", "old", "new"].map { company.make("Person", $0, in: writer) }
        people[0]["boss"] = people[1]
        try writer.save()
        let context = company.context()
        context.retainsRegisteredObjects = true
        let mine = try people.map { try context.existingObject(with: $0.objectID) }
        #expect(mine[0]["boss"] === mine[1])
        if isFault == true { context.refresh(mine[1], mergeChanges: false) }
        people[0]["boss"] = people[2]
        let saved = try Slices.saved(beside: context) { try writer.save() }
        // A child of another context, which has read what was saved.
        let other = company.context()
        let child = other.child()
        child.delete(try child.existingObject(with: people[1].objectID))
        let changes = try CapturingSource.changes(of: child)
        if isFault == nil {
            context.core.merge(saved)
            context.core.take(changes, from: child.core)
        } else {
            _ = Slices(SavedMerge(saved), into: context)
            let slices = Slices(TakenMerge(changes, from: child.core), into: context)
            context.core.reach(mine[1].objectID)
            #expect(LinkWitness(context: context).fault == nil)
            slices.finish("fault: \(isFault == true)")
        }
        context.processPendingChanges()
        #expect(mine[0]["boss"] === mine[2] && mine[1].isDeleted)
        withExtendedLifetime(other) {}
    }

    @Test(arguments: ["at once", "completed", "in slices", "person reached", "badge reached"])
    func `what a second child deletes takes along whom the first has linked to it, though the third one has too`(
        way: String
    ) throws {
        let company = Company(rules: ["Person.badge": .cascadeDeleteRule]) { _, entities in
            entities["Badge"]?.relationshipsByName["person"]?.isOptional = false
        }
        let context = company.context()
        context.retainsRegisteredObjects = true
        let people = ["0", "1"].map { company.make("Person", $0, in: context) }
        let badges = ["a", "b"].map { company.make("Badge", $0, in: context) }
        for (person, badge) in zip(people, badges) { person["badge"] = badge }
        try context.save()
        let children = (0..<3).map { _ in context.child() }
        for (number, child) in children.enumerated() {
            let here = try (people + badges).map { try child.existingObject(with: $0.objectID) }
            for object in here { _ = object.title }
            if number == 1 {
                child.delete(here[1])
            } else {
                here[1]["badge"] = here[2]
                child.delete(here[3])
            }
        }
        if way == "at once" {
            for child in children { try child.save() }
        } else {
            var slices: Slices?
            for child in children { slices = try Slices(savingOf: child) }
            switch way {
            case "completed": context.core.completeMerges()
            case "person reached": context.core.reach(people[1].objectID)
            case "badge reached": context.core.reach(badges[0].objectID)
            default: break
            }
            slices?.finish("\(way)")
        }
        context.processPendingChanges()
        #expect(people[1].isDeleted && badges[0].isDeleted && badges[1].isDeleted && people[0]["badge"] == nil)
        try context.save()
    }
}

extension NSDeleteRule {
    fileprivate var word: String {
        switch self {
        case .cascadeDeleteRule: "cascade"
        case .denyDeleteRule: "deny"
        case .nullifyDeleteRule: "nullify"
        default: "no action"
        }
    }
}
