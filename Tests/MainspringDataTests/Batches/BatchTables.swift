import Foundation
import MainspringFoundation
import MainspringModel

@testable import MainspringData

/// People and badges as the test keeps them.
struct BatchTables {
    struct Person {
        var name: String?
        var age: Int
        /// May come once alone.
        var code: String?
        var isManager = false
        var boss: Int64?
        /// In the order of the boss's reports.
        var place: Int64?
        var badge: Int64?
        /// Has this one as spouse.
        var spouse: Int64?
        var version = 1
    }

    /// The company whose tables they are: people have codes, and spouses, beside what all have.
    static func bench(_ isOrdered: Bool) throws -> HistoryBench {
        try HistoryBench(ordered: isOrdered ? ["reports"] : [], unique: ["Person": [["code"]]]) { _, entities in
            let spouse = Part.relationship("spouse", to: entities["Person"]!)
            spouse.inverseRelationship = spouse
            let code = Part.attribute("code", .stringAttributeType)
            (spouse.isOptional, code.isOptional) = (true, true)
            entities["Person"]!.properties += [spouse, code]
        }
    }

    /// The ages of all people as a context has them, by their keys.
    static func ages(_ context: NSManagedObjectContext) throws -> [String] {
        let people = try context.fetch(HistoryBench.objects("Person")).map { $0 as! NSManagedObject }
        return people.map { "\($0.objectID.key.key)|\($0.value(forKey: "age") as? Int ?? 0)" }.sorted()
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

    var names: Set<String> { Set(people.keys.map(name) + badges.keys.map { "Badge\($0)" }) }

    private func name(_ key: Int64) -> String { "\(people[key]?.isManager == true ? "Manager" : "Person")\(key)" }

    static func peopleQuery(_ isOrdered: Bool) -> String {
        "SELECT Z_PK, ZNAME, ZAGE, ZCODE, ZBOSS, \(isOrdered ? "Z_FOK_BOSS" : "NULL"), ZBADGE, ZSPOUSE, Z_OPT FROM ZPERSON"
    }

    static let badgesQuery = "SELECT Z_PK, ZNAME, ZPERSON, Z_OPT FROM ZBADGE"

    mutating func touch(person key: Int64?) { if let key, people[key] != nil { touched.insert(name(key)) } }
    mutating func touch(badge key: Int64?) { if let key, badges[key] != nil { touched.insert("Badge\(key)") } }

    mutating func takeTouched() -> Set<String> {
        defer { touched = [] }
        return touched
    }

    /// A batch is done: what it has changed has its next version.
    mutating func endBatch() {
        touched = touched.intersection(names)
        for key in people.keys where touched.contains(name(key)) { people[key]?.version += 1 }
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

    /// Lets two people have one another as spouses, or one nobody.
    mutating func setSpouse(_ spouse: Int64?, of person: Int64) {
        guard people[person]?.spouse != spouse else { return }
        let ends = [person, spouse].compactMap(\.self)
        for former in ends.compactMap({ people[$0]?.spouse }) where !ends.contains(former) {
            touch(person: former)
            people[former]?.spouse = nil
        }
        people[person]?.spouse = spouse
        guard let spouse, people[spouse]?.spouse != person else { return }
        touch(person: spouse)
        people[spouse]?.spouse = person
    }

    mutating func delete(people keys: Set<Int64>) {
        for key in keys {
            touch(person: people[key]?.boss)
            if let badge = people[key]?.badge {
                touch(badge: badge)
                badges[badge]?.person = nil
            }
            if let spouse = people[key]?.spouse {
                touch(person: spouse)
                people[spouse]?.spouse = nil
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
