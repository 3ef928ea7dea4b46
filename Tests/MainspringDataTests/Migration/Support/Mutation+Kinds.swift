import Foundation
import MainspringModel

/// Attributes of which there is more to say than their types: long data, what is derived, and values with parts.
extension Mutation {
    static let kinds: [Mutation] = [
        Mutation("data may lie in files beside the store, or may not any more") { world, random in
            guard let (entity, attribute) = attribute(world, &random, where: { $0.type == .binaryDataAttributeType })
            else { return false }
            change(&world, entity, attribute.name) { $0.isExternal.toggle() }
            // That alone makes no other version.
            world.sketch[entity].attributes.append(
                Sketch.Attribute(name: world.name("beside"), type: .booleanAttributeType))
            return true
        },
        Mutation("a derived attribute is added") { world, random in
            guard let (entity, attribute) = attribute(world, &random, where: { $0.type == .stringAttributeType })
            else { return false }
            let name = world.name("derived")
            world.sketch[entity].attributes.append(
                .init(name: name, type: .stringAttributeType, derivation: "lowercase:(\(attribute.name))"))
            for tag in world.world.tags(entity, world.sketch) {
                let base = world.world.things[tag]!.values[attribute.name]
                world.world.things[tag]!.values[name] = base?.lowercased()
            }
            return true
        },
        Mutation("an attribute is derived in another way") { world, random in
            guard let (entity, attribute, base) = derived(world, &random) else { return false }
            change(&world, entity, attribute.name) { $0.derivation = "uppercase:(\(base))" }
            for tag in world.world.tags(entity, world.sketch) {
                world.world.things[tag]!.values[attribute.name] = world.world.things[tag]!.values[base]?.uppercased()
            }
            return true
        },
        Mutation("a derived attribute is renamed") { world, random in
            guard let (entity, attribute, _) = derived(world, &random) else { return false }
            let name = world.name("renamed")
            world.rename(value: attribute.name, to: name, of: entity)
            change(&world, entity, attribute.name) {
                $0.identifier = $0.identifier ?? $0.name
                $0.name = name
            }
            return true
        },
        Mutation("a derived attribute is removed") { world, random in
            guard let (entity, attribute, _) = derived(world, &random) else { return false }
            for tag in world.world.tags(entity, world.sketch) { world.drop(value: attribute.name, of: tag) }
            world.sketch[entity].attributes.removeAll { $0.name == attribute.name }
            return true
        },
        Mutation("a composite value gets a part") { world, random in
            guard let (entity, attribute) = composite(world, &random) else { return false }
            let part = Sketch.Attribute(name: world.name("part"), type: .stringAttributeType)
            change(&world, entity, attribute.name) { $0.elements.append(part) }
            return true
        },
        Mutation("a part of a composite value is renamed") { world, random in
            guard let (entity, attribute) = composite(world, &random) else { return false }
            let (old, new) = (attribute.elements[0].name, world.name("part"))
            world.rename(value: "\(attribute.name).\(old)", to: "\(attribute.name).\(new)", of: entity)
            change(&world, entity, attribute.name) {
                $0.elements[0].identifier = $0.elements[0].identifier ?? old
                $0.elements[0].name = new
            }
            return true
        },
        Mutation("a composite value loses a part") { world, random in
            guard let (entity, attribute) = composite(world, &random), attribute.elements.count > 1 else {
                return false
            }
            let part = attribute.elements[attribute.elements.count - 1].name
            for tag in world.world.tags(entity, world.sketch) {
                world.drop(value: "\(attribute.name).\(part)", of: tag)
            }
            change(&world, entity, attribute.name) { $0.elements.removeLast() }
            return true
        },
    ]

    /// A derived attribute, and the one of which it is derived.
    private static func derived(
        _ world: Case, _ random: inout any RandomNumberGenerator
    ) -> (entity: String, attribute: Sketch.Attribute, base: String)? {
        let found = world.sketch.entities.flatMap { entity in
            entity.attributes.compactMap { attribute in
                attribute.derivation.map { (entity.name, attribute, String($0.split(separator: "(")[1].dropLast())) }
            }
        }
        return pick(found, &random)
    }

    private static func composite(
        _ world: Case, _ random: inout any RandomNumberGenerator
    ) -> (entity: String, attribute: Sketch.Attribute)? {
        attribute(world, &random) { !$0.elements.isEmpty }
    }
}
