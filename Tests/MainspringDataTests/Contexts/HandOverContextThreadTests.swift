import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// What goes from queue to queue.
@Suite struct HandOverContextThreadTests {
    private func context(_ company: Company? = nil, parent: NSManagedObjectContext? = nil) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        if let parent { context.parent = parent } else { context.persistentStoreCoordinator = company?.coordinator }
        return context
    }

    /// Lets a context be busy.
    /// - Returns: ends it when it is signalled.
    private func occupy(_ context: NSManagedObjectContext) -> DispatchSemaphore {
        let (gate, entered) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        context.perform {
            entered.signal()
            gate.wait()
        }
        entered.wait()
        return gate
    }

    @Test func `a save into a parent with a queue returns while that is busy, and the parent's next block sees it`()
        throws
    {
        let company = Company()
        let writer = context(company)
        let child = context(parent: writer)
        let gate = occupy(writer)
        let identity = try child.performAndWait {
            let anna = company.make("Person", "Anna", in: child)
            try child.save()
            #expect(!child.hasChanges)
            return anna.objectID
        }
        gate.signal()
        #expect(writer.performAndWait { writer.registeredObject(for: identity)?.title } == "Anna")
        #expect(child.performAndWait { child.object(with: identity).title } == "Anna")
    }

    @Test func `what a child has made is taken over while the context above the parent is busy`() throws {
        let company = Company()
        let writer = context(company)
        let middle = context(parent: writer)
        let child = context(parent: middle)
        let gate = occupy(writer)
        defer { gate.signal() }
        try child.performAndWait {
            company.make("Person", "Anna", in: child)["department"] = company.make("Department", "Sales", in: child)
            try child.save()
        }
        let made = middle.performAndWait { middle.insertedObjects.map(\.title).sorted() }
        #expect(made == ["Anna", "Sales"])
    }

    @Test func `three levels: each save goes one up, and the last one to the store`() throws {
        let company = Company()
        let writer = context(company)
        let middle = context(parent: writer)
        let worker = context(parent: middle)
        let identity = try worker.performAndWait {
            let anna = company.make("Person", "Anna", in: worker)
            try worker.obtainPermanentIDs(for: [anna])
            try worker.save()
            return anna.objectID
        }
        #expect(!identity.isTemporaryID)
        let reader = context(company)
        func isStored() -> Bool { reader.performAndWait { (try? reader.existingObject(with: identity)) != nil } }
        #expect(!isStored())
        try middle.performAndWait {
            #expect(middle.hasChanges)
            try middle.save()
        }
        #expect(!isStored())
        try writer.performAndWait { try writer.save() }
        #expect(isStored())
    }

    @Test func `a context that merges automatically follows the store, and a child its parent`() async throws {
        let company = Company()
        let (first, second) = (context(company), context(company))
        second.automaticallyMergesChangesFromParent = true
        let (left, right) = (context(parent: second), context(parent: second))
        right.automaticallyMergesChangesFromParent = true
        let identity = try first.performAndWait {
            let anna = company.make("Person", "Anna", in: first)
            try first.save()
            return anna.objectID
        }
        let object = second.performAndWait { second.object(with: identity) }
        #expect(second.performAndWait { object.title } == "Anna")
        let copy = right.performAndWait { right.object(with: identity) }
        #expect(right.performAndWait { copy.title } == "Anna")
        try first.performAndWait {
            first.object(with: identity).setValue("Anne", forKey: "name")
            try first.save()
        }
        #expect(await second.perform { object.title } == "Anne")
        try left.performAndWait {
            left.object(with: identity).setValue("Anni", forKey: "name")
            try left.save()
        }
        #expect(await second.perform { object.title } == "Anni")
        #expect(await right.perform { copy.title } == "Anni")
    }

    @Test func `a request finds the context on whose queue it is executed`() throws {
        let company = Company()
        let context = context(company)
        try context.performAndWait {
            company.make("Person", "Anna", in: context)
            company.make("Manager", "Bert", in: context)
            try context.save()
            company.make("Person", "Cleo", in: context)
            let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
            #expect(try request.execute().map(\.title) == ["Cleo", "Bert", "Anna"])
            request.predicate = NSPredicate(format: "name >= 'B'")
            request.fetchLimit = 1
            #expect(try context.fetch(request).map(\.title) == ["Cleo"])
            #expect(try context.count(for: request) == 1)
            request.includesPendingChanges = false
            #expect(try context.fetch(request).map(\.title) == ["Bert"])
        }
    }
}
