import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Rows that are deleted without objects.
@Suite struct BatchDeleteTests {
    /// A department D with P0 to P3, of whom P0 is the boss of the others; projects X (P0, P1) and Y (P2); each has a badge.
    private func bench(
        rules: [String: NSDeleteRule] = [:], required: Set<String> = []
    ) throws -> HistoryBench {
        let bench = try HistoryBench(rules: rules) { _, entities in
            for entity in entities.values {
                for (name, relationship) in entity.relationshipsByName
                where required.contains("\(entity.name!).\(name)") {
                    relationship.isOptional = false
                }
            }
        }
        let context = bench.context()
        let make = { bench.company.make($0, $1, in: context) }
        let department = make("Department", "D")
        let (x, y) = (make("Project", "X"), make("Project", "Y"))
        let people = (0..<4).map { make("Person", "P\($0)") }
        for (number, person) in people.enumerated() {
            person["department"] = department
            person["badge"] = make("Badge", "B\(number)")
            if number > 0 { person["boss"] = people[0] }
        }
        if required.contains("Person.boss") { people[0]["boss"] = people[0] }
        for person in people[0...1] { person.add(x, to: "projects") }
        people[2].add(y, to: "projects")
        if required.contains("Person.projects") { people[3].add(y, to: "projects") }
        try context.save()
        return bench
    }

    private func delete(
        _ bench: HistoryBench, _ entity: String, _ format: String?,
        _ change: (NSFetchRequest<any NSFetchRequestResult>) -> Void = { _ in }
    ) throws -> [String] {
        let fetch = HistoryBench.objects(entity, format)
        change(fetch)
        let request = NSBatchDeleteRequest(fetchRequest: fetch)
        request.resultType = .resultTypeObjectIDs
        let found = try #require(try bench.execute(request) as? [NSManagedObjectID])
        return found.map { "\($0.entity.name ?? "")\($0.key.key)" }.sorted()
    }

