import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// Several delete rules together.
@Suite struct DeleteMixContextTests {
    /// Anna, the boss of Bert and Cleo, all of one department; Bert has a badge and a project.
    private struct Office {
        let company: Company
        let context: NSManagedObjectContext
        let (department, badge, project): (NSManagedObject, NSManagedObject, NSManagedObject)
        let people: [NSManagedObject]

        init(_ rules: [String: NSDeleteRule], isAtOnce: Bool = false) throws {
            company = .hooked(rules: rules)
            context = company.context()
            context.propagatesDeletesAtEndOfEvent = !isAtOnce
            department = company.make("Department", "Sales", in: context)
            (badge, project) = (company.make("Badge", "1", in: context), company.make("Project", "X", in: context))
            people = ["Anna", "Bert", "Cleo"].map { [company, context] in company.insert("Person", $0, in: context) }
            for person in people { person["department"] = department }
            for person in people[1...] { person["boss"] = people[0] }
            people[1]["badge"] = badge
            people[1].add(project, to: "projects")
            try context.save()
            _ = context.journal.take()
        }

        var all: [NSManagedObject] { [department] + people + [badge, project] }
        func object(_ name: String) -> NSManagedObject { all.first { $0.title == name }! }

        /// Saves, and says what is left in the store, or the code of the error.
        func outcome() throws -> String {
            if let error = failure({ try context.save() }) { return "\(error.code)" }
            let reader = company.context()
            return all.filter { (try? reader.existingObject(with: $0.objectID)) != nil }.map(\.title).joined(
                separator: " ")
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let rules: [String: NSDeleteRule]
        let deleted: [String]
        let left: String

        var testDescription: String {
            let words = rules.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.rawValue)" }
            return "\(words.joined(separator: ", ")); delete \(deleted.joined(separator: " "))"
        }
    }

    static let cases: [Case] = [
        Case(rules: [:], deleted: ["Sales"], left: "Anna Bert Cleo 1 X"),
        Case(rules: ["Department.people": .cascadeDeleteRule], deleted: ["Sales"], left: "1 X"),
        // A chain: department, people, badge.
        Case(
            rules: ["Department.people": .cascadeDeleteRule, "Person.badge": .cascadeDeleteRule], deleted: ["Sales"],
            left: "X"),
        // A cycle: each end deletes the other.
        Case(
            rules: ["Person.badge": .cascadeDeleteRule, "Badge.person": .cascadeDeleteRule], deleted: ["1"],
            left: "Sales Anna Cleo X"),
        Case(
            rules: ["Person.reports": .cascadeDeleteRule, "Person.boss": .cascadeDeleteRule], deleted: ["Cleo"],
            left: "Sales 1 X"),
        Case(
            rules: ["Project.members": .cascadeDeleteRule, "Person.projects": .cascadeDeleteRule], deleted: ["X"],
            left: "Sales Anna Cleo 1"),
        Case(rules: ["Department.people": .denyDeleteRule], deleted: ["Sales"], left: "1600"),
        Case(rules: ["Department.people": .denyDeleteRule], deleted: ["Sales", "Anna", "Bert", "Cleo"], left: "1 X"),
        Case(rules: ["Department.people": .denyDeleteRule], deleted: ["Anna", "Bert", "Cleo", "Sales"], left: "1 X"),
        // What is to be deleted with it denies nothing; what stays does.
        Case(
            rules: ["Department.people": .cascadeDeleteRule, "Person.reports": .denyDeleteRule], deleted: ["Sales"],
            left: "1 X"),
        Case(
            rules: ["Department.people": .cascadeDeleteRule, "Person.projects": .denyDeleteRule], deleted: ["Sales"],
            left: "1600"),
        Case(
            rules: ["Department.people": .cascadeDeleteRule, "Person.projects": .denyDeleteRule],
            deleted: ["Sales", "X"], left: "1"),
        // One end is nullified, the other denies.
        Case(
            rules: ["Person.boss": .nullifyDeleteRule, "Person.reports": .denyDeleteRule], deleted: ["Anna"],
            left: "1600"
        ),
        Case(
            rules: ["Person.boss": .nullifyDeleteRule, "Person.reports": .denyDeleteRule],
            deleted: ["Bert", "Cleo", "Anna"], left: "Sales 1 X"),
        Case(
            rules: ["Person.badge": .denyDeleteRule, "Badge.person": .cascadeDeleteRule], deleted: ["1"],
            left: "Sales Anna Cleo X"),
        Case(rules: ["Person.badge": .noActionDeleteRule], deleted: ["Bert"], left: "Sales Anna Cleo 1 X"),
    ]

