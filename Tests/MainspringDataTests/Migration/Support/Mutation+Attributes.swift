import Foundation
import MainspringModel

/// Attributes that come, go and change.
extension Mutation {
    static let attributes: [Mutation] = [
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
            for tag in world.world.tags(entity, world.sketch) { world.drop(value: attribute.name, of: tag) }
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
                        && !entity.indexes.contains($0.name) && world.isFree($0)
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
    ]
}
