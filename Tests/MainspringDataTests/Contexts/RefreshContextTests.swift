import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// Reading objects anew.
@Suite struct RefreshContextTests {
    private let company = Company { _, entities in
        let mood = Part.attribute("mood", .stringAttributeType)
        mood.isTransient = true
        entities["Person"]!.properties.append(mood)
    }
    private let context: NSManagedObjectContext
    private let anna: NSManagedObject

    init() throws {
        context = company.context()
        anna = company.make("Person", "Anna", in: context)
        anna["department"] = company.make("Department", "Sales", in: context)
        try context.save()
    }

    /// Somebody else changes the name, the department and the projects.
    private func changeElsewhere() throws {
        let other = company.context()
        let copy = other.object(with: anna.objectID)
        copy.rename("Anne")
        copy["department"] = company.make("Department", "Board", in: other)
        copy.add(company.make("Project", "X", in: other), to: "projects")
        try other.save()
    }

    @Test func `with merging, unsaved values stay and the others are read`() throws {
        anna.age = 40
        anna.add(company.make("Project", "Y", in: context), to: "projects")
        try changeElsewhere()
        #expect(anna.title == "Anna")
        context.refresh(anna, mergeChanges: true)
        #expect(anna.title == "Anne" && anna.age == 40 && anna["department"]?.title == "Board")
        #expect(anna.names("projects") == ["X", "Y"])
        #expect(anna.changedNames == ["age", "projects"])
        try context.save()
        #expect(
            try company.read(anna.objectID) { "\($0.title) \($0.age) \($0.names("projects"))" }
                == "Anne 40 [\"X\", \"Y\"]")
    }

    @Test func `without merging, unsaved values are dropped`() throws {
        anna.age = 40
        context.processPendingChanges()
        try changeElsewhere()
        context.refresh(anna, mergeChanges: false)
        #expect(anna.isFault && !anna.hasChanges && !context.hasChanges)
        #expect(anna.age == 0 && anna.title == "Anne" && anna.names("projects") == ["X"])
    }

    @Test func `a change after refreshing counts, though it be the same event`() throws {
        anna.age = 40
        context.refresh(anna, mergeChanges: false)
        anna.age = 41
        #expect(anna.isUpdated && context.hasChanges && anna.changedNames == ["age"])
        context.processPendingChanges()
        #expect(context.updatedObjects == [anna])
        try context.save()
        #expect(try company.read(anna.objectID) { $0.age } == 41)
    }

    @Test func `refreshing takes a deletion back, and another one counts`() throws {
        context.delete(anna)
        context.refresh(anna, mergeChanges: false)
        #expect(!anna.isDeleted)
        try context.save()
        #expect(try company.read(anna.objectID) { $0.title } == "Anna")
        context.delete(anna)
        context.refresh(anna, mergeChanges: false)
        context.delete(anna)
        try context.save()
        #expect(failure { _ = try company.read(anna.objectID) { $0.title } }?.code == 133_000)
    }

    @Test func `all are refreshed, and unsaved changes stay`() throws {
        let bert = company.make("Person", "Bert", in: context)
        try context.save()
        let cleo = company.make("Person", "Cleo", in: context)
        anna.age = 40
        try changeElsewhere()
        context.refreshAllObjects()
        #expect(anna.title == "Anne" && anna.age == 40 && bert.isFault && cleo.title == "Cleo")
        #expect(context.updatedObjects == [anna] && context.insertedObjects == [cleo])
    }

    @Test func `transient values are lost, but for those of this event's changes`() {
        anna.setValue("glad", forKey: "mood")
        context.processPendingChanges()
        context.refresh(anna, mergeChanges: false)
        #expect(anna.value(forKey: "mood") == nil)
    }
}
