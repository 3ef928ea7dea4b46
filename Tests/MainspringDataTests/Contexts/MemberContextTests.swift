import Dispatch
import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Smaller members of contexts and objects, each by its rule.
@Suite struct MemberContextTests {
    private let company = Company()

    @Test func `a context has a name, whatever the program wants to know, and an author`() {
        let context = company.context()
        #expect(context.name == nil && context.userInfo.count == 0 && context.transactionAuthor == nil)
        (context.name, context.transactionAuthor) = ("Import", "server")
        context.userInfo["round"] = 3
        #expect(context.name == "Import" && context.userInfo["round"] as? Int == 3)
        #expect(context.transactionAuthor == "server" && context.core.title.contains("“Import”"))
    }

    @Test func `objects without changes are kept only if the context retains them, those that are there too`() throws {
        let context = company.context()
        company.make("Person", "Anna", in: context)
        try context.save()
        #expect(context.registeredObjects.isEmpty)
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        for isLate in [false, true] {
            if !isLate { context.retainsRegisteredObjects = true }
            do {
                let found = try context.fetch(request)
                if isLate { context.retainsRegisteredObjects = true }
                withExtendedLifetime(found) {}
            }
            #expect(context.retainsRegisteredObjects && context.registeredObjects.map(\.title) == ["Anna"])
            company.make("Person", "Bert \(isLate)", in: context)
            try context.save()
            #expect(context.registeredObjects.count == 2)
            context.delete(try #require(context.registeredObjects.first { $0.title.hasPrefix("Bert") }))
            if !isLate { try context.save() } else { context.rollback() }
            context.retainsRegisteredObjects = false
            #expect(context.registeredObjects.isEmpty)
        }
    }

    @Test func `refreshing all objects makes faults of those without changes, and keeps the changes of others`() throws
    {
        let (context, other) = (company.context(), company.context())
        let (anna, bert) = (company.make("Person", "Anna", in: context), company.make("Person", "Bert", in: context))
        let carla = company.make("Person", "Carla", in: context)
        try context.save()
        for person in [anna, bert, carla] {
            try other.existingObject(with: person.objectID).setValue(50, forKey: "age")
        }
        try other.save()
        anna.setValue("Anne", forKey: "name")
        context.delete(carla)
        let dora = company.make("Person", "Dora", in: context)
        context.refreshAllObjects()
        #expect(bert.isFault && !anna.isFault && !dora.isFault && carla.isDeleted)
        #expect(anna.title == "Anne" && anna.value(forKey: "age") as? Int == 50)
        #expect(bert.value(forKey: "age") as? Int == 50 && dora.title == "Dora")
        #expect(context.updatedObjects == [anna] && context.insertedObjects == [dora])
        #expect(context.deletedObjects == [carla])
    }

    @Test func `a value that is set to what it was is a change that is not saved`() throws {
        let context = company.context()
        let anna = company.make("Person", "Anna", in: context)
        #expect(anna.hasPersistentChangedValues && anna.hasChanges)
        try context.save()
        #expect(!anna.hasPersistentChangedValues && !anna.hasChanges)
        anna.setValue("Anna", forKey: "name")
        #expect(anna.hasChanges && anna.isUpdated && !anna.hasPersistentChangedValues)
        #expect(anna.changedValues().isEmpty)
        let version = anna.saved?.version
        try context.save()
        #expect(!anna.hasChanges && anna.saved?.version == version)
        anna.setValue("Anne", forKey: "name")
        #expect(anna.hasPersistentChangedValues)
        context.delete(anna)
        #expect(!anna.hasPersistentChangedValues)
    }

    @Test func `identities in a relationship are read without making objects`() throws {
        let context = company.context()
        let department = company.make("Department", "Sales", in: context)
        let people = ["Anna", "Bert"].map { company.make("Person", $0, in: context) }
        for person in people { person["department"] = department }
        try context.save()
        let expected = Set(people.map(\.objectID))
        let other = company.context()
        let copy = try other.existingObject(with: department.objectID)
        #expect(Set(copy.objectIDs(forRelationshipNamed: "people")) == expected)
        #expect(other.registeredObjects == [copy] && copy.hasFault(forRelationshipNamed: "people"))
        let anna = try other.existingObject(with: people[0].objectID)
        #expect(anna.objectIDs(forRelationshipNamed: "department") == [department.objectID])
        #expect(
            anna.objectIDs(forRelationshipNamed: "boss") == [] && anna.objectIDs(forRelationshipNamed: "name") == [])
        // With changes here.
        let carla = company.make("Person", "Carla", in: other)
        carla["department"] = copy
        anna["department"] = nil
        #expect(
            Set(copy.objectIDs(forRelationshipNamed: "people")) == [people[1].objectID, carla.objectID])
    }

    @Test(arguments: [true, false])
    func `a fault whose row has gone is deleted and empty, or the end of the program`(deletes: Bool) async {
        let result = await #expect(
            processExitsWith: deletes ? .success : .failure, observing: [\.standardErrorContent]
        ) { [deletes] in
            let company = Company()
            let (context, other) = (company.context(), company.context())
            let anna = company.make("Person", "Anna", in: context)
            try context.save()
            let fault = other.object(with: anna.objectID)
            context.delete(anna)
            try context.save()
            other.shouldDeleteInaccessibleFaults = deletes
            precondition(fault.isFault && fault.title == "-" && fault.isDeleted)
            precondition(fault.value(forKey: "boss") == nil && fault.names("reports") == [])
            // It is no change of the program's, and cannot be saved.
            do { _ = try other.existingObject(with: fault.objectID) } catch let error as CocoaError {
                precondition(error.code == .managedObjectReferentialIntegrity)
            }
            try other.save()
        }
        #expect(deletes || result?.errorText.contains("is not in its store any more") == true)
    }

    @Test func `an object that is not there is not kept, whatever the context retains`() throws {
        let (context, other) = (company.context(), company.context())
        let anna = company.make("Person", "Anna", in: context)
        try context.save()
        let identity = anna.objectID
        context.delete(anna)
        try context.save()
        other.retainsRegisteredObjects = true
        #expect(throws: CocoaError.self) { try other.existingObject(with: identity) }
        #expect(other.registeredObjects.isEmpty)
    }

    @Test func `a context is made by its kind of queue`() {
        #expect(NSManagedObjectContext(.privateQueue).concurrencyType == .privateQueueConcurrencyType)
        #expect(NSManagedObjectContext(.mainQueue).concurrencyType == .mainQueueConcurrencyType)
    }

    @Test func `accessors written by hand say how a set changes, and the other end hears of it`() {
        let context = company.context()
        let department = company.make("Department", "Sales", in: context)
        let people = ["Anna", "Bert"].map { company.make("Person", $0, in: context) }
        for (kind, members) in [(NSKeyValueSetMutationKind.union, people), (.minus, [people[0]]), (.set, [])] {
            department.willChangeValue(forKey: "people", withSetMutation: kind, using: Set(members))
            department.setPrimitiveValue(NSSet(array: members), forKey: "people")
            department.didChangeValue(forKey: "people", withSetMutation: kind, using: Set(members))
            #expect(people.filter { $0["department"] === department } == members)
        }
    }

    @Test func `a store in memory has no query generations, and a child reads what its parent does`() throws {
        let context = company.context()
        try context.setQueryGenerationFrom(nil)
        let error = #expect(throws: CocoaError.self) { try context.setQueryGenerationFrom(.current) }
        #expect(error?.code.rawValue == 134091)
        #expect(error?.localizedDescription.contains("Use a store in an SQLite file") == true)
        let childError = #expect(throws: CocoaError.self) { try context.child().setQueryGenerationFrom(.current) }
        #expect(childError?.localizedDescription.contains("reads what its parent reads") == true)
        #expect(throws: CocoaError.self) {
            try NSManagedObjectContext(confined: ()).setQueryGenerationFrom(.current)
        }
        #expect(
            context.queryGenerationToken == nil && NSQueryGenerationToken.current === NSQueryGenerationToken.current)
    }

    @available(*, deprecated, message: "Tests what is deprecated.")
    private func lockedElsewhere(_ context: NSManagedObjectContext) -> Bool {
        nonisolated(unsafe) var isTaken = false
        let ended = DispatchSemaphore(value: 0)
        let thread = Thread {
            defer { ended.signal() }
            isTaken = !context.tryLock()
            if !isTaken { context.unlock() }
        }
        thread.start()
        ended.wait()
        return isTaken
    }

    @available(*, deprecated, message: "Tests what is deprecated.")
    @Test func `a context that one thread has locked cannot be locked by another`() {
        let context = company.context()
        #expect(!lockedElsewhere(context))
        context.lock()
        context.lock()
        #expect(context.tryLock() && lockedElsewhere(context))
        for _ in 0..<2 { context.unlock() }
        #expect(lockedElsewhere(context))
        context.unlock()
        #expect(!lockedElsewhere(context))
    }
}
