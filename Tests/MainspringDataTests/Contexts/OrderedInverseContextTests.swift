import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Both ends of links that have an order, that lead back to their own entity, or that lead to somebody else now.
@Suite struct OrderedInverseContextTests {
    private func list(_ objects: NSManagedObject...) -> NSOrderedSet { NSOrderedSet(array: objects) }

    @Test func `who comes by its own end comes last, and who goes leaves the others' order`() throws {
        let company = Company(ordered: ["people"])
        let context = company.context()
        let sales = company.make("Department", "Sales", in: context)
        let board = company.make("Department", "Board", in: context)
        let people = ["Anna", "Bert", "Cleo", "Dora"].map { company.make("Person", $0, in: context) }
        for person in people { person["department"] = sales }
        #expect(sales.names("people") == ["Anna", "Bert", "Cleo", "Dora"])
        people[1]["department"] = board
        #expect(sales.names("people") == ["Anna", "Cleo", "Dora"] && board.names("people") == ["Bert"])
        sales.setValue(list(people[3], people[1], people[0]), forKey: "people")
        #expect(sales.names("people") == ["Dora", "Bert", "Anna"] && board.names("people") == [])
        #expect(people.map { $0["department"]?.title } == ["Sales", "Sales", nil, "Sales"])
        board.mutableOrderedSetValue(forKey: "people").insert(people[2], at: 0)
        board.mutableOrderedSetValue(forKey: "people").insert(people[0], at: 0)
        #expect(board.names("people") == ["Anna", "Cleo"] && sales.names("people") == ["Dora", "Bert"])
        try context.save()
        #expect(try company.read(board.objectID) { $0.names("people") } == ["Anna", "Cleo"])
        #expect(try company.read(sales.objectID) { $0.names("people") } == ["Dora", "Bert"])
    }

    @Test func `an order alone is a change, which is saved`() throws {
        let company = Company(ordered: ["people"])
        let context = company.context()
        let sales = company.make("Department", "Sales", in: context)
        let people = ["Anna", "Bert", "Cleo"].map { company.make("Person", $0, in: context) }
        sales.setValue(NSOrderedSet(array: people), forKey: "people")
        try context.save()
        sales.setValue(list(people[2], people[0], people[1]), forKey: "people")
        #expect(sales.changedNames == ["people"] && sales.hasPersistentChangedValues)
        context.processPendingChanges()
        #expect(context.updatedObjects == [sales])
        #expect((sales.committedValues(forKeys: ["people"])["people"] as? NSOrderedSet)?.array.count == 3)
        try context.save()
        #expect(try company.read(sales.objectID) { $0.names("people") } == ["Cleo", "Anna", "Bert"])
        sales.setValue(list(people[1], people[0], people[2]), forKey: "people")
        context.rollback()
        #expect(sales.names("people") == ["Cleo", "Anna", "Bert"])
    }

    @Test func `both ends may have an order`() throws {
        let company = Company(ordered: ["projects", "members"])
        let context = company.context()
        let people = ["Anna", "Bert"].map { company.make("Person", $0, in: context) }
        let projects = ["X", "Y", "Z"].map { company.make("Project", $0, in: context) }
        people[0].setValue(list(projects[2], projects[0]), forKey: "projects")
        people[1].setValue(list(projects[0], projects[1], projects[2]), forKey: "projects")
        #expect(projects.map { $0.names("members") } == [["Anna", "Bert"], ["Bert"], ["Anna", "Bert"]])
        projects[0].setValue(list(people[1], people[0]), forKey: "members")
        #expect(people[0].names("projects") == ["Z", "X"])
        projects[2].setValue(list(people[1]), forKey: "members")
        #expect(people[0].names("projects") == ["X"])
        try context.save()
        #expect(try company.read(projects[0].objectID) { $0.names("members") } == ["Bert", "Anna"])
        #expect(try company.read(people[1].objectID) { $0.names("projects") } == ["X", "Y", "Z"])
    }

    @Test func `a relationship may lead back to its own entity, in order`() throws {
        let company = Company(ordered: ["reports"])
        let context = company.context()
        let people = ["Anna", "Bert", "Cleo"].map { company.make("Person", $0, in: context) }
        for person in people { person["boss"] = people[0] }
        #expect(people[0].names("reports") == ["Anna", "Bert", "Cleo"])
        people[1].setValue(list(people[2], people[0]), forKey: "reports")
        #expect(people.map { $0["boss"]?.title } == ["Bert", "Anna", "Bert"])
        #expect(people.map { $0.names("reports") } == [["Bert"], ["Cleo", "Anna"], []])
        try context.save()
        #expect(try company.read(people[1].objectID) { $0.names("reports") } == ["Cleo", "Anna"])
    }

    @Test func `a relationship that is its own inverse is the same from both sides`() throws {
        let company = Company { _, entities in
            let person = entities["Person"]!
            let partner = Part.relationship("partner", to: person)
            let friends = Part.relationship("friends", to: person, isToMany: true)
            for relationship in [partner, friends] {
                person.properties.append(relationship)
                relationship.isOptional = true
                relationship.inverseRelationship = relationship
                relationship.deleteRule = .nullifyDeleteRule
            }
        }
        let context = company.context()
        let people = ["Anna", "Bert", "Cleo"].map { company.make("Person", $0, in: context) }
        people[0]["partner"] = people[1]
        #expect(people.map { $0["partner"]?.title } == ["Bert", "Anna", nil])
        people[2]["partner"] = people[0]
        #expect(people.map { $0["partner"]?.title } == ["Cleo", nil, "Anna"])
        people[0]["partner"] = people[0]
        #expect(people.map { $0["partner"]?.title } == ["Anna", nil, nil])
        people[0]["partner"] = nil
        people[0].setValue(NSSet(array: people), forKey: "friends")
        #expect(people.map { $0.names("friends") } == [["Anna", "Bert", "Cleo"], ["Anna"], ["Anna"]])
        people[1].setValue(NSSet(array: [people[2]]), forKey: "friends")
        #expect(people.map { $0.names("friends") } == [["Anna", "Cleo"], ["Cleo"], ["Anna", "Bert"]])
        try context.save()
        context.delete(people[0])
        try context.save()
        #expect(try company.read(people[2].objectID) { $0.names("friends") } == ["Bert"])
    }

    @Test(arguments: ["set", "added", "list"])
    func `an object of another context cannot be linked, and a sentence says what to do`(_ way: String) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [way] in
            let company = Company()
            let (here, there) = (company.context(), company.context())
            let anna = company.make("Person", "Anna", in: here)
            let sales = company.make("Department", "Sales", in: there)
            switch way {
            case "set": anna["department"] = sales
            case "added": sales.add(anna, to: "people")
            default: sales.setValue(NSSet(object: anna), forKey: "people")
            }
            withExtendedLifetime((here, there)) {}
        }
        let text = result?.errorText ?? ""
        #expect(text.contains(way == "set" ? "“department” of " : "“people” of "))
        #expect(text.contains("they belong to different contexts") && text.contains("object(with: objectID)"))
    }
}
