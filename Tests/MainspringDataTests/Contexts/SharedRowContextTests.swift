import Foundation
import MainspringFoundation
import Testing

@testable import MainspringData

/// Objects have their values in common with the row that they were read from until something is written into them: whatever writes
/// does it to that object alone.
@Suite struct SharedRowContextTests {
    /// What is read: as the store has Anna, and as objects do.
    private struct Facts: Equatable {
        var name: String?
        var age: Int?
        var boss: String?
        var badge: String?
        var reports: Set<String>

        init(_ person: NSManagedObject) {
            name = person.value(forKey: "name") as? String
            age = person.value(forKey: "age") as? Int
            boss = (person.value(forKey: "boss") as? NSManagedObject)?.value(forKey: "name") as? String
            badge = (person.value(forKey: "badge") as? NSManagedObject)?.value(forKey: "name") as? String
            let members = person.value(forKey: "reports") as? Set<NSManagedObject> ?? []
            reports = Set(members.compactMap { $0.value(forKey: "name") as? String })
        }
    }

    private typealias Write = (name: String, body: @Sendable (NSManagedObject, NSManagedObject) -> Void)

    private static let writes: [Write] = [
        ("by key", { anna, _ in anna.setValue("Anne", forKey: "name") }),
        ("primitively", { anna, _ in anna.setPrimitiveValue("Anne", forKey: "name") }),
        ("primitively nil", { anna, _ in anna.setPrimitiveValue(nil, forKey: "name") }),
        ("primitively another object", { anna, ben in anna.setPrimitiveValue(ben, forKey: "boss") }),
        (
            "between willChange and didChange",
            { anna, _ in
                anna.willChangeValue(forKey: "age")
                anna.setPrimitiveValue(7, forKey: "age")
                anna.didChangeValue(forKey: "age")
            }
        ),
        ("a link", { anna, ben in anna.setValue(ben, forKey: "boss") }),
        ("the end of a link", { anna, _ in anna.setValue(nil, forKey: "boss") }),
        ("a link from the other end", { anna, ben in ben.mutableSetValue(forKey: "reports").add(anna) }),
        ("a member", { anna, ben in anna.mutableSetValue(forKey: "reports").add(ben) }),
        ("all members", { anna, ben in anna.setValue(Set([ben]), forKey: "reports") }),
        ("a primitive set", { anna, ben in anna.mutableSetValue(forKey: "reports").remove(ben) }),
        (
            "undo",
            { anna, _ in
                let undo = UndoManager()
                anna.managedObjectContext?.undoManager = undo
                anna.setValue("Anne", forKey: "name")
                anna.managedObjectContext?.processPendingChanges()
                undo.undo()
                anna.setValue(9, forKey: "age")
            }
        ),
        (
            "rollback",
            { anna, _ in
                anna.setValue("Anne", forKey: "name")
                anna.managedObjectContext?.rollback()
                _ = anna.value(forKey: "name")
                anna.setValue(9, forKey: "age")
            }
        ),
        (
            "refreshing, with and without changes",
            { anna, _ in
                anna.setValue("Anne", forKey: "name")
                anna.managedObjectContext?.refresh(anna, mergeChanges: true)
                anna.managedObjectContext?.refresh(anna, mergeChanges: false)
                _ = anna.value(forKey: "name")
                anna.managedObjectContext?.refresh(anna, mergeChanges: true)
                anna.setValue(9, forKey: "age")
            }
        ),
        ("deletion", { anna, _ in anna.managedObjectContext?.delete(anna) }),
    ]

    private func company() throws -> (Company, NSManagedObjectID, NSManagedObjectID) {
        let company = Company.hooked()
        let context = company.context()
        let people = ["Anna", "Ben", "Clara", "Dora"].map { company.insert("Person", $0, in: context) }
        people[0].setValue(people[2], forKey: "boss")
        people[3].setValue(people[0], forKey: "boss")
        let badge = company.insert("Badge", "B1", in: context)
        people[0].setValue(badge, forKey: "badge")
        try context.save()
        return (company, people[0].objectID, people[1].objectID)
    }

    @Test(arguments: writes.indices, [false, true])
    func `what is written into an object is not written into others of the same row`(number: Int, isChild: Bool) throws
    {
        let (company, anna, ben) = try company()
        let parent = company.context()
        let (mine, yours) = isChild ? (parent.child(), parent.child()) : (company.context(), company.context())
        let (own, other) = (mine.object(with: anna), yours.object(with: anna))
        let before = Facts(other)
        #expect(Facts(own) == before)
        Self.writes[number].body(own, mine.object(with: ben))
        mine.processPendingChanges()
        #expect(Facts(other) == before, "\(Self.writes[number].name)")
        #expect(try company.read(anna) { Facts($0) } == before, "\(Self.writes[number].name)")
        let committed = own.isDeleted ? [:] : own.committedValues(forKeys: ["name", "age"])
        #expect(own.isDeleted || committed["name"] as? String == before.name && committed["age"] as? Int == before.age)
        yours.refresh(other, mergeChanges: false)
        #expect(Facts(other) == before)
        withExtendedLifetime((mine, yours, parent)) {}
    }

    @Test func `what awakeFromFetch writes is in the object alone, and is no change`() throws {
        let (company, anna, _) = try company()
        let (mine, yours) = (company.context(), company.context())
        mine.journal.awakeFromFetch = { object in
            object.setPrimitiveValue(41, forKey: "age")
            object.setValue("Woken", forKey: "name")
        }
        let own = mine.object(with: anna)
        #expect(own.value(forKey: "age") as? Int == 41 && own.value(forKey: "name") as? String == "Woken")
        #expect(yours.object(with: anna).value(forKey: "name") as? String == "Anna")
        #expect(try company.read(anna) { $0.value(forKey: "age") as? Int } == 0)
        withExtendedLifetime((mine, yours)) {}
    }

    @Test func `an object that is only read has its values in its row`() throws {
        let (company, anna, _) = try company()
        let context = company.context()
        let own = context.object(with: anna)
        #expect(own.value(forKey: "name") as? String == "Anna")
        #expect(own.state.contains(.sharing))
        own.setValue("Anne", forKey: "name")
        #expect(!own.state.contains(.sharing) && own.saved?.memory.base != own.memory.base)
        withExtendedLifetime(context) {}
    }

    @Test func `an object outlives the rows that it was read from`() throws {
        let (company, anna, _) = try company()
        let (mine, yours) = (company.context(), company.context())
        let own = mine.object(with: anna)
        for round in 0..<50 {
            yours.object(with: anna).setValue("Anna \(round)", forKey: "name")
            try yours.save()
            mine.refresh(own, mergeChanges: round % 2 == 0)
            #expect(own.value(forKey: "name") as? String == "Anna \(round)")
        }
        withExtendedLifetime((mine, yours)) {}
    }
}
