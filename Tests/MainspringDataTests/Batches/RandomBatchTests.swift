import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Random batches beside the same done by hand to tables in memory, with links of each kind: between two, of one kind at both ends, to one of many,
/// in an order.
@Suite struct RandomBatchTests {
    @Test(arguments: Seeds.first(24), [false, true])
    func `Whatever batches are run, the file has what the same changes make of tables, and the history leads there`(
        _ seed: UInt64, isOrdered: Bool
    ) throws {
        var random = SeededGenerator(seed: seed)
        let bench = try BatchTables.bench(isOrdered)
        let context = bench.context()
        // Has rows of all kinds, which are not to be given to others once they are old.
        let keeper = bench.context()
        keeper.retainsRegisteredObjects = true
        var tables = BatchTables(isOrdered: isOrdered)
        var live: Set<String> = []
        var token: NSPersistentHistoryToken?
        for _ in 0..<30 {
            try BatchStep(bench: bench, context: context).run(&tables, &random)
            #expect(try tables.people.lines == bench.rows(BatchTables.peopleQuery(isOrdered)).sorted(), "seed \(seed)")
            #expect(try tables.badges.lines == bench.rows(BatchTables.badgesQuery).sorted(), "seed \(seed)")
            #expect(try tables.people.ages == BatchTables.ages(bench.context()), "seed \(seed)")
            #expect(try tables.people.ages.count == BatchTables.ages(keeper).count, "seed \(seed)")
            var updated: Set<String> = []
            for transaction in try bench.transactions(after: token) {
                token = transaction.token
                for change in transaction.changes ?? [] {
                    let name = "\(change.changedObjectID.entity.name ?? "")\(change.changedObjectID.key.key)"
                    switch change.changeType {
                    case .insert: #expect(live.insert(name).inserted, "seed \(seed)")
                    case .update:
                        #expect(live.contains(name), "seed \(seed)")
                        #expect(updated.insert(name).inserted, "seed \(seed): \(name) twice")
                    case .delete: #expect(live.remove(name) != nil, "seed \(seed)")
                    }
                }
            }
            #expect(live == tables.names, "seed \(seed)")
            #expect(updated == tables.takeTouched(), "seed \(seed)")
        }
    }
}

extension [Int64: BatchTables.Person] {
    /// As the file has them.
    var lines: [String] {
        map { key, person in
            let links = [person.boss, person.place, person.badge, person.spouse].map { $0.map(String.init) ?? "NULL" }
            let values = "\(key)|\(person.name ?? "NULL")|\(person.age)|\(person.code ?? "NULL")"
            return "\(values)|\(links.joined(separator: "|"))|\(person.version)"
        }.sorted()
    }

    var ages: [String] { map { "\($0)|\($1.age)" }.sorted() }
}

extension [Int64: BatchTables.Badge] {
    var lines: [String] {
        map { "\($0)|\($1.name)|\($1.person.map(String.init) ?? "NULL")|\($1.version)" }.sorted()
    }
}
