import Foundation
@_spi(Tools) import MainspringModel
import SeededRandom

@testable import MainspringData

/// Three people, badges and departments, and what is done to them, by their places, so that the same can be done in several contexts and
/// beside several stores.
struct RandomStaff {
    /// Which links are required, and whether what requires an object is deleted with it.
    enum Rule: CaseIterable {
        case none, required, cascading, circles

        fileprivate var required: [(entity: String, key: String)] {
            switch self {
            case .none: []
            case .required, .cascading: [("Person", "department"), ("Badge", "person")]
            case .circles: [("Person", "boss"), ("Person", "badge"), ("Badge", "person")]
            }
        }

        fileprivate var rules: [String: NSDeleteRule] {
            self == .cascading
                ? ["Department.people": .cascadeDeleteRule, "Person.badge": .cascadeDeleteRule] : [:]
        }
    }

    enum Step {
        case give(Int, Int?), swap(Int, Int), issue(Int)
        case boss(Int, Int?), department(Int, Int?), rename(Int), delete(Int)

        /// Whether it moves a link between two.
        var isOfBadges: Bool {
            switch self {
            case .give, .swap, .issue: true
            default: false
            }
        }
    }

    static let people = 0..<3
    private static let names = ["0", "1", "2", "a", "b", "c", "x", "y", "z"]
    private static let links = ["badge", "boss", "department", "person", "people", "reports"]

    let rule: Rule
    let company: Company
    private(set) var identities: [NSManagedObjectID] = []

    init(_ rule: Rule) {
        self.rule = rule
        company = Company(rules: rule.rules) { _, entities in
            for (entity, key) in rule.required { entities[entity]?.relationshipsByName[key]?.isOptional = false }
        }
    }

    /// What is done before one save.
    static func steps(_ random: inout SeededGenerator) -> [Step] {
        (0..<Int.random(in: 1...3, using: &random)).map { _ in
            let (person, other) = (Int.random(in: 0..<3, using: &random), Int.random(in: 0..<3, using: &random))
            return switch Int.random(in: 0..<14, using: &random) {
            case 0: .give(person, nil)
            case 1...2: .swap(person, other)
            case 3...4: .give(person, other)
            case 5: .issue(person)
            case 6...7: .boss(person, other)
            case 8: .boss(person, nil)
            case 9: .department(person, other)
            case 10: .rename(Int.random(in: names.indices, using: &random))
            case 11: .delete(person)
            default: .delete(Int.random(in: names.indices, using: &random))
            }
        }
    }

