import Foundation
import MainspringFoundation
import Testing

@testable import MainspringData

/// Undo of a deletion that has read members of the object.
@Suite struct MembersReadLaterContextTests {
    @Test(arguments: [false, true], [false, true])
    func `the undone deletion of an object that leads to itself leaves no change`(isOrdered: Bool, isRead: Bool) throws
    {
        let company = Company(ordered: isOrdered ? ["reports"] : [])
        let writer = company.context()
        let anna = company.make("Person", "Anna", in: writer)
        anna["boss"] = anna
        try writer.save()
        let context = company.context()
        context.beUndoable()
        let mine = try context.existingObject(with: anna.objectID)
        if isRead { #expect(mine.names("reports") == ["Anna"]) }
        context.event { context.delete(mine) }
        context.undo()
        #expect(mine["boss"] === mine && mine.names("reports") == ["Anna"])
        #expect(!context.hasChanges && mine.changedValues().isEmpty)
        context.redo()
        try context.save()
        #expect(throws: CocoaError.self) { try company.read(anna.objectID) { $0.title } }
    }

    @Test(arguments: [[], ["members"], ["projects"], ["members", "projects"]], [1, 2])
    func `unsaved links to many come back with the undone deletion of one end, and are saved`(
        ordered: [String], undoCount: Int
    ) throws {
        let company = Company(ordered: Set(ordered))
        let writer = company.context()
        let people = ["Anna", "Bert"].map { company.make("Person", $0, in: writer) }
        let atlas = company.make("Project", "Atlas", in: writer)
        try writer.save()
        let context = company.context()
        context.beUndoable()
        // The other ends are not read.
        let mine = try people.map { try context.existingObject(with: $0.objectID) }
        let project = try context.existingObject(with: atlas.objectID)
        let number = try #require(project.shape.number(named: "members"))
        context.event { for person in mine { project.addManaged(person, to: number) } }
        context.event { context.delete(project) }
        context.undo()
        for _ in 1..<undoCount {
            context.redo()
            context.undo()
        }
        try context.save()
        #expect(try company.read(atlas.objectID) { $0.names("members").sorted() } == ["Anna", "Bert"])
        for person in people { #expect(try company.read(person.objectID) { $0.names("projects") } == ["Atlas"]) }
    }

    @Test func `the undone addition of an object that leads there already leaves no change`() throws {
        let company = Company()
        let writer = company.context()
        let sales = company.make("Department", "Sales", in: writer)
        let anna = company.make("Person", "Anna", in: writer)
        try writer.save()
        let context = company.context()
        context.beUndoable()
        let mine = try context.existingObject(with: sales.objectID)
        #expect(mine.names("people").isEmpty)
        anna["department"] = sales
        try writer.save()
        let number = try #require(mine.shape.number(named: "people"))
        context.event { mine.addManaged(context.object(with: anna.objectID), to: number) }
        context.undo()
        #expect(mine.names("people") == ["Anna"] && !context.hasChanges && mine.changedValues().isEmpty)
    }
}
