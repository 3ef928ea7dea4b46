import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// What a deletion does to others.
@Suite struct DeleteRuleContextTests {
    @Test func `nullify ends the links, and leaves the others`() throws {
        let company = Company()
        let context = company.context()
        let department = company.make("Department", "1", in: context)
        let people = ["Anna", "Bert"].map { company.make("Person", $0, in: context) }
        for person in people { person["department"] = department }
        try context.save()
        context.delete(department)
        #expect(department.isDeleted)
        #expect(people[0]["department"] === department)
        context.processPendingChanges()
        #expect(people.map { $0["department"] } == [nil, nil])
        #expect(context.deletedObjects == [department] && context.updatedObjects == Set(people))
        #expect(department.committedValues(forKeys: ["people"])["people"] as? NSSet == NSSet(array: people))
        try context.save()
        #expect(department.managedObjectContext == nil && !context.hasChanges)
    }

    @Test func `cascade goes along chains and cycles, each object told once`() throws {
        let company = Company(rules: ["Department.people": .cascadeDeleteRule, "Person.reports": .cascadeDeleteRule])
        let context = company.context()
        let department = company.make("Department", "1", in: context)
        let people = (0..<5).map { company.make("Person", "\($0)", in: context) }
        for (boss, person) in zip(people, people[1...]) { person["boss"] = boss }
        people[0]["boss"] = people[4]
        people[2]["department"] = department
        try context.save()
        context.delete(department)
        context.processPendingChanges()
        #expect(context.deletedObjects.count == 6)
        try context.save()
        #expect(context.registeredObjects.isEmpty)
    }

    @Test func `deny refuses the save as long as somebody is there`() throws {
        let company = Company(rules: ["Department.people": .denyDeleteRule])
        let context = company.context()
        let department = company.make("Department", "1", in: context)
        let anna = company.make("Person", "Anna", in: context)
        anna["department"] = department
        try context.save()
        context.delete(department)
        #expect { try context.save() } throws: { ($0 as NSError).code == 1600 }
        #expect(context.hasChanges && department.isDeleted)
        context.delete(anna)
        try context.save()
        #expect(!context.hasChanges)
    }

    @Test func `no action leaves links that lead nowhere`() throws {
        let company = Company(rules: ["Department.people": .noActionDeleteRule])
        let context = company.context()
        let department = company.make("Department", "1", in: context)
        let anna = company.make("Person", "Anna", in: context)
        anna["department"] = department
        try context.save()
        context.delete(department)
        try context.save()
        let other = company.context()
        let copy = try other.existingObject(with: anna.objectID)
        #expect(copy["department"]?.isFault == true)
        #expect(copy["department"]?.title == "-")
        #expect(copy["department"]?.isDeleted == true)
    }

    @Test func `what was inserted and deleted before a save is neither`() throws {
        let company = Company()
        let context = company.context()
        let (one, two) = (company.make("Person", "1", in: context), company.make("Person", "2", in: context))
        context.delete(one)
        context.processPendingChanges()
        #expect(context.insertedObjects == [two] && context.deletedObjects.isEmpty)
        context.delete(two)
        context.processPendingChanges()
        #expect(!context.hasChanges)
    }

    @Test func `deletions reach others at once if the context says so`() {
        let company = Company()
        let context = company.context()
        context.propagatesDeletesAtEndOfEvent = false
        let department = company.make("Department", "1", in: context)
        let anna = company.make("Person", "Anna", in: context)
        anna["department"] = department
        context.delete(department)
        #expect(anna["department"] == nil)
    }
}