    /// Makes and saves everybody. Whose boss is who, and who works where, is the seed's choice.
    mutating func make(in context: NSManagedObjectContext, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &+ 1)
        context.retainsRegisteredObjects = true
        let made = Self.names.enumerated().map { place, name in
            company.make(["Person", "Badge", "Department"][place / 3], name, in: context)
        }
        for person in Self.people {
            made[person]["badge"] = made[3 + person]
            let boss = made[Int.random(in: 0..<3, using: &random)]
            if rule == .circles || Bool.random(using: &random) { made[person]["boss"] = boss }
            made[person]["department"] = made[6 + Int.random(in: 0..<3, using: &random)]
        }
        try context.save()
        identities = made.map(\.objectID)
    }

    /// Lets a context have all objects and links.
    func read(in context: NSManagedObjectContext) throws {
        context.retainsRegisteredObjects = true
        for identity in identities {
            let object = try context.existingObject(with: identity)
            for key in Self.links where object.entity.relationshipsByName[key] != nil {
                _ = (object.value(forKey: key) as? NSSet)?.count
            }
        }
    }

    /// Lets a context forget the values of some of its objects, and have some of the links of others.
    func forget(in context: NSManagedObjectContext, seed: UInt64) {
        var random = SeededGenerator(seed: seed &+ 2)
        guard Bool.random(using: &random) else { return }
        for identity in identities where Int.random(in: 0..<3, using: &random) == 0 {
            context.refresh(context.object(with: identity), mergeChanges: false)
        }
        for _ in 0..<3 { look(in: context, &random) }
    }

    /// Looks at something, and changes nothing.
    func look(in context: NSManagedObjectContext, _ random: inout SeededGenerator) {
        let identity = identities.randomElement(using: &random)!
        let way = Int.random(in: 0..<3, using: &random)
        let key = Self.links.filter { identity.entity.relationshipsByName[$0] != nil }.randomElement(using: &random)!
        guard way > 0 else { return context.core.reach(identity) }
        guard let object = try? context.existingObject(with: identity), !object.isDeleted, way > 1 else { return }
        let value = object.value(forKey: key)
        if let others = value as? NSSet { _ = others.map { ($0 as! NSManagedObject).title } }
        _ = (value as? NSManagedObject)?.title
    }

    /// Does what a save is to have; then nobody lacks what is required.
    func change(_ context: NSManagedObjectContext, _ steps: [Step], number: Int) {
        func object(_ place: Int) -> NSManagedObject? {
            context.registeredObject(for: identities[place]).flatMap { $0.isDeleted ? nil : $0 }
        }
        for (index, step) in steps.enumerated() {
            switch step {
            case .give(let person, let badge): object(person)?["badge"] = badge.flatMap { object(3 + $0) }
            case .swap(let one, let other):
                guard let one = object(one), let other = object(other) else { continue }
                let (first, second) = (one["badge"], other["badge"])
                (one["badge"], other["badge"]) = (second, first)
            case .issue(let person):
                guard let person = object(person) else { continue }
                person["badge"] = company.make("Badge", "new \(number) \(index)", in: context)
            case .boss(let person, let boss): object(person)?["boss"] = boss.flatMap { object($0) }
            case .department(let person, let place): object(person)?["department"] = place.flatMap { object(6 + $0) }
            case .rename(let place): object(place)?.setValue("\(Self.names[place]) \(number)", forKey: "name")
            case .delete(let place): object(place).map(context.delete)
            }
        }
        repeat { context.processPendingChanges() } while mend(context)
    }

    /// Gives somebody what he lacks, or deletes him.
    /// - Returns: whether there was somebody.
    private func mend(_ context: NSManagedObjectContext) -> Bool {
        let all = context.registeredObjects.filter { !$0.isDeleted }.sorted { $0.title < $1.title }
        for (entity, key) in rule.required {
            for object in all where object.entity.name == entity && object[key] == nil {
                let other = ["boss": "Person", "department": "Department"][key].flatMap { entity in
                    all.first { $0.entity.name == entity && $0 !== object }
                }
                if let other { object[key] = other } else { context.delete(object) }
                return true
            }
        }
        return false
    }

    /// Everything that can be seen; nil for who is not there.
    func picture(in context: NSManagedObjectContext) -> [String?] {
        identities.map { identity in
            guard let object = try? context.existingObject(with: identity), !object.isDeleted else { return nil }
            let links = Self.links.compactMap { key -> String? in
                guard let relationship = object.entity.relationshipsByName[key] else { return nil }
                return "\(key) \(relationship.isToMany ? "\(object.names(key))" : object[key]?.title ?? "none")"
            }
            return "\(object.title): \(links.joined(separator: ", "))"
        }
    }

    /// What is not saved in a context, as a save would have it.
    func unsaved(in context: NSManagedObjectContext) -> [String] {
        context.processPendingChanges()
        let groups = [
            context.insertedObjects, context.updatedObjects.filter(\.hasPersistentChangedValues),
            context.deletedObjects,
        ]
        return groups.map { objects in
            "\(objects.map { identities.firstIndex(of: $0.objectID).map(String.init) ?? $0.title }.sorted())"
        }
    }

    /// An object that lacks what it requires, or has what is deleted, as far as that is in memory; nil if there is none.
    func lack(in context: NSManagedObjectContext) -> String? {
        let core = context.core
        // What others have deleted goes at the end of the event.
        let gone = ObjectSet(core.event.mergedDeletions)
        for object in core.objectMap.table.objects
        where core.hasValues(object) && !object.isDeleted && !gone.contains(object) {
            for (entity, key) in rule.required where object.entity.name == entity {
                guard let slot = object.entity.slots.firstIndex(where: { $0.name == key }) else { continue }
                let place = object.shape.layout.places[slot]
                guard let other = core.currentKey(place, object.memory) else { return "\(object) has no \(key)" }
                guard let other = core.objectMap.table.object(other) else { continue }
                if other.isDeleted || gone.contains(other) { return "the \(key) of \(object) is deleted" }
            }
        }
        return nil
    }
}
