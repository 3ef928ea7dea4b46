import Foundation
import MainspringData
import MainspringFoundation
@_spi(Tools) import MainspringModel
import Testing

/// What becomes of several changes of one object before they are saved.
@Suite struct PendingChangesContextTests {
    private let company = Company()
    private let context: NSManagedObjectContext
    private let anna: NSManagedObject

    init() throws {
        context = company.context()
        anna = company.make("Person", "Anna", in: context)
        anna.age = 30
        try context.save()
    }

    /// What can happen to an object; `|` ends an event.
    private func run(_ script: String, _ object: NSManagedObject) {
        for step in script.split(separator: " ") {
            switch step {
            case "change": object.age += 1
            case "back": object.age = 30
            case "delete": context.delete(object)
            case "insert": context.insert(object)
            case "|": context.processPendingChanges()
            default: Issue.record("no step \(step)")
            }
        }
    }

    @Test(arguments: [
        ("change", "updated"), ("change back", "updated"), ("change | back |", "updated"), ("delete", "deleted"),
        ("change delete", "deleted"), ("change | delete |", "deleted"), ("delete change", "deleted"),
        ("delete | change |", "deleted"), ("delete insert", "updated"), ("delete | insert |", "updated"),
        ("change delete insert", "updated"), ("delete insert delete", "deleted"),
        ("delete | insert | delete |", "deleted"),
    ])
    func `a saved object is updated or deleted, never both`(script: String, expected: String) throws {
        run(script, anna)
        context.processPendingChanges()
        let sets = [
            "inserted": context.insertedObjects, "updated": context.updatedObjects, "deleted": context.deletedObjects,
        ]
        #expect(sets.filter { !$0.value.isEmpty } == [expected: [anna]])
        #expect(anna.isUpdated == (expected == "updated") && anna.isDeleted == (expected == "deleted"))
        #expect(!anna.isInserted && anna.hasChanges && context.hasChanges)
        try context.save()
        #expect(!context.hasChanges)
        let error = failure { _ = try company.read(anna.objectID) { $0.title } }
        #expect(error?.code == (expected == "deleted" ? 133_000 : nil))
    }

    @Test(arguments: [
        ("delete", false), ("change delete", false), ("| delete", false), ("| change | delete", false),
        ("delete insert", true), ("| change", true),
    ])
    func `a new object that is deleted is neither`(script: String, isThere: Bool) throws {
        let bert = company.make("Person", "Bert", in: context)
        run(script, bert)
        context.processPendingChanges()
        #expect(context.insertedObjects == (isThere ? [bert] : []))
        #expect(context.updatedObjects.isEmpty && context.deletedObjects.isEmpty && context.hasChanges == isThere)
        #expect((bert.managedObjectContext === context) == isThere)
        try context.save()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        #expect(try company.context().count(for: request) == (isThere ? 2 : 1))
    }

    @Test(arguments: ["undo", "refresh", "rollback", "back"])
    func `what was taken back and is changed again after a save is saved`(way: String) throws {
        let bert = company.make("Person", "Bert", in: context)
        try context.save()
        context.beUndoable()
        context.event { anna.age = 31 }
        switch way {
        case "undo": context.undo()
        case "refresh": context.refresh(anna, mergeChanges: false)
        case "rollback": context.rollback()
        default: anna.age = 30
        }
        context.undoManager = nil
        bert.age = 1
        try context.save()
        #expect(anna.age == 30 && !anna.hasChanges)
        anna.age = 32
        context.processPendingChanges()
        #expect(context.updatedObjects == [anna])
        try context.save()
        #expect(try company.read(anna.objectID) { $0.age } == 32)
    }

    @Test func `an insertion that is undone and made again is there once`() throws {
        context.beUndoable()
        context.event { company.make("Person", "Bert", in: context) }
        for _ in 0..<2 {
            context.undo()
            context.redo()
        }
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        #expect(try context.fetch(request).map(\.title).sorted() == ["Anna", "Bert"])
        #expect(try context.count(for: request) == 2)
    }

    @Test func `changed values are those that differ from what was saved, committed ones what was saved`() throws {
        #expect(anna.changedNames == [])
        anna.age = 31
        anna.rename(nil)
        anna["department"] = company.make("Department", "Sales", in: context)
        #expect(anna.changedNames == ["age", "department", "name"])
        #expect(anna.changedValues()["name"] is NSNull && anna.changedValues()["age"] as? Int == 31)
        let committed = anna.committedValues(forKeys: nil)
        #expect(committed["age"] as? Int == 30 && committed["name"] as? String == "Anna")
        #expect(committed["department"] is NSNull && committed.count == anna.entity.slots.count)
        #expect(anna.committedValues(forKeys: ["age"]).count == 1)
        anna.age = 30
        #expect(anna.changedNames == ["department", "name"])
        try context.save()
        #expect(anna.changedNames == [] && anna.committedValues(forKeys: ["name"])["name"] is NSNull)
    }

    @Test func `the current event's values are those from before it`() {
        anna.age = 31
        #expect(anna.changedValuesForCurrentEvent()["age"] as? Int == 30)
        context.processPendingChanges()
        #expect(anna.changedValuesForCurrentEvent().isEmpty && anna.changedNames == ["age"])
        anna.age = 32
        anna.add(company.make("Project", "X", in: context), to: "projects")
        #expect(anna.changedValuesForCurrentEvent()["age"] as? Int == 31)
        #expect((anna.changedValuesForCurrentEvent()["projects"] as? NSSet)?.count == 0)
        #expect(anna.changedValuesForCurrentEvent().count == 2)
        context.processPendingChanges()
        anna.setValue(NSSet(), forKey: "projects")
        #expect((anna.changedValuesForCurrentEvent()["projects"] as? NSSet)?.count == 1)
        #expect(anna.changedNames == ["age"])
    }

    @Test func `a new object's changed values are those that differ from nothing`() {
        let bert = company.make("Person", "Bert", in: context)
        #expect(bert.isInserted && !bert.isUpdated && bert.hasPersistentChangedValues)
        #expect(bert.changedValues()["name"] as? String == "Bert" && bert.changedValues()["department"] == nil)
    }
}
