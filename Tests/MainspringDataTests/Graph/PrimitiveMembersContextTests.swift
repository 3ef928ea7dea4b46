import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// The primitive values of relationships to many, which accessors written by hand change.
@Suite struct PrimitiveMembersContextTests {
    private let company = Company(ordered: ["projects"])
    private let context: NSManagedObjectContext
    private let (anna, bert, cleo): (NSManagedObject, NSManagedObject, NSManagedObject)

    init() throws {
        context = company.context()
        anna = company.make("Person", "Anna", in: context)
        bert = company.make("Person", "Bert", in: context)
        cleo = company.make("Person", "Cleo", in: context)
        try context.save()
    }

    private func reports() throws -> NSMutableSet {
        try #require(anna.primitiveValue(forKey: "reports") as? NSMutableSet)
    }

    @Test func `a set that is changed between the notices changes the relationship at both ends`() throws {
        let before = try reports()
        anna.willChangeValue(forKey: "reports", withSetMutation: .union, using: [bert])
        try reports().add(bert)
        anna.didChangeValue(forKey: "reports", withSetMutation: .union, using: [bert])
        #expect(bert["boss"] === anna && anna.names("reports") == ["Bert"])
        #expect(anna.isUpdated && bert.isUpdated && anna.changedNames == ["reports"])
        anna.willChangeValue(forKey: "reports")
        before.remove(bert)
        before.add(cleo)
        anna.didChangeValue(forKey: "reports")
        #expect(bert["boss"] == nil && cleo["boss"] === anna && anna.names("reports") == ["Cleo"])
        try context.save()
        #expect(try company.read(anna.objectID) { $0.names("reports") } == ["Cleo"])
    }

    @Test func `a change of it is undone`() throws {
        context.undoManager = UndoManager()
        context.undoManager?.groupsByEvent = false
        context.undoManager?.beginUndoGrouping()
        anna.willChangeValue(forKey: "reports")
        try reports().add(bert)
        anna.didChangeValue(forKey: "reports")
        context.processPendingChanges()
        context.undoManager?.endUndoGrouping()
        context.undo()
        #expect(bert["boss"] == nil && anna.names("reports") == [] && !context.hasChanges)
        #expect(try reports().count == 0)
    }

    @Test func `without the notices the set is changed, and nobody hears of it`() throws {
        try reports().add(bert)
        #expect(anna.names("reports") == ["Bert"] && bert["boss"] == nil && !anna.hasChanges && !context.hasChanges)
        #expect(anna.objectIDs(forRelationshipNamed: "reports") == [bert.objectID])
        anna.willChangeValue(forKey: "reports")
        anna.didChangeValue(forKey: "reports")
        #expect(bert["boss"] == nil)
    }

    @Test func `who keeps the set sees what becomes of the relationship`() throws {
        let set = try reports()
        bert["boss"] = anna
        #expect(set.count == 1 && set.contains(bert))
        anna.setValue(NSSet(array: [cleo]), forKey: "reports")
        #expect(set.allObjects as? [NSManagedObject] == [cleo])
        cleo["boss"] = nil
        #expect(set.count == 0)
    }

    @Test func `it is a Swift set as well, and nobody else's`() throws {
        bert["boss"] = anna
        #expect(anna.primitiveValue(forKey: "reports") as? Set<NSManagedObject> == [bert])
        let kept = try #require(anna.value(forKey: "reports") as? NSSet)
        try reports().add(cleo)
        #expect(kept.count == 1 && anna.names("reports") == ["Bert", "Cleo"])
    }

    @Test func `an ordered one is changed in its order`() throws {
        let projects = (0..<3).map { company.make("Project", "\($0)", in: context) }
        anna.setValue(NSOrderedSet(array: Array(projects[..<2])), forKey: "projects")
        try context.save()
        let list = try #require(anna.primitiveValue(forKey: "projects") as? NSMutableOrderedSet)
        anna.willChangeValue(forKey: "projects")
        list.insert(projects[2], at: 0)
        list.removeObject(at: 1)
        anna.didChangeValue(forKey: "projects")
        #expect(anna.names("projects") == ["2", "1"])
        #expect(projects.map { $0.names("members") } == [[], ["Anna"], ["Anna"]])
        anna.willChangeValue(forKey: "projects")
        list.exchangeObject(at: 0, withObjectAt: 1)
        anna.didChangeValue(forKey: "projects")
        try context.save()
        #expect(try company.read(anna.objectID) { $0.names("projects") } == ["1", "2"])
    }

    @Test func `a new object is saved with what its primitive set has`() throws {
        let dora = company.make("Person", "Dora", in: context)
        dora.willChangeValue(forKey: "reports")
        (dora.primitiveValue(forKey: "reports") as? NSMutableSet)?.add(anna)
        dora.didChangeValue(forKey: "reports")
        try context.save()
        #expect(try company.read(anna.objectID) { $0["boss"]?.title } == "Dora")
    }

    @Test func `what the relationship cannot have is told, and left out`() throws {
        let error = #expect(throws: KeyValueError.self) {
            try KeyValueError.throwing {
                let set = try reports()
                set.add("Bert")
                set.add(company.make("Project", "1", in: context))
                set.add(bert)
                _ = anna.names("reports")
            }
        }
        #expect(error?.description.contains("reports") == true)
        #expect(anna.names("reports") == ["Bert"])
        #expect(try reports().count == 1)
    }
}
