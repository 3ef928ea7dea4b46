import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Orders of members that a context or its child has changed and not saved.
@Suite struct OwnOrderTests {
    private let company = Company(ordered: ["people"])
    private let mine: NSManagedObjectContext
    private let sales: NSManagedObject

    init() throws {
        mine = company.context()
        sales = company.make("Department", "Sales", in: mine)
        let people = ["a", "b", "c"].map { [company, mine] in company.make("Person", $0, in: mine) }
        sales.setValue(NSOrderedSet(array: people), forKey: "people")
        try mine.save()
    }

    private func reverse(_ object: NSManagedObject) {
        let people = object.value(forKey: "people") as! NSOrderedSet
        object.setValue(people.reversed, forKey: "people")
    }

    private func stored() throws -> [String] { try company.read(sales.objectID) { $0.names("people") } }

    @Test func `an order that a child has saved is a change of the parent, and saved by it`() throws {
        let child = mine.child()
        let log = NoticeLog(mine)
        reverse(child.object(with: sales.objectID))
        try child.save()
        #expect(sales.names("people") == ["c", "b", "a"])
        #expect(log.take() == ["changed updated:Sales"])
        #expect(mine.hasChanges && sales.isUpdated)
        try mine.save()
        #expect(try stored() == ["c", "b", "a"])
    }

    @Test func `an order that a grandchild has saved comes to the store`() throws {
        let middle = mine.child()
        let leaf = middle.child()
        reverse(leaf.object(with: sales.objectID))
        try leaf.save()
        try middle.save()
        try mine.save()
        #expect(try stored() == ["c", "b", "a"])
    }

    @Test func `an order that a child has saved is undone in the parent`() throws {
        mine.undoManager = UndoManager()
        let child = mine.child()
        reverse(child.object(with: sales.objectID))
        try child.save()
        mine.undo()
        #expect(sales.names("people") == ["a", "b", "c"])
    }
}
