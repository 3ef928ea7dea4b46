import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Changes that refreshing drops are dropped at both ends of links, and nobody else has changes by that.
@Suite struct DroppedLinkContextTests {
    private let company = Company(ordered: ["reports"])
    private let context: NSManagedObjectContext
    private let sales, board, anna, bert, cleo, project: NSManagedObject

    init() throws {
        context = company.context()
        (sales, board) = (
            company.make("Department", "Sales", in: context), company.make("Department", "Board", in: context)
        )
        anna = company.make("Person", "Anna", in: context)
        bert = company.make("Person", "Bert", in: context)
        cleo = company.make("Person", "Cleo", in: context)
        project = company.make("Project", "X", in: context)
        for person in [anna, bert] { person["department"] = board }
        bert.add(project, to: "projects")
        try context.save()
    }

    private func drop(_ object: NSManagedObject) {
        context.refresh(object, mergeChanges: false)
        #expect(object.isFault && !object.hasChanges)
    }

    @Test(arguments: [false, true])
    func `a link goes back from an end to one, and from the end to many`(isFromMany: Bool) throws {
        anna["department"] = sales
        bert["department"] = nil
        cleo["department"] = sales
        context.processPendingChanges()
        for object in isFromMany ? [sales, board] : [anna, bert, cleo] { drop(object) }
        #expect(!context.hasChanges && context.updatedObjects.isEmpty)
        #expect(sales.names("people") == [] && board.names("people") == ["Anna", "Bert"])
        #expect(anna["department"] === board && bert["department"] === board && cleo["department"] == nil)
        try context.save()
        #expect(try company.read(board.objectID) { $0.names("people") } == ["Anna", "Bert"])
    }

    @Test(arguments: [false, true])
    func `a link with two ends to many goes at both, and what was ended comes back`(isFromPerson: Bool) throws {
        anna.add(project, to: "projects")
        bert.setValue(NSSet(), forKey: "projects")
        for object in isFromPerson ? [anna, bert] : [project] { drop(object) }
        #expect(!context.hasChanges)
        #expect(project.names("members") == ["Bert"] && anna.names("projects") == [] && bert.names("projects") == ["X"])
        try context.save()
        #expect(try company.read(project.objectID) { $0.names("members") } == ["Bert"])
    }

    @Test func `a new object loses the link, and stays`() throws {
        let dora = company.make("Person", "Dora", in: context)
        let office = company.make("Department", "Office", in: context)
        dora["department"] = board
        anna["department"] = office
        drop(board)
        #expect(dora["department"] == nil && anna["department"] === board && office.names("people") == [])
        #expect(context.insertedObjects == [dora, office] && context.updatedObjects.isEmpty)
        anna["department"] = office
        drop(anna)
        #expect(office.names("people") == [] && board.names("people") == ["Anna", "Bert"])
        try context.save()
        #expect(try company.read(dora.objectID) { $0["department"] } == nil)
    }

    @Test func `other changes of those at the other ends stay`() throws {
        anna["department"] = sales
        anna.rename("Anne")
        sales.age = 7
        cleo["department"] = sales
        drop(anna)
        #expect(sales.names("people") == ["Cleo"] && context.updatedObjects == [sales, cleo])
        anna["department"] = sales
        anna.rename("Anne")
        drop(sales)
        cleo.age = 3
        #expect(anna["department"] === board && anna.title == "Anne" && cleo["department"] == nil)
        #expect(context.updatedObjects == [anna, cleo])
    }

    @Test func `a link of one to one goes back, and who has come between goes`() throws {
        let (red, blue) = (company.make("Badge", "red", in: context), company.make("Badge", "blue", in: context))
        (anna["badge"], bert["badge"]) = (red, blue)
        try context.save()
        cleo["badge"] = red
        drop(anna)
        #expect(anna["badge"] === red && red["person"] === anna && cleo["badge"] == nil && !context.hasChanges)
        anna["badge"] = blue
        drop(anna)
        #expect(anna["badge"] === red && red["person"] === anna && blue["person"] == nil && bert["badge"] == nil)
        drop(blue)
        #expect(bert["badge"] === blue && blue["person"] === bert && !context.hasChanges)
    }

    @Test func `a member comes back to its place`() throws {
        anna.setValue(NSOrderedSet(array: [bert, cleo, anna]), forKey: "reports")
        try context.save()
        cleo["boss"] = nil
        drop(cleo)
        #expect(anna.names("reports") == ["Bert", "Cleo", "Anna"] && !context.hasChanges)
        bert["boss"] = nil
        drop(bert)
        #expect(anna.names("reports") == ["Bert", "Cleo", "Anna"] && !context.hasChanges)
    }

    @Test func `a deletion that is dropped gives links back`() throws {
        context.delete(bert)
        context.processPendingChanges()
        drop(bert)
        #expect(!bert.isDeleted && !context.hasChanges)
        #expect(board.names("people") == ["Anna", "Bert"] && project.names("members") == ["Bert"])
    }

    @Test func `a link to what is to be deleted does not come back`() throws {
        context.delete(board)
        context.processPendingChanges()
        context.refresh(anna, mergeChanges: false)
        #expect(anna["department"] == nil && anna.isUpdated)
        try context.save()
        #expect(try company.read(anna.objectID) { $0["department"] } == nil)
    }

    @Test func `those at the other ends are told as refreshed, and nothing is to be undone`() throws {
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
        let log = NoticeLog(context)
        manager.beginUndoGrouping()
        anna["department"] = sales
        context.processPendingChanges()
        manager.endUndoGrouping()
        _ = log.take()
        drop(anna)
        context.processPendingChanges()
        #expect(log.take() == ["changed refreshed:Anna,Board,Sales"])
        manager.undo()
        #expect(anna["department"] === board && sales.names("people") == [])
        manager.removeAllActions()
        manager.beginUndoGrouping()
        anna["department"] = sales
        drop(anna)
        manager.endUndoGrouping()
        manager.undo()
        #expect(
            anna["department"] === board && sales.names("people") == [] && board.names("people") == ["Anna", "Bert"])
    }
}
