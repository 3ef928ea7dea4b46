import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// What contexts make of notices, stores and levels that are not as they should be.
@Suite struct OddInputContextTests {
    private let company = Company()

    @Test(arguments: 0..<9) func `a notice to merge that holds anything else changes nothing`(_ index: Int) throws {
        let context = company.context()
        let anna = company.make("Person", "Anna", in: context)
        try context.save()
        let loose = NSManagedObject(entity: company.entities["Person"]!, insertInto: nil)
        let wrong: [[AnyHashable: Any]] = [
            [:], [NSInsertedObjectsKey: "x"], [NSUpdatedObjectsKey: [1, 2, NSNull()]],
            [NSDeletedObjectsKey: NSSet(array: ["x", NSNull()])],
            [NSDeletedObjectsKey: [URL(string: "x-coredata://a/b/p1")!]],
            [NSInvalidatedAllObjectsKey: true], [NSUpdatedObjectsKey: Set([loose])],
            [NSInsertedObjectsKey: Set([loose.objectID])], [NSDeletedObjectsKey: Set([loose])],
        ]
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: wrong[index], into: [context, context])
        context.mergeChanges(
            fromContextDidSave: Notification(
                name: .NSManagedObjectContextDidSave, object: nil, userInfo: wrong[index]))
        context.mergeChanges(fromContextDidSave: Notification(name: .init("none")))
        #expect(anna.title == "Anna" && !context.hasChanges)
        try context.save()
    }

    @Test func `an object of a removed store is read as nothing, and a save says why it fails`() throws {
        let context = company.context()
        let anna = company.make("Person", "Anna", in: context)
        let badge = company.make("Badge", "B", in: context)
        anna["badge"] = badge
        try context.save()
        anna.setValue("Anne", forKey: "name")
        let child = context.child()
        let below = child.object(with: anna.objectID)
        try company.coordinator.remove(company.coordinator.persistentStores[0])
        #expect(below.title == "Anne")
        #expect(throws: (any Error).self) { try context.save() }
        #expect(context.hasChanges && anna.title == "Anne")
        #expect(throws: (any Error).self) { try company.context().existingObject(with: anna.objectID) }
        #expect(anna.objectID.persistentStore == nil)
        _ = anna.objectID.uriRepresentation()
        _ = anna.description
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        _ = try? context.fetch(request)
        context.refresh(anna, mergeChanges: true)
        context.rollback()
        context.reset()
        try context.save()
    }

    @Test func `three levels: an error in the middle leaves all as it was, with deletions and links`() throws {
        let company = Company.hooked()
        let root = company.context()
        let middle = root.child()
        let leaf = middle.child()
        let anna = company.insert("Person", "Anna", in: root)
        let bert = company.insert("Person", "Bert", in: root)
        anna["boss"] = bert
        try root.save()
        let (leafAnna, leafBert) = (leaf.object(with: anna.objectID), leaf.object(with: bert.objectID))
        leafAnna["boss"] = nil
        leaf.delete(leafBert)
        let new = company.insert("Person", "New", in: leaf)
        new["boss"] = leafAnna
        try leaf.save()
        middle.journal.validate = { object, _ in
            if object.title == "New" { throw CocoaError(.validationMissingMandatoryProperty) }
        }
        for _ in 0..<2 { #expect(throws: (any Error).self) { try middle.save() } }
        #expect(middle.insertedObjects.map(\.title) == ["New"] && middle.deletedObjects.map(\.title) == ["Bert"])
        #expect(!root.hasChanges && anna["boss"] === bert && bert.names("reports") == ["Anna"])
        #expect(!leaf.hasChanges && new.names("reports") == [] && leafAnna.names("reports") == ["New"])
        // The leaf goes on while the middle cannot.
        new.setValue("Newer", forKey: "name")
        try leaf.save()
        try middle.save()
        #expect(root.insertedObjects.map(\.title) == ["Newer"] && root.deletedObjects.map(\.title) == ["Bert"])
        try root.save()
        #expect(try company.read(anna.objectID) { $0.names("reports") } == ["Newer"])
        #expect(try company.context().count(for: NSFetchRequest<NSManagedObject>(entityName: "Person")) == 2)
    }

    @Test func `a child's save and what follows on the parent come in order, by every way of performing`() async throws
    {
        let root = NSManagedObjectContext(.privateQueue)
        root.persistentStoreCoordinator = company.coordinator
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = root
        let entity = company.entities["Person"]!
        for number in 1...200 {
            try child.performAndWait {
                NSManagedObject(entity: entity, insertInto: child).setValue("\(number)", forKey: "name")
                try child.save()
            }
            let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
            let count: Int
            switch number % 4 {
            case 0: count = root.performAndWait { root.insertedObjects.count }
            case 1: count = await root.perform { root.insertedObjects.count }
            case 2: count = await root.perform(schedule: .enqueued) { root.insertedObjects.count }
            default: count = try child.performAndWait { try child.count(for: request) }
            }
            #expect(count == number)
        }
        try await root.perform { try root.save() }
        let reader = company.context()
        #expect(try reader.count(for: NSFetchRequest<NSManagedObject>(entityName: "Person")) == 200)
    }

    @Test func `a parent that resets after a hand-over, and a child that goes on, come to an end`() throws {
        let root = NSManagedObjectContext(.privateQueue)
        root.persistentStoreCoordinator = company.coordinator
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = root
        let entity = company.entities["Person"]!
        try child.performAndWait {
            let object = NSManagedObject(entity: entity, insertInto: child)
            object.setValue("A", forKey: "name")
            try child.save()
            root.performAndWait { root.reset() }
            object.setValue("B", forKey: "name")
            _ = try? child.save()
            root.performAndWait { _ = try? root.save() }
            child.refresh(object, mergeChanges: false)
            _ = object.value(forKey: "name")
            child.reset()
        }
        // The object was dropped by the reset, or is there as it was changed: not half of it.
        let reader = company.context()
        let found = try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person")).map(\.title)
        #expect(found == [] || found == ["B"], "\(found)")
    }
}
