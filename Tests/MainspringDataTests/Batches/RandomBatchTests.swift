import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Random batches beside the same done by hand to tables in memory, with links of each kind: between two, to one of many, in an order.
@Suite struct RandomBatchTests {
    @Test(arguments: 1...24, [false, true])
    func `Whatever batches are run, the file has what the same changes make of tables, and the history leads there`(
        _ seed: UInt64, isOrdered: Bool
    ) throws {
        var random = SeededGenerator(seed: seed)
        let bench = try HistoryBench(ordered: isOrdered ? ["reports"] : [])
        let context = bench.context()
        var tables = BatchTables(isOrdered: isOrdered)
        var live: Set<String> = []
        var token: NSPersistentHistoryToken?
        for _ in 0..<30 {
            try BatchStep(bench: bench, context: context).run(&tables, &random)
            #expect(try tables.people.lines == bench.rows(BatchTables.peopleQuery(isOrdered)).sorted(), "seed \(seed)")
            #expect(try tables.badges.lines == bench.rows(BatchTables.badgesQuery).sorted(), "seed \(seed)")
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

/// People and badges as the test keeps them.
struct BatchTables {
    struct Person {
        var name: String
        var age: Int
        var boss: Int64?
        /// In the order of the boss's reports.
        var place: Int64?
        var badge: Int64?
        var version = 1
    }

    struct Badge {
        var name: String
        var person: Int64?
        var version = 1
    }

    let isOrdered: Bool
    var people: [Int64: Person] = [:]
    var badges: [Int64: Badge] = [:]
    /// What was changed since somebody has asked, once each.
    private var touched: Set<String> = []

    init(isOrdered: Bool) { self.isOrdered = isOrdered }

    var names: Set<String> { Set(people.keys.map { "Person\($0)" } + badges.keys.map { "Badge\($0)" }) }

    static func peopleQuery(_ isOrdered: Bool) -> String {
        "SELECT Z_PK, ZNAME, ZAGE, ZBOSS, \(isOrdered ? "Z_FOK_BOSS" : "NULL"), ZBADGE, Z_OPT FROM ZPERSON"
    }

    static let badgesQuery = "SELECT Z_PK, ZNAME, ZPERSON, Z_OPT FROM ZBADGE"

    mutating func touch(person key: Int64?) { if let key, people[key] != nil { touched.insert("Person\(key)") } }
    mutating func touch(badge key: Int64?) { if let key, badges[key] != nil { touched.insert("Badge\(key)") } }

    mutating func takeTouched() -> Set<String> {
        defer { touched = [] }
        return touched
    }

    /// A batch is done: what it has changed has its next version.
    mutating func endBatch() {
        touched = touched.intersection(names)
        for key in people.keys where touched.contains("Person\(key)") { people[key]?.version += 1 }
        for key in badges.keys where touched.contains("Badge\(key)") { badges[key]?.version += 1 }
    }

    /// Links people to a boss, or to none, in the order of their keys.
    mutating func setBoss(_ boss: Int64?, of keys: some Collection<Int64>) {
        let moving = keys.sorted().filter { people[$0]?.boss != boss }
        for key in moving {
            touch(person: people[key]?.boss)
            people[key]?.boss = nil
            people[key]?.place = nil
        }
        guard !moving.isEmpty, let boss else { return }
        touch(person: boss)
        for key in moving {
            let last = people.values.filter { $0.boss == boss }.compactMap(\.place).max() ?? 0
            people[key]?.boss = boss
            if isOrdered { people[key]?.place = last + 1_024 }
        }
    }

    /// Links a badge to a person, or to nobody.
    mutating func setPerson(_ person: Int64?, of badge: Int64) {
        let former = badges[badge]?.person
        guard former != person else { return }
        if let former {
            touch(person: former)
            people[former]?.badge = nil
        }
        badges[badge]?.person = person
        guard let person else { return }
        if let other = people[person]?.badge {
            touch(badge: other)
            badges[other]?.person = nil
        }
        touch(person: person)
        people[person]?.badge = badge
    }

    mutating func delete(people keys: Set<Int64>) {
        for key in keys {
            touch(person: people[key]?.boss)
            if let badge = people[key]?.badge {
                touch(badge: badge)
                badges[badge]?.person = nil
            }
        }
        for key in people.keys where !keys.contains(key) {
            guard let boss = people[key]?.boss, keys.contains(boss) else { continue }
            touch(person: key)
            people[key]?.boss = nil
            people[key]?.place = nil
        }
        for key in keys { people[key] = nil }
    }

    mutating func delete(badges keys: Set<Int64>) {
        for key in keys {
            if let person = badges[key]?.person {
                touch(person: person)
                people[person]?.badge = nil
            }
            badges[key] = nil
        }
    }
}

extension [Int64: BatchTables.Person] {
    /// As the file has them.
    var lines: [String] {
        map { key, person in
            let links = [person.boss, person.place, person.badge].map { $0.map(String.init) ?? "NULL" }
            return "\(key)|\(person.name)|\(person.age)|\(links.joined(separator: "|"))|\(person.version)"
        }.sorted()
    }
}

extension [Int64: BatchTables.Badge] {
    var lines: [String] {
        map { "\($0)|\($1.name)|\($1.person.map(String.init) ?? "NULL")|\($1.version)" }.sorted()
    }
}
