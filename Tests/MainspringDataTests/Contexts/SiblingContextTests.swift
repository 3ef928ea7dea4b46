import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// Contexts side by side on one coordinator, where one merges what the other has saved.
@Suite struct SiblingContextTests {
    private let company = Company(ordered: ["projects"])
    private let mine: NSManagedObjectContext
    private let theirs: NSManagedObjectContext
    private let (anna, bert): (NSManagedObject, NSManagedObject)

    init() throws {
        (mine, theirs) = (company.context(), company.context())
        (anna, bert) = (company.make("Person", "Anna", in: mine), company.make("Person", "Bert", in: mine))
        anna["department"] = company.make("Department", "Sales", in: mine)
        try mine.save()
    }

    /// Saves theirs, and merges it into mine.
    private func saveAndMerge() throws {
        let mine = mine
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: theirs, queue: nil
        ) { mine.mergeChanges(fromContextDidSave: $0) }
        defer { NotificationCenter.default.removeObserver(observer) }
        try theirs.save()
    }

    @Test func `without merging nothing is seen of others' saves but by new objects`() throws {
        theirs.object(with: anna.objectID).rename("Anne")
        company.make("Person", "Cleo", in: theirs)
        try theirs.save()
        #expect(anna.title == "Anna")
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        #expect(try Set(mine.fetch(request).map(\.title)) == ["Anna", "Bert", "Cleo"])
    }

    @Test func `what others have inserted is here as a fault`() throws {
        let cleo = company.make("Person", "Cleo", in: theirs)
        try saveAndMerge()
        let copy = mine.registeredObject(for: cleo.objectID)
        // Nobody holds it any more: it is registered while it is told, and can be had by its identity.
        #expect(copy?.isFault ?? true)
        #expect(mine.object(with: cleo.objectID).title == "Cleo" && !mine.hasChanges)
    }

    @Test func `a fault stays one, a read object gets the new values, and what is not here is not read`() throws {
        mine.refresh(bert, mergeChanges: false)
        mine.processPendingChanges()
        for object in [anna, bert] { theirs.object(with: object.objectID).age = 9 }
        try saveAndMerge()
        #expect(bert.isFault && !anna.isFault && anna.age == 9 && bert.age == 9)
        #expect(mine.registeredObjects.contains(anna) && !mine.hasChanges)
    }

    @Test func `own unsaved values stay, the others are the saved ones, and the next save meets no conflict`() throws {
        anna.age = 1
        let copy = theirs.object(with: anna.objectID)
        copy.age = 2
        copy.rename("Anne")
        copy["department"] = nil
        try saveAndMerge()
        #expect(anna.age == 1 && anna.title == "Anne" && anna["department"] == nil && anna.changedNames == ["age"])
        try mine.save()
        #expect(try company.read(anna.objectID) { "\($0.title) \($0.age)" } == "Anne 1")
    }

    @Test func `own unsaved members stay, and those that others have added come`() throws {
        for name in ["P", "Q"] {
            anna.mutableOrderedSetValue(forKey: "projects").add(company.make("Project", name, in: mine))
        }
        try mine.save()
        anna.mutableOrderedSetValue(forKey: "projects").add(company.make("Project", "mine", in: mine))
        let copy = theirs.object(with: anna.objectID)
        let list = copy.mutableOrderedSetValue(forKey: "projects")
        list.add(company.make("Project", "theirs", in: theirs))
        list.removeObject(at: 0)
        try saveAndMerge()
        #expect(anna.names("projects") == ["Q", "theirs", "mine"])
        try mine.save()
        #expect(try company.read(anna.objectID) { $0.names("projects") } == ["Q", "theirs", "mine"])
    }

    @Test func `what others have deleted goes, with and without own changes`() throws {
        let sales = anna["department"]
        bert.age = 5
        bert["department"] = sales
        for object in [anna, bert] { theirs.delete(theirs.object(with: object.objectID)) }
        try saveAndMerge()
        #expect(anna.managedObjectContext == nil && bert.managedObjectContext == nil)
        #expect(
            sales?.names("people") == [] && mine.deletedObjects.isEmpty && mine.updatedObjects.contains(bert) == false)
        try mine.save()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        #expect(try company.context().count(for: request) == 0)
    }

    @Test func `an object that others have deleted does not stay in links that are not saved`() throws {
        let board = company.make("Department", "Board", in: mine)
        try mine.save()
        bert["department"] = board
        theirs.delete(theirs.object(with: bert.objectID))
        theirs.object(with: board.objectID).rename("The board")
        try saveAndMerge()
        #expect(board.title == "The board" && board.names("people") == [] && bert.managedObjectContext == nil)
        board.add(anna, to: "people")
        try mine.save()
        #expect(try company.read(board.objectID) { $0.names("people") } == ["Anna"])
    }

    @Test func `what both have deleted is deleted once`() throws {
        mine.delete(anna)
        theirs.delete(theirs.object(with: anna.objectID))
        try saveAndMerge()
        #expect(!mine.hasChanges || mine.deletedObjects.isEmpty)
        try mine.save()
        #expect(failure { _ = try company.read(anna.objectID) { $0.title } }?.code == 133_000)
    }

    @Test func `links to merged objects are at both ends`() throws {
        let sales = try #require(anna["department"])
        #expect(sales.names("people") == ["Anna"])
        let copy = theirs.object(with: bert.objectID)
        copy["department"] = theirs.object(with: sales.objectID)
        let cleo = company.make("Person", "Cleo", in: theirs)
        cleo["department"] = theirs.object(with: sales.objectID)
        try saveAndMerge()
        #expect(sales.names("people") == ["Anna", "Bert", "Cleo"])
        #expect(bert["department"] === sales && mine.object(with: cleo.objectID)["department"] === sales)
    }

    @Test func `several contexts merge what somebody else has saved, by identities, URIs and objects`() throws {
        let child = mine.child()
        let copy = child.object(with: anna.objectID)
        #expect(copy.title == "Anna")
        let other = company.context()
        other.object(with: anna.objectID).rename("Anne")
        other.delete(other.object(with: bert.objectID))
        let cleo = company.make("Person", "Cleo", in: other)
        try other.save()
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [
                NSUpdatedObjectsKey: [anna.objectID.uriRepresentation()], NSDeletedObjectsKey: [bert.objectID],
                NSInsertedObjectIDsKey: [cleo.objectID],
            ],
            into: [child, mine, theirs])
        #expect(anna.title == "Anne" && copy.title == "Anne" && bert.managedObjectContext == nil)
        #expect(!mine.hasChanges && !child.hasChanges)
    }

    @Test func `an object goes to another context by its identity`() throws {
        let copy = theirs.object(with: anna.objectID)
        #expect(copy !== anna && copy.isFault && copy.title == "Anna" && copy["department"]?.title == "Sales")
        let new = company.make("Person", "Cleo", in: mine)
        // Nobody else knows of it before it is saved.
        #expect(failure { _ = try theirs.existingObject(with: new.objectID) }?.code == 133_000)
        try mine.save()
        #expect(try theirs.existingObject(with: new.objectID).title == "Cleo")
    }

    @Test(arguments: [NSDeleteRule.nullifyDeleteRule, .cascadeDeleteRule])
    func `a deletion that is not saved reaches who was linked to the object meanwhile`(rule: NSDeleteRule) throws {
        let company = Company(rules: ["Department.people": rule])
        let (mine, theirs) = (company.context(), company.context())
        let (anna, sales) = (company.make("Person", "Anna", in: mine), company.make("Department", "Sales", in: mine))
        try mine.save()
        mine.delete(sales)
        mine.processPendingChanges()
        #expect(mine.deletedObjects == [sales] && !anna.isDeleted)
        theirs.object(with: anna.objectID)["department"] = theirs.object(with: sales.objectID)
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: theirs, queue: nil
        ) { mine.mergeChanges(fromContextDidSave: $0) }
        defer { NotificationCenter.default.removeObserver(observer) }
        try theirs.save()
        #expect(sales.isDeleted && anna.isDeleted == (rule == .cascadeDeleteRule) && anna["department"] == nil)
        try mine.save()
        let reader = company.context()
        let left = try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))
        #expect(left.count == (rule == .cascadeDeleteRule ? 0 : 1) && left.allSatisfy { $0["department"] == nil })
    }
}
