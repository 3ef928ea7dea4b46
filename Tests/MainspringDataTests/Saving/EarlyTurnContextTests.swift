import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Objects of a save in slices that are changed, or that others change, before their turn has come.
@Suite struct EarlyTurnContextTests {
    private func begun(_ context: NSManagedObjectContext) -> SlicedSaving {
        let save = SlicedSaving(context)
        save.next()
        #expect(context.core.saving != nil)
        return save
    }

    private func names(_ entity: String, _ context: NSManagedObjectContext) throws -> [String] {
        try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity)).map(\.title).sorted()
    }

    // MARK: Links that stay as they are

    enum Link: CaseIterable { case toOne, member, members, notAMember }

    @Test(arguments: Link.allCases)
    func `a link that is set as it is leaves the objects at its ends to be found`(_ link: Link) throws {
        let company = Company()
        let context = company.context()
        let people = ["p", "q"].map { company.make("Person", $0, in: context) }
        let (badge, department) = (
            company.make("Badge", "b", in: context), company.make("Department", "d", in: context)
        )
        people[0].setValue(badge, forKey: "badge")
        department.setValue(Set([people[0]]), forKey: "people")
        let save = begun(context)
        switch link {
        case .toOne: badge.setValue(people[0], forKey: "person")
        case .member: department.mutableSetValue(forKey: "people").add(people[0])
        case .members: department.setValue(Set([people[0]]), forKey: "people")
        case .notAMember: department.mutableSetValue(forKey: "people").remove(people[1])
        }
        func look() throws {
            #expect(try names("Person", context) == ["p", "q"])
            #expect(try names("Person", context.child()) == ["p", "q"])
        }
        try look()
        try save.finish { try look() }
        #expect(try names("Person", company.context()) == ["p", "q"])
    }

    // MARK: Objects that are no longer led to

    enum End: CaseIterable { case none, itself, unlinked, linkedElsewhere, taken, deleted }

    @Test(arguments: End.allCases)
    func `what is invalid is refused, whatever becomes of its links before its turn`(_ end: End) throws {
        let company = Company(rules: ["Person.badge": .cascadeDeleteRule]) { _, entities in
            entities["Badge"]?.attributesByName["name"]?.isOptional = false
        }
        let context = company.context()
        for number in 0..<5 { company.make("Project", "\(number)", in: context) }
        let (person, other) = (company.make("Person", "p", in: context), company.make("Person", "q", in: context))
        let badge = NSManagedObject(entity: try #require(company.entities["Badge"]), insertInto: context)
        person.setValue(badge, forKey: "badge")
        let save = begun(context)
        switch end {
        case .none: break
        case .itself: badge.setValue(6, forKey: "age")
        case .unlinked: person.setValue(nil, forKey: "badge")
        case .linkedElsewhere: person.setValue(company.make("Badge", "new", in: context), forKey: "badge")
        case .taken: other.setValue(badge, forKey: "badge")
        case .deleted:
            context.delete(person)
            context.processPendingChanges()
        }
        #expect(Fixture.failure { try save.finish() }?.code == NSValidationMissingMandatoryPropertyError)
        #expect(try names("Badge", company.context()).isEmpty)
    }

    // MARK: Being told

    @Test(arguments: 1..<16)
    func `an object that has been told that it is saved is not told again when it is changed`(_ steps: Int) throws {
        let company = Company.hooked()
        let context = company.context()
        let people = ["p", "q", "r"].map { company.insert("Person", $0, in: context) }
        let save = begun(context)
        for _ in 1..<steps where !save.isOver { save.next() }
        for person in people { person.age = 6 }
        try save.finish()
        let told = context.journal.take()
        for name in ["p", "q", "r"] { #expect(told.filter { $0 == "will save \(name)" }.count == 1) }
        #expect(try people.map { try company.read($0.objectID, \.age) } == [0, 0, 0])
    }

    @Test(arguments: 1..<16)
    func `an object that hooks have changed is told again, though the program changes it first`(_ steps: Int) throws {
        let company = Company.hooked()
        let context = company.context()
        let people = ["p", "q"].map { company.insert("Person", $0, in: context) }
        context.journal.willSave = { if $0.title == "q", $0.age == 0 { (people[0].age, $0.age) = (7, 7) } }
        let save = begun(context)
        for _ in 1..<steps where !save.isOver { save.next() }
        let isChangedFirst = people[0].age == 0
        people[0].rename("changed")
        try save.finish()
        let told = context.journal.take()
        #expect(told.filter { $0 == "will save p" }.count == (isChangedFirst ? 1 : 2))
        #expect(told.filter { $0 == "will save q" }.count == 2)
    }

    // MARK: Derived attributes

    @Test func `attributes are derived of objects that are changed before their turn`() throws {
        let company = Company { _, entities in
            func derived(_ name: String, _ type: NSAttributeType, _ format: String) -> NSDerivedAttributeDescription {
                let attribute = NSDerivedAttributeDescription()
                (attribute.name, attribute.attributeType) = (name, type)
                attribute.derivationExpression = NSExpression(format: format)
                return attribute
            }
            entities["Person"]?.properties.append(derived("loud", .stringAttributeType, "uppercase:(name)"))
            entities["Department"]?.properties.append(derived("size", .integer32AttributeType, "people.@count"))
        }
        let context = company.context()
        let department = company.make("Department", "d", in: context)
        let people = ["old", "q"].map { company.make("Person", $0, in: context) }
        try context.save()
        people[0].setValue("new", forKey: "name")
        people[1].setValue(department, forKey: "department")
        let fresh = company.make("Person", "fresh", in: context)
        let save = begun(context)
        for object in [people[0], fresh, department] { object.setValue(1, forKey: "age") }
        try save.finish()
        let reader = company.context()
        let stored = try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))
        #expect(stored.compactMap { $0.value(forKey: "loud") as? String }.sorted() == ["FRESH", "NEW", "Q"])
        #expect(stored.allSatisfy { $0.value(forKey: "age") as? Int == 0 })
        let departments = try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Department"))
        #expect(departments.map { $0.value(forKey: "size") as? Int } == [1])
    }

    // MARK: Nothing to be saved

    @Test func `one of which nothing is left to be saved, and that is changed before its turn, is found once`() throws {
        let company = Company()
        let context = company.context()
        let people = ["p", "q"].map { company.make("Person", $0, in: context) }
        try context.save()
        context.beUndoable()
        context.event { people[0].setValue("p!", forKey: "name") }
        context.undo()
        context.event { people[1].setValue("q!", forKey: "name") }
        #expect(context.updatedObjects == [people[1]])
        let save = begun(context)
        context.event { people[0].setValue("r", forKey: "name") }
        try save.finish { try #expect(names("Person", context) == ["q!", "r"]) }
        #expect(context.updatedObjects == [people[0]])
    }
}
