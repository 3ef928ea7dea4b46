import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// What undo takes back at once, and what it does not reach any more.
@Suite struct UndoBoundaryContextTests {
    private let company = Company(ordered: ["people"])
    private let context: NSManagedObjectContext
    private let manager = UndoManager()
    private let anna: NSManagedObject

    init() throws {
        context = company.context()
        manager.groupsByEvent = false
        anna = company.make("Person", "Anna", in: context)
        try context.save()
        context.undoManager = manager
    }

    private func event(_ body: () throws -> Void) rethrows { try context.event(body) }

    @Test func `a context has no undo manager until it is given one`() {
        #expect(company.context().undoManager == nil)
        let free = company.context()
        free.undo()
        free.redo()
        #expect(!free.hasChanges)
    }

    @Test func `an event is one step, whatever was changed in it`() {
        event {
            anna.rename("Anne")
            anna.age = 1
            anna.rename("Anni")
            anna["department"] = company.make("Department", "Sales", in: context)
        }
        event { anna.age = 2 }
        context.undo()
        #expect(anna.age == 1 && anna.title == "Anni")
        context.undo()
        #expect(anna.age == 0 && anna.title == "Anna" && anna["department"] == nil && !context.hasChanges)
        context.redo()
        #expect(anna.age == 1 && anna.title == "Anni" && anna["department"]?.names("people") == ["Anni"])
        context.redo()
        #expect(anna.age == 2 && !manager.canRedo)
    }

    @Test func `each block that a private queue performs is one step`() throws {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = company.coordinator
        let object = context.performAndWait {
            context.undoManager = UndoManager()
            return context.object(with: anna.objectID)
        }
        let done = DispatchSemaphore(value: 0)
        for age in 1...3 {
            context.perform {
                object.age = age
                if age == 3 { object.rename("Anne") }
            }
        }
        context.perform { done.signal() }
        done.wait()
        context.performAndWait {
            context.undo()
            #expect(object.age == 2 && object.title == "Anna")
            context.undo()
            #expect(object.age == 1)
            context.redo()
            #expect(object.age == 2)
        }
    }

    @Test func `after a save undo brings back what was, as changes to be saved`() throws {
        event { anna.age = 1 }
        try context.save()
        context.undo()
        #expect(anna.age == 0 && context.updatedObjects == [anna] && anna.changedNames == ["age"])
        try context.save()
        #expect(try company.read(anna.objectID) { $0.age } == 0)
        context.redo()
        try context.save()
        #expect(try company.read(anna.objectID) { $0.age } == 1)
    }

    @Test func `an insertion that was saved is undone by a deletion, and comes back under another identity`() throws {
        var bert: NSManagedObject?
        event { bert = company.make("Person", "Bert", in: context) }
        try context.save()
        let first = try #require(bert?.objectID)
        context.undo()
        #expect(context.deletedObjects == [bert])
        try context.save()
        #expect(failure { _ = try company.read(first) { $0.title } }?.code == 133_000)
        context.redo()
        #expect(context.insertedObjects.map(\.title) == ["Bert"])
        try context.save()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        let reader = company.context()
        #expect(try reader.fetch(request).map(\.title).sorted() == ["Anna", "Bert"])
    }

    @Test(arguments: ["rollback", "reset"])
    func `what is thrown away cannot be undone`(way: String) {
        event { anna.age = 1 }
        event { company.make("Person", "Bert", in: context) }
        if way == "reset" { context.reset() } else { context.rollback() }
        #expect(!manager.canUndo && !context.hasChanges && context.insertedObjects.isEmpty)
        context.undo()
        #expect(!context.hasChanges)
    }

    @Test func `a rollback takes all back: values, links, insertions and deletions`() throws {
        context.undoManager = nil
        let (sales, board) = (
            company.make("Department", "Sales", in: context), company.make("Department", "Board", in: context)
        )
        let bert = company.make("Person", "Bert", in: context)
        for person in [anna, bert] { person["department"] = sales }
        try context.save()
        context.undoManager = manager
        let log = NoticeLog(context)
        event { anna["department"] = board }
        event { context.delete(bert) }
        var cleo: NSManagedObject?
        event {
            cleo = company.make("Person", "Cleo", in: context)
            cleo?["department"] = sales
        }
        _ = log.take()
        context.rollback()
        #expect(sales.names("people") == ["Anna", "Bert"] && board.names("people") == [])
        #expect(anna["department"] === sales && !bert.isDeleted && bert["department"] === sales)
        #expect(cleo?.managedObjectContext == nil && !context.hasChanges)
        #expect(log.take() == ["changed deleted:Cleo refreshed:Anna,Bert,Board,Sales"])
    }

