import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// When values are read, and when they are let go.
@Suite struct FaultContextTests {
    private let company = Company.hooked()
    private let context: NSManagedObjectContext
    private let identity: NSManagedObjectID

    init() throws {
        context = company.context()
        let writer = company.context()
        let anna = company.insert("Person", "Anna", in: writer)
        anna["department"] = company.make("Department", "Sales", in: writer)
        try writer.save()
        identity = anna.objectID
    }

    @Test func `what does not concern modelled values leaves a fault a fault`() {
        let anna = context.object(with: identity)
        let other = context.object(with: identity)
        // What each does stands in its name.
        let probes: [(String, (NSManagedObject) -> Any?)] = [
            ("objectID", { $0.objectID }), ("entity", { $0.entity }), ("context", { $0.managedObjectContext }),
            ("hash", { $0.hash }), ("isEqual", { $0.isEqual(other) }), ("isFault", { $0.isFault }),
            ("isInserted", { $0.isInserted }), ("isUpdated", { $0.isUpdated }), ("isDeleted", { $0.isDeleted }),
            ("hasChanges", { $0.hasChanges }), ("hasPersistentChangedValues", { $0.hasPersistentChangedValues }),
            ("changedValues", { $0.changedValues() }), ("event", { $0.changedValuesForCurrentEvent() }),
            ("description", { $0.description }), ("faultingState", { $0.faultingState }),
            ("hasFault", { $0.hasFault(forRelationshipNamed: "projects") }),
            ("primitiveValue", { $0.primitiveValue(forKey: "name") }),
        ]
        for (name, probe) in probes {
            _ = probe(anna)
            #expect(anna.isFault, "\(name)")
        }
        #expect(context.journal.entries == [])
    }

    @Test func `each use of modelled values reads them, once`() {
        let probes: [(String, (NSManagedObject) -> Any?)] = [
            ("value", { $0.value(forKey: "name") }), ("to-one", { $0.value(forKey: "department") }),
            ("to-many", { $0.value(forKey: "projects") }), ("set", { $0.setValue(1, forKey: "age") }),
            ("committed", { $0.committedValues(forKeys: ["name"]) }),
            ("mutable set", { $0.mutableSetValue(forKey: "projects").count }),
            ("will access", { $0.willAccessValue(forKey: nil) }),
            ("will access a key", { $0.willAccessValue(forKey: "name") }),
            ("will change", { $0.willChangeValue(forKey: "name") }),
            ("several", { $0.dictionaryWithValues(forKeys: ["name"]) }),
        ]
        for (name, probe) in probes {
            let context = company.context()
            let anna = context.object(with: identity)
            _ = probe(anna)
            #expect(!anna.isFault, "\(name)")
            _ = probe(anna)
            #expect(context.journal.entries == ["fetch Anna"], "\(name)")
        }
    }

    @Test func `what awakeFromFetch sets is no change`() {
        context.journal.awakeFromFetch = { $0.age = 99 }
        let anna = context.object(with: identity)
        #expect(anna.age == 99 && !anna.hasChanges && !context.hasChanges)
        anna.rename("Anne")
        context.processPendingChanges()
        #expect(context.updatedObjects == [anna])
    }

    @Test func `a refreshed object says that it becomes a fault, and is read again`() {
        let anna = context.object(with: identity)
        _ = anna.title
        context.refresh(anna, mergeChanges: false)
        #expect(anna.isFault && anna["department"]?.isFault == true && !anna.isFault)
        #expect(context.journal.take() == ["fetch Anna", "will be a fault Anna", "is a fault -", "fetch Anna"])
    }

    @Test func `after a save objects have their values, after refreshing and resetting they are faults`() throws {
        let anna = context.object(with: identity)
        anna.age = 3
        try context.save()
        #expect(!anna.isFault)
        context.refreshAllObjects()
        #expect(anna.isFault && anna.age == 3)
        context.reset()
        #expect(anna.isFault && anna.managedObjectContext == nil && context.object(with: identity) !== anna)
    }

    @Test func `a relationship to many is a fault of its own`() {
        let anna = context.object(with: identity)
        _ = anna.title
        #expect(anna.hasFault(forRelationshipNamed: "projects") && anna.hasFault(forRelationshipNamed: "department"))
        let department = anna["department"]
        #expect(department?.isFault == true)
        #expect(department?.names("people") == ["Anna"])
        #expect(department?.hasFault(forRelationshipNamed: "people") == false)
    }

    // MARK: Rows that have gone

    /// The object in a context that has not read it, after its row has gone.
    private func lost() throws -> NSManagedObject {
        let fault = context.object(with: identity)
        let other = company.context()
        other.delete(other.object(with: identity))
        try other.save()
        return fault
    }

    @Test func `a fault whose row has gone has no values and is deleted when it is used`() throws {
        let anna = try lost()
        #expect(anna.isFault && !anna.isDeleted)
        #expect(failure { _ = try context.existingObject(with: identity) }?.code == 133_000)
        #expect(anna.isFault)
        #expect(anna.value(forKey: "name") == nil && anna["department"] == nil && anna.names("projects") == [])
        #expect(anna.isDeleted)
        #expect(failure { _ = try context.existingObject(with: identity) }?.code == 133_000)
        try context.save()
    }

    @Test func `without shouldDeleteInaccessibleFaults its use ends the program with a sentence`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let tests = try FaultContextTests()
            tests.context.shouldDeleteInaccessibleFaults = false
            _ = try tests.lost().title
        }
        #expect(result?.errorText.contains("is used, but it is not in its store any more") == true)
    }

    @Test func `a context may decide fault by fault`() throws {
        final class Lenient: NSManagedObjectContext, @unchecked Sendable {
            // `@unchecked Sendable`: as the superclass.

            var asked: [NSManagedObjectID] = []
            override func shouldHandleInaccessibleFault(
                _ fault: NSManagedObject, for oid: NSManagedObjectID, triggeredByProperty: NSPropertyDescription?
            ) -> Bool {
                asked.append(oid)
                return true
            }
        }
        let lenient = Lenient(concurrencyType: .privateQueueConcurrencyType)
        lenient.persistentStoreCoordinator = company.coordinator
        _ = try lost()
        lenient.shouldDeleteInaccessibleFaults = false
        lenient.performAndWait {
            #expect(lenient.object(with: identity).value(forKey: "name") == nil)
            #expect(lenient.asked == [identity])
        }
    }
}
