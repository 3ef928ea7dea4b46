import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Rows with codes that may come once alone: some are new, some meet others, of whatever entity, and some meet those of the same batch.
struct BatchUpsertStep {
    /// What a row says; nothing of what it does not name.
    struct Row {
        let code: String
        var age: Int?
        /// Links that are given, nil to nobody.
        var boss: Int64??
        var badge: Int64??
        var spouse: Int64??
    }

    let isOfManagers: Bool
    let rows: [Row]

    init(_ tables: BatchTables, _ random: inout SeededGenerator) {
        let (people, badges) = (tables.people.keys.sorted(), tables.badges.keys.sorted())
        func link(_ keys: [Int64], _ random: inout SeededGenerator) -> Int64?? {
            switch Int.random(in: 0..<6, using: &random) {
            case 0...2: nil
            case 3: .some(nil)
            default: .some(keys.randomElement(using: &random))
            }
        }
        isOfManagers = Int.random(in: 0..<3, using: &random) == 0
        rows = (0..<Int.random(in: 1..<6, using: &random)).map { _ in
            var row = Row(code: "c\(Int.random(in: 0..<6, using: &random))")
            if Bool.random(using: &random) { row.age = Int.random(in: 0..<20, using: &random) }
            row.boss = link(people, &random)
            row.badge = link(badges, &random)
            row.spouse = link(people, &random)
            return row
        }
    }

    /// The rows as dictionaries.
    func dictionaries(_ identity: (Int64, String) -> NSManagedObjectID) -> [[String: Any]] {
        rows.map { row in
            var values: [String: Any] = ["code": row.code]
            if let age = row.age { values["age"] = age }
            for (name, entity, link) in [
                ("boss", "Person", row.boss), ("badge", "Badge", row.badge), ("spouse", "Person", row.spouse),
            ] {
                if let link { values[name] = link.map { identity($0, entity) } ?? NSNull() }
            }
            return values
        }
    }

    /// What becomes of the tables: the rows' values in their order, then what follows from where each link has led before and where it leads in
    /// the end.
    /// - Parameter keys: those of the objects that the batch has returned, each once; nil where it was refused.
    /// - Returns: whether the rows agree with one another; otherwise nothing becomes of the tables.
    static func change(_ tables: inout BatchTables, _ step: BatchUpsertStep, _ keys: [Int64]?) -> Bool {
        var change = Change(tables)
        for (time, row) in step.rows.enumerated() { change.take(row, at: time, isManager: step.isOfManagers) }
        guard change.isConsistent else { return false }
        change.rename(keys ?? [])
        change.finish()
        tables = change.tables
        return true
    }

    /// The tables on their way. New people have keys below 0 until theirs are known.
    private struct Change {
        var tables: BatchTables
        private let before: BatchTables
        /// New people, and those that were there and were met, in their order.
        private var found: [Int64] = []
        /// Who was given a link, by the name of that.
        private var given: [String: Set<Int64>] = [:]
        /// When people have come to their last boss.
        private var times: [Int64: Int] = [:]

        init(_ tables: BatchTables) { (self.tables, before) = (tables, tables) }

        mutating func take(_ row: Row, at time: Int, isManager: Bool) {
            let known = tables.people.first { $0.value.code == row.code }?.key
            let key = known ?? -Int64(found.count) - 1
            if known == nil {
                tables.people[key] = BatchTables.Person(name: nil, age: 0, code: row.code, isManager: isManager)
            }
            if !found.contains(key) { found.append(key) }
            if let age = row.age { tables.people[key]?.age = age }
            if let boss = row.boss {
                if tables.people[key]?.boss != boss { times[key] = time }
                give("boss", known, boss, key)
                tables.people[key]?.boss = boss
            }
            if let badge = row.badge {
                give("badge", known, badge, key)
                tables.people[key]?.badge = badge
            }
            if let spouse = row.spouse {
                give("spouse", known, spouse, key)
                tables.people[key]?.spouse = spouse
            }
        }

