import Dispatch
import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// What an incremental store is asked once, and what it hears of the objects that contexts have.
@Suite struct RowCacheContextTests {
    /// Writes down what it is told of objects.
    final class HearingStore: TableStore {
        override class var kind: NSPersistentStore.StoreType { .init(rawValue: "Hearing") }
        /// How often each is here.
        var registered: [String: Int] = [:]
        var notices = 0
        var locked: Set<NSManagedObject>?
        /// Called while the store has its turn.
        var whileFetching: (() -> Void)?

        override func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws -> Any
        {
            if let save = request as? NSSaveChangesRequest { locked = save.lockedObjects }
            if request.requestType == .fetchRequestType { whileFetching?() }
            return try super.execute(request, with: context)
        }

        override func managedObjectContextDidRegisterObjects(with objectIDs: [NSManagedObjectID]) {
            notices += 1
            for identity in objectIDs { registered[referenceObject(for: identity) as! String, default: 0] += 1 }
        }

        override func managedObjectContextDidUnregisterObjects(with objectIDs: [NSManagedObjectID]) {
            for identity in objectIDs { registered[referenceObject(for: identity) as! String, default: 0] -= 1 }
        }

        var here: [String: Int] { registered.filter { $0.value != 0 } }
    }

    private let company = Company()
    private let store: HearingStore

    init() throws {
        NSPersistentStoreCoordinator.registerStoreClass(HearingStore.self, type: HearingStore.kind)
        try company.coordinator.remove(company.coordinator.persistentStores[0])
        let url = URL(string: "table://here")!
        store = try company.coordinator.addPersistentStore(type: HearingStore.kind, at: url) as! HearingStore
        store.records = [
            "Department": ["sales": .init(values: ["name": "Sales"])],
            "Person": [
                "anna": .init(values: ["name": "Anna", "department": "sales"]),
                "bert": .init(values: ["name": "Bert", "department": "sales"]),
            ],
        ]
        store.calls = []
    }

    private var anna: NSManagedObjectID {
        store.newObjectID(for: company.entities["Person"]!, referenceObject: "anna")
    }

    private var reads: Int { store.calls.filter { $0 == "values" }.count }
    private var cache: RowCache { (store.service as! IncrementalService).rows }

    @Test func `a row that a context has read is not read again by it or by others`() throws {
        let (one, two) = (company.context(), company.context())
        let first = try one.existingObject(with: anna)
        #expect(first.title == "Anna" && reads == 1)
        #expect(two.object(with: anna).title == "Anna" && reads == 1)
        one.refresh(first, mergeChanges: false)
        #expect(first.isFault && first.title == "Anna" && reads == 1)
    }

    @Test(arguments: [(-1.0, 1), (0, 2), (1_000, 1), (.infinity, 1)])
    func `how old a row may be is what the context says`(interval: TimeInterval, count: Int) throws {
        let (one, two) = (company.context(), company.context())
        let mine = try one.existingObject(with: anna)
        store.records["Person"]!["anna"]!.values["name"] = "Anni"
        two.stalenessInterval = interval
        #expect(two.object(with: anna).title == (count == 1 ? "Anna" : "Anni") && reads == count)
        #expect(mine.title == "Anna")
    }

    @Test func `refreshing takes the row that is kept, or with no patience a new one`() throws {
        let context = company.context()
        let object = try context.existingObject(with: anna)
        object.setValue(5, forKey: "age")
        store.records["Person"]!["anna"]!.values["name"] = "Anni"
        context.refresh(object, mergeChanges: true)
        #expect(object.title == "Anna" && reads == 1)
        context.stalenessInterval = 0
        context.refresh(object, mergeChanges: true)
        #expect(object.title == "Anni" && object.value(forKey: "age") as? Int == 5 && reads == 2)
    }

    @Test func `a fetch that refreshes what is there, and a remote save, read anew`() throws {
        let context = company.context()
        let object = try context.existingObject(with: anna)
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.shouldRefreshRefetchedObjects = true
        for name in ["Anne", "Anni"] {
            store.records["Person"]!["anna"]!.values["name"] = name
            if name == "Anne" {
                _ = try context.fetch(request)
            } else {
                NSManagedObjectContext.mergeChanges(
                    fromRemoteContextSave: [NSUpdatedObjectIDsKey: [anna]], into: [context])
            }
            #expect(object.title == name)
        }
    }

