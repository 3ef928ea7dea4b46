import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Links to objects that are in no store, or go from it.
@Suite struct DanglingLinkContextTests {
    private let company = Company()
    private let people = NSFetchRequest<NSManagedObject>(entityName: "Person")

    @Test func `an object that has no context is saved with the one that leads to it`() throws {
        let context = company.context()
        let anna = NSManagedObject(entity: company.entities["Person"]!, insertInto: nil)
        let bert = NSManagedObject(entity: company.entities["Person"]!, insertInto: nil)
        anna.setValue("Anna", forKey: "name")
        bert.setValue("Bert", forKey: "name")
        bert["boss"] = anna
        context.insert(bert)
        try context.save()
        let reader = company.context()
        let boss = try reader.fetch(people).first { $0.title == "Bert" }?["boss"]
        #expect(boss?.title == "Anna")
        #expect(boss?.objectID.isTemporaryID == false)
    }

    @Test(arguments: [NSPersistentStore.StoreType.xml, .binary], [true, false])
    func `a link to nobody does not make a file unreadable`(_ type: NSPersistentStore.StoreType, isNew: Bool) throws {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("links-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: place) }
        try use(type, place) { context in
            let bert = company.make("Person", "Bert", in: context)
            let sales = company.make("Department", "Sales", in: context)
            try context.save()
            if isNew {
                let cleo = NSManagedObject(entity: company.entities["Person"]!, insertInto: nil)
                cleo["boss"] = NSManagedObject(entity: company.entities["Person"]!, insertInto: nil)
                context.insert(cleo)
            } else {
                context.delete(sales)
                context.processPendingChanges()
                bert["department"] = sales
            }
            if isNew {
                try context.save()
            } else {
                #expect(throws: NSError.self) { try context.save() }
            }
        }
        try use(type, place) { context in
            for person in try context.fetch(people) {
                #expect(person["boss"].map { (try? context.existingObject(with: $0.objectID)) != nil } ?? true)
                #expect(person["department"].map { (try? context.existingObject(with: $0.objectID)) != nil } ?? true)
            }
        }
    }

    @Test func `a link to one that has no context does not lead to whoever gets its number later`() throws {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("links-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: place) }
        try use(.xml, place) { context in
            let cleo = NSManagedObject(entity: company.entities["Person"]!, insertInto: nil)
            cleo.setValue("Cleo", forKey: "name")
            cleo["boss"] = NSManagedObject(entity: company.entities["Person"]!, insertInto: nil)
            context.insert(cleo)
            try context.save()
        }
        // The number is that of a temporary identity: so many objects are made that one of them gets it.
        try use(.xml, place) { context in
            for number in 0..<5_000 { company.make("Person", "new \(number)", in: context) }
            try context.save()
        }
        try use(.xml, place) { context in
            let cleo = try context.fetch(people).first { $0.title == "Cleo" }
            #expect(cleo?["boss"]?.title == "-")
        }
    }

    private func use(
        _ type: NSPersistentStore.StoreType, _ place: URL, _ body: (NSManagedObjectContext) throws -> Void
    ) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: company.model)
        try coordinator.addPersistentStore(type: type, at: place)
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = coordinator
        try body(context)
    }

    @Test func `a chain of objects without a context is inserted with one of them, and all are told`() throws {
        let company = Company.hooked()
        let context = company.context()
        let chain = (0..<10_000).map { number in
            let person = Hooked(entity: company.entities["Person"]!, insertInto: nil)
            person.setValue("\(number)", forKey: "name")
            return person
        }
        for (person, boss) in zip(chain, chain.dropFirst()) { person["boss"] = boss }
        context.insert(chain[5_000])
        #expect(chain.allSatisfy { $0.isInserted && $0.managedObjectContext === context })
        let told = context.journal.take()
        #expect(told.count == chain.count && Set(told).count == chain.count)
        try context.save()
        #expect(try company.read(chain[0].objectID) { $0["boss"]?.title } == "1")
    }

    @Test func `a link that nobody else hears of is not saved if it leads to what no store has`() throws {
        let context = company.context()
        let anna = company.make("Person", "Anna", in: context)
        let bert = NSManagedObject(entity: company.entities["Person"]!, insertInto: nil)
        anna.setPrimitiveValue(bert, forKey: "boss")
        let error = #expect(throws: NSError.self) { try context.save() }
        #expect(error?.code == 1_550)
        #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "boss")
    }

    @Test func `the stores take no link to what they do not have, wherever it comes from`() throws {
        let context = company.context()
        let anna = company.make("Person", "Anna", in: context)
        let slot = try #require(anna.entity.slot(named: "boss"))
        anna.memory.setIdentity(NSManagedObjectID(.temporary(), anna.entity), anna.shape.layout.places[slot])
        let error = #expect(throws: NSError.self) { try context.save() }
        #expect(error?.code == 133_010 && error?.localizedDescription.contains("“boss”") == true)
        #expect(anna.isInserted && anna.objectID.isTemporaryID)
    }

    @Test(arguments: ["department", "projects", "boss"])
    func `the error of a link to what the save deletes has the key, the object and the value`(_ key: String) throws {
        let context = company.context()
        let anna = company.make("Person", "Anna", in: context)
        let isToMany = key == "projects"
        let name = ["department": "Department", "projects": "Project", "boss": "Person"][key]!
        let other = company.make(name, "other", in: context)
        try context.save()
        context.delete(other)
        context.processPendingChanges()
        if isToMany { anna.add(other, to: key) } else { anna[key] = other }
        let error = try #require(#expect(throws: NSError.self) { try context.save() })
        #expect(error.code == 1_550 && error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === anna)
        #expect(error.userInfo[NSValidationKeyErrorKey] as? String == key)
        #expect(error.localizedDescription.contains("“\(key)”"))
        #expect(context.deletedObjects == [other])
        // It is taken back by either.
        if isToMany { anna.setValue(NSSet(), forKey: key) } else { anna[key] = nil }
        try context.save()
        #expect(!context.hasChanges)
    }

    @Test(arguments: ["changed", "set back", "changed, link not followed"], ["boss", "badge"])
    func `a link that another context has ended since it was read does not outlive its end`(
        way: String, _ key: String
    ) throws {
        let writer = company.context()
        let anna = company.make("Person", "Anna", in: writer)
        let other = company.make(key == "boss" ? "Person" : "Badge", "other", in: writer)
        anna[key] = other
        try writer.save()
        let context = company.context()
        context.mergePolicy = NSMergePolicy.overwrite
        let mine = try context.existingObject(with: anna.objectID)
        #expect(mine.title == "Anna")
        let end = way.hasSuffix("not followed") ? nil : mine[key]
        anna[key] = nil
        try writer.save()
        // Both change the object, but not the link.
        let isChanged = way != "set back"
        if isChanged { mine.setValue(40, forKey: "age") } else { mine[key] = end }
        context.delete(context.object(with: other.objectID))
        try context.save()
        #expect(try company.read(anna.objectID) { $0[key] == nil && $0.age == (isChanged ? 40 : 0) })
        #expect(throws: CocoaError.self) { try company.read(other.objectID) { $0.title } }
    }
}
