import Foundation
import MainspringFoundation
import MainspringModel
import Observation
import Testing

@testable import MainspringData

/// In which set of a notice an object stands of which an event has made several things.
@Suite struct NoticeSetContextTests {
    private let company = Company(rules: ["Department.people": .cascadeDeleteRule])
    private let context: NSManagedObjectContext
    private let other: NSManagedObjectContext
    private let anna: NSManagedObject
    private let bert: NSManagedObject
    private let sales: NSManagedObject
    private let log: NoticeLog

    init() throws {
        (context, other) = (company.context(), company.context())
        (anna, bert) = (company.make("Person", "Anna", in: context), company.make("Person", "Bert", in: context))
        sales = company.make("Department", "Sales", in: context)
        try context.save()
        log = NoticeLog(context)
    }

    /// Saves the other context, merges that, and returns what the first one has said of its objects.
    private func merge() throws -> [String] {
        context.processPendingChanges()
        _ = log.take()
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: other, queue: nil
        ) { [box = Unchecked(context)] in box.value.mergeChanges(fromContextDidSave: $0) }
        defer { NotificationCenter.default.removeObserver(observer) }
        try other.save()
        return log.take().filter { $0.hasPrefix("changed") }
    }

    @Test func `what others have deleted is told as that, though who hears of the merge has changed it`() throws {
        other.object(with: bert.objectID).age = 5
        other.delete(other.object(with: anna.objectID))
        withObservationTracking {
            _ = bert.age
        } onChange: { [box = Unchecked(anna)] in
            box.value.setValue(9, forKey: "age")
        }
        #expect(try merge() == ["changed deleted:Anna refreshed:Bert"])
    }

    @Test func `what others have deleted is told as that, though a link to itself has ended with it`() throws {
        anna["boss"] = anna
        other.delete(other.object(with: anna.objectID))
        #expect(try merge() == ["changed deleted:Anna"])
        #expect(!context.hasChanges)
    }

    @Test func `what comes by a merge and goes by a delete rule at once is told as deleted`() throws {
        context.delete(sales)
        company.make("Person", "Cleo", in: other)["department"] = other.object(with: sales.objectID)
        let told = try merge()
        let (ofCleo, ofDeletedCleo) = (told.filter { $0.contains("Cleo") }, told.filter { $0.contains("deleted:Cleo") })
        #expect(ofCleo == ofDeletedCleo)
        #expect(told.allSatisfy { !$0.contains("inserted") })
        #expect(context.deletedObjects.map(\.title).sorted() == ["Cleo", "Sales"])
        context.mergePolicy = NSMergePolicy.overwrite
        try context.save()
        #expect(try company.context().count(for: NSFetchRequest<NSManagedObject>(entityName: "Person")) == 2)
    }

    @Test func `a new object that was refreshed and goes in the same event is told of as nothing but deleted`() throws {
        let cleo = company.make("Person", "Cleo", in: context)
        cleo["boss"] = anna
        other.delete(other.object(with: anna.objectID))
        withObservationTracking {
            _ = cleo["boss"]
        } onChange: { [box = Unchecked((context, cleo))] in
            box.value.0.delete(box.value.1)
        }
        let told = try merge()
        #expect(told.joined().components(separatedBy: "Cleo").count == 2, "\(told)")
        #expect(told.allSatisfy { !$0.contains("refreshed") }, "\(told)")
    }

    @Test func `what a merge brings while a save processes its event is told as new, and not as saved`() throws {
        var saved: Notification?
        let saving = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: other, queue: nil
        ) { [box = Unchecked { saved = $0 }] in box.value($0) }
        company.make("Person", "Cleo", in: other)
        try other.save()
        NotificationCenter.default.removeObserver(saving)
        let notification = try #require(saved)
        let undoManager = UndoManager()
        context.undoManager = undoManager
        context.processPendingChanges()
        company.make("Person", "Dora", in: context)
        _ = log.take()
        let opening = NotificationCenter.default.addObserver(
            forName: .NSUndoManagerDidOpenUndoGroup, object: undoManager, queue: nil
        ) { [box = Unchecked((context, notification))] _ in box.value.0.mergeChanges(fromContextDidSave: box.value.1) }
        defer { NotificationCenter.default.removeObserver(opening) }
        try context.save()
        let told = log.take()
        #expect(told.contains { $0.hasPrefix("changed") && $0.contains("inserted:Cleo,Dora") }, "\(told)")
        let toldOfSaves = told.filter { $0.hasPrefix("saved ") && !$0.hasPrefix("saved identities") }
        #expect(toldOfSaves == ["saved inserted:Dora"])
    }
}
