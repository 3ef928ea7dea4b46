import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// A custom store that does what its test says.
final class OddStore: TableStore {
    override class var kind: NSPersistentStore.StoreType { .init(rawValue: "Odd") }
    override var type: String { Self.kind.rawValue }
    var onExecute: ((NSPersistentStoreRequest, NSManagedObjectContext?) throws -> Any?)?
    var onValues: ((NSManagedObjectID, NSManagedObjectContext) throws -> NSIncrementalStoreNode?)?
    var onRelationship: ((NSRelationshipDescription, NSManagedObjectID, NSManagedObjectContext?) throws -> Any?)?
    override func loadMetadata() throws {
        metadata = [NSStoreTypeKey: Self.kind.rawValue, NSStoreUUIDKey: UUID().uuidString]
    }
    override func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws -> Any {
        if let result = try onExecute?(request, context) { return result }
        return try super.execute(request, with: context)
    }
    override func newValuesForObject(with objectID: NSManagedObjectID, with context: NSManagedObjectContext) throws
        -> NSIncrementalStoreNode
    {
        if let node = try onValues?(objectID, context) { return node }
        return try super.newValuesForObject(with: objectID, with: context)
    }
    override func newValue(
        forRelationship relationship: NSRelationshipDescription, forObjectWith objectID: NSManagedObjectID,
        with context: NSManagedObjectContext?
    ) throws -> Any {
        if let value = try onRelationship?(relationship, objectID, context) { return value }
        return try super.newValue(forRelationship: relationship, forObjectWith: objectID, with: context)
    }
}

/// Custom stores that throw, act, or answer wrongly.
@Suite struct OddStoreContextTests {
    private let company = Company()
    private let store: OddStore

    init() throws {
        NSPersistentStoreCoordinator.registerStoreClass(OddStore.self, type: OddStore.kind)
        try company.coordinator.remove(company.coordinator.persistentStores[0])
        store =
            try company.coordinator.addPersistentStore(type: OddStore.kind, at: URL(string: "odd://here")!) as! OddStore
        store.records = [
            "Department": ["sales": .init(values: ["name": "Sales", "age": 7])],
            "Person": [
                "anna": .init(values: ["name": "Anna", "department": "sales"]),
                "boris": .init(values: ["name": "Boris", "department": "sales", "boss": "anna"]),
            ],
        ]
    }

    private func identity(_ entity: String, _ key: String) -> NSManagedObjectID {
        store.newObjectID(for: company.entities[entity]!, referenceObject: key)
    }
    private struct Down: Error {}

    @Test func `a save request holds nil where there is nothing`() throws {
        let context = company.context()
        company.make("Person", "New", in: context)
        var seen: [String] = []
        store.onExecute = { request, _ in
            if let save = request as? NSSaveChangesRequest {
                seen = [
                    "\(save.insertedObjects?.count ?? -1)", "\(save.updatedObjects?.count ?? -1)",
                    "\(save.deletedObjects?.count ?? -1)", "\(save.lockedObjects?.count ?? -1)",
                ]
            }
            return nil
        }
        try context.save()
        #expect(seen == ["1", "-1", "-1", "-1"])
    }

