import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Incremental stores that lead where the model does not.
@Suite struct IncrementalIdentityTests {
    enum Wrong: String, CaseIterable {
        case none, nodeOfAnother, nodeOfAnotherEntity, link, linkLater, linkToOtherStore, members, fetched
    }

    /// A table whose service is wrong in one thing.
    final class StrayStore: TableStore {
        override class var kind: NSPersistentStore.StoreType { .init(rawValue: "Stray table") }
        var wrong = Wrong.none

        private func stray(_ entity: String, _ key: String) -> NSManagedObjectID {
            let entities = persistentStoreCoordinator!.managedObjectModel.entitiesByName
            return newObjectID(for: entities[entity]!, referenceObject: key)
        }

        override func newValuesForObject(
            with objectID: NSManagedObjectID, with context: NSManagedObjectContext
        ) throws -> NSIncrementalStoreNode {
            let node = try super.newValuesForObject(with: objectID, with: context)
            guard objectID.entity.name == "Person" else { return node }
            var values: [String: Any] = ["name": "Anna", "boss": NSNull(), "badge": NSNull(), "department": NSNull()]
            switch wrong {
            case .nodeOfAnother:
                return NSIncrementalStoreNode(objectID: stray("Person", "bert"), withValues: values, version: 1)
            case .nodeOfAnotherEntity:
                return NSIncrementalStoreNode(objectID: stray("Project", "x"), withValues: [:], version: 1)
            case .link: values["department"] = stray("Project", "x")
            case .linkLater: values["department"] = nil
            case .linkToOtherStore:
                let coordinator = persistentStoreCoordinator!
                let other = coordinator.persistentStores.first { $0 !== self }!
                values["department"] = try other.service.newIdentities(
                    1, of: coordinator.managedObjectModel.entitiesByName["Department"]!)![0]
            default: return node
            }
            return NSIncrementalStoreNode(objectID: objectID, withValues: values, version: 1)
        }

        override func newValue(
            forRelationship relationship: NSRelationshipDescription, forObjectWith objectID: NSManagedObjectID,
            with context: NSManagedObjectContext?
        ) throws -> Any {
            switch (wrong, relationship.name) {
            case (.linkLater, "department"): stray("Project", "x")
            case (.members, "projects"): [stray("Project", "x"), stray("Person", "anna")]
            default: try super.newValue(forRelationship: relationship, forObjectWith: objectID, with: context)
            }
        }

        override func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws -> Any
        {
            guard wrong == .fetched, request.requestType == .fetchRequestType else {
                return try super.execute(request, with: context)
            }
            return [stray("Person", "anna"), stray("Project", "x")]
        }
    }

    private static func company(_ wrong: Wrong) throws -> (Company, NSManagedObjectContext, NSManagedObjectID) {
        NSPersistentStoreCoordinator.registerStoreClass(StrayStore.self, type: StrayStore.kind)
        let company = Company(kind: .inMemory)
        let store =
            try company.coordinator.addPersistentStore(type: StrayStore.kind, at: URL(string: "table://stray")!)
            as! StrayStore
        store.wrong = wrong
        store.records = [
            "Person": ["anna": .init(values: ["name": "Anna"])], "Project": ["x": .init(values: ["name": "X"])],
        ]
        let identity = store.newObjectID(for: company.entities["Person"]!, referenceObject: "anna")
        return (company, company.context(), identity)
    }

    @Test(arguments: Wrong.allCases)
    func `a node, or an identity in it, that is of something else is an error in a sentence`(_ wrong: Wrong) throws {
        let (company, context, identity) = try Self.company(wrong)
        try withExtendedLifetime(company) { () throws in
            let texts: [Wrong: String] = [
                .nodeOfAnother: "newValuesForObject(with:with:)",
                .nodeOfAnotherEntity: "newValuesForObject(with:with:)",
                .link: "“Project”", .linkLater: "“Project”", .linkToOtherStore: "another store",
            ]
            guard let text = texts[wrong] else {
                let anna = try context.existingObject(with: identity)
                #expect(anna.title == "Anna")
                return
            }
            let error = #expect(throws: CocoaError.self) { try context.existingObject(with: identity) }
            #expect(error?.localizedDescription.contains(text) == true, "\(String(describing: error))")
        }
    }

