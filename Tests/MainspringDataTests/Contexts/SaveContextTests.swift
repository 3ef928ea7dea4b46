import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// Saving, and what another context sees of it.
@Suite struct SaveContextTests {
    @Test func `a saved object has a permanent identity, and another context reads its values and links`() throws {
        let company = Company()
        let context = company.context()
        let department = company.make("Department", "1", in: context)
        let anna = company.make("Person", "Anna", in: context)
        anna["department"] = department
        let temporary = anna.objectID
        #expect(temporary.isTemporaryID)
        try context.save()
        #expect(!anna.objectID.isTemporaryID && anna.objectID != temporary)
        #expect(!context.hasChanges && !anna.hasChanges)

        let other = company.context()
        let copy = try other.existingObject(with: anna.objectID)
        #expect(copy !== anna)
        #expect(copy.title == "Anna")
        #expect(copy["department"]?.title == "1")
        #expect(copy["department"]?.names("people") == ["Anna"])
        copy["department"] = nil
        other.delete(other.object(with: department.objectID))
        try other.save()
        #expect(throws: (any Error).self) { try company.context().existingObject(with: department.objectID) }
    }

    @Test(arguments: [NSPersistentStore.StoreType.inMemory, .sqlite])
    func `what was saved in the midst of an event and changes again is saved once more, and is no conflict`(
        _ kind: NSPersistentStore.StoreType
    ) throws {
        let company = Company(kind: kind)
        let context = company.context()
        let anna = company.make("Person", "Anna", in: context)
        try context.save()
        var failures: [any Error] = []
        var isDone = false
        // On the context's thread, in the midst of its event.
        nonisolated(unsafe) let change = {
            guard !isDone else { return }
            isDone = true
            let bert = company.make("Person", "Bert", in: context)
            for age in 1...3 {
                for person in [anna, bert] { person.setValue(age, forKey: "age") }
                do { try context.save() } catch { failures.append(error) }
            }
        }
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
        ) { _ in change() }
        anna.setValue("Anne", forKey: "name")
        context.processPendingChanges()
        NotificationCenter.default.removeObserver(observer)
        #expect(failures.isEmpty && !context.hasChanges, "\(failures)")
        #expect(try company.read(anna.objectID) { "\($0.title) \($0.value(forKey: "age") ?? "")" } == "Anne 3")
    }

    @Test func `a child's save changes the parent and nothing else, a Cancel nothing at all`() throws {
        let company = Company()
        let parent = company.context()
        let department = company.make("Department", "1", in: parent)
        try parent.save()
        let child = parent.child()
        let anna = company.make("Person", "Anna", in: child)
        let mine = child.object(with: department.objectID)
        anna["department"] = mine
        mine.setValue("changed", forKey: "name")
        #expect(department.names("people") == [] && department.title == "1")
        try child.save()
        #expect(department.names("people") == ["Anna"] && department.title == "changed")
        #expect(parent.hasChanges && !child.hasChanges)
        #expect(anna.objectID.isTemporaryID)
        try parent.save()
        #expect(anna.objectID.isTemporaryID)
        #expect(child.object(with: anna.objectID) === anna)
        anna.setValue("Anne", forKey: "name")
        try child.save()
        #expect(department.names("people") == ["Anne"])

        let form = parent.child()
        company.make("Person", "nobody", in: form)["department"] = form.object(with: department.objectID)
        #expect(form.object(with: department.objectID).names("people") == ["Anne", "nobody"])
        #expect(department.names("people") == ["Anne"])
    }
}
