import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// What objects are told, and what they may do then.
@Suite struct ObjectHookContextTests {
    private let company = Company.hooked { _, entities in
        let mood = Part.attribute("mood", .stringAttributeType)
        mood.isTransient = true
        entities["Person"]!.properties.append(mood)
    }
    private let context: NSManagedObjectContext
    private let anna: NSManagedObject

    init() throws {
        context = company.context()
        anna = company.insert("Person", "Anna", in: context)
        try context.save()
        _ = context.journal.take()
    }

    @Test func `an object is told in order: inserted, will save, validate, did save`() throws {
        company.insert("Person", "Bert", in: context)
        anna.age = 1
        try context.save()
        let entries = context.journal.take()
        let ofAnna: [String] = entries.filter { $0.hasSuffix("Anna") }
        #expect(ofAnna == ["will save Anna", "validate for update Anna", "did save Anna"])
        let ofBert: [String] = entries.filter { $0.hasSuffix("Bert") }
        #expect(ofBert == ["will save Bert", "validate for insert Bert", "did save Bert"])
        #expect(entries.first == "insert -")
        context.delete(anna)
        try context.save()
        #expect(context.journal.take() == ["prepare for deletion Anna", "will save Anna", "validate for delete Anna"])
    }

    @Test func `what willSave changes is saved, and the object is asked again until it changes nothing`() throws {
        context.journal.willSave = { if $0.age < 3 { $0.age += 1 } }
        anna.rename("Anne")
        try context.save()
        #expect(context.journal.take().filter { $0 == "will save Anne" }.count == 4)
        #expect(!context.hasChanges && anna.age == 3)
        #expect(try company.read(anna.objectID) { $0.age } == 3)
    }

    @Test func `what willSave sets primitively is saved, and nobody is asked again`() throws {
        context.journal.willSave = { $0.setPrimitiveValue($0.age + 1, forKey: "age") }
        anna.rename("Anne")
        try context.save()
        #expect(context.journal.take().filter { $0 == "will save Anne" }.count == 1)
        #expect(try company.read(anna.objectID) { $0.age } == 1)
    }

    @Test func `objects that willSave makes, changes and deletes are saved with the others`() throws {
        let bert = company.insert("Person", "Bert", in: context)
        let cleo = company.insert("Person", "Cleo", in: context)
        try context.save()
        let company = company
        context.journal.willSave = { object in
            guard object.title == "Anne", !bert.isUpdated, let context = object.managedObjectContext else { return }
            bert.age = 7
            context.delete(cleo)
            company.insert("Person", "Dora", in: context)["boss"] = object
        }
        anna.rename("Anne")
        try context.save()
        #expect(!context.hasChanges && cleo.managedObjectContext == nil && anna.names("reports") == ["Dora"])
        #expect(try company.read(bert.objectID) { $0.age } == 7)
        #expect(try company.read(anna.objectID) { $0.names("reports") } == ["Dora"])
    }