    @Test(arguments: Wrong.allCases.map(\.rawValue))
    func `an object that the store is wrong about is used, linked and saved without harm`(_ name: String) async {
        await #expect(processExitsWith: .success) { [name] in
            guard let wrong = Wrong(rawValue: name) else { return }
            let (company, context, identity) = try IncrementalIdentityTests.company(wrong)
            let anna = context.object(with: identity)
            _ = (anna["department"]?.title, anna.names("projects"), anna.title)
            anna["department"] = nil
            anna.add(company.make("Project", "Y", in: context), to: "projects")
            try? context.save()
            anna.setValue(NSSet(), forKey: "projects")
            try? context.save()
        }
    }

    @Test func `a fetch that finds objects of another entity is an error`() throws {
        let (company, context, _) = try Self.company(.fetched)
        withExtendedLifetime(company) {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
            let error = #expect(throws: CocoaError.self) { try context.fetch(request) }
            #expect(error?.localizedDescription.contains("“Project”") == true, "\(String(describing: error))")
        }
    }

    enum Given: String, CaseIterable { case one, entity, superentity, known, store, few }

    /// A table that gives wrong identities.
    final class SameStore: TableStore {
        override class var kind: NSPersistentStore.StoreType { .init(rawValue: "Same table") }
        var given = Given.one

        override func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
            let entities = persistentStoreCoordinator!.managedObjectModel.entitiesByName
            return try array.enumerated().dropFirst(given == .few ? 1 : 0).map { number, object in
                switch given {
                case .one: newObjectID(for: object.entity, referenceObject: "same")
                case .entity: newObjectID(for: entities["Badge"]!, referenceObject: "new \(number)")
                case .superentity: newObjectID(for: entities["Person"]!, referenceObject: "new \(number)")
                case .known: newObjectID(for: object.entity, referenceObject: "known")
                case .store:
                    try persistentStoreCoordinator!.persistentStores[0].service.newIdentities(1, of: object.entity)![0]
                case .few: newObjectID(for: object.entity, referenceObject: "new \(number)")
                }
            }
        }
    }

    @Test(arguments: Given.allCases)
    func `identities for new objects that are not theirs alone are an error, and nothing is lost`(_ given: Given) throws
    {
        NSPersistentStoreCoordinator.registerStoreClass(SameStore.self, type: SameStore.kind)
        let company = Company(kind: .inMemory)
        let store =
            try company.coordinator.addPersistentStore(type: SameStore.kind, at: URL(string: "table://same")!)
            as! SameStore
        store.given = given
        store.records = ["Manager": ["known": .init(values: ["name": "Known"])]]
        let context = company.context()
        let known = context.object(with: store.newObjectID(for: company.entities["Manager"]!, referenceObject: "known"))
        #expect(known.title == "Known")
        let made = (given == .known ? ["Anna"] : ["Anna", "Bert"]).map { company.make("Manager", $0, in: context) }
        for object in made { context.assign(object, to: store) }
        for _ in 0..<2 {
            let error = #expect(throws: CocoaError.self) { try context.save() }
            #expect(error?.code == .persistentStoreOperation, "\(String(describing: error))")
            #expect(error?.localizedDescription.contains("obtainPermanentIDs(for:)") == true)
        }
        #expect(throws: CocoaError.self) { try context.obtainPermanentIDs(for: made) }
        #expect(made.allSatisfy { $0.objectID.isTemporaryID && context.insertedObjects.contains($0) })
        #expect(context.registeredObjects.count == made.count + 1)
    }
}
