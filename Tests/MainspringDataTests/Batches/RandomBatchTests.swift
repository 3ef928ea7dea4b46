import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Random batches beside the same done by hand to a table in memory.
@Suite struct RandomBatchTests {
    /// A person as the test keeps him.
    private struct Person: Equatable {
        var name: String
        var age: Int
        var boss: Int64?
        var version = 1
    }

    @Test(arguments: 1...12)
    func `Whatever batches are run, the file has what the same changes make of a table, and the history leads there`(
        _ seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let bench = try HistoryBench()
        let context = bench.context()
        var people: [Int64: Person] = [:]
        var live: Set<Int64> = []
        var token: NSPersistentHistoryToken?
        for _ in 0..<25 {
            let bound = Int.random(in: 0..<20, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1:
                let new = (0..<Int.random(in: 0..<6, using: &random)).map { _ in
                    Person(
                        name: "n\(Int.random(in: 0..<9, using: &random))", age: .random(in: 0..<20, using: &random),
                        boss: people.keys.sorted().randomElement(using: &random))
                }
                let request = NSBatchInsertRequest(
                    entityName: "Person",
                    objects: new.map { person in
                        var values: [String: Any] = ["name": person.name, "age": person.age]
                        if let boss = person.boss { values["boss"] = identity(boss, bench) }
                        return values
                    })
                request.resultType = .objectIDs
                let found = try #require(try bench.execute(request, in: context) as? [NSManagedObjectID])
                for (identity, person) in zip(found, new) { people[identity.key.key] = person }
            case 2:
                let update = NSBatchUpdateRequest(entityName: "Person")
                update.predicate = NSPredicate(format: "age < %d", bound)
                update.propertiesToUpdate = ["age": NSExpression(format: "age + 3"), "name": "u\(bound)"]
                update.resultType = .updatedObjectsCountResultType
                let count = try bench.execute(update, in: context) as? Int
                let chosen = people.filter { $0.value.age < bound }.keys
                #expect(count == chosen.count)
                for key in chosen {
                    people[key]?.age += 3
                    people[key]?.name = "u\(bound)"
                    people[key]?.version += 1
                }
            case 3:
                let update = NSBatchUpdateRequest(entityName: "Person")
                update.predicate = NSPredicate(format: "boss.age > %d", bound)
                update.propertiesToUpdate = ["boss": NSNull()]
                update.resultType = .updatedObjectsCountResultType
                let chosen = people.filter { $0.value.boss.flatMap { people[$0] }.map { $0.age > bound } ?? false }.keys
                #expect(try bench.execute(update, in: context) as? Int == chosen.count)
                for key in chosen {
                    people[key]?.boss = nil
                    people[key]?.version += 1
                }
            default:
                let request = NSBatchDeleteRequest(fetchRequest: HistoryBench.objects("Person", "age > \(bound + 8)"))
                request.resultType = .resultTypeCount
                let chosen = Set(people.filter { $0.value.age > bound + 8 }.keys)
                #expect(try bench.execute(request, in: context) as? Int == chosen.count)
                for key in chosen { people[key] = nil }
                for (key, person) in people where person.boss.map(chosen.contains) ?? false {
                    people[key]?.boss = nil
                    people[key]?.version += 1
                }
            }
            let expected = people.map {
                "\($0)|\($1.name)|\($1.age)|\($1.boss.map(String.init) ?? "NULL")|\($1.version)"
            }.sorted()
            #expect(
                try bench.rows("SELECT Z_PK, ZNAME, ZAGE, ZBOSS, Z_OPT FROM ZPERSON").sorted() == expected,
                "seed \(seed)")
            for transaction in try bench.transactions(after: token) {
                token = transaction.token
                for change in transaction.changes ?? [] {
                    let key = change.changedObjectID.key.key
                    switch change.changeType {
                    case .insert: #expect(live.insert(key).inserted, "seed \(seed)")
                    case .update: #expect(live.contains(key), "seed \(seed)")
                    case .delete: #expect(live.remove(key) != nil, "seed \(seed)")
                    }
                }
            }
            #expect(live == Set(people.keys), "seed \(seed)")
        }
    }

    private func identity(_ key: Int64, _ bench: HistoryBench) -> NSManagedObjectID {
        let store = bench.company.coordinator.persistentStores[0]
        let person = bench.company.entities["Person"]!
        return NSManagedObjectID(
            ObjectKey(
                store: store.number, root: (store as! SQLiteStore).opened!.schema.table(of: person)!.root, key: key),
            person)
    }
}