    @Test func `willSave that never comes to an end ends the program with a sentence`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let tests = try ObjectHookContextTests()
            tests.context.journal.willSave = { $0.age += 1 }
            tests.anna.rename("Anne")
            try tests.context.save()
        }
        #expect(
            result?.errorText.contains("have been changed a thousand times over by validation, by willSave()") == true)
    }

    @Test(arguments: ["validation", "willSave"])
    func `hooks that insert objects for all that they have inserted end the program with a sentence that names those`(
        hook: String
    ) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [hook] in
            let tests = try ObjectHookContextTests()
            let company = tests.company
            let insertTwo = { (object: NSManagedObject) in
                guard let context = object.managedObjectContext, object.isInserted, object.age == 0 else { return }
                // Once for each: else the rounds would end it.
                object.setPrimitiveValue(1, forKey: "age")
                for _ in 0..<2 { company.insert("Person", "follower", in: context) }
            }
            if hook == "validation" {
                tests.context.journal.validate = { object, _ in insertTwo(object) }
            } else {
                tests.context.journal.willSave = insertTwo
            }
            company.insert("Person", "first", in: tests.context)
            try tests.context.save()
        }
        let text = result?.errorText ?? ""
        #expect(text.contains("validation or willSave() goes on inserting or changing objects"))
        #expect(text.contains("objects of “Person” in the last one, such as"))
    }

    @Test(arguments: ["validation", "willSave"])
    func `hooks may insert any number of objects for those that are saved`(hook: String) throws {
        let company = company
        let insertMany = { (object: NSManagedObject) in
            guard object.title == "first", object.age == 0, let context = object.managedObjectContext else { return }
            object.setPrimitiveValue(1, forKey: "age")
            for _ in 0..<2_000 { company.insert("Person", "follower", in: context) }
        }
        if hook == "validation" {
            context.journal.validate = { object, _ in insertMany(object) }
        } else {
            context.journal.willSave = insertMany
        }
        company.insert("Person", "first", in: context)
        try context.save()
        #expect(try company.context().count(for: NSFetchRequest<NSManagedObject>(entityName: "Person")) == 2_002)
    }

    @Test func `didSave may change objects again, for the next save`() throws {
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: context, queue: nil
        ) { notification in
            let context = notification.object as? NSManagedObjectContext
            for object in context?.registeredObjects ?? [] where object.age == 1 { object.age = 2 }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        anna.age = 1
        try context.save()
        #expect(anna.age == 2 && context.hasChanges)
        #expect(try company.read(anna.objectID) { $0.age } == 1)
        try context.save()
        #expect(!context.hasChanges)
        #expect(try company.read(anna.objectID) { $0.age } == 2)
    }

    @Test func `primitive values are set without a word to anybody`() {
        let sales = company.make("Department", "Sales", in: context)
        context.processPendingChanges()
        _ = anna.title
        anna.setPrimitiveValue("Anne", forKey: "name")
        anna.setPrimitiveValue(sales, forKey: "department")
        #expect(anna.primitiveValue(forKey: "name") as? String == "Anne" && anna["department"] === sales)
        #expect(!anna.hasChanges && !anna.isUpdated && sales.names("people") == [])
        anna.willChangeValue(forKey: "age")
        anna.setPrimitiveValue(5, forKey: "age")
        anna.didChangeValue(forKey: "age")
        #expect(anna.isUpdated && context.hasChanges && anna.age == 5)
    }

    @Test func `transient values are changes that are undone, and not saved`() throws {
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
        manager.beginUndoGrouping()
        anna.setValue("glad", forKey: "mood")
        context.processPendingChanges()
        manager.endUndoGrouping()
        #expect(anna.isUpdated && context.hasChanges && !anna.hasPersistentChangedValues)
        context.undo()
        #expect(anna.value(forKey: "mood") == nil)
        context.redo()
        #expect(anna.value(forKey: "mood") as? String == "glad")
        context.undoManager = nil
        let version = anna.saved?.version
        try context.save()
        #expect(!context.hasChanges && anna.saved?.version == version)
        #expect(anna.value(forKey: "mood") as? String == "glad")
        #expect(try company.read(anna.objectID) { $0.value(forKey: "mood") == nil })
        anna.age = 1
        try context.save()
        #expect(anna.value(forKey: "mood") as? String == "glad")
    }

    @Test func `willSave is called again of those only who have changed meanwhile`() throws {
        let others = ["Bert", "Cleo", "Dora"].map { company.insert("Person", $0, in: context) }
        try context.save()
        for object in others { object.age = 7 }
        let cleo = others[1]
        context.journal.willSave = { object in
            if object.title == "Anne", object.age < 2 { object.age += 1 }
            if object.title == "Dora", cleo.age == 7 { cleo.age = 8 }
        }
        anna.rename("Anne")
        _ = context.journal.take()
        try context.save()
        let entries = context.journal.take()
        let counts = ["Anne", "Bert", "Cleo", "Dora"].map { name in entries.count { $0 == "will save \(name)" } }
        #expect(counts == [3, 1, 2, 1])
        #expect(try company.read(cleo.objectID) { $0.age } == 8)
    }

    @Test func `a save by who hears of changes saves what he has changed as well`() throws {
        let bert = company.insert("Person", "Bert", in: context)
        try context.save()
        let identities = [anna, bert].map(\.objectID)
        _ = context.journal.take()
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
        ) { notification in
            guard let context = notification.object as? NSManagedObjectContext else { return }
            let (anna, bert) = (context.object(with: identities[0]), context.object(with: identities[1]))
            guard anna.age == 1, bert.age == 0 else { return }
            bert.age = 2
            #expect(throws: Never.self) { try context.save() }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        anna.age = 1
        context.processPendingChanges()
        #expect(!context.hasChanges)
        #expect(try company.read(bert.objectID) { $0.age } == 2)
        #expect(
            context.journal.take().filter { $0.hasPrefix("will save") }.sorted() == [
                "will save Anna", "will save Bert",
            ])
    }

    /// Has a property that the model does not know, which is a change.
    private final class Nicked: NSManagedObject {
        override class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { false }
        var saves = 0
        var nick = "" {
            willSet { willChangeValue(forKey: "nick") }
            didSet { didChangeValue(forKey: "nick") }
        }
        override func willSave() { saves += 1 }
    }

    /// Has one that is none.
    private final class Plain: NSManagedObject {
        var nick = "" {
            willSet { willChangeValue(forKey: "nick") }
            didSet { didChangeValue(forKey: "nick") }
        }
    }

    @Test func `a property that the model does not know is a change where the class says so`() throws {
        let badge = Nicked(entity: company.entities["Badge"]!, insertInto: context)
        let plain = Plain(entity: company.entities["Badge"]!, insertInto: context)
        try context.save()
        plain.nick = "x"
        #expect(!plain.hasChanges && !context.hasChanges)
        badge.nick = "x"
        #expect(badge.hasChanges && context.hasChanges && !badge.hasPersistentChangedValues)
        context.processPendingChanges()
        #expect(context.updatedObjects == [badge])
        let version = badge.saved?.version
        try context.save()
        #expect(badge.saves == 2 && !context.hasChanges && badge.saved?.version == version)
        context.refresh(badge, mergeChanges: false)
        badge.nick = "y"
        #expect(badge.hasChanges)
    }

    /// Writes down itself what it is told: its context may have forgotten it.
    private final class Turning: NSManagedObject {
        var calls: [String] = []
        override func willTurnIntoFault() { calls.append("will \(value(forKey: "name") ?? "-")") }
        override func didTurnIntoFault() { calls.append("did \(isFault)") }
    }

    @Test func `an object is told that it becomes a fault when its context is reset`() throws {
        let badge = Turning(entity: company.entities["Badge"]!, insertInto: context)
        let fault = Turning(entity: company.entities["Badge"]!, insertInto: context)
        badge.rename("B")
        try context.save()
        context.refresh(fault, mergeChanges: false)
        fault.calls = []
        context.reset()
        #expect(badge.isFault && badge.calls == ["will B", "did true"])
        #expect(fault.calls == [])
    }
}
