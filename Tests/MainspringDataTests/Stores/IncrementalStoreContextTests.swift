import Foundation
import MainspringFoundation
@_spi(Tools) import MainspringModel
import Testing

@testable import MainspringData

/// An incremental store of a program's own.
@Suite struct IncrementalStoreContextTests {
    private let company = Company()
    private let store: TableStore

    init() throws {
        NSPersistentStoreCoordinator.registerStoreClass(TableStore.self, type: TableStore.kind)
        try company.coordinator.remove(company.coordinator.persistentStores[0])
        let url = URL(string: "table://here")!
        store = try company.coordinator.addPersistentStore(type: TableStore.kind, at: url) as! TableStore
        store.records = [
            "Department": ["sales": .init(values: ["name": "Sales", "age": 7])],
            "Person": [
                "anna": .init(values: ["name": "Anna", "department": "sales"], version: 5),
                "boris": .init(values: ["name": "Boris", "department": "sales", "boss": "carla"]),
            ], "Manager": ["carla": .init(values: ["name": "Carla"])],
        ]
        store.calls = []
    }

    private func identity(_ entity: String, _ key: String) -> NSManagedObjectID {
        store.newObjectID(for: company.entities[entity]!, referenceObject: key)
    }

    @Test func `the metadata are the store's own`() {
        #expect(store.identifier == "table" && store.type == "Table" && store.metadata.count == 2)
        #expect(company.coordinator.metadata(for: store)[NSStoreUUIDKey] as? String == "table")
    }

    @Test func `a fault asks for its values, and a relationship for its members`() throws {
        let context = company.context()
        let anna = context.object(with: identity("Person", "anna"))
        #expect(store.calls == [])
        #expect(anna.title == "Anna" && store.calls == ["values"])
        #expect(anna["department"]?.title == "Sales" && anna["boss"] == nil)
        #expect(store.calls == ["values", "values"])
        #expect(anna["department"]?.names("people") == ["Anna", "Boris"])
        #expect(store.calls.prefix(3) == ["values", "values", "relationship people"])
        #expect(anna.saved?.version == 5)
        #expect(store.referenceObject(for: anna.objectID) as? String == "anna")
    }

    @Test func `a relationship to one that a node lacks is asked for by itself`() throws {
        store.isLazy = true
        let context = company.context()
        let boris = try context.existingObject(with: identity("Person", "boris"))
        #expect(
            store.calls
                == ["values", "relationship department", "relationship boss", "relationship badge"].sorted(by: order))
        #expect(boris["boss"]?.title == "Carla" && boris["department"]?.title == "Sales")