    @Test func `a store that throws while it saves, then works, loses nothing`() throws {
        let context = company.context()
        let anna = context.object(with: identity("Person", "anna"))
        anna.setValue("Anne", forKey: "name")
        let new = company.make("Person", "New", in: context)
        new["boss"] = anna
        let boris = try context.existingObject(with: identity("Person", "boris"))
        context.delete(boris)
        store.onExecute = { request, _ in
            if request is NSSaveChangesRequest { throw Down() }
            return nil
        }
        for _ in 0..<3 { #expect(throws: (any Error).self) { try context.save() } }
        #expect(new.objectID.isTemporaryID && context.hasChanges && context.deletedObjects.count == 1)
        #expect(anna.names("reports") == ["New"])
        store.onExecute = nil
        try context.save()
        #expect(!context.hasChanges && !new.objectID.isTemporaryID)
        #expect(store.records["Person"]!.values.map { $0.values["name"] as! String }.sorted() == ["Anne", "New"])
    }

    @Test func `a store may fire other faults of the context while it gives values`() throws {
        let context = company.context()
        let boris = context.object(with: identity("Person", "boris"))
        var depth = 0
        store.onValues = { [store] identity, context in
            depth += 1
            defer { depth -= 1 }
            if depth == 1, (store.referenceObject(for: identity) as? String) == "boris" {
                let anna = context.object(
                    with: store.newObjectID(for: identity.entity, referenceObject: "anna"))
                #expect(anna.title == "Anna")
            }
            return nil
        }
        #expect(boris.title == "Boris" && boris["boss"]?.title == "Anna")
    }

    @Test func `a store that fires the very fault it is asked for ends the program with a sentence`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let test = try OddStoreContextTests()
            let context = test.company.context()
            let boris = context.object(with: test.identity("Person", "boris"))
            test.store.onValues = { identity, context in
                _ = context.object(with: identity).value(forKey: "name")
                return nil
            }
            _ = boris.title
            exit(0)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("newValuesForObject") || text.contains("OddStore"), "\(text.prefix(500))")
    }

    private func unread() throws -> (NSManagedObjectContext, NSManagedObject) {
        let context = company.context()
        let sales = try context.existingObject(with: identity("Department", "sales"))
        store.onRelationship = { relationship, _, _ in
            if relationship.isToMany { throw Down() }
            return nil
        }
        sales.setValue("S", forKey: "name")
        _ = sales.names("people")
        store.onRelationship = nil
        return (context, sales)
    }

    @Test func `unsaved changes outlive a relationship that could not be read for a moment, by refreshing`() throws {
        let (context, sales) = try unread()
        context.refresh(sales, mergeChanges: true)
        #expect(sales.title == "S")
        #expect(sales.names("people") == ["Anna", "Boris"])
        try context.save()
        #expect(store.records["Department"]!["sales"]!.values["name"] as? String == "S")
    }

    @Test func `unsaved changes outlive a relationship that could not be read for a moment, by asking for the object`()
        throws
    {
        let (context, sales) = try unread()
        #expect(try context.existingObject(with: sales.objectID) === sales)
        #expect(sales.title == "S")
        #expect(sales.names("people") == ["Anna", "Boris"])
        try context.save()
        #expect(store.records["Department"]!["sales"]!.values["name"] as? String == "S")
    }

    @Test func `unsaved changes of a link outlive asking for an object that could not be read in full`() throws {
        let context = company.context()
        let sales = try context.existingObject(with: identity("Department", "sales"))
        let new = company.make("Person", "New", in: context)
        store.onRelationship = { relationship, _, _ in
            if relationship.isToMany { throw Down() }
            return nil
        }
        new["department"] = sales
        _ = sales.names("people")
        store.onRelationship = nil
        _ = try context.existingObject(with: sales.objectID)
        #expect(sales.names("people") == ["Anna", "Boris", "New"])
        #expect(new["department"] === sales)
        try context.save()
        #expect(
            store.records["Person"]!.values.contains {
                $0.values["name"] as? String == "New" && $0.values["department"] as? String == "sales"
            })
    }

    @Test func `a store that saves changes to objects in the save is harmless`() throws {
        let context = company.context()
        let new = company.make("Person", "New", in: context)
        store.onExecute = { request, _ in
            if let save = request as? NSSaveChangesRequest {
                for object in save.insertedObjects ?? [] { object.setValue("Changed", forKey: "name") }
            }
            return nil
        }
        try context.save()
        store.onExecute = nil
        // What was changed while the save went on is either saved, or still to be saved.
        let stored = store.records["Person"]!.values.map { $0.values["name"] as! String }
        #expect(new.title == "Changed")
        #expect(stored.contains("Changed") || context.hasChanges, "\(stored)")
    }

    @Test func `a store that saves the context again in its save comes to an end`() throws {
        let context = company.context()
        company.make("Person", "New", in: context)
        var count = 0
        store.onExecute = { request, context in
            if request is NSSaveChangesRequest {
                count += 1
                if count < 5 { try? context?.save() }
            }
            return nil
        }
        try context.save()
        let people = store.records["Person"]!.values.filter { $0.values["name"] as! String == "New" }.count
        #expect(people == 1, "\(people) \(count)")
        #expect(!context.hasChanges)
    }

    @Test(arguments: ["nil", "number", "node", "strings", "null in set"])
    func `a to-many value that is none is told, and harms nobody`(_ what: String) throws {
        let context = company.context()
        let sales = try context.existingObject(with: identity("Department", "sales"))
        let person = identity("Person", "anna")
        store.onRelationship = { relationship, _, _ in
            guard relationship.isToMany else { return nil }
            switch what {
            case "nil": return NSNull()
            case "number": return NSNumber(value: 3)
            case "node": return NSIncrementalStoreNode(objectID: person, withValues: [:], version: 1)
            case "strings": return ["a"]
            default: return NSSet(array: [NSNull(), person])
            }
        }
        _ = sales.names("people")
        sales.setValue("S", forKey: "name")
        if what != "nil" {
            store.onRelationship = nil
            context.refresh(sales, mergeChanges: false)
            #expect(sales.names("people") == ["Anna", "Boris"])
            sales.setValue("S", forKey: "name")
        }
        try context.save()
        #expect(store.records["Department"]!["sales"]!.values["name"] as? String == "S")
    }

    @Test func `a fetch that fails leaves changes, and pending objects are among what a working one finds`() throws {
        let context = company.context()
        company.make("Person", "Carla", in: context)
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
        store.onExecute = { _, _ in throw Down() }
        #expect(throws: (any Error).self) { try context.fetch(request) }
        #expect(throws: (any Error).self) { try context.count(for: request) }
        store.onExecute = nil
        #expect(try context.fetch(request).map(\.title) == ["Carla", "Boris", "Anna"])
        request.fetchLimit = 1
        #expect(try context.fetch(request).map(\.title) == ["Carla"])
        request.fetchLimit = 0
        #expect(try context.count(for: request) == 3)
        let boris = try context.existingObject(with: identity("Person", "boris"))
        boris.setValue("Zoe", forKey: "name")
        request.predicate = NSPredicate(format: "name == 'Boris'")
        #expect(try context.fetch(request).isEmpty)
        request.predicate = NSPredicate(format: "name == 'Zoe'")
        #expect(try context.fetch(request).map(\.title) == ["Zoe"])
    }

    @Test func `one object found twice stands once, as the store said it`() throws {
        let context = company.context()
        let anna = identity("Person", "anna")
        store.onExecute = { request, context in
            guard request is NSFetchRequest<any NSFetchRequestResult> else { return nil }
            return [context!.object(with: anna), context!.object(with: anna)]
        }
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        let found = try context.fetch(request)
        #expect(found.map(\.title) == ["Anna"])
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
        let list = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        try list.performFetch()
        let delegate = ListDelegate()
        list.delegate = delegate
        context.delete(found[0])
        context.processPendingChanges()
        // Boris had Anna as his boss: he has changed, and the request is for everybody.
        #expect(list.fetchedObjects?.map(\.title) == ["Boris"])
    }
}
