import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// A coordinator with several stores.
@Suite struct SeveralStoresContextTests {
    private let company: Company
    private let (people, things): (NSPersistentStore, NSPersistentStore)

    init() throws {
        company = Company { model, entities in
            model.setEntities(
                ["Department", "Person", "Manager", "Badge"].map { entities[$0]! }, forConfigurationName: "People")
            model.setEntities([entities["Project"]!], forConfigurationName: "Things")
        }
        try company.coordinator.remove(company.coordinator.persistentStores[0])
        let nowhere = URL(fileURLWithPath: "/dev/null")
        people = try company.coordinator.addPersistentStore(type: .inMemory, configuration: "People", at: nowhere)
        things = try company.coordinator.addPersistentStore(type: .inMemory, configuration: "Things", at: nowhere)
    }

    private func fetch(_ entity: String, _ body: (NSFetchRequest<NSManagedObject>) -> Void = { _ in }) throws
        -> [String]
    {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        body(request)
        let context = company.context()
        return try withExtendedLifetime(context) {
            (try company.coordinator.execute(request, with: context) as! [NSManagedObject]).map(\.title)
        }
    }

    @Test func `a new object goes into the store whose configuration has its entity`() throws {
        let context = company.context()
        let anna = company.make("Manager", "Anna", in: context)
        let project = company.make("Project", "P", in: context)
        try context.save()
        #expect(anna.objectID.persistentStore === people && project.objectID.persistentStore === things)
        #expect(company.coordinator.store(for: company.entities["Person"]!) === people)
        #expect(try fetch("Person") == ["Anna"] && fetch("Project") == ["P"])
        anna.setValue("Anne", forKey: "name")
        project.setValue("Q", forKey: "name")
        try context.save()
        #expect(try fetch("Person") == ["Anne"] && fetch("Project") == ["Q"])
        #expect(anna.saved?.version == 2 && project.saved?.version == 2)
    }

    @Test func `a relationship does not lead from one store to another`() throws {
        let context = company.context()
        let anna = company.make("Person", "Anna", in: context)
        anna.add(company.make("Project", "P", in: context), to: "projects")
        let error = #expect(throws: CocoaError.self) { try context.save() }
        #expect(error?.code == .managedObjectExternalRelationship && error?.affectedObjects?.count == 2)
        #expect(try fetch("Person") == [] && fetch("Project") == [])
    }

    @Test(arguments: [NSPersistentStore.StoreType.inMemory, .sqlite])
    func `a member of another store that comes and goes takes none along that has its key here`(
        _ type: NSPersistentStore.StoreType
    ) throws {
        let company = Company()
        try company.coordinator.remove(company.coordinator.persistentStores[0])
        let scratch = Scratch()
        let stores = try ["1", "2"].map {
            try company.coordinator.addPersistentStore(type: type, at: scratch.url("\($0).sqlite"))
        }
        let context = company.context()
        let project = company.make("Project", "P", in: context)
        let (anna, bert) = (company.make("Person", "Anna", in: context), company.make("Person", "Bert", in: context))
        for object in [project, anna] { context.assign(object, to: stores[0]) }
        context.assign(bert, to: stores[1])
        anna.add(project, to: "projects")
        try context.save()
        #expect(anna.key.key == bert.key.key)
        let other = company.context()
        let known = other.object(with: project.objectID)
        let stranger = other.object(with: bert.objectID)
        stranger.add(known, to: "projects")
        #expect(known.hasFault(forRelationshipNamed: "members"))
        stranger.setValue(NSSet(), forKey: "projects")
        try other.save()
        #expect(try company.read(project.objectID) { $0.names("members") } == ["Anna"])
    }

    @Test func `an entity that no store keeps cannot be saved`() throws {
        try company.coordinator.remove(things)
        let context = company.context()
        company.make("Project", "P", in: context)
        let error = #expect(throws: CocoaError.self) { try context.save() }
        #expect(error?.code == .coreData && error?.localizedDescription.contains("keeps objects of “Project”") ?? false)
        #expect(try fetch("Project") == [])
    }

    @Test func `conflicts in one store keep the other from being saved`() throws {
        let context = company.context()
        let anna = company.make("Person", "Anna", in: context)
        let project = company.make("Project", "P", in: context)
        try context.save()
        let other = company.context()
        for object in [anna, project] { other.object(with: object.objectID).setValue("mine", forKey: "name") }
        project.setValue("theirs", forKey: "name")
        try context.save()
        #expect(throws: (any Error).self) { try other.save() }
        #expect(try fetch("Person") == ["Anna"] && fetch("Project") == ["theirs"])
    }