    @Test(arguments: cases, [false, true])
    func `rules hold in chains, cycles and mixes, at the end of the event and at once`(_ row: Case, isAtOnce: Bool)
        throws
    {
        let office = try Office(row.rules, isAtOnce: isAtOnce)
        for name in row.deleted { office.context.delete(office.object(name)) }
        #expect(try office.outcome() == row.left)
        let told = office.context.journal.entries.filter { $0.hasPrefix("prepare") }
        #expect(Set(told).count == told.count)
        if row.left == "1600" {
            // Nothing has become of the store, and it can be taken back.
            #expect(office.context.hasChanges)
            office.context.rollback()
            #expect(try office.outcome() == "Sales Anna Bert Cleo 1 X")
            #expect(office.department.names("people") == ["Anna", "Bert", "Cleo"])
        }
    }

    @Test func `rules of an entity hold for those that inherit from it`() throws {
        let company = Company(rules: ["Person.badge": .cascadeDeleteRule])
        let context = company.context()
        let (manager, badge) = (company.make("Manager", "Mia", in: context), company.make("Badge", "1", in: context))
        manager["badge"] = badge
        try context.save()
        context.delete(manager)
        try context.save()
        #expect(badge.managedObjectContext == nil)
    }

    @Test func `at the end of the event others hear of a deletion, at once they hear of it before delete returns`()
        throws
    {
        for isAtOnce in [false, true] {
            let office = try Office(["Department.people": .cascadeDeleteRule], isAtOnce: isAtOnce)
            office.context.delete(office.department)
            #expect(office.people.map(\.isDeleted) == Array(repeating: isAtOnce, count: 3))
            office.context.processPendingChanges()
            #expect(office.people.map(\.isDeleted) == [true, true, true])
        }
    }

    @Test func `before it is deleted an object still has its links`() throws {
        let office = try Office(["Department.people": .cascadeDeleteRule])
        var seen: [String] = []
        office.context.journal.prepareForDeletion = {
            seen.append("\($0.title) \($0["department"]?.title ?? "-") \($0.names("projects"))")
        }
        office.context.delete(office.department)
        office.context.processPendingChanges()
        #expect(seen.sorted() == ["Anna Sales []", "Bert Sales [\"X\"]", "Cleo Sales []"])
    }

    @Test func `what prepareForDeletion deletes is deleted as well`() throws {
        let office = try Office([:])
        office.context.journal.prepareForDeletion = { person in
            if let badge = person["badge"] { person.managedObjectContext?.delete(badge) }
        }
        office.context.delete(office.people[1])
        #expect(try office.outcome() == "Sales Anna Cleo X")
    }

    @Test func `what was never saved goes with its rules, and nothing is left to be saved`() throws {
        let company = Company(rules: ["Department.people": .cascadeDeleteRule, "Person.badge": .cascadeDeleteRule])
        let context = company.context()
        let department = company.make("Department", "Sales", in: context)
        let anna = company.make("Person", "Anna", in: context)
        anna["department"] = department
        anna["badge"] = company.make("Badge", "1", in: context)
        context.processPendingChanges()
        context.delete(department)
        context.processPendingChanges()
        #expect(!context.hasChanges && context.insertedObjects.isEmpty && context.deletedObjects.isEmpty)
    }
}
