import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// Fetched properties, which lead from one store to another, and requests to some stores.
@Suite struct FetchedPropertyContextTests {
    private let company: Company
    private let (people, things): (NSPersistentStore, NSPersistentStore)
    private let context: NSManagedObjectContext

    init() throws {
        company = Company { model, entities in
            let projects = NSFetchedPropertyDescription()
            projects.name = "led"
            let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Project")
            request.predicate = NSPredicate(format: "name BEGINSWITH $FETCH_SOURCE.name AND age >= $FETCH_SOURCE.age")
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            projects.fetchRequest = request
            let colleagues = NSFetchedPropertyDescription()
            colleagues.name = "colleagues"
            let others = NSFetchRequest<any NSFetchRequestResult>(entityName: "Person")
            others.predicate = NSPredicate(
                format: "department == $FETCH_SOURCE.department AND SELF != $FETCH_SOURCE")
            others.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            colleagues.fetchRequest = others
            entities["Person"]!.properties += [projects, colleagues]
            model.setEntities(
                ["Department", "Person", "Manager", "Badge"].map { entities[$0]! }, forConfigurationName: "People")
            model.setEntities([entities["Project"]!], forConfigurationName: "Things")
        }
        try company.coordinator.remove(company.coordinator.persistentStores[0])
        let nowhere = URL(fileURLWithPath: "/dev/null")
        people = try company.coordinator.addPersistentStore(type: .inMemory, configuration: "People", at: nowhere)
        things = try company.coordinator.addPersistentStore(type: .inMemory, configuration: "Things", at: nowhere)
        context = company.context()
    }

    private func titles(_ object: NSManagedObject, _ key: String) -> [String]? {
        (object.value(forKey: key) as? [NSManagedObject])?.map(\.title)
    }

    @Test func `a fetched property finds objects of another store`() throws {
        let anna = company.make("Person", "Anna", in: context)
        for (name, age) in [("Anna's first", 5), ("Anna's second", 0), ("Bert's", 5)] {
            company.make("Project", name, in: context).age = age
        }
        anna.age = 3
        #expect(titles(anna, "led") == ["Anna's first"])
        try context.save()
        #expect(anna.objectID.persistentStore === people)
        let copy = try company.read(anna.objectID) { ($0.value(forKey: "led") as? [NSManagedObject])?.map(\.objectID) }
        #expect(copy?.count == 1 && copy?.first?.persistentStore === things)
    }

    @Test func `it is found once, until the object is refreshed`() throws {
        let anna = company.make("Person", "Anna", in: context)
        try context.save()
        #expect(titles(anna, "led") == [])
        company.make("Project", "Anna's", in: context)
        #expect(titles(anna, "led") == [])
        context.refresh(anna, mergeChanges: true)
        #expect(titles(anna, "led") == ["Anna's"])
    }

    @Test func `it may ask for the object itself`() throws {
        let sales = company.make("Department", "Sales", in: context)
        let staff = ["Anna", "Bert", "Cleo"].map { company.make("Person", $0, in: context) }
        for person in staff { person["department"] = sales }
        #expect(titles(staff[1], "colleagues") == ["Anna", "Cleo"])
        try context.save()
        #expect(
            try company.read(staff[0].objectID) { ($0.value(forKey: "colleagues") as? [NSManagedObject])?.map(\.title) }
                == ["Bert", "Cleo"])
    }

    @Test func `it is no change, is not saved, and cannot be set`() throws {
        let anna = company.make("Person", "Anna", in: context)
        try context.save()
        _ = titles(anna, "led")
        #expect(!anna.hasChanges && anna.changedValues().isEmpty && anna.committedValues(forKeys: nil)["led"] == nil)
        #expect(throws: KeyValueError.self) {
            try KeyValueError.throwing { anna.setValue([anna], forKey: "led") }
        }
        #expect(!anna.hasChanges && titles(anna, "led") == [])
        anna.age = 1
        try context.save()
        #expect(anna.changedNames == [] && anna.description.contains("led = <fetched>"))
    }

    @Test func `a request asks those stores that it names, of saved objects and of unsaved ones`() throws {
        let more = try company.coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
        let anna = company.make("Person", "Anna", in: context)
        try context.save()
        #expect(anna.objectID.persistentStore === people)
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        func found() throws -> [[String]] {
            try [nil, [people], [more], [people, more], [things]].map { stores in
                request.affectedStores = stores
                #expect(try context.count(for: request) == context.fetch(request).count)
                return try context.fetch(request).map(\.title)
            }
        }
        #expect(try found() == [["Anna"], ["Anna"], [], ["Anna"], []])
        anna.rename("Anne")
        #expect(try found() == [["Anne"], ["Anne"], [], ["Anne"], []])
        try context.save()
        let bert = company.make("Person", "Bert", in: context)
        bert.age = 1
        request.predicate = NSPredicate(format: "age == 1")
        // A new one will be in the first store that takes it.
        #expect(try found() == [["Bert"], ["Bert"], [], ["Bert"], []])
    }
}
