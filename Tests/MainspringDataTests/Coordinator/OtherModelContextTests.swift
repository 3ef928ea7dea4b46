import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Entities that stand in another model than the coordinator's.
@Suite struct OtherModelContextTests {
    @Test(arguments: [NSPersistentStore.StoreType.xml, .binary])
    func `an object of an entity that the model does not have does not make a file unreadable`(
        _ type: NSPersistentStore.StoreType
    ) throws {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("models-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: place) }
        let company = Company()
        try use(company.model, type, place) { context in
            company.make("Person", "Anna", in: context)
            try context.save()
            let strange = Part.entity("Strange")
            let elsewhere = Part.model([strange])
            withExtendedLifetime(elsewhere) {
                _ = NSManagedObject(entity: strange, insertInto: context)
                let error = #expect(throws: NSError.self) { try context.save() }
                #expect(error?.code == 134_060 && error?.localizedDescription.contains("“Strange”") == true)
            }
        }
        try use(company.model, type, place) { context throws in
            #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Person")) == 1)
        }
    }

    private func use(
        _ model: NSManagedObjectModel, _ type: NSPersistentStore.StoreType, _ place: URL,
        _ body: (NSManagedObjectContext) throws -> Void
    ) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(type: type, at: place)
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = coordinator
        try body(context)
    }

    @Test func `an object of the same entity of another copy of the model is one of the own model's`() throws {
        let (company, other) = (Company(), Company.copied())
        let context = company.context()
        let anna = NSManagedObject(entity: other.entities["Person"]!, insertInto: context)
        anna.rename("Anna")
        #expect(anna.entity === company.entities["Person"])
        try context.save()
        #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Person")) == 1)
        anna["department"] = NSManagedObject(entity: other.entities["Department"]!, insertInto: context)
        try context.save()
        #expect(try company.read(anna.objectID) { $0["department"] != nil })
    }

    @Test func `a request for the same entity of another copy of the model finds the objects`() throws {
        let (company, other) = (Company(), Company.copied())
        let context = company.context()
        company.make("Person", "Anna", in: context)
        try context.save()
        company.make("Person", "Bert", in: context)
        let request = NSFetchRequest<NSManagedObject>()
        request.entity = other.entities["Person"]!
        #expect(try context.fetch(request).count == 2)
        #expect(try context.child().count(for: request) == 2)
        #expect((try company.coordinator.execute(request, with: context) as? [Any])?.count == 1)
    }

    @Test func `an object that was made without a context, of another copy's entity, is refused when it is inserted`()
        async
    {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (company, other) = (Company(), Company.copied())
            company.context().insert(NSManagedObject(entity: other.entities["Person"]!, insertInto: nil))
        }
        #expect(result?.errorText.contains("cannot be inserted into context") == true)
        #expect(result?.errorText.contains("of another copy of") == true)
    }

    @Test func `one without a context of the model's own entity is inserted, whatever was made before`() throws {
        let (company, other) = (Company(), Company.copied())
        let context = company.context()
        for entities in [company.entities, other.entities, company.entities] {
            _ = NSManagedObject(entity: entities["Badge"]!, insertInto: context)
            context.insert(NSManagedObject(entity: company.entities["Person"]!, insertInto: nil))
        }
        try context.save()
        #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Person")) == 3)
    }

    @Test func `one that is inserted before the context has a model is refused by the save`() throws {
        let (company, other) = (Company(), Company.copied())
        let (parent, context) = (NSManagedObjectContext(confined: ()), NSManagedObjectContext(confined: ()))
        context.parent = parent
        let anna = NSManagedObject(entity: other.entities["Person"]!, insertInto: nil)
        context.insert(anna)
        parent.persistentStoreCoordinator = company.coordinator
        let error = #expect(throws: NSError.self) { try context.obtainPermanentIDs(for: [anna]) }
        #expect(error?.code == 134_060 && error?.localizedDescription.contains("of another copy of the model") == true)
    }

    @Test(arguments: [NSPersistentStore.StoreType.inMemory, .sqlite])
    func `a fetch within a predicate may be for an entity of another copy of the model`(
        _ kind: NSPersistentStore.StoreType
    ) throws {
        let (company, other) = (Company(kind: kind), Company.copied())
        let context = company.context()
        let departments = ["Sales", "Board"].map { company.make("Department", $0, in: context) }
        for (name, department) in zip(["Anna", "Bert"], departments) {
            company.make("Person", name, in: context)["department"] = department
        }
        try context.save()
        let inner = NSFetchRequest<NSManagedObject>()
        inner.entity = other.entities["Department"]!
        inner.predicate = MainspringFoundation.NSPredicate(format: "name == 'Sales'")
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.predicate = MainspringFoundation.NSComparisonPredicate(
            leftExpression: MainspringFoundation.NSExpression(forKeyPath: "department"),
            rightExpression: NSFetchRequestExpression.expression(
                forFetch: MainspringFoundation.NSExpression(forConstantValue: inner),
                context: MainspringFoundation.NSExpression(forConstantValue: context), countOnly: false),
            modifier: .direct, type: .in)
        #expect(try context.fetch(request).map(\.title) == ["Anna"])
        // What is not saved is asked in memory.
        company.make("Person", "Cleo", in: context)["department"] = departments[0]
        #expect(try context.fetch(request).map(\.title).sorted() == ["Anna", "Cleo"])
    }

    @Test func `an entity of the same name and another version is not taken for the model's`() throws {
        let (company, other) = (
            Company(),
            Company { _, entities in
                entities["Person"]!.properties.append(Part.attribute("nick", .stringAttributeType))
            }
        )
        let context = company.context()
        let request = NSFetchRequest<NSManagedObject>()
        request.entity = other.entities["Person"]!
        #expect(throws: (any Error).self) { try context.fetch(request) }
        #expect(throws: (any Error).self) { try company.coordinator.execute(request, with: context) }
        let anna = NSManagedObject(entity: other.entities["Person"]!, insertInto: context)
        #expect(throws: (any Error).self) { try context.save() }
        // Whoever has made it may let it go.
        context.delete(anna)
        company.make("Person", "Bert", in: context)
        try context.save()
    }
}