    @Test(arguments: [false, true], [false, true])
    func `Who leads to deleted objects that do not know it does no more once that is merged`(
        inSlices: Bool, hasValues: Bool
    ) throws {
        let bench = try bench()
        let context = bench.context()
        context.retainsRegisteredObjects = true
        func all(_ entity: String) throws -> [NSManagedObject] {
            try context.fetch(HistoryBench.objects(entity)).map { $0 as! NSManagedObject }
        }
        let (department, project) = (try all("Department")[0], try all("Project")[0])
        let (people, badges) = (try all("Person"), try all("Badge"))
        #expect(department.names("people").count == 4 && project.names("members") == ["P0", "P1"])
        #expect(people[1]["boss"] == people[0] && badges[0]["person"] == people[0])
        context.refresh(people[0], mergeChanges: false)
        if hasValues { _ = people[0].title }
        let request = NSBatchDeleteRequest(fetchRequest: HistoryBench.objects("Person", "name == 'P0'"))
        request.resultType = .resultTypeObjectIDs
        let gone = try #require(try bench.execute(request) as? [NSManagedObjectID])
        if inSlices {
            var saved = SavedIdentities()
            saved.deleted = gone
            let slices = Slices(SavedMerge(saved), into: context)
            while !slices.areOver { slices.next(1) }
        } else {
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectsKey: gone], into: [context])
        }
        #expect(people[0].managedObjectContext == nil && !context.hasChanges)
        #expect(department.names("people") == ["P1", "P2", "P3"] && project.names("members") == ["P1"])
        #expect(people[1]["boss"] == nil && badges[0]["person"] == nil)
        people[1]["boss"] = people[2]
        // That the batch has ended links of its row as well was not told.
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try context.save()
        #expect(try bench.names("Person", "boss.name == 'P2'") == ["P1"])
    }

    @Test func `Links to those that go are ended, and the history says so of those that stay`() throws {
        let bench = try bench()
        #expect(try delete(bench, "Person", "name == 'P0'") == ["Person1"])
        #expect(try bench.names("Person") == ["P1", "P2", "P3"])
        #expect(try bench.rows("SELECT ZBOSS, Z_OPT FROM ZPERSON WHERE ZBOSS IS NOT NULL") == [])
        #expect(try bench.rows("SELECT ZPERSON FROM ZBADGE ORDER BY Z_PK") == ["NULL", "2", "3", "4"])
        #expect(try bench.names("Project", "ANY members.name == 'P0'") == [])
        #expect(try bench.names("Project", "ANY members.name == 'P1'") == ["X"])
        let lines = try bench.last()
        #expect(lines.contains("delete Person p1") && lines.contains("update Person p2 boss"))
        #expect(lines.contains("update Badge p1 person") && lines.contains("update Project p1 members"))
        #expect(lines.contains { $0.hasPrefix("update Department p1") } && lines.count == 7)
        #expect(try bench.rows("PRAGMA integrity_check") == ["ok"])
        // A context that reads now sees the same.
        let context = bench.context()
        let person = try #require(
            try context.fetch(HistoryBench.objects("Person", "name == 'P1'")).first as? NSManagedObject)
        #expect(person["boss"] == nil && person["badge"]?.title == "B1")
    }

    @Test func `Whoever is owned goes too, and whoever he owns`() throws {
        let bench = try bench(rules: [
            "Department.people": .cascadeDeleteRule, "Person.badge": .cascadeDeleteRule,
            "Person.projects": .cascadeDeleteRule,
        ])
        let found = try delete(bench, "Department", nil)
        #expect(found.count == 1 + 4 + 4 + 2)
        for name in ["Department", "Person", "Badge", "Project"] { #expect(try bench.names(name).isEmpty) }
        #expect(try bench.rows("SELECT count(*) FROM \(joinName(bench))") == ["0"])
        #expect(try bench.last().count == 11)
    }

    private func joinName(_ bench: HistoryBench) throws -> String {
        try #require(
            try bench.rows("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'Z\\__%' ESCAPE '\\'")
                .first {
                    $0.contains("PROJECTS") || $0.contains("MEMBERS")
                })
    }

    @Test func `Whoever must not go as long as others are his stays, and so do all`() throws {
        let bench = try bench(rules: ["Department.people": .denyDeleteRule])
        let failure = try #require(Fixture.failure { _ = try delete(bench, "Department", nil) })
        #expect(failure.code == NSValidationRelationshipDeniedDeleteError && failure.sentence.contains("people"))
        #expect(try bench.names("Department") == ["D"] && bench.transactions().count == 1)
        _ = try delete(bench, "Person", nil)
        #expect(try delete(bench, "Department", nil) == ["Department1"])
    }

    @Test(arguments: ["Person.department", "Badge.person", "Project.members", "Department.people"])
    func `A link that is required and would be ended lets nothing be deleted`(_ name: String) throws {
        let bench = try bench(required: [name])
        let entity = name == "Person.department" ? "Department" : "Person"
        let failure = try #require(
            Fixture.failure { _ = try delete(bench, entity, name == "Project.members" ? "name == 'P2'" : nil) })
        #expect(failure.code == NSValidationMissingMandatoryPropertyError)
        #expect(failure.sentence.contains(name.split(separator: ".")[1]), "\(failure)")
        #expect(try bench.names("Person").count == 4 && bench.transactions().count == 1)
        // As long as there is another one nobody minds.
        if name == "Project.members" { #expect(try delete(bench, "Person", "name == 'P1'") == ["Person2"]) }
    }

    @Test func `A limit, an offset and an order choose who goes`() throws {
        let bench = try bench()
        let found = try delete(bench, "Person", nil) {
            $0.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
            ($0.fetchLimit, $0.fetchOffset) = (2, 1)
        }
        #expect(found == ["Person2", "Person3"])
        #expect(try bench.names("Person") == ["P0", "P3"])
    }

    @Test func `A relationship whose rule is to do nothing leaves its links`() throws {
        let bench = try bench(rules: ["Person.reports": .noActionDeleteRule])
        _ = try delete(bench, "Person", "name == 'P0'")
        #expect(try bench.rows("SELECT DISTINCT ZBOSS FROM ZPERSON") == ["1"])
    }

    @Test func `Objects are deleted by their identities, and none by none`() throws {
        let bench = try bench()
        let context = bench.context()
        let people = try context.fetch(HistoryBench.objects("Person", "name IN {'P1', 'P3'}")).map {
            ($0 as! NSManagedObject).objectID
        }
        let request = NSBatchDeleteRequest(objectIDs: people)
        request.resultType = .resultTypeCount
        #expect(try bench.execute(request) as? Int == 2)
        #expect(try bench.names("Person") == ["P0", "P2"])
        let none = NSBatchDeleteRequest(objectIDs: [])
        none.resultType = .resultTypeCount
        #expect(try bench.execute(none) as? Int == 0)
    }

    @Test func `An entity to which nobody leads is deleted by one statement, and its history is as complete`() throws {
        let bench = try HistoryBench { model, entities in
            let log = Part.entity("Log")
            log.properties = [Part.attribute("name", .stringAttributeType)]
            log.attributesByName["name"]?.preservesValueInHistoryOnDeletion = true
            let heir = Part.entity("Alarm")
            heir.properties = [Part.attribute("level", .integer16AttributeType)]
            log.subentities = [heir]
            model.entities += [log, heir]
        }
        let context = bench.context()
        for (entity, name) in [("Log", "a"), ("Alarm", "b"), ("Log", "c")] {
            NSEntityDescription.insertNewObject(forEntityName: entity, into: context).setValue(name, forKey: "name")
        }
        try context.save()
        let request = NSBatchDeleteRequest(fetchRequest: HistoryBench.objects("Log", "name < 'c'"))
        request.resultType = .resultTypeCount
        #expect(try bench.execute(request) as? Int == 2)
        let changes = try #require(try bench.transactions().last?.changes)
        #expect(changes.map { $0.tombstone?["name"] as? String ?? "" }.sorted() == ["a", "b"])
        #expect(Set(changes.map(\.changedObjectID.entity.name)) == ["Log", "Alarm"])
    }

    /// A chain of people, each the boss of the next one, is deleted by its first in so many steps of SQLite's for each.
    @Test(arguments: [200, 3_000])
    func `Whoever is deleted with others costs the same whatever their number`(_ count: Int) throws {
        let bench = try HistoryBench(rules: ["Person.reports": .cascadeDeleteRule])
        let context = bench.context()
        var last: NSManagedObject?
        for number in 0..<count {
            let person = bench.company.make("Person", "P\(number)", in: context)
            person["boss"] = last
            last = person
        }
        try context.save()
        let service = try #require((bench.company.coordinator.persistentStores[0] as? SQLiteStore)?.opened)
        let table = try #require(service.schema.table(of: bench.company.entities["Person"]!))
        let budget = StepBudget()
        budget.base = 1_000 * count
        budget.refill(changes: 0)
        let deleted = try service.write { transaction in
            budget.watch(transaction.connection.pointer)
            let batch = Batch(
                statements: service.statements(for: transaction.connection), store: service.number,
                external: ExternalWrites(service.externalFiles), history: nil)
            let deletion = LinkedDeletion(batch: batch)
            try deletion.begin()
            defer { deletion.end() }
            try deletion.add("SELECT Z_PK FROM ZPERSON WHERE ZNAME = 'P0'", of: table)
            return try deletion.run(wantsKeys: false).count
        }
        #expect(deleted == count)
        try withExtendedLifetime(budget) { try bench.close() }
    }
}
