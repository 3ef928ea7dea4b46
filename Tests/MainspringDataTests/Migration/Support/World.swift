import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// What a store holds, in plain values: objects that know each other by a number, which each has in its attribute `tag`.
struct World: Equatable {
    struct Thing: Equatable {
        var entity: String
        var key: Int64 = 0
        /// As texts; without those that have none.
        var values: [String: String] = [:]
        var links: [String: [Int]] = [:]
    }

    var things: [Int: Thing] = [:]

    // MARK: Random contents

    static func random(_ sketch: Sketch, each count: ClosedRange<Int>, using random: inout some RandomNumberGenerator)
        -> (world: World, given: [Int: [String: Any]])
    {
        var (world, given): (World, [Int: [String: Any]]) = (World(), [:])
        var tag = 0
        for entity in sketch.entities where !entity.isAbstract {
            for _ in 0..<Int.random(in: count, using: &random) {
                tag += 1
                var (thing, values) = (Thing(entity: entity.name), [String: Any]())
                for attribute in sketch.attributes(entity.name) where attribute.derivation == nil {
                    if attribute.name == "tag" {
                        values["tag"] = tag
                    } else if !attribute.isOptional || Int.random(in: 0..<4, using: &random) > 0 {
                        values[attribute.name] = value(of: attribute, using: &random)
                    }
                }
                for (name, value) in values { thing.values.merge(texts(name, value)) { $1 } }
                world.things[tag] = thing
                given[tag] = values
            }
        }
        for entity in sketch.entities {
            for relation in entity.relations {
                guard let inverse = relation.inverse else {
                    world.link(relation, of: entity.name, sketch, using: &random)
                    continue
                }
                // Each pair once.
                guard (entity.name, relation.name) <= (relation.destination, inverse) else { continue }
                let other = sketch[relation.destination].relations.first { $0.name == inverse }!
                world.link(relation, other, of: entity.name, sketch, using: &random)
            }
        }
        return (world, given)
    }

    func tags(_ entity: String, _ sketch: Sketch) -> [Int] {
        let family = sketch.family(entity)
        return things.filter { family.contains($0.value.entity) }.keys.sorted()
    }

    private mutating func link(
        _ relation: Sketch.Relation, of entity: String, _ sketch: Sketch, using random: inout some RandomNumberGenerator
    ) {
        let others = tags(relation.destination, sketch)
        for tag in tags(entity, sketch) {
            let count =
                relation.isToMany ? Int.random(in: 0...3, using: &random) : Int.random(in: 0...1, using: &random)
            things[tag]!.links[relation.name] = Array(others.shuffled(using: &random).prefix(count))
        }
    }

    private mutating func link(
        _ first: Sketch.Relation, _ second: Sketch.Relation, of entity: String, _ sketch: Sketch,
        using random: inout some RandomNumberGenerator
    ) {
        let (owners, members) = (tags(entity, sketch), tags(first.destination, sketch))
        for owner in owners { things[owner]!.links[first.name] = [] }
        for member in members { things[member]!.links[second.name] = [] }
        for owner in owners.shuffled(using: &random) {
            for member in members.shuffled(using: &random).prefix(first.isToMany ? 3 : 1)
            where Int.random(in: 0..<3, using: &random) > 0 {
                let isTaken = !second.isToMany && !things[member]!.links[second.name]!.isEmpty
                guard !isTaken, !things[owner]!.links[first.name]!.contains(member) else { continue }
                things[owner]!.links[first.name]!.append(member)
                things[member]!.links[second.name]!.append(owner)
            }
        }
    }

    private static func value(of attribute: Sketch.Attribute, using random: inout some RandomNumberGenerator) -> Any {
        if !attribute.elements.isEmpty {
            var parts: [String: Any] = [:]
            for element in attribute.elements { parts[element.name] = value(of: element, using: &random) }
            return parts
        }
        guard attribute.isExternal, Bool.random(using: &random) else { return value(attribute.type, using: &random) }
        // Long enough for a file of their own.
        return Data(repeating: UInt8.random(in: 0...9, using: &random), count: ExternalFiles.threshold + 1)
    }

    static func value(_ type: NSAttributeType, using random: inout some RandomNumberGenerator) -> Any {
        let number = Int.random(in: -1_000...1_000, using: &random)
        switch type {
        case .stringAttributeType: return ["", "a'b", "Ä\(number)", "text \(number)"].randomElement(using: &random)!
        case .doubleAttributeType: return Double(number) / 8
        case .booleanAttributeType: return number > 0
        case .dateAttributeType: return Date(timeIntervalSinceReferenceDate: Double(number) * 1_000.25)
        case .binaryDataAttributeType: return Data("data \(number)".utf8)
        case .UUIDAttributeType:
            return UUID(
                uuidString:
                    "00000000-0000-4000-8000-\(String(format: "%012d", Int.random(in: 0..<1_000_000_000_000, using: &random)))"
            )!
        case .URIAttributeType: return URL(string: "https://example.org/\(number)")!
        case .decimalAttributeType: return NSDecimalNumber(value: number)
        case .transformableAttributeType: return ["\(number)", "a"] as NSArray
        default: return number
        }
    }

