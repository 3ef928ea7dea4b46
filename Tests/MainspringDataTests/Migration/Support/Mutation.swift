import Foundation
import MainspringModel
import Testing

/// A change of a model that a lightweight migration bridges, and what it does to a store's contents, each in plain values.
struct Mutation: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Changes both; false where there is nothing that could be changed so.
    let apply: @Sendable (inout Case, inout any RandomNumberGenerator) -> Bool

    init(_ name: String, _ apply: @escaping @Sendable (inout Case, inout any RandomNumberGenerator) -> Bool) {
        (testDescription, self.apply) = (name, apply)
    }

    /// A model that changes, and the contents as they change with it.
    struct Case {
        var sketch: Sketch
        var world: World
        /// Relationships that have got an order, which is any.
        var unordered: Set<String> = []
        /// Whether objects may have got other keys.
        var movesKeys = false
        /// What has moved up or down: back where it was it would be what it was.
        var moved: Set<String> = []
        /// What has become required: as optional as it was it would have no default values.
        var filled: Set<String> = []
        private var count = 0

        init(_ sketch: Sketch, _ world: World) { (self.sketch, self.world) = (sketch, world) }

        /// A name that nothing has had.
        mutating func name(_ stem: String) -> String {
            count += 1
            return "\(stem)\(count)"
        }

        /// Whether nothing is derived of an attribute, nor it of others, so that whatever becomes of it is of no matter to them.
        func isFree(_ attribute: Sketch.Attribute) -> Bool {
            attribute.derivation == nil
                && !sketch.entities.contains { entity in
                    entity.attributes.contains { $0.derivation?.hasSuffix("(\(attribute.name))") == true }
                }
        }

        /// Gives a value, or each of its parts, another name.
        mutating func rename(value old: String, to new: String, of entity: String) {
            for tag in world.tags(entity, sketch) {
                for (key, value) in world.things[tag]!.values where World.isPart(key, of: old) {
                    world.things[tag]!.values[key] = nil
                    world.things[tag]!.values[new + key.dropFirst(old.count)] = value
                }
            }
        }

        /// Takes a value, or each of its parts, from an object.
        mutating func drop(value name: String, of tag: Int) {
            world.things[tag]!.values = world.things[tag]!.values.filter { !World.isPart($0.key, of: name) }
        }

        /// Gives an entity another name, wherever it is named.
        mutating func rename(entity old: String, to new: String) {
            if moved.contains(old) { moved.insert(new) }
            for tag in world.tags(old, sketch) where world.things[tag]!.entity == old {
                world.things[tag]!.entity = new
            }
            for index in sketch.entities.indices {
                if sketch.entities[index].name == old { sketch.entities[index].name = new }
                if sketch.entities[index].parent == old { sketch.entities[index].parent = new }
                for own in sketch.entities[index].relations.indices
                where sketch.entities[index].relations[own].destination == old {
                    sketch.entities[index].relations[own].destination = new
                }
            }
        }

        mutating func rename(links old: String, to new: String, of entity: String) {
            for tag in world.tags(entity, sketch) {
                world.things[tag]!.links[new] = world.things[tag]!.links.removeValue(forKey: old)
            }
        }

        mutating func drop(relation name: String, of entity: String) {
            let index = sketch.index(entity)
            guard let relation = sketch.entities[index].relations.first(where: { $0.name == name }) else { return }
            for tag in world.tags(entity, sketch) { world.things[tag]!.links[name] = nil }
            sketch.entities[index].relations.removeAll { $0.name == name }
            guard let inverse = relation.inverse else { return }
            for tag in world.tags(relation.destination, sketch) { world.things[tag]!.links[inverse] = nil }
            sketch[relation.destination].relations.removeAll { $0.name == inverse }
        }

        mutating func forget(_ tags: [Int]) {
            let gone = Set(tags)
            for tag in tags { world.things[tag] = nil }
            for (tag, thing) in world.things {
                for (name, others) in thing.links {
                    world.things[tag]!.links[name] = others.filter { !gone.contains($0) }
                }
            }
        }
    }

    static func pick<Element>(
        _ elements: [Element], _ random: inout any RandomNumberGenerator
    ) -> Element? {
        elements.isEmpty ? nil : elements[Int(random.next() % UInt64(elements.count))]
    }

    static func attribute(
        _ world: Case, _ random: inout any RandomNumberGenerator,
        where isFit: (Sketch.Attribute) -> Bool = { _ in true }
    ) -> (entity: String, attribute: Sketch.Attribute)? {
        pick(
            world.sketch.entities.flatMap { entity in
                entity.attributes.filter { $0.name != "tag" && world.isFree($0) && isFit($0) }
                    .map { (entity.name, $0) }
            }, &random)
    }

    static func relation(
        _ world: Case, _ random: inout any RandomNumberGenerator, where isFit: (Sketch.Relation) -> Bool = { _ in true }
    ) -> (entity: String, relation: Sketch.Relation)? {
        pick(
            world.sketch.entities.flatMap { entity in entity.relations.filter(isFit).map { (entity.name, $0) } },
            &random)
    }

    static func change(
        _ world: inout Case, _ entity: String, _ name: String, _ body: (inout Sketch.Attribute) -> Void
    ) {
        let index = world.sketch.index(entity)
        let own = world.sketch.entities[index].attributes.firstIndex { $0.name == name }!
        body(&world.sketch.entities[index].attributes[own])
    }

    static func change(
        _ world: inout Case, relation name: String, of entity: String, _ body: (inout Sketch.Relation) -> Void
    ) {
        let index = world.sketch.index(entity)
        let own = world.sketch.entities[index].relations.firstIndex { $0.name == name }!
        body(&world.sketch.entities[index].relations[own])
    }

    /// Types with a default value, and its text.
    static var defaults: [(NSAttributeType, Any, String)] {
        [
            (.integer32AttributeType, 7, "7"), (.stringAttributeType, "it's", "it's"),
            (.doubleAttributeType, 2.5, "2.5"),
            (.booleanAttributeType, true, "1"),
            (.dateAttributeType, Date(timeIntervalSinceReferenceDate: 86_400), "86400.0"),
            (.binaryDataAttributeType, Data([0, 39, 255]), "[\"0\", \"27\", \"ff\"]"),
            (.decimalAttributeType, NSDecimalNumber(value: 12), "12"),
            (.URIAttributeType, URL(string: "https://example.org/a")!, "https://example.org/a"),
            (
                .UUIDAttributeType, UUID(uuidString: "00000000-0000-4000-8000-000000000001")!,
                "00000000-0000-4000-8000-000000000001"
            ),
            (.transformableAttributeType, ["a", "b"] as NSArray, World.text(["a", "b"] as NSArray)),
        ]
    }

    static let all: [Mutation] = attributes + moves + kinds + relations + entities + rest
}
