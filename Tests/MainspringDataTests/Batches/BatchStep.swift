import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Runs a random batch, and does the same to tables in memory.
struct BatchStep {
    let bench: HistoryBench
    let context: NSManagedObjectContext

    func run(_ tables: inout BatchTables, _ random: inout SeededGenerator) throws {
        let bound = Int.random(in: 0..<20, using: &random)
        switch Int.random(in: 0..<14, using: &random) {
        case 0, 1: try insertPeople(&tables, &random)
        case 2: try insertBadges(&tables, &random)
        case 3: try age(bound, &tables)
        case 4: try setBoss(bound, &tables, &random)
        case 5: try setPerson(&tables, &random)
        case 6: try takePerson(bound, &tables)
        case 7: try deletePeople(bound, &tables)
        case 8...11: try upsert(&tables, &random)
        case 12: try setSpouse(&tables, &random)
        default: try deleteBadges(&tables, &random)
        }
        tables.endBatch()
    }

    private func insertPeople(_ tables: inout BatchTables, _ random: inout SeededGenerator) throws {
        let known = tables.people.keys.sorted()
        let new = (0..<Int.random(in: 0..<6, using: &random)).map { _ in
            (
                name: "n\(Int.random(in: 0..<14, using: &random))", age: Int.random(in: 0..<20, using: &random),
                boss: Bool.random(using: &random) ? known.randomElement(using: &random) : nil
            )
        }
        let request = NSBatchInsertRequest(
            entityName: "Person",
            objects: new.map { person in
                var values: [String: Any] = ["name": person.name, "age": person.age]
                if let boss = person.boss { values["boss"] = identity(boss, "Person") }
                return values
            })
        request.resultType = .objectIDs
        let found = try #require(try bench.execute(request, in: context) as? [NSManagedObjectID])
        for (identity, person) in zip(found, new) {
            tables.people[identity.key.key] = BatchTables.Person(name: person.name, age: person.age)
            tables.setBoss(person.boss, of: [identity.key.key])
        }
    }

    /// Rows that do not agree with one another are refused, and change nothing.
    private func upsert(_ tables: inout BatchTables, _ random: inout SeededGenerator) throws {
        let step = BatchUpsertStep(tables, &random)
        let request = NSBatchInsertRequest(
            entityName: step.isOfManagers ? "Manager" : "Person", objects: step.dictionaries(identity))
        request.resultType = .objectIDs
        let trumping = bench.context()
        trumping.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        var found: [NSManagedObjectID]?
        let failure = Fixture.failure {
            found = try bench.execute(request, in: trumping) as? [NSManagedObjectID]
        }
        let isConsistent = BatchUpsertStep.change(&tables, step, found?.map(\.key.key))
        #expect(isConsistent == (failure == nil), "\(step.rows): \(failure?.sentence ?? "done")")
    }

    private func setSpouse(_ tables: inout BatchTables, _ random: inout SeededGenerator) throws {
        let people = tables.people.keys.sorted()
        guard let person = people.randomElement(using: &random) else { return }
        let spouse = Bool.random(using: &random) ? people.randomElement(using: &random) : nil
        let request = NSBatchUpdateRequest(entityName: "Person")
        request.predicate = NSPredicate(format: "SELF == %@", identity(person, "Person"))
        request.propertiesToUpdate = ["spouse": spouse.map { identity($0, "Person") } ?? NSNull()]
        _ = try bench.execute(request, in: context)
        tables.touch(person: person)
        tables.setSpouse(spouse, of: person)
    }

    /// Of those whose persons are named twice none is inserted.
    private func insertBadges(_ tables: inout BatchTables, _ random: inout SeededGenerator) throws {
        let known = tables.people.keys.sorted()
        let persons = (0..<Int.random(in: 0..<4, using: &random)).map { _ in known.randomElement(using: &random) }
        let request = NSBatchInsertRequest(
            entityName: "Badge",
            objects: persons.map { ["name": "b", "person": $0.map { identity($0, "Person") } ?? NSNull()] })
        request.resultType = .objectIDs
        let named = persons.compactMap(\.self)
        guard Set(named).count == named.count else {
            #expect(Fixture.failure { _ = try bench.execute(request, in: context) } != nil)
            return
        }
        let found = try #require(try bench.execute(request, in: context) as? [NSManagedObjectID])
        for (identity, person) in zip(found, persons) {
            tables.badges[identity.key.key] = BatchTables.Badge(name: "b")
            tables.setPerson(person, of: identity.key.key)
        }
    }