    static func text(_ value: Any) -> String {
        switch value {
        case let data as Data where data.count > 100: "\(data.count) bytes like \(data[0])"
        case let data as Data: "\(data.map { String($0, radix: 16) })"
        case let date as Date: "\(date.timeIntervalSinceReferenceDate)"
        case let bool as Bool where type(of: value) == Bool.self: bool ? "1" : "0"
        case let number as NSNumber: "\(number)"
        case let array as [Any]: array.map(text).joined(separator: ", ")
        default: "\(value)"
        }
    }

    /// The texts of a value by its name, or of its parts by theirs behind it.
    private static func texts(_ name: String, _ value: Any) -> [String: String] {
        guard let parts = value as? [String: Any] else { return [name: text(value)] }
        return parts.reduce(into: [:]) { $0["\(name).\($1.key)"] = text($1.value) }
    }

    /// Whether a text is that of a value, or of one of its parts.
    static func isPart(_ key: String, of name: String) -> Bool { key == name || key.hasPrefix("\(name).") }

    // MARK: Stores

    /// Makes the objects in a store that is open, and learns their keys.
    mutating func write(
        _ given: [Int: [String: Any]], _ sketch: Sketch, to coordinator: NSPersistentStoreCoordinator
    ) throws {
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = coordinator
        var objects: [Int: NSManagedObject] = [:]
        for (tag, thing) in things.sorted(by: { $0.key < $1.key }) {
            let object = NSEntityDescription.insertNewObject(forEntityName: thing.entity, into: context)
            for (name, value) in given[tag] ?? [:] { object.setValue(value, forKey: name) }
            objects[tag] = object
        }
        for (tag, thing) in things {
            for relation in sketch.relations(thing.entity) {
                let others = (thing.links[relation.name] ?? []).map { objects[$0]! }
                let value: Any? =
                    if !relation.isToMany { others.first } else if relation.isOrdered {
                        NSOrderedSet(array: others)
                    } else {
                        Set(others)
                    }
                objects[tag]!.setValue(value, forKey: relation.name)
            }
        }
        // The last one that was set wins, where both ends have an order.
        for (tag, thing) in things {
            for relation in sketch.relations(thing.entity) where relation.isOrdered {
                things[tag]!.links[relation.name] =
                    (objects[tag]!.value(forKey: relation.name) as? NSOrderedSet ?? []).map { other in
                        (other as? NSManagedObject)?.value(forKey: "tag") as? Int ?? -1
                    }
            }
        }
        try context.save()
        for (tag, object) in objects { things[tag]!.key = object.objectID.key.key }
        // Attributes without a value have their defaults.
        for (tag, object) in objects { things[tag]!.values = Self.values(object, sketch) }
    }

    private static func values(_ object: NSManagedObject, _ sketch: Sketch) -> [String: String] {
        var values: [String: String] = [:]
        for attribute in sketch.attributes(object.entity.name!) {
            if let value = object.value(forKey: attribute.name) { values.merge(texts(attribute.name, value)) { $1 } }
        }
        return values
    }

    /// What an open store has.
    init(_ coordinator: NSPersistentStoreCoordinator, _ sketch: Sketch) throws {
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = coordinator
        for entity in sketch.entities where !entity.isAbstract {
            let request = NSFetchRequest<NSManagedObject>(entityName: entity.name)
            request.includesSubentities = false
            for object in try context.fetch(request) {
                var thing = Thing(entity: entity.name, key: object.objectID.key.key)
                thing.values = Self.values(object, sketch)
                for relation in sketch.relations(entity.name) {
                    let others: [NSManagedObject] =
                        switch object.value(forKey: relation.name) {
                        case let one as NSManagedObject: [one]
                        case let set as NSOrderedSet: set.compactMap { $0 as? NSManagedObject }
                        case let set as Set<NSManagedObject>: Array(set)
                        default: []
                        }
                    thing.links[relation.name] = others.map { $0.value(forKey: "tag") as? Int ?? -1 }
                }
                things[object.value(forKey: "tag") as? Int ?? -1] = thing
            }
        }
    }

    init() {}

    /// Puts members without an order in one, and leaves out what says nothing.
    func normalized(_ sketch: Sketch, unordered: Set<String> = []) -> World {
        var world = self
        for (tag, thing) in things {
            for relation in sketch.relations(thing.entity) {
                let others = thing.links[relation.name] ?? []
                let hasOrder = relation.isOrdered && !unordered.contains(relation.name)
                world.things[tag]!.links[relation.name] = others.isEmpty ? nil : hasOrder ? others : others.sorted()
            }
        }
        return world
    }

    /// What is different, for people.
    func differences(from other: World, comparesKeys: Bool = true) -> [String] {
        Set(things.keys).union(other.things.keys).sorted().compactMap { tag in
            var (one, two) = (things[tag], other.things[tag])
            if !comparesKeys {
                one?.key = 0
                two?.key = 0
            }
            return one == two ? nil : "\(tag): \(String(describing: one)) instead of \(String(describing: two))"
        }
    }
}
