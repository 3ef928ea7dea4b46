import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// A department that says by a method of its own what is wrong with its members.
final class Choosy: NSManagedObject {
    /// How many members it was shown.
    var shown: [Int] = []

    override func validateValue(_ value: inout Any?, forKey key: String) throws {
        try super.validateValue(&value, forKey: key)
        guard key == "people", let people = value as? Set<NSManagedObject> else { return }
        shown.append(people.count)
        if people.contains(where: { $0.title == "Nobody" }) { throw CocoaError(.validationInvalidURI) }
        value = people.filter { $0.title != "Extra" }
    }
}

/// What a save asks of relationships to many.
@Suite struct RelationshipSavingContextTests {
    private static func company() -> Company {
        Company { _, entities in entities["Department"]!.managedObjectClassName = "MainspringDataTests.Choosy" }
    }

    @Test func `members that nobody has read are not read by a save that adds one`() throws {
        NSPersistentStoreCoordinator.registerStoreClass(TableStore.self, type: TableStore.kind)
        let company = Self.company()
        try company.coordinator.remove(company.coordinator.persistentStores[0])
        let url = URL(string: "table://\(UUID().uuidString)")!
        let store = try company.coordinator.addPersistentStore(type: TableStore.kind, at: url) as! TableStore
        store.records = ["Department": ["sales": .init(values: ["name": "Sales"])]]
        let context = company.context()
        let sales = try #require(try context.fetch(NSFetchRequest<Choosy>(entityName: "Department")).first)
        _ = sales.title
        company.make("Person", "Anna", in: context)["department"] = sales
        store.calls = []
        try context.save()
        #expect(!store.calls.contains("relationship people") && sales.shown.isEmpty)
    }

    enum End: CaseIterable { case removed, deleted, deletedLater, removedAndDeleted }

    @Test(arguments: End.allCases, [true, false])
    func `of a new member that has gone before a save, of members that nobody has read, the source hears nothing`(
        _ end: End, _ isChild: Bool
    ) throws {
        let company = Company()
        let first = company.context()
        let project = company.make("Project", "1", in: first)
        project.add(company.make("Person", "Anna", in: first), to: "members")
        try first.save()
        let context = isChild ? company.context().child() : company.context()
        let known = context.object(with: project.objectID)
        let new = company.make("Person", "Bert", in: context)
        new.add(known, to: "projects")
        #expect(known.hasFault(forRelationshipNamed: "members"))
        if end == .deletedLater { context.processPendingChanges() }
        if end == .removed || end == .removedAndDeleted { new.setValue(NSSet(), forKey: "projects") }
        if end != .removed { context.delete(new) }
        let changes = try CapturingSource.changes(of: context)
        let members = (changes.inserted + changes.updated).flatMap(\.members)
        #expect(members.flatMap(\.added).isEmpty && members.flatMap(\.removed).isEmpty)
        #expect(known.names("members") == ["Anna"])
    }

    @Test func `known members are shown to the object's method, which may take some out or end the save`() throws {
        let company = Self.company()
        let context = company.context()
        let sales = NSEntityDescription.insertNewObject(forEntityName: "Department", into: context) as! Choosy
        let people = (0..<20).map { company.make("Person", "P\($0)", in: context) }
        for person in people { person["department"] = sales }
        try context.save()
        let extra = company.make("Person", "Extra", in: context)
        extra["department"] = sales
        people[0]["department"] = nil
        try context.save()
        #expect(sales.shown.prefix(2) == [20, 20])
        #expect(sales.names("people").count == 19 && extra["department"] == nil)
        company.make("Person", "Nobody", in: context)["department"] = sales
        #expect(throws: CocoaError(.validationInvalidURI)) { try context.save() }
        #expect(sales.shown.last == 20)
    }
}
