import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// To which of several stores a new object goes.
@Suite struct StoreAssignmentContextTests {
    private let company = Company()
    private let second: NSPersistentStore

    init() throws {
        second = try company.coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
    }

    @Test func `a new object goes to the first store that takes it, or to the one that it is assigned to`() throws {
        let context = company.context()
        let (anna, bert) = (company.make("Person", "Anna", in: context), company.make("Person", "Bert", in: context))
        context.assign(bert, to: second)
        try context.save()
        #expect(anna.objectID.persistentStore === company.coordinator.persistentStores[0])
        #expect(bert.objectID.persistentStore === second)
        // Once more is no change.
        context.assign(bert, to: second)
        #expect(try company.read(bert.objectID) { $0.title } == "Bert")
    }

    @Test func `an object of a child goes to the store that it was assigned to there`() throws {
        let parent = company.context()
        let (child, other) = (parent.child(), parent.child())
        let (anna, bert) = (company.make("Person", "Anna", in: child), company.make("Person", "Bert", in: other))
        child.assign(anna, to: second)
        try child.save()
        other.assign(bert, to: second)
        try other.obtainPermanentIDs(for: [bert])
        #expect(bert.objectID.persistentStore === second)
        try other.save()
        try parent.save()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.affectedStores = [second]
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        #expect(try parent.fetch(request).map(\.title) == ["Anna", "Bert"])
    }

    @Test func `a request for one store finds the unsaved objects that go there, and no others`() throws {
        let first = company.coordinator.persistentStores[0]
        let parent = company.context()
        let child = parent.child()
        func found(_ context: NSManagedObjectContext) throws -> [[String]] {
            try [first, second].map { store in
                let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
                request.affectedStores = [store]
                let names = try context.fetch(request).map(\.title)
                #expect(try context.count(for: request) == names.count)
                return names
            }
        }
        let (anna, bert) = (company.make("Person", "Anna", in: child), company.make("Person", "Bert", in: child))
        child.assign(bert, to: second)
        #expect(try found(child) == [["Anna"], ["Bert"]])
        try child.save()
        #expect(try found(parent) == [["Anna"], ["Bert"]])
        #expect(try found(child) == [["Anna"], ["Bert"]])
        // Only the parent knows now where they go.
        for object in [anna, bert] { object.setValue(3, forKey: "age") }
        #expect(try found(child) == [["Anna"], ["Bert"]])
        try child.save()
        try parent.save()
        #expect(try found(parent) == [["Anna"], ["Bert"]])
        for object in [anna, bert] { object.setValue(4, forKey: "age") }
        #expect(try found(child) == [["Anna"], ["Bert"]])
    }

    @Test func `a store that does not take the object refuses the save, and the object can be assigned to another`()
        throws
    {
        let stranger = Company().coordinator.persistentStores[0]
        let context = company.context()
        let anna = company.make("Person", "Anna", in: context)
        context.assign(anna, to: stranger)
        let error = #expect(throws: CocoaError.self) { try context.save() }
        #expect(error?.localizedDescription.contains("“Person” was assigned to") == true)
        #expect(anna.objectID.isTemporaryID && anna.isInserted)
        context.assign(anna, to: second)
        try context.save()
        #expect(anna.objectID.persistentStore === second)
    }

    @Test func `rollback forgets assignments`() throws {
        let context = company.context()
        context.assign(company.make("Person", "Anna", in: context), to: second)
        context.rollback()
        #expect(context.core.pendingChanges.assignments.stores.isEmpty)
    }

    @Test(arguments: ["saved", "of another context"])
    func `an object that cannot be assigned stops the program with a sentence`(mistake: String) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            let company = Company()
            let store = try company.coordinator.addPersistentStore(
                type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
            let (context, other) = (company.context(), company.context())
            let anna = company.make("Person", "Anna", in: context)
            try context.save()
            (mistake == "saved" ? context : other).assign(anna, to: store)
        }
        #expect(result?.errorText.contains("cannot be assigned to") == true)
    }
}
