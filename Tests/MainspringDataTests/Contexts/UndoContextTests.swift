import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// Undo brings back exactly what was, redo what was undone.
@Suite struct UndoContextTests {
    /// A context with an undo manager whose groups the test makes.
    private struct Bench {
        let company: Company
        let context: NSManagedObjectContext
        let manager: UndoManager

        init(rules: [String: NSDeleteRule] = [:]) {
            company = Company(rules: rules)
            context = company.context()
            manager = context.beUndoable()
        }

        func event(_ body: () -> Void) { context.event(body) }
    }

    @Test func `values and links come back, and go again`() throws {
        let bench = Bench()
        let context = bench.context
        var (department, anna): (NSManagedObject?, NSManagedObject?)
        bench.event {
            department = bench.company.make("Department", "1", in: context)
            anna = bench.company.make("Person", "Anna", in: context)
        }
        guard let department, let anna else { return }
        try context.save()
        bench.event {
            anna["department"] = department
            anna.setValue("Anne", forKey: "name")
        }
        #expect(department.names("people") == ["Anne"] && context.hasChanges)
        context.undo()
        #expect(department.names("people") == [] && anna.title == "Anna" && anna["department"] == nil)
        #expect(!context.hasChanges)
        context.redo()
        #expect(department.names("people") == ["Anne"] && anna.title == "Anne")
        #expect(context.updatedObjects == [anna, department])
        context.undo()
        try context.save()
        #expect(anna.title == "Anna")
    }

    @Test func `an insertion is taken back, and made again with its values`() {
        let bench = Bench()
        var anna: NSManagedObject?
        bench.event { anna = bench.company.make("Person", "Anna", in: bench.context) }
        bench.context.undo()
        #expect(bench.context.insertedObjects.isEmpty && anna?.managedObjectContext == nil)
        bench.context.redo()
        #expect(bench.context.insertedObjects.map(\.title) == ["Anna"])
    }

    @Test func `a deletion and what it did to others is taken back, before and after a save`() throws {
        for isSaved in [false, true] {
            let bench = Bench(rules: ["Department.people": .cascadeDeleteRule])
            let context = bench.context
            bench.manager.disableUndoRegistration()
            let department = bench.company.make("Department", "1", in: context)
            let project = bench.company.make("Project", "X", in: context)
            for name in ["Anna", "Bert"] {
                let person = bench.company.make("Person", name, in: context)
                person["department"] = department
                person.setValue(NSSet(object: project), forKey: "projects")
            }
            context.processPendingChanges()
            try context.save()
            bench.manager.enableUndoRegistration()
            bench.event { context.delete(department) }
            #expect(project.names("members") == [])
            #expect(context.deletedObjects.count == 3)
            if isSaved { try context.save() }
            context.undo()
            #expect(department.names("people") == ["Anna", "Bert"], "saved: \(isSaved)")
            #expect(project.names("members") == ["Anna", "Bert"])
            #expect(context.deletedObjects.isEmpty)
            #expect(context.insertedObjects.count == (isSaved ? 3 : 0))
            #expect(isSaved || !context.hasChanges)
            try context.save()
            let other = bench.company.context()
            #expect(try other.existingObject(with: department.objectID).names("people") == ["Anna", "Bert"])
            context.redo()
            #expect(context.deletedObjects.count == 3 && project.names("members") == [])
        }
    }
}