    @Test func `an order is brought back`() throws {
        context.undoManager = nil
        let sales = company.make("Department", "Sales", in: context)
        let people = ["Bert", "Cleo", "Dora"].map { company.make("Person", $0, in: context) }
        sales.setValue(NSOrderedSet(array: people), forKey: "people")
        try context.save()
        context.undoManager = manager
        event { sales.setValue(NSOrderedSet(array: Array(people.reversed())), forKey: "people") }
        event { people[1]["department"] = nil }
        event { context.delete(people[0]) }
        #expect(sales.names("people") == ["Dora"])
        context.undo()
        #expect(sales.names("people") == ["Dora", "Bert"])
        context.undo()
        #expect(sales.names("people") == ["Dora", "Cleo", "Bert"])
        context.undo()
        #expect(sales.names("people") == ["Bert", "Cleo", "Dora"] && !context.hasChanges)
        for _ in 0..<3 { context.redo() }
        #expect(sales.names("people") == ["Dora"])
    }

    @Test func `what happens while registration is off is not taken back`() {
        manager.disableUndoRegistration()
        anna.age = 1
        context.processPendingChanges()
        manager.enableUndoRegistration()
        event { anna.rename("Anne") }
        context.undo()
        #expect(anna.title == "Anna" && anna.age == 1 && !manager.canUndo)
    }

