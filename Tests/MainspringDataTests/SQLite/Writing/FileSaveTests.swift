import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// What is saved into a file, and is there when the file is opened again.
@Suite final class FileSaveTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("save-\(UUID().uuidString)")
    private var url: URL { folder.appendingPathComponent("Company.sqlite") }

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func open(_ company: Company) throws {
        for store in company.coordinator.persistentStores { try company.coordinator.remove(store) }
        try company.coordinator.addPersistentStore(type: .sqlite, at: url)
    }

    private func all(_ entity: String, _ context: NSManagedObjectContext) throws -> [NSManagedObject] {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        return try context.fetch(request)
    }

    @Test func `values and links of each kind are there again`() throws {
        let company = Company(ordered: ["people"])
        try open(company)
        let context = company.context()
        let sales = company.make("Department", "Sales", in: context)
        let people = ["Anna", "Boris", "Carla"].map { company.make("Person", $0, in: context) }
        let boss = company.make("Manager", "Dora", in: context)
        sales.setValue(NSOrderedSet(array: [people[2], boss, people[0], people[1]]), forKey: "people")
        for person in people { person["boss"] = boss }
        let project = company.make("Project", "Lens", in: context)
        project.setValue(NSSet(array: [people[0], boss]), forKey: "members")
        people[0]["badge"] = company.make("Badge", "007", in: context)
        people[1].setValue(Int64.min, forKey: "age")
        try context.save()

        let again = Company.copied(ordered: ["people"])
        try open(again)
        let reader = again.context()
        let found = try all("Person", reader)
        #expect(found.map(\.title) == ["Anna", "Boris", "Carla", "Dora"])
        #expect(found.map { $0.entity.name } == ["Person", "Person", "Person", "Manager"])
        #expect(found[1].value(forKey: "age") as? Int64 == .min)
        #expect(found[0]["department"]?.names("people") == ["Carla", "Dora", "Anna", "Boris"])
        #expect(found[3].names("reports") == ["Anna", "Boris", "Carla"] && found[0]["boss"] === found[3])
        #expect(found[0]["boss"]?.entity.name == "Manager")
        #expect(found[0].names("projects") == ["Lens"] && found[3].names("projects") == ["Lens"])
        #expect(try all("Project", reader)[0].names("members") == ["Anna", "Dora"])
        #expect(found[0]["badge"]?.title == "007" && found[0]["badge"]?["person"] === found[0])
    }

    @Test func `changes and deletions are there again`() throws {
        let company = Company(ordered: ["people"])
        try open(company)
        let context = company.context()
        let sales = company.make("Department", "Sales", in: context)
        let people = (0..<5).map { company.make("Person", "\($0)", in: context) }
        sales.setValue(NSOrderedSet(array: people), forKey: "people")
        let project = company.make("Project", "Lens", in: context)
        project.setValue(NSSet(array: people), forKey: "members")
        try context.save()
        people[0].setValue("Zero", forKey: "name")
        context.delete(people[1])
        sales.setValue(NSOrderedSet(array: [people[4], people[0], people[2], people[3]]), forKey: "people")
        project.setValue(NSSet(array: [people[4]]), forKey: "members")
        try context.save()

        let again = Company.copied(ordered: ["people"])
        try open(again)
        let reader = again.context()
        #expect(try all("Person", reader).map(\.title) == ["2", "3", "4", "Zero"])
        #expect(try all("Department", reader)[0].names("people") == ["4", "Zero", "2", "3"])
        #expect(try all("Project", reader)[0].names("members") == ["4"])
    }

    @Test func `keys are counted in the file, and given back where nobody has got them`() throws {
        let company = Company()
        try open(company)
        let context = company.context()
        for number in 0..<7 { company.make("Person", "\(number)", in: context) }
        try context.save()
        let store = company.coordinator.persistentStores[0]
        try company.coordinator.remove(store)
        let connection = try SQLiteConnection(path: url.path, access: .readOnly)
        #expect(try connection.value("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Person'") == .integer(7))
        #expect(try connection.value("SELECT count(*) FROM ZPERSON WHERE Z_OPT = 1") == .integer(7))
    }

    @Test func `two coordinators over a file give no key twice`() throws {
        let (first, second) = (Company(), Company.copied())
        try open(first)
        try open(second)
        let contexts = [first.context(), second.context()]
        for round in 0..<20 {
            for (company, context) in zip([first, second], contexts) {
                for number in 0..<(round % 4 + 1) { company.make("Person", "\(round).\(number)", in: context) }
                try context.save()
            }
        }
        let reader = first.context()
        #expect(try all("Person", reader).count == 100)
    }

    @Test func `a change that another coordinator has made is a conflict, and an equal one is none`() throws {
        let (first, second) = (Company(), Company.copied())
        try open(first)
        let context = first.context()
        company(first, "Anna", context)
        try context.save()
        try open(second)
        let other = second.context()
        let (mine, theirs) = (try all("Person", context)[0], try all("Person", other)[0])
        #expect(theirs.title == "Anna")
        mine.setValue(3, forKey: "age")
        try context.save()
        theirs.setValue(4, forKey: "age")
        let error = #expect(throws: CocoaError.self) { try other.save() }
        #expect(error?.code.rawValue == NSManagedObjectMergeError)
        other.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try other.save()
        #expect(theirs.value(forKey: "age") as? Int == 4)
        // What is kept of other coordinators' saves is as old as the context allows.
        context.refreshAllObjects()
        #expect(mine.value(forKey: "age") as? Int == 3)
        context.stalenessInterval = 0
        context.refreshAllObjects()
        #expect(mine.value(forKey: "age") as? Int == 4)
        // As it was when it was read, though it was saved since.
        let connection = try SQLiteConnection(path: url.path, access: .readWrite)
        try connection.execute("UPDATE ZPERSON SET Z_OPT = Z_OPT + 5")
        mine.setValue("Anne", forKey: "name")
        try context.save()
        #expect(try connection.value("SELECT ZNAME || ZAGE || Z_OPT FROM ZPERSON") == .text("Anne49"))
    }

    private func company(_ company: Company, _ name: String, _ context: NSManagedObjectContext) {
        company.make("Person", name, in: context)
    }

    @Test func `values that no two objects may have go from one to another in one save`() throws {
        let company = Company(unique: ["Person": [["name"]]])
        try open(company)
        let context = company.context()
        let (anna, boris) = (company.make("Person", "Anna", in: context), company.make("Person", "Boris", in: context))
        try context.save()
        anna.setValue("Boris", forKey: "name")
        boris.setValue("Anna", forKey: "name")
        try context.save()
        company.make("Person", "Anna", in: context)
        let error = #expect(throws: CocoaError.self) { try context.save() }
        #expect(error?.code.rawValue == NSManagedObjectConstraintMergeError)
        context.rollback()
        let reader = company.context()
        #expect(try all("Person", reader).map(\.title) == ["Anna", "Boris"])
    }

    @Test func `a number that is none is refused, and nothing of the save is in the file`() throws {
        let company = Company { _, entities in
            entities["Badge"]!.properties.append(Part.attribute("weight", .doubleAttributeType))
        }
        try open(company)
        let context = company.context()
        company.make("Person", "Anna", in: context)
        let badge = company.make("Badge", "1", in: context)
        badge.setValue(Double.nan, forKey: "weight")
        #expect(throws: CocoaError.self) { try context.save() }
        #expect(context.insertedObjects.count == 2)
        #expect(try company.context().count(for: NSFetchRequest<NSManagedObject>(entityName: "Person")) == 0)
        badge.setValue(Double.infinity, forKey: "weight")
        try context.save()
        let reader = company.context()
        #expect(try all("Badge", reader)[0].value(forKey: "weight") as? Double == .infinity)
    }
}
