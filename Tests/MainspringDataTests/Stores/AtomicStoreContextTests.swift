import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// An atomic store of a program's own.
@Suite struct AtomicStoreContextTests {
    private let scratch = Scratch()

    init() { NSPersistentStoreCoordinator.registerStoreClass(LinesStore.self, type: LinesStore.kind) }

    private func open() throws -> (company: Company, store: LinesStore) {
        let company = Company()
        try company.coordinator.remove(company.coordinator.persistentStores[0])
        let store = try company.coordinator.addPersistentStore(type: LinesStore.kind, at: scratch.url("lines"))
        return (company, try #require(store as? LinesStore))
    }

    @Test func `the contract's methods are called in their order, once for each object`() throws {
        let (company, store) = try open()
        let context = company.context()
        let department = company.make("Department", "Sales", in: context)
        let (anna, boris) = (company.make("Person", "Anna", in: context), company.make("Person", "Boris", in: context))
        for person in [anna, boris] { person["department"] = department }
        #expect(store.calls == ["load"])
        store.calls = []
        try context.save()
        #expect(store.calls == ["reference", "reference", "reference", "new", "new", "new", "save"])
        #expect(store.cacheNodes().count == 3)
        #expect(store.referenceObject(for: anna.objectID) is String)
        #expect(
            store.objectID(for: anna.entity, withReferenceObject: store.referenceObject(for: anna.objectID))
                == anna.objectID)
        store.calls = []
        anna.setValue(30, forKey: "age")
        context.delete(boris)
        try context.save()
        #expect(store.calls.filter { $0 == "update" }.count == 2)
        #expect(Array(store.calls.suffix(2)) == ["remove 1 of 3", "save"])
        #expect(store.cacheNode(for: boris.objectID) == nil && store.cacheNodes().count == 2)
    }

    @Test func `identities have their URIs while their store is being read`() throws {
        let (company, first) = try open()
        let context = company.context()
        let anna = company.make("Person", "Anna", in: context)
        try context.save()
        let uri = anna.objectID.uriRepresentation()
        try company.coordinator.remove(first)
        let second = try company.coordinator.addPersistentStore(type: LinesStore.kind, at: scratch.url("lines"))
        #expect((second as? LinesStore)?.loaded == [uri])
    }

    @Test func `what contexts read is what the nodes say`() throws {
        let (company, _) = try open()
        let context = company.context()
        let anna = company.make("Person", "Anna", in: context)
        try context.save()
        #expect(try company.read(anna.objectID) { $0.title } == "ANNA")
    }

    @Test func `objects come back with their relationships, and by their URIs`() throws {
        var uris: [URL] = []
        do {
            let (company, _) = try open()
            let context = company.context()
            let department = company.make("Department", "Sales", in: context)
            let anna = company.make("Person", "Anna", in: context)
            let project = company.make("Project", "P", in: context)
            anna["department"] = department
            anna.add(project, to: "projects")
            try context.save()
            uris = [department, anna, project].map { $0.objectID.uriRepresentation() }
        }
        let (company, store) = try open()
        #expect(uris[1].absoluteString.hasPrefix("x-coredata://\(store.identifier!)/Person/pobject-"))
        let context = company.context()
        let objects = try uris.map { uri in
            try context.existingObject(with: #require(company.coordinator.managedObjectID(forURIRepresentation: uri)))
        }
        #expect(objects[0].names("people") == ["ANNA"] && objects[1]["department"] === objects[0])
        #expect(objects[2].names("members") == ["ANNA"] && objects[1].title == "ANNA")
        let request = FetchRequestDescription(entityName: "Person")
        request.predicate = NSPredicate(format: "department.name == 'SALES' AND ANY projects.name == 'P'")
        let found = try store.service.identities(for: request, entity: company.entities["Person"]!, for: nil)
        #expect(found == [objects[1].objectID])
    }

    @Test func `a save that fails leaves nodes and objects as they were`() throws {
        let (company, store) = try open()
        let context = company.context()
        let (anna, boris) = (company.make("Person", "Anna", in: context), company.make("Person", "Boris", in: context))
        try context.save()
        store.failure = CocoaError(.fileWriteOutOfSpace)
        anna.setValue("Anne", forKey: "name")
        context.delete(boris)
        company.make("Person", "Carla", in: context)
        let nodes = store.cacheNodes()
        #expect(throws: CocoaError.self) { try context.save() }
        #expect(store.cacheNodes() == nodes && nodes.count == 2)
        #expect(store.cacheNode(for: anna.objectID)?.value(forKey: "name") as? String == "ANNA")
        #expect(try company.read(anna.objectID) { $0.title } == "ANNA")
        #expect(try company.read(boris.objectID) { $0.title } == "BORIS")
        store.failure = nil
        try context.save()
        #expect(try company.read(anna.objectID) { $0.title } == "ANNE")
        #expect(store.cacheNodes().count == 2 && store.cacheNode(for: boris.objectID) == nil)
    }

    @Test func `a node with a value of another type is an error that names the property`() throws {
        final class WrongStore: LinesStore {
            override class var kind: NSPersistentStore.StoreType { .init(rawValue: "Wrong lines") }
            override func updateCacheNode(_ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject) {
                node.setValue(Date(), forKey: "age")
            }
        }
        NSPersistentStoreCoordinator.registerStoreClass(WrongStore.self, type: WrongStore.kind)
        let company = Company()
        try company.coordinator.remove(company.coordinator.persistentStores[0])
        let store =
            try company.coordinator.addPersistentStore(type: WrongStore.kind, at: scratch.url("wrong")) as! LinesStore
        let context = company.context()
        let anna = company.make("Person", "Anna", in: context)
        try context.save()
        store.calls = []
        anna.setValue(3, forKey: "age")
        let error = #expect(throws: CocoaError.self) { try context.save() }
        #expect(error?.localizedDescription.contains("“age”") ?? false)
        // The file has not been written.
        #expect(store.calls == [] && store.cacheNode(for: anna.objectID)?.value(forKey: "age") as? Int == 0)
    }

    @Test func `a changed object that somebody else has changed is a conflict`() throws {
        let (company, store) = try open()
        let context = company.context()
        let anna = company.make("Person", "Anna", in: context)
        try context.save()
        let row = try #require(try store.service.row(of: anna.objectID, for: nil))
        #expect(row.version == 1)
        anna.setValue("Anne", forKey: "name")
        try context.save()
        let change = ObjectChange(key: anna.key, row: row, previous: row, members: [])
        let conflicts = #expect(throws: StoreConflicts.self) {
            try store.service.save(ChangeSet(inserted: [], updated: [change], deleted: []), for: context.core)
        }
        #expect(conflicts?.rows[0].persisted?.version == 2)
    }