        private mutating func give(_ name: String, _ known: Int64?, _ destination: Int64?, _ key: Int64) {
            if known != nil || destination != nil { given[name, default: []].insert(key) }
        }

        private func destinations(_ name: String, _ link: KeyPath<BatchTables.Person, Int64?>) -> [(
            key: Int64, other: Int64
        )] {
            (given[name] ?? []).compactMap { key in tables.people[key]?[keyPath: link].map { (key, $0) } }
        }

        /// Whether nobody gets two partners, or one whom another row gives another spouse.
        var isConsistent: Bool {
            let (badges, spouses) = (destinations("badge", \.badge), destinations("spouse", \.spouse))
            return Set(badges.map(\.other)).count == badges.count && Set(spouses.map(\.other)).count == spouses.count
                && spouses.allSatisfy { key, other in
                    given["spouse"]?.contains(other) != true || tables.people[other]?.spouse == key
                }
        }

        /// Gives new people their keys.
        mutating func rename(_ keys: [Int64]) {
            #expect(keys.count == found.count)
            let names = Dictionary(zip(found, keys)) { first, _ in first }
            for (key, name) in names where key < 0 {
                tables.people[name] = tables.people.removeValue(forKey: key)
                if let time = times.removeValue(forKey: key) { times[name] = time }
            }
            #expect(names.allSatisfy { $0 < 0 || $0 == $1 })
            given = given.mapValues { Set($0.map { names[$0] ?? $0 }) }
            found = found.map { names[$0] ?? $0 }
        }

        mutating func finish() {
            for key in found where before.people[key] != nil { tables.touch(person: key) }
            moveToBosses()
            exchangeBadges()
            exchangeSpouses()
        }

        private mutating func moveToBosses() {
            let moved = found.filter { tables.people[$0]?.boss != before.people[$0]?.boss }
                .sorted { times[$0, default: 0] < times[$1, default: 0] }
            for key in moved {
                tables.touch(person: before.people[key]?.boss)
                tables.touch(person: tables.people[key]?.boss)
                tables.people[key]?.place = nil
            }
            for key in moved where tables.isOrdered {
                guard let boss = tables.people[key]?.boss else { continue }
                let last = tables.people.values.filter { $0.boss == boss }.compactMap(\.place).max() ?? 0
                tables.people[key]?.place = last + 1_024
            }
        }

        private mutating func exchangeBadges() {
            let (own, links) = (given["badge"] ?? [], destinations("badge", \.badge))
            for (key, person) in tables.people where !own.contains(key) {
                guard let badge = person.badge, links.contains(where: { $0.other == badge }) else { continue }
                tables.touch(person: key)
                tables.people[key]?.badge = nil
            }
            for key in own where tables.people[key]?.badge != before.people[key]?.badge {
                guard let former = before.people[key]?.badge else { continue }
                tables.touch(badge: former)
                tables.badges[former]?.person = nil
            }
            for (key, badge) in links where before.badges[badge]?.person != key {
                tables.touch(badge: badge)
                tables.badges[badge]?.person = key
            }
            for (key, badge) in links { tables.badges[badge]?.person = key }
        }

        private mutating func exchangeSpouses() {
            let (own, links) = (given["spouse"] ?? [], destinations("spouse", \.spouse))
            // Whom somebody has left, or who has lost one.
            for (key, person) in tables.people where !own.contains(key) {
                guard let spouse = person.spouse else { continue }
                let isRobbed = links.contains { $0.other == spouse }
                guard isRobbed || own.contains(spouse) && tables.people[spouse]?.spouse != key else { continue }
                tables.touch(person: key)
                tables.people[key]?.spouse = nil
            }
            for (key, other) in links where tables.people[other]?.spouse != key {
                tables.touch(person: other)
                tables.people[other]?.spouse = key
            }
        }
    }
}