    @Test func `a save lets others read anew what was saved`() throws {
        let (one, two) = (company.context(), company.context())
        let (mine, theirs) = (try one.existingObject(with: anna), try two.existingObject(with: anna))
        mine.setValue("Anne", forKey: "name")
        try one.save()
        #expect(theirs.title == "Anna")
        two.refresh(theirs, mergeChanges: true)
        #expect(theirs.title == "Anne" && reads == 2)
    }

    @Test func `a save that fails leaves no object registered that the store does not have`() throws {
        let context = company.context()
        let carla = company.make("Person", "Carla", in: context)
        store.failure = CocoaError(.persistentStoreSave)
        #expect(throws: CocoaError.self) { try context.save() }
        context.processPendingChanges()
        #expect(carla.objectID.isTemporaryID && store.here.isEmpty)
        store.failure = nil
        try context.save()
        context.processPendingChanges()
        #expect(store.here.values.map { $0 } == [1] && store.here["new 2"] == 1)
    }

    @Test func `a save tells the store which objects it is only to look at`() throws {
        let context = company.context()
        let object = try context.existingObject(with: anna)
        company.make("Person", "Carla", in: context)
        context.detectConflicts(for: object)
        try context.save()
        #expect(store.locked == [object])
        company.make("Person", "Dora", in: context)
        try context.save()
        #expect(store.locked == nil)
    }

    @Test func `the end of an event does not wait for a store that is busy`() throws {
        let (context, other) = (company.context(), NSManagedObjectContext(.privateQueue))
        other.persistentStoreCoordinator = company.coordinator
        do { _ = try context.existingObject(with: anna) }
        #expect(store.here == ["anna": 1])
        let (isBusy, mayGoOn, isOver) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        store.whileFetching = {
            isBusy.signal()
            mayGoOn.wait()
        }
        other.perform {
            _ = try? other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))
            isOver.signal()
        }
        isBusy.wait()
        company.make("Project", "X", in: context)
        context.processPendingChanges()
        #expect(cache.objectCount == 0)
        mayGoOn.signal()
        isOver.wait()
        // The other context's event is over, too.
        other.performAndWait {}
        store.whileFetching = nil
        #expect(store.here["anna"] ?? 0 == 0)
    }

    @Test func `objects may end on any thread`() throws {
        for number in 0..<400 { store.records["Person"]!["p\(number)"] = .init(values: ["name": "\(number)"]) }
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = company.coordinator
        nonisolated(unsafe) var parts: [[NSManagedObject]] = []
        try context.performAndWait { () throws in
            let people = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))
            #expect(people.count == 402 && store.here.count == 402)
            parts = (0..<8).map { part in people.enumerated().filter { $0.offset % 8 == part }.map(\.element) }
        }
        parts.withUnsafeMutableBufferPointer { parts in
            nonisolated(unsafe) let parts = parts
            DispatchQueue.concurrentPerform(iterations: 8) { parts[$0] = [] }
        }
        context.performAndWait { context.processPendingChanges() }
        #expect(store.here.isEmpty && cache.objectCount == 0)
    }

    @Test func `the store hears which objects contexts have, and keeps no row of any other`() throws {
        let one = company.context()
        do {
            let two = company.context()
            let people = try one.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))
            #expect(store.here == ["anna": 1, "bert": 1])
            let copy = try two.existingObject(with: anna)
            #expect(store.here == ["anna": 2, "bert": 1])
            withExtendedLifetime((people, copy, two)) {}
        }
        // The second context has gone with its objects; those of the first one are told of at its next event.
        #expect(store.here["anna"] ?? 0 <= 1)
        let carla = company.make("Person", "Carla", in: one)
        one.processPendingChanges()
        #expect(store.here.isEmpty && cache.objectCount == 0)
        try one.save()
        one.processPendingChanges()
        #expect(store.here == ["new 1": 1])
        one.delete(carla)
        try one.save()
        one.processPendingChanges()
        #expect(store.here.isEmpty)
        _ = try one.existingObject(with: anna)
        let kept = try one.existingObject(with: anna)
        #expect(store.here == ["anna": 1])
        one.reset()
        #expect(store.here.isEmpty && cache.objectCount == 0)
        withExtendedLifetime(kept) {}
    }
}