    @Test func `a class that lacks a part of the contract says which`() throws {
        final class EmptyStore: NSAtomicStore {}
        let kind = NSPersistentStore.StoreType(rawValue: "Empty atomic")
        NSPersistentStoreCoordinator.registerStoreClass(EmptyStore.self, type: kind)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Company().model)
        let error = #expect(throws: CocoaError.self) {
            try coordinator.addPersistentStore(type: kind, at: scratch.url("empty"))
        }
        #expect(error?.code == .persistentStoreOperation && error?.localizedDescription.contains("load()") ?? false)
        #expect(coordinator.persistentStores.isEmpty)
    }

    /// Lines that lead where the model does not.
    final class StrayLines: LinesStore {
        override class var kind: NSPersistentStore.StoreType { .init(rawValue: "Stray lines") }
        var givesAnother = false
        var leadsAstray = false
        var reference: String?

        private var badge: NSEntityDescription {
            persistentStoreCoordinator!.managedObjectModel.entitiesByName["Badge"]!
        }

        override func objectID(for entity: NSEntityDescription, withReferenceObject data: Any) -> NSManagedObjectID {
            super.objectID(for: givesAnother ? badge : entity, withReferenceObject: data)
        }

        override func newReferenceObject(for managedObject: NSManagedObject) -> Any {
            reference ?? super.newReferenceObject(for: managedObject)
        }

        override func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
            let node = super.newCacheNode(for: managedObject)
            if leadsAstray {
                node.setValue(super.objectID(for: badge, withReferenceObject: "object-99"), forKey: "department")
            }
            return node
        }
    }

    private func openStray() throws -> (company: Company, store: StrayLines) {
        NSPersistentStoreCoordinator.registerStoreClass(StrayLines.self, type: StrayLines.kind)
        let company = Company(kind: .inMemory)
        try company.coordinator.remove(company.coordinator.persistentStores[0])
        let store = try company.coordinator.addPersistentStore(type: StrayLines.kind, at: scratch.url("stray"))
        return (company, try #require(store as? StrayLines))
    }

    @Test func `of two contexts whose new objects got one identity the second cannot save, and nothing is lost`() throws
    {
        let (company, store) = try openStray()
        store.reference = "object-1"
        let contexts = [company.context(), company.context()]
        let objects = zip(["Anna", "Bert"], contexts).map { company.make("Person", $0, in: $1) }
        for (object, context) in zip(objects, contexts) { try context.obtainPermanentIDs(for: [object]) }
        try contexts[0].save()
        let error = #expect(throws: CocoaError.self) { try contexts[1].save() }
        #expect(error?.code == .persistentStoreOperation)
        #expect(try company.read(objects[0].objectID) { $0.title } == "ANNA")
        #expect(contexts[1].insertedObjects == [objects[1]])
    }

    @Test(arguments: [true, false])
    func `an identity of another entity, for an object or in a node, ends the save in a sentence`(
        _ isObjects: Bool
    ) throws {
        let (company, store) = try openStray()
        let context = company.context()
        let anna = company.make("Person", "Anna", in: context)
        (store.givesAnother, store.leadsAstray) = (isObjects, !isObjects)
        let error = #expect(throws: CocoaError.self) { try context.save() }
        #expect(error?.localizedDescription.contains("“Badge”") == true, "\(String(describing: error))")
        #expect(anna.objectID.isTemporaryID && store.cacheNodes().isEmpty)
        (store.givesAnother, store.leadsAstray) = (false, false)
        try context.save()
        #expect(try company.read(anna.objectID) { $0.title } == "ANNA")
    }
}