    @Test func `order, limit and dictionaries are those of all stores together`() throws {
        let nowhere = URL(fileURLWithPath: "/dev/null")
        let more = try company.coordinator.addPersistentStore(type: .inMemory, at: nowhere)
        let context = company.context()
        var objects: [NSManagedObject] = []
        for number in 0..<6 {
            objects.append(company.make("Person", "P\(number)", in: context))
            objects[number].setValue(number % 3, forKey: "age")
        }
        // Assigned as contexts do it.
        let source = CoordinatorSource(company.coordinator, for: context)
        let keys = try source.permanentKeys(for: objects) { object in
            object.title < "P3" ? more : nil
        }
        for (object, key) in zip(objects, keys) { context.core.rename(object, key) }
        #expect(
            objects.map { $0.objectID.persistentStore === more } == [true, true, true, false, false, false])
        try context.save()
        #expect(
            try fetch("Person") { $0.sortDescriptors = [.init(key: "name", ascending: true)] } == objects.map(\.title))
        let part = try fetch("Person") { request in
            request.sortDescriptors = [.init(key: "age", ascending: false), .init(key: "name", ascending: true)]
            (request.fetchOffset, request.fetchLimit) = (1, 3)
        }
        #expect(part == ["P5", "P1", "P4"])
        #expect(try fetch("Person") { $0.affectedStores = [more] }.sorted() == ["P0", "P1", "P2"])
        let count = NSFetchRequest<NSNumber>(entityName: "Person")
        (count.resultType, count.predicate) = (.countResultType, NSPredicate(format: "age > 0"))
        #expect(try company.coordinator.execute(count, with: context) as? [Int] == [4])
        let sums = NSFetchRequest<NSDictionary>(entityName: "Person")
        let sum = NSExpressionDescription()
        (sum.name, sum.expressionResultType) = ("sum", .integer64AttributeType)
        sum.expression = NSExpression(forFunction: "sum:", arguments: [NSExpression(forKeyPath: "age")])
        (sums.resultType, sums.propertiesToFetch) = (.dictionaryResultType, [sum])
        let result = try company.coordinator.execute(sums, with: context) as? [NSDictionary]
        #expect(result?.count == 1 && result?[0]["sum"] as? Int == 6)
    }

    @Test func `each of several stores chooses in its own way, as if it were the only one`() throws {
        let scratch = Scratch()
        let item = Part.entity("Item")
        item.properties = [Part.attribute("number", .integer64AttributeType)]
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Part.model([item]))
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = coordinator
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        // SQLite compares a text with a number as a number; in memory it is none.
        request.predicate = NSPredicate(format: "number == '5'")
        for (name, found) in [("a", 1), ("b", 2)] {
            let store = try coordinator.addPersistentStore(type: .sqlite, at: scratch.url(name))
            let object = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
            context.assign(object, to: store)
            object.setValue(5, forKey: "number")
            try context.save()
            #expect(try context.fetch(request).count == found)
            #expect(try context.count(for: request) == found)
        }
    }

    @Test func `a store that does not take an object is no place to assign it to`() throws {
        let context = company.context()
        let project = company.make("Project", "P", in: context)
        let source = CoordinatorSource(company.coordinator, for: context)
        let error = #expect(throws: CocoaError.self) {
            try source.permanentKeys(for: [project]) { _ in people }
        }
        #expect(error?.localizedDescription.contains("“Project” was assigned to") ?? false)
    }

    @Test func `a store that fails after another has saved is told as such`() throws {
        let scratch = Scratch()
        NSPersistentStoreCoordinator.registerStoreClass(LinesStore.self, type: LinesStore.kind)
        try company.coordinator.remove(things)
        let lines =
            try company.coordinator.addPersistentStore(
                type: LinesStore.kind, configuration: "Things", at: scratch.url("lines")) as! LinesStore
        let context = company.context()
        company.make("Person", "Anna", in: context)
        company.make("Project", "P", in: context)
        lines.failure = CocoaError(.fileWriteOutOfSpace)
        let error = #expect(throws: CocoaError.self) { try context.save() }
        #expect(error?.code == .persistentStoreIncompleteSave)
        #expect(error?.affectedStores?.count == 1 && error?.affectedStores?.first === lines)
    }
}
