import Foundation
import MainspringFoundation
import MainspringModel
import Observation
import Testing

@testable import MainspringData

/// Links to objects that others have deleted, or that a merge or an undo concerns.
@Suite struct LateLinkContextTests {
    private let company = Company()
    private let (a, b): (NSManagedObjectContext, NSManagedObjectContext)

    init() { (a, b) = (company.context(), company.context()) }

    /// Saves, and gives what the context has told of it.
    private func saved(_ context: NSManagedObjectContext) throws -> Notification {
        nonisolated(unsafe) var saved: Notification?
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: context, queue: nil
        ) { saved = $0 }
        defer { NotificationCenter.default.removeObserver(token) }
        try context.save()
        return try #require(saved)
    }

    /// The first link of a context's objects that is not at both ends.
    private func brokenLink(in context: NSManagedObjectContext) -> String? {
        func others(_ object: NSManagedObject, _ key: String) -> [NSManagedObject] {
            let value = object.value(forKey: key)
            if let set = value as? NSSet { return set.allObjects.map { $0 as! NSManagedObject } }
            return (value as? NSManagedObject).map { [$0] } ?? []
        }
        for object in context.registeredObjects where !object.isFault && !object.isDeleted {
            for (key, relationship) in object.entity.relationshipsByName {
                for other in others(object, key) {
                    let link = "\(object.title).\(key) leads to \(other.title)"
                    if other.managedObjectContext !== context { return link + ", which is in no context" }
                    if other.isDeleted { return link + ", which is deleted" }
                    guard let back = relationship.inverseRelationship?.name else { continue }
                    if !others(other, back).contains(where: { $0 === object }) { return link + ", nothing back" }
                }
            }
        }
        return nil
    }

    // MARK: Undo of what a merge did

    @Test func `what a merge ends of others' links is at both ends after undo and redo`() throws {
        let anna = company.make("Person", "Anna", in: a)
        let (one, two) = (company.make("Department", "One", in: a), company.make("Department", "Two", in: a))
        try a.save()
        let manager = a.beUndoable()
        manager.beginUndoGrouping()
        anna["department"] = one
        manager.endUndoGrouping()
        b.object(with: anna.objectID)["department"] = b.object(with: two.objectID)
        let notice = try saved(b)
        manager.beginUndoGrouping()
        a.mergeChanges(fromContextDidSave: notice)
        manager.endUndoGrouping()
        #expect(brokenLink(in: a) == nil && anna["department"] === one)
        for step in 1...manager.undoCount {
            manager.undo()
            #expect(brokenLink(in: a) == nil, "undo \(step)")
        }
        while manager.canRedo {
            manager.redo()
            #expect(brokenLink(in: a) == nil, "redo")
        }
        while manager.canUndo { manager.undo() }
        try a.save()
        let fresh = company.context()
        for name in ["Person", "Department"] {
            _ = try fresh.fetch(NSFetchRequest<NSManagedObject>(entityName: name)).map(\.title)
        }
        #expect(brokenLink(in: fresh) == nil)
    }

    @Test func `the undo of an insertion after a merge has ended a link leaves nobody linked to it`() throws {
        let (one, two) = (company.make("Department", "One", in: a), company.make("Department", "Two", in: a))
        try a.save()
        let manager = a.beUndoable()
        manager.beginUndoGrouping()
        let anna = company.make("Person", "Anna", in: a)
        try a.save()
        anna["department"] = one
        b.object(with: anna.objectID)["department"] = b.object(with: two.objectID)
        a.mergeChanges(fromContextDidSave: try saved(b))
        manager.endUndoGrouping()
        #expect(brokenLink(in: a) == nil)
        manager.undo()
        #expect(brokenLink(in: a) == nil)
        try a.save()
        #expect(one.names("people") == [] && two.names("people") == [])
        #expect(try company.read(two.objectID) { $0.names("people") } == [])
    }

    // MARK: Who is told

    @Test func `an unsaved link that a merged deletion ends is told to lists and by a notice`() throws {
        let anna = company.make("Person", "Anna", in: a)
        let boss = company.make("Person", "Boss", in: a)
        try a.save()
        let (mine, myBoss) = (b.object(with: anna.objectID), b.object(with: boss.objectID))
        mine["boss"] = myBoss
        b.processPendingChanges()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.predicate = NSPredicate(format: "boss == nil AND name == 'Anna'")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        let list = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: b, sectionNameKeyPath: nil, cacheName: nil)
        let delegate = Silent()
        list.delegate = delegate
        try list.performFetch()
        #expect(list.fetchedObjects?.isEmpty == true)
        let notices = NoticeLog(b)
        a.delete(boss)
        b.mergeChanges(fromContextDidSave: try saved(a))
        #expect(mine["boss"] == nil && !mine.hasPersistentChangedValues)
        #expect(try b.fetch(request).map(\.title) == ["Anna"])
        #expect(list.fetchedObjects?.map(\.title) == ["Anna"])
        #expect(notices.take().contains { $0.contains("Anna") })
        withExtendedLifetime(delegate) {}
    }

    private final class Silent: NSObject, NSFetchedResultsControllerDelegate {}

    @Test func `an object that a merge brings, and that is unlinked at once, is told of once`() throws {
        let anna = company.make("Person", "Anna", in: a)
        try a.save()
        let mine = b.object(with: anna.objectID)
        _ = mine.title
        b.delete(mine)
        b.processPendingChanges()
        let project = company.make("Project", "Moon", in: a)
        anna.setValue(NSSet(object: project), forKey: "projects")
        let notice = try saved(a)
        nonisolated(unsafe) var twice = 0
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: b, queue: nil
        ) { notice in
            let inserted = notice.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject> ?? []
            let updated = notice.userInfo?[NSUpdatedObjectsKey] as? Set<NSManagedObject> ?? []
            twice += inserted.intersection(updated).count
        }
        b.mergeChanges(fromContextDidSave: notice)
        NotificationCenter.default.removeObserver(token)
        #expect(twice == 0)
        try b.save()
    }

    // MARK: Links that come late

    @Test(arguments: ["rollback", "merge"])
    func `who hears of what goes cannot keep a link to it`(way: String) throws {
        let anna = company.make("Person", "Anna", in: a)
        let department = company.make("Department", "One", in: a)
        let carl = company.make("Person", "Carl", in: a)
        try a.save()
        let bert = way == "rollback" ? company.make("Person", "Bert", in: a) : carl
        if way == "rollback" { anna.setValue(1, forKey: "age") }
        _ = (anna.title, carl.title, department.names("people"))
        nonisolated(unsafe) var told = 0
        let box = Unchecked((department, bert))
        withObservationTracking {
            _ = anna.value(forKey: "age")
        } onChange: {
            told += 1
            guard box.value.1.managedObjectContext != nil, !box.value.1.isDeleted else { return }
            box.value.1["department"] = box.value.0
        }
        if way == "rollback" {
            a.rollback()
        } else {
            b.object(with: anna.objectID).setValue(2, forKey: "age")
            b.delete(b.object(with: carl.objectID))
            a.mergeChanges(fromContextDidSave: try saved(b))
        }
        #expect(told == 1)
        a.processPendingChanges()
        #expect(brokenLink(in: a) == nil)
        try a.save()
        department.setValue(7, forKey: "age")
        try a.save()
        #expect(department.names("people") == [])
    }
}
