import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Orders of members that a context or its child has changed and not saved.
@Suite struct OwnOrderContextTests {
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

    @Test func `an own order that is not saved stays when an object is refreshed with merging`() throws {
        reverse(sales)
        mine.refresh(sales, mergeChanges: true)
        #expect(sales.names("people") == ["c", "b", "a"])
        try mine.save()
        #expect(try stored() == ["c", "b", "a"])
    }

    @Test func `an own order that is not saved stays when what others have saved is merged`() throws {
        reverse(sales)
        mine.processPendingChanges()
        let theirs = company.context()
        theirs.object(with: sales.objectID).rename("Lab")
        try save(theirs, into: mine)
        #expect(sales.title == "Lab" && sales.names("people") == ["c", "b", "a"])
    }

    @Test func `an own member that is not saved stays in its place when what others have saved is merged`() throws {
        sales.mutableOrderedSetValue(forKey: "people").insert(company.make("Person", "n", in: mine), at: 0)
        let theirs = company.context()
        theirs.object(with: sales.objectID).rename("Lab")
        try save(theirs, into: mine)
        #expect(sales.names("people") == ["n", "a", "b", "c"])
        try mine.save()
        #expect(try stored() == ["n", "a", "b", "c"])
    }

    @Test func `an own order wins where the object trumps`() throws {
        let theirs = company.context()
        theirs.object(with: sales.objectID).rename("Lab")
        try theirs.save()
        reverse(sales)
        mine.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try mine.save()
        #expect(try stored() == ["c", "b", "a"])
    }

    private func save(_ theirs: NSManagedObjectContext, into mine: NSManagedObjectContext) throws {
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: theirs, queue: nil
        ) { mine.mergeChanges(fromContextDidSave: $0) }
        defer { NotificationCenter.default.removeObserver(observer) }
        try theirs.save()
    }
}
