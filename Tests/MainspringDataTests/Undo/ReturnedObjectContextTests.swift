import Foundation
import MainspringFoundation
import MainspringModel
import Observation
import Testing

@testable import MainspringData

/// What an object is that comes back by undo or redo.
@Suite struct ReturnedObjectContextTests {
    private let company = Company()
    private let context: NSManagedObjectContext

    init() { context = company.context() }

    private func addStore() throws -> NSPersistentStore {
        try company.coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
    }

    @Test(arguments: [1, 2])
    func `an object whose deletion was saved comes back into its store, with its links`(levels: Int) throws {
        let second = try addStore()
        let context = levels == 1 ? self.context : self.context.child()
        func save() throws {
            try context.save()
            if levels == 2 { try self.context.save() }
        }
        let sales = company.make("Department", "Sales", in: context)
        let anna = company.make("Person", "Anna", in: context)
        for object in [sales, anna] { context.assign(object, to: second) }
        anna["department"] = sales
        try context.obtainPermanentIDs(for: [sales, anna])
        try save()
        context.beUndoable()
        context.event { context.delete(anna) }
        try save()
        for _ in 0..<2 {
            context.undo()
            #expect(anna["department"] === sales)
            try save()
            #expect(try company.read(sales.objectID) { $0.names("people") } == ["Anna"])
            let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
            request.affectedStores = [second]
            #expect(try company.context().count(for: request) == 1)
            context.redo()
            try save()
        }
    }

    @Test func `what a child has saved and no store has yet comes back with its assignment`() throws {
        let second = try addStore()
        let child = context.child()
        let anna = company.make("Person", "Anna", in: child)
        child.assign(anna, to: second)
        try child.save()
        child.beUndoable()
        child.event { child.delete(anna) }
        try child.save()
        child.undo()
        try child.save()
        try context.save()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.affectedStores = [second]
        #expect(try context.fetch(request).map(\.title) == ["Anna"])
    }

    @Test func `an insertion that is made again goes to the store to which it was assigned`() throws {
        let second = try addStore()
        context.beUndoable()
        let bert = NSManagedObject(entity: company.entities["Person"]!, insertInto: nil)
        context.event {
            context.insert(bert)
            context.assign(bert, to: second)
        }
        context.undo()
        context.undoManager?.disableUndoRegistration()
        company.make("Department", "Other", in: context)
        try context.save()
        context.undoManager?.enableUndoRegistration()
        context.redo()
        #expect(context.insertedObjects.contains(bert))
        try context.save()
        #expect(bert.objectID.persistentStore === second)
    }

    @Test func `what comes back when its store has gone goes to one that there is`() throws {
        let second = try addStore()
        let anna = company.make("Person", "Anna", in: context)
        context.assign(anna, to: second)
        try context.save()
        context.beUndoable()
        context.event { context.delete(anna) }
        try context.save()
        try company.coordinator.remove(second)
        context.undo()
        try context.save()
        #expect(anna.objectID.persistentStore === company.coordinator.persistentStores[0])
    }

    @Test func `an object that came back is checked like any other`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            ConcurrencyDebug.turn(on: true)
            let company = Company()
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = company.coordinator
            nonisolated(unsafe) var made: NSManagedObject?
            try context.performAndWait {
                let anna = company.make("Person", "Anna", in: context)
                try context.save()
                context.beUndoable()
                context.event { context.delete(anna) }
                try context.save()
                context.undo()
                made = anna
            }
            _ = made?.value(forKey: "name")
        }
        #expect(result?.errorText.contains("(private queue) was used on thread") == true)
    }

    @Test func `an object that is observed is so when it comes back, and when a context gets it`() throws {
        func isTold(_ object: NSManagedObject, _ before: () -> Void) -> Bool {
            nonisolated(unsafe) var isTold = false
            withObservationTracking {
                _ = object.title
            } onChange: {
                isTold = true
            }
            before()
            guard !isTold else { return false }
            object.rename("Another name")
            return isTold
        }
        let bert = NSManagedObject(entity: company.entities["Person"]!, insertInto: nil)
        #expect(isTold(bert) { context.insert(bert) })
        try context.save()
        context.beUndoable()
        context.event { context.delete(bert) }
        try context.save()
        nonisolated(unsafe) var count = 0
        func track() {
            withObservationTracking {
                _ = bert.title
            } onChange: {
                count += 1
            }
        }
        track()
        context.undo()
        #expect(count == 1)
        track()
        bert.rename("Bert")
        #expect(count == 2)
    }

    @Test func `an insertion that was saved is taken back though the object is a fault`() throws {
        context.beUndoable()
        var bert: NSManagedObject?
        context.event {
            bert = company.make("Person", "Bert", in: context)
            bert?["department"] = company.make("Department", "Sales", in: context)
        }
        try context.save()
        context.refresh(try #require(bert), mergeChanges: false)
        context.undo()
        #expect(context.deletedObjects.count == 2)
        try context.save()
        context.redo()
        #expect(bert?.title == "Bert" && bert?["department"]?.names("people") == ["Bert"])
    }

    @Test func `a link leads again to an object that came back after a later save`() throws {
        let sales = company.make("Department", "Sales", in: context)
        let anna = company.make("Person", "Anna", in: context)
        anna["department"] = sales
        try context.save()
        context.beUndoable()
        context.event { anna["department"] = nil }
        try context.save()
        context.event { context.delete(sales) }
        try context.save()
        context.undo()
        context.undo()
        #expect(anna["department"] === sales && sales.names("people") == ["Anna"])
        try context.save()
        #expect(try company.read(anna.objectID) { $0["department"]?.title } == "Sales")
    }

    @Test func `a child undoes and redoes what all levels have saved`() throws {
        let child = context.child()
        child.beUndoable()
        let (sales, anna) = (
            company.make("Department", "Sales", in: context), company.make("Person", "Anna", in: context)
        )
        anna["department"] = sales
        try context.save()
        let mine = child.object(with: sales.objectID)
        let bert = NSManagedObject(entity: company.entities["Person"]!, insertInto: nil)
        child.event {
            child.insert(bert)
            bert.rename("Bert")
            bert["department"] = mine
            child.delete(child.object(with: anna.objectID))
        }
        func saved() throws -> [String] {
            try child.save()
            try context.save()
            return try company.read(sales.objectID) { $0.names("people") }
        }
        #expect(try saved() == ["Bert"])
        for _ in 0..<3 {
            child.undo()
            #expect(mine.names("people") == ["Anna"])
            #expect(try saved() == ["Anna"] && sales.names("people") == ["Anna"])
            child.redo()
            #expect(mine.names("people") == ["Bert"])
            #expect(try saved() == ["Bert"] && sales.names("people") == ["Bert"])
        }
        #expect(try company.context().count(for: NSFetchRequest<NSManagedObject>(entityName: "Person")) == 1)
    }
}
