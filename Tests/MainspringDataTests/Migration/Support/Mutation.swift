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

        mutating func rename(value old: String, to new: String, of entity: String) {
            for tag in world.tags(entity, sketch) {
                world.things[tag]!.values[new] = world.things[tag]!.values.removeValue(forKey: old)
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

    private static func pick<Element>(
        _ elements: [Element], _ random: inout any RandomNumberGenerator
    ) -> Element? {
        elements.isEmpty ? nil : elements[Int(random.next() % UInt64(elements.count))]
    }

    private static func attribute(
        _ world: Case, _ random: inout any RandomNumberGenerator,
        where isFit: (Sketch.Attribute) -> Bool = { _ in true }
    ) -> (entity: String, attribute: Sketch.Attribute)? {
        pick(
            world.sketch.entities.flatMap { entity in
                entity.attributes.filter { $0.name != "tag" && isFit($0) }.map { (entity.name, $0) }
            }, &random)
    }

    private static func relation(
        _ world: Case, _ random: inout any RandomNumberGenerator, where isFit: (Sketch.Relation) -> Bool = { _ in true }
    ) -> (entity: String, relation: Sketch.Relation)? {
        pick(
            world.sketch.entities.flatMap { entity in entity.relations.filter(isFit).map { (entity.name, $0) } },
            &random)
    }

    private static func change(
        _ world: inout Case, _ entity: String, _ name: String, _ body: (inout Sketch.Attribute) -> Void
    ) {
        let index = world.sketch.index(entity)
        let own = world.sketch.entities[index].attributes.firstIndex { $0.name == name }!
        body(&world.sketch.entities[index].attributes[own])
    }

    private static func change(
        _ world: inout Case, relation name: String, of entity: String, _ body: (inout Sketch.Relation) -> Void
    ) {
        let index = world.sketch.index(entity)
        let own = world.sketch.entities[index].relations.firstIndex { $0.name == name }!
        body(&world.sketch.entities[index].relations[own])
    }

    /// Types with a default value, and its text.
    private static var defaults: [(NSAttributeType, Any, String)] {
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
        ]
    }

    static let all: [Mutation] = attributes + relations + entities + rest

    private static let attributes: [Mutation] = [
        Mutation("an attribute is added") { world, random in
            guard let entity = pick(world.sketch.entities.map(\.name), &random) else { return false }
            let attribute = Sketch.Attribute(name: world.name("new"), type: .stringAttributeType)
            world.sketch[entity].attributes.append(attribute)
            return true
        },
        Mutation("a required attribute with a default value is added") { world, random in
            guard let entity = pick(world.sketch.entities.map(\.name), &random),
                let (type, value, text) = pick(defaults, &random)
            else { return false }
            let attribute = Sketch.Attribute(
                name: world.name("new"), type: type, isOptional: false, defaultValue: value)
            world.sketch[entity].attributes.append(attribute)
            for tag in world.world.tags(entity, world.sketch) { world.world.things[tag]!.values[attribute.name] = text }
            return true
        },
        Mutation("an attribute is removed") { world, random in
            guard let (entity, attribute) = attribute(world, &random) else { return false }
            for tag in world.world.tags(entity, world.sketch) {
                world.world.things[tag]!.values[attribute.name] = nil
            }
            world.sketch[entity].attributes.removeAll { $0.name == attribute.name }
            world.sketch[entity].indexes.removeAll { $0 == attribute.name }
            return true
        },
        Mutation("an attribute is renamed") { world, random in
            guard let (entity, attribute) = attribute(world, &random) else { return false }
            let name = world.name("renamed")
            if world.moved.contains(attribute.name) { world.moved.insert(name) }
            if world.filled.contains(attribute.name) { world.filled.insert(name) }
            world.rename(value: attribute.name, to: name, of: entity)
            change(&world, entity, attribute.name) {
                $0.identifier = $0.identifier ?? $0.name
                $0.name = name
            }
            world.sketch[entity].indexes.removeAll { $0 == attribute.name }
            return true
        },
        Mutation("two attributes exchange their names") { world, random in
            let pairs = world.sketch.entities.compactMap { entity -> (String, String, String)? in
                let names = entity.attributes.filter {
                    $0.name != "tag" && $0.identifier == nil && !world.filled.contains($0.name)
                        && !entity.indexes.contains($0.name)
                }.map(\.name)
                return names.count < 2 ? nil : (entity.name, names[0], names[1])
            }
            guard let (entity, first, second) = pick(pairs, &random) else { return false }
            let aside = world.name("aside")
            world.rename(value: first, to: aside, of: entity)
            world.rename(value: second, to: first, of: entity)
            world.rename(value: aside, to: second, of: entity)
            change(&world, entity, first) { ($0.name, $0.identifier) = (aside, first) }
            change(&world, entity, second) { ($0.name, $0.identifier) = (first, second) }
            change(&world, entity, aside) { $0.name = second }
            return true
        },
        Mutation("an optional attribute becomes required, with a default value") { world, random in
            let (found, text) = (
                attribute(world, &random) { $0.isOptional && $0.type == .stringAttributeType }, "filled"
            )
            guard let (entity, attribute) = found else { return false }
            world.filled.insert(attribute.name)
            for tag in world.world.tags(entity, world.sketch)
            where world.world.things[tag]!.values[attribute.name] == nil {
                world.world.things[tag]!.values[attribute.name] = text
            }
            change(&world, entity, attribute.name) { ($0.isOptional, $0.defaultValue) = (false, text) }
            return true
        },
        Mutation("a required attribute becomes optional") { world, random in
            guard
                let (entity, attribute) = attribute(
                    world, &random, where: { !$0.isOptional && !world.filled.contains($0.name) })
            else { return false }
            change(&world, entity, attribute.name) { $0.isOptional = true }
            return true
        },
        Mutation("an attribute is pulled up") { world, random in
            let found = world.sketch.entities.filter { $0.parent != nil }.flatMap { entity in
                entity.attributes.filter { $0.name != "tag" && $0.isOptional }.map { (entity, $0) }
            }
            guard let (entity, attribute) = pick(found, &random), world.moved.insert(attribute.name).inserted,
                !world.sketch.entities.contains(where: { other in
                    other.name != entity.name && other.attributes.contains { $0.name == attribute.name }
                })
            else { return false }
            world.sketch[entity.name].attributes.removeAll { $0.name == attribute.name }
            world.sketch[entity.name].indexes.removeAll { $0 == attribute.name }
            world.sketch[entity.parent!].attributes.append(attribute)
            guard let value = attribute.defaultValue else { return true }
            for tag in world.world.tags(entity.parent!, world.sketch)
            where !world.sketch.family(entity.name).contains(world.world.things[tag]!.entity) {
                world.world.things[tag]!.values[attribute.name] = World.text(value)
            }
            return true
        },
        Mutation("an attribute is pushed down") { world, random in
            let found = world.sketch.entities.flatMap { entity in
                entity.attributes.filter { $0.name != "tag" }.map { (entity, $0) }
            }.filter { !world.sketch.children($0.0.name).isEmpty }
            guard let (entity, attribute) = pick(found, &random), world.moved.insert(attribute.name).inserted,
                let child = pick(world.sketch.children(entity.name), &random)
            else { return false }
            for tag in world.world.tags(entity.name, world.sketch)
            where !world.sketch.family(child).contains(world.world.things[tag]!.entity) {
                world.world.things[tag]!.values[attribute.name] = nil
            }
            world.sketch[entity.name].attributes.removeAll { $0.name == attribute.name }
            world.sketch[entity.name].indexes.removeAll { $0 == attribute.name }
            world.sketch[child].attributes.append(attribute)
            return true
        },
    ]

    private static let relations: [Mutation] = [
        Mutation("a relationship is added with its inverse") { world, random in
            guard
                let (one, other) = (pick(world.sketch.entities, &random), pick(world.sketch.entities, &random))
                    as? (Sketch.Entity, Sketch.Entity)
            else { return false }
            let (there, back) = (world.name("to"), world.name("from"))
            world.sketch[one.name].relations.append(
                Sketch.Relation(
                    name: there, destination: other.name, isToMany: Bool.random(using: &random), inverse: back))
            world.sketch[other.name].relations.append(
                Sketch.Relation(
                    name: back, destination: one.name, isToMany: Bool.random(using: &random), inverse: there))
            return true
        },
        Mutation("a relationship is removed with its inverse") { world, random in
            guard let (entity, relation) = relation(world, &random) else { return false }
            world.drop(relation: relation.name, of: entity)
            return true
        },
        Mutation("a relationship is renamed") { world, random in
            guard let (entity, relation) = relation(world, &random) else { return false }
            let name = world.name("renamed")
            world.rename(links: relation.name, to: name, of: entity)
            change(&world, relation: relation.name, of: entity) {
                $0.identifier = $0.identifier ?? $0.name
                $0.name = name
            }
            if let inverse = relation.inverse {
                change(&world, relation: inverse, of: relation.destination) { $0.inverse = name }
            }
            if world.unordered.contains(relation.name) { world.unordered.insert(name) }
            return true
        },
        Mutation("a relationship to one becomes one to many") { world, random in
            guard let (entity, relation) = relation(world, &random, where: { !$0.isToMany }) else { return false }
            change(&world, relation: relation.name, of: entity) { $0.isToMany = true }
            return true
        },
        Mutation("a relationship to many gets an order") { world, random in
            let found = relation(world, &random) { $0.isToMany && !$0.isOrdered && $0.inverse != nil }
            guard let (entity, relation) = found else { return false }
            change(&world, relation: relation.name, of: entity) { $0.isOrdered = true }
            world.unordered.insert(relation.name)
            return true
        },
        Mutation("a relationship to many loses its order") { world, random in
            guard let (entity, relation) = relation(world, &random, where: \.isOrdered) else { return false }
            change(&world, relation: relation.name, of: entity) { $0.isOrdered = false }
            return true
        },
        Mutation("a relationship becomes one to a superentity") { world, random in
            let found = relation(world, &random) { relation in
                relation.inverse == nil && world.sketch[relation.destination].parent != nil
            }
            guard let (entity, relation) = found else { return false }
            let parent = world.sketch[relation.destination].parent!
            change(&world, relation: relation.name, of: entity) { $0.destination = parent }
            return true
        },
    ]

    private static let entities: [Mutation] = [
        Mutation("an entity is added") { world, random in
            var entity = Sketch.Entity(name: world.name("Added"))
            entity.attributes = [Sketch.Attribute(name: "tag", type: .integer64AttributeType)]
            world.sketch.entities.append(entity)
            return true
        },
        Mutation("a subentity is added") { world, random in
            guard let parent = pick(world.sketch.entities.map(\.name), &random) else { return false }
            world.sketch.entities.append(
                Sketch.Entity(
                    name: world.name("Sub"), parent: parent,
                    attributes: [Sketch.Attribute(name: world.name("own"), type: .stringAttributeType)]))
            return true
        },
        Mutation("an entity is removed") { world, random in
            let found = world.sketch.entities.map(\.name).filter { world.sketch.children($0).isEmpty }
            guard found.count > 1, let name = pick(found, &random) else { return false }
            for relation in world.sketch[name].relations { world.drop(relation: relation.name, of: name) }
            for entity in world.sketch.entities {
                for relation in entity.relations where relation.destination == name {
                    world.drop(relation: relation.name, of: entity.name)
                }
            }
            world.forget(world.world.tags(name, world.sketch))
            world.sketch.entities.removeAll { $0.name == name }
            return true
        },
        Mutation("an entity is renamed") { world, random in
            guard let old = pick(world.sketch.entities.map(\.name), &random) else { return false }
            let new = world.name("Renamed")
            if world.moved.contains(old) { world.moved.insert(new) }
            for tag in world.world.tags(old, world.sketch) where world.world.things[tag]!.entity == old {
                world.world.things[tag]!.entity = new
            }
            for index in world.sketch.entities.indices {
                if world.sketch.entities[index].name == old {
                    world.sketch.entities[index].identifier = world.sketch.entities[index].identifier ?? old
                    world.sketch.entities[index].name = new
                }
                if world.sketch.entities[index].parent == old { world.sketch.entities[index].parent = new }
                for own in world.sketch.entities[index].relations.indices
                where world.sketch.entities[index].relations[own].destination == old {
                    world.sketch.entities[index].relations[own].destination = new
                }
            }
            return true
        },
        Mutation("a parent is put above an entity") { world, random in
            let found = world.sketch.entities.filter {
                !$0.attributes.contains { $0.name == "tag" } || $0.parent == nil
            }
            guard let entity = pick(found, &random) else { return false }
            var parent = Sketch.Entity(name: world.name("Parent"), parent: entity.parent, isAbstract: true)
            if entity.parent == nil {
                parent.attributes = entity.attributes.filter { $0.name == "tag" }
                world.sketch[entity.name].attributes.removeAll { $0.name == "tag" }
            }
            world.sketch[entity.name].parent = parent.name
            world.sketch.entities.append(parent)
            return true
        },
        Mutation("an entity moves below another one") { world, random in
            let roots = world.sketch.entities.filter { $0.parent == nil }.map(\.name)
            guard let name = pick(roots, &random), world.moved.isDisjoint(with: world.sketch.family(name)),
                let other = pick(roots.filter { $0 != name }, &random)
            else { return false }
            world.sketch[name].attributes.removeAll { $0.name == "tag" }
            world.sketch[name].parent = other
            // What the new parent has is new to it; names that both have are the same property.
            let inherited = world.sketch[other].attributes
            let own = Set(world.sketch.family(name).flatMap { world.sketch[$0].attributes.map(\.name) })
            guard Set(inherited.map(\.name)).isDisjoint(with: own),
                inherited.allSatisfy({ $0.isOptional && $0.defaultValue == nil || $0.name == "tag" }),
                !world.sketch[other].relations.contains(where: { !$0.isOptional }),
                world.sketch[other].unique.isEmpty
            else { return false }
            world.movesKeys = true
            return true
        },
        Mutation("an entity becomes one without a parent") { world, random in
            guard let entity = pick(world.sketch.entities.filter { $0.parent != nil }, &random) else { return false }
            let lost = world.sketch.line(entity.name).dropLast()
            let family = Set(world.sketch.family(entity.name))
            // Nobody may lead to it as to its parent's objects.
            guard lost.allSatisfy({ $0.relations.isEmpty }),
                !world.sketch.entities.contains(where: { other in
                    other.relations.contains { relation in lost.contains { $0.name == relation.destination } }
                })
            else { return false }
            let names = lost.flatMap { $0.attributes.map(\.name) }.filter { $0 != "tag" }
            for (tag, thing) in world.world.things where family.contains(thing.entity) {
                for name in names { world.world.things[tag]!.values[name] = nil }
            }
            world.moved.formUnion(family)
            world.sketch[entity.name].parent = nil
            world.sketch[entity.name].attributes.append(
                Sketch.Attribute(name: "tag", type: .integer64AttributeType))
            return true
        },
    ]

    private static let rest: [Mutation] = [
        Mutation("values must be unique") { world, random in
            let roots = world.sketch.entities.filter { $0.parent == nil && $0.unique.isEmpty }.map(\.name)
            guard let name = pick(roots, &random),
                world.sketch[name].attributes.contains(where: { $0.name == "tag" })
            else { return false }
            world.sketch[name].unique = [["tag"]]
            return true
        },
        Mutation("values need not be unique any more") { world, random in
            let found = world.sketch.entities.filter { !$0.unique.isEmpty }.map(\.name)
            guard let name = pick(found, &random) else { return false }
            world.sketch[name].unique = []
            return true
        },
        Mutation("an index is added, and a hash modifier says so") { world, random in
            guard let (entity, attribute) = attribute(world, &random),
                !world.sketch[entity].indexes.contains(attribute.name), attribute.type != .binaryDataAttributeType
            else { return false }
            world.sketch[entity].indexes.append(attribute.name)
            // An index alone makes no other version.
            world.sketch[entity].attributes.append(
                Sketch.Attribute(name: world.name("beside"), type: .booleanAttributeType))
            return true
        },
    ]
}