        func order(_ left: String, _ right: String) -> Bool {
            let slots = company.entities["Person"]!.slots.map { "relationship \($0.name)" }
            return (slots.firstIndex(of: left) ?? -1) < (slots.firstIndex(of: right) ?? -1)
        }
    }

    @Test func `an object that the store does not have is none`() throws {
        let error = #expect(throws: CocoaError.self) {
            try company.context().existingObject(with: identity("Person", "nobody"))
        }
        #expect(error?.code == .managedObjectReferentialIntegrity)
    }

    @Test func `requests of all types of results are the store's matter`() throws {
        let context = company.context()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        let people = try company.coordinator.execute(request, with: context) as? [NSManagedObject]
        #expect(people?.map(\.title) == ["Anna", "Boris", "Carla"])
        #expect(people?.last?.entity.name == "Manager")
        request.predicate = NSPredicate(format: "name BEGINSWITH 'B'")
        request.resultType = .managedObjectIDResultType
        #expect(
            try company.coordinator.execute(request, with: context) as? [NSManagedObjectID] == [
                identity("Person", "boris")
            ])
        request.resultType = .countResultType
        #expect(try company.coordinator.execute(request, with: context) as? [Int] == [1])
        request.resultType = .dictionaryResultType
        let dictionaries = try company.coordinator.execute(request, with: context) as? [NSDictionary]
        #expect(dictionaries?.map { $0["name"] as? String } == ["Boris"])
        #expect(store.calls.filter { $0 == "fetch" }.count == 4)
    }

    @Test func `any other request goes to the store as it is`() throws {
        let request = NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Person"))
        let result = try company.coordinator.execute(request, with: company.context())
        #expect(result as? [String] == ["done"] && store.calls == ["other"])
    }

    @Test func `a save gets the objects, with identities that the store has given`() throws {
        let context = company.context()
        let dora = company.make("Person", "Dora", in: context)
        let anna = context.object(with: identity("Person", "anna"))
        dora["boss"] = anna
        anna.setValue("Anne", forKey: "name")
        context.delete(context.object(with: identity("Person", "boris")))
        try context.save()
        #expect(store.calls.filter { $0 == "save" }.count == 1 && store.calls.contains("identities 1"))
        #expect(store.records["Person"]?.keys.sorted() == ["anna", "new 1"])
        #expect(store.records["Person"]?["new 1"]?.values["boss"] as? String == "anna")
        #expect(store.records["Person"]?["anna"]?.version == 6)
        #expect(store.referenceObject(for: dora.objectID) as? String == "new 1")
        #expect(try company.read(dora.objectID) { $0["boss"]?.title } == "Anne")
    }

    @Test func `a save that the store refuses leaves the context as it was`() throws {
        let context = company.context()
        let dora = company.make("Person", "Dora", in: context)
        store.failure = CocoaError(.persistentStoreTimeout)
        let error = #expect(throws: CocoaError.self) { try context.save() }
        #expect(error?.code == .persistentStoreTimeout && context.hasChanges && dora.objectID.isTemporaryID)
        store.failure = nil
        try context.save()
        #expect(store.records["Person"]?.count == 3)
    }

    @Test func `identities stand in URIs by what the store knows them by`() {
        let anna = identity("Person", "anna")
        #expect(anna.uriRepresentation().absoluteString == "x-coredata://table/Person/panna")
        #expect(company.coordinator.managedObjectID(forURIRepresentation: anna.uriRepresentation()) == anna)
        let odd = identity("Person", "a/b ä?#")
        #expect(company.coordinator.managedObjectID(forURIRepresentation: odd.uriRepresentation()) == odd)
        let number = store.newObjectID(for: company.entities["Person"]!, referenceObject: 17)
        #expect(number.uriRepresentation().absoluteString == "x-coredata://table/Person/p17")
        #expect(company.coordinator.managedObjectID(for: "x-coredata://table/Person/p17") == number)
    }

    @Test func `one call after another is made, whoever asks`() async {
        final class CountingStore: TableStore {
            var inside = 0
            var greatest = 0
            override func newValuesForObject(
                with objectID: NSManagedObjectID, with context: NSManagedObjectContext
            ) throws -> NSIncrementalStoreNode {
                inside += 1
                greatest = max(greatest, inside)
                defer { inside -= 1 }
                // A store may ask the context for objects that it has itself.
                if records.isEmpty { return NSIncrementalStoreNode(objectID: objectID, withValues: [:], version: 1) }
                return try super.newValuesForObject(with: objectID, with: context)
            }
        }
        let counting = CountingStore(
            persistentStoreCoordinator: company.coordinator, configurationName: nil,
            at: URL(string: "table://counting")!)
        counting.records = store.records
        try! counting.open(company.model)
        let (bench, key) = (Unchecked(counting), Unchecked(identity("Person", "anna").entity))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let identity = bench.value.newObjectID(for: key.value, referenceObject: "anna")
                    for _ in 0..<300 { _ = try! bench.value.service.row(of: identity, for: nil) }
                }
            }
        }
        #expect(counting.greatest == 1 && counting.calls.filter { $0 == "values" }.count == 1_200)
    }

    @Test func `results that are none are errors that say what to return`() throws {
        final class WrongStore: TableStore {
            override class var kind: NSPersistentStore.StoreType { .init(rawValue: "Wrong table") }
            var result: Any = 5
            override func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws
                -> Any
            {
                result
            }
            override func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] { [] }
        }
        NSPersistentStoreCoordinator.registerStoreClass(WrongStore.self, type: WrongStore.kind)
        try company.coordinator.remove(store)
        let wrong =
            try company.coordinator.addPersistentStore(
                type: WrongStore.kind, at: URL(string: "table://wrong")!) as! WrongStore
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        for result in [5 as Any, [5] as Any] {
            wrong.result = result
            let error = #expect(throws: CocoaError.self) {
                try company.coordinator.execute(request, with: company.context())
            }
            #expect(error?.localizedDescription.contains("WrongStore answers the request") ?? false)
        }
        let context = company.context()
        company.make("Person", "Dora", in: context)
        let error = #expect(throws: CocoaError.self) { try context.save() }
        #expect(error?.localizedDescription.contains("0 identities for 1 objects") ?? false)
    }
}