    private func age(_ bound: Int, _ tables: inout BatchTables) throws {
        let chosen = tables.people.filter { $0.value.age < bound }.keys
        try update(
            "Person", "age < \(bound)", ["age": NSExpression(format: "age + 3"), "name": "u\(bound)"], chosen.count)
        for key in chosen {
            tables.people[key]?.age += 3
            tables.people[key]?.name = "u\(bound)"
            tables.touch(person: key)
        }
    }

    private func setBoss(_ bound: Int, _ tables: inout BatchTables, _ random: inout SeededGenerator) throws {
        let boss = Bool.random(using: &random) ? tables.people.keys.sorted().randomElement(using: &random) : nil
        let people = tables.people
        let chosen = people.filter { $0.value.boss.flatMap { people[$0] }.map { $0.age > bound } ?? (boss != nil) }.keys
        try update(
            "Person", "boss.age > \(bound)" + (boss == nil ? "" : " OR boss == nil"),
            ["boss": boss.map { identity($0, "Person") } ?? NSNull()], chosen.count)
        for key in chosen { tables.touch(person: key) }
        tables.setBoss(boss, of: chosen)
    }

    private func setPerson(_ tables: inout BatchTables, _ random: inout SeededGenerator) throws {
        guard let badge = tables.badges.keys.sorted().randomElement(using: &random),
            let person = tables.people.keys.sorted().randomElement(using: &random)
        else { return }
        let request = NSBatchUpdateRequest(entityName: "Badge")
        request.predicate = NSPredicate(format: "SELF == %@", identity(badge, "Badge"))
        request.propertiesToUpdate = ["person": identity(person, "Person")]
        _ = try bench.execute(request, in: context)
        tables.touch(badge: badge)
        tables.setPerson(person, of: badge)
    }

    private func takePerson(_ bound: Int, _ tables: inout BatchTables) throws {
        let people = tables.people
        let chosen = tables.badges.filter { $0.value.person.flatMap { people[$0] }.map { $0.age > bound } ?? false }
            .keys
        try update("Badge", "person.age > \(bound)", ["person": NSNull()], chosen.count)
        for key in chosen {
            tables.touch(badge: key)
            tables.setPerson(nil, of: key)
        }
    }

    private func deletePeople(_ bound: Int, _ tables: inout BatchTables) throws {
        let chosen = Set(tables.people.filter { $0.value.age > bound + 8 }.keys)
        let request = NSBatchDeleteRequest(fetchRequest: HistoryBench.objects("Person", "age > \(bound + 8)"))
        request.resultType = .resultTypeCount
        #expect(try bench.execute(request, in: context) as? Int == chosen.count)
        tables.delete(people: chosen)
    }

    private func deleteBadges(_ tables: inout BatchTables, _ random: inout SeededGenerator) throws {
        let chosen = Set(tables.badges.keys.sorted().filter { _ in Bool.random(using: &random) })
        let request = NSBatchDeleteRequest(objectIDs: chosen.map { identity($0, "Badge") })
        request.resultType = .resultTypeCount
        #expect(try bench.execute(request, in: context) as? Int == chosen.count)
        tables.delete(badges: chosen)
    }

    private func update(_ entity: String, _ format: String, _ properties: [AnyHashable: Any], _ count: Int) throws {
        let update = NSBatchUpdateRequest(entityName: entity)
        update.predicate = NSPredicate(format: format)
        update.propertiesToUpdate = properties
        update.resultType = .updatedObjectsCountResultType
        #expect(try bench.execute(update, in: context) as? Int == count)
    }

    private func identity(_ key: Int64, _ name: String) -> NSManagedObjectID {
        let store = bench.company.coordinator.persistentStores[0]
        let entity = bench.company.entities[name]!
        let root = (store as! SQLiteStore).opened!.schema.table(of: entity)!.root
        return NSManagedObjectID(ObjectKey(store: store.number, root: root, key: key), entity)
    }
}