    @Test func `what is merged from others is no step`() throws {
        event { anna.rename("Anne") }
        let other = company.context()
        other.object(with: anna.objectID).age = 9
        try other.save()
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSUpdatedObjectsKey: [anna.objectID]], into: [context])
        #expect(anna.age == 9 && manager.undoCount == 1)
        context.undo()
        #expect(anna.title == "Anna" && anna.age == 9)
    }

    @Test func `a member that others have added stays when another one is taken back`() throws {
        context.undoManager = nil
        let project = company.make("Project", "X", in: context)
        let bert = company.make("Person", "Bert", in: context)
        try context.save()
        context.undoManager = manager
        event { project.add(anna, to: "members") }
        let other = company.context()
        other.object(with: bert.objectID).add(other.object(with: project.objectID), to: "projects")
        try other.save()
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSUpdatedObjectsKey: [project.objectID, bert.objectID]], into: [context])
        #expect(project.names("members") == ["Anna", "Bert"])
        context.undo()
        #expect(project.names("members") == ["Bert"] && anna.names("projects") == [])
        try context.save()
        #expect(try company.read(project.objectID) { $0.names("members") } == ["Bert"])
    }

    @Test func `a deletion that is made again is told like the first one`() throws {
        let log = NoticeLog(context)
        event { context.delete(anna) }
        context.undo()
        context.redo()
        #expect(anna.isDeleted && context.deletedObjects == [anna])
        #expect(log.take() == ["changed deleted:Anna", "changed updated:Anna", "changed deleted:Anna"])
    }

    @Test func `what others have deleted does not come back by an undo of something else`() throws {
        event { anna.age = 1 }
        let other = company.context()
        other.delete(other.object(with: anna.objectID))
        try other.save()
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSDeletedObjectsKey: [anna.objectID]], into: [context])
        context.undo()
        #expect(anna.managedObjectContext == nil && context.insertedObjects.isEmpty && !context.hasChanges)
    }

    @Test func `a deletion that is taken back has what others have saved meanwhile`() throws {
        event { context.delete(anna) }
        let other = company.context()
        other.object(with: anna.objectID).age = 9
        try other.save()
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSUpdatedObjectsKey: [anna.objectID]], into: [context])
        #expect(anna.isDeleted)
        context.undo()
        #expect(!anna.isDeleted && anna.age == 9 && !context.hasChanges)
    }

    @Test(arguments: [
        ("department", "people", "Department"), ("badge", "person", "Badge"), ("projects", "members", "Project"),
    ])
    func `a deletion that is made again reaches links that others have saved meanwhile`(
        key: String, back: String, entity: String
    ) throws {
        context.undoManager = nil
        let new = company.make(entity, "new", in: context)
        try context.save()
        context.undoManager = manager
        event { context.delete(anna) }
        context.undo()
        let other = company.context()
        let (copy, end) = (other.object(with: anna.objectID), other.object(with: new.objectID))
        if key == "projects" { copy.add(end, to: key) } else { copy[key] = end }
        try other.save()
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSUpdatedObjectsKey: [anna.objectID, new.objectID]], into: [context])
        #expect(new[back] === anna || new.names(back) == ["Anna"])
        context.redo()
        #expect(anna.isDeleted && new.objectIDs(forRelationshipNamed: back).isEmpty)
        try context.save()
        #expect(try company.read(new.objectID) { $0.objectIDs(forRelationshipNamed: back).isEmpty })
    }

    @Test(arguments: [("department", "people", "Department"), ("projects", "members", "Project")], [false, true])
    func `a link that others have made to a deleted object does not come back while that is deleted`(
        names: (key: String, back: String, entity: String), isOtherEnd: Bool
    ) throws {
        context.undoManager = nil
        let new = company.make(names.entity, "new", in: context)
        try context.save()
        context.undoManager = manager
        event { context.delete(isOtherEnd ? new : anna) }
        let other = company.context()
        let (copy, end) = (other.object(with: anna.objectID), other.object(with: new.objectID))
        if names.key == "projects" { copy.add(end, to: names.key) } else { copy[names.key] = end }
        try other.save()
        event {
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [NSUpdatedObjectsKey: [anna.objectID, new.objectID]], into: [context])
        }
        context.undo()
        #expect(anna.objectIDs(forRelationshipNamed: names.key).isEmpty)
        #expect(new.objectIDs(forRelationshipNamed: names.back).isEmpty)
        try context.save()
        let (kept, link) = isOtherEnd ? (anna, names.key) : (new, names.back)
        #expect(try company.read(kept.objectID) { $0.objectIDs(forRelationshipNamed: link).isEmpty })
    }

    /// Two objects that a context has read, and Anna, who leads to the first since another context has saved that.
    private func linkedElsewhere(_ key: String, _ back: String, _ entity: String) throws -> [NSManagedObject] {
        let ends = ["1", "2"].map { company.make(entity, $0, in: context) }
        try context.save()
        #expect(ends.allSatisfy { $0.names(back) == [] && $0.value(forKey: "name") != nil })
        let other = company.context()
        other.object(with: anna.objectID)[key] = other.object(with: ends[0].objectID)
        try other.save()
        context.refresh(anna, mergeChanges: false)
        #expect(anna[key] === ends[0] && ends[0].names(back) == [] && ends[0][back] == nil)
        return ends
    }

    @Test func `a link that comes back is known where it was: not at an end to many that was read before`() throws {
        let ends = try linkedElsewhere("department", "people", "Department")
        event { anna["department"] = ends[1] }
        #expect(ends[1].names("people") == ["Anna"])
        context.undo()
        #expect(anna["department"] === ends[0] && ends.allSatisfy { $0.names("people") == [] } && !context.hasChanges)
        context.redo()
        #expect(anna["department"] === ends[1] && ends[1].names("people") == ["Anna"])
    }

    @Test func `a link ends at an end to one too that was read before there was the link, and comes back at both`()
        throws
    {
        let ends = try linkedElsewhere("badge", "person", "Badge")
        event { anna["badge"] = ends[1] }
        #expect(ends[1]["person"] === anna && ends[0]["person"] == nil && ends[0].isUpdated)
        context.undo()
        #expect(anna["badge"] === ends[0] && ends[0]["person"] === anna && ends[1]["person"] == nil)
        #expect(!context.hasChanges)
        context.redo()
        try context.save()
        #expect(try company.read(ends[0].objectID) { $0["person"] == nil })
        #expect(try company.read(ends[1].objectID) { $0["person"]?.title } == "Anna")
    }
}
