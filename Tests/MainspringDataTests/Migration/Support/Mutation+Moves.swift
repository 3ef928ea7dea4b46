import Foundation
import MainspringModel

/// Attributes that move in an inheritance.
extension Mutation {
    static let moves: [Mutation] = [
        Mutation("an attribute is pulled up") { world, random in
            let found = world.sketch.entities.filter { $0.parent != nil }.flatMap { entity in
                entity.attributes.filter { $0.name != "tag" && $0.isOptional && world.isFree($0) }.map { (entity, $0) }
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
                entity.attributes.filter { $0.name != "tag" && world.isFree($0) }.map { (entity, $0) }
            }.filter { !world.sketch.children($0.0.name).isEmpty }
            guard let (entity, attribute) = pick(found, &random), world.moved.insert(attribute.name).inserted,
                let child = pick(world.sketch.children(entity.name), &random)
            else { return false }
            for tag in world.world.tags(entity.name, world.sketch)
            where !world.sketch.family(child).contains(world.world.things[tag]!.entity) {
                world.drop(value: attribute.name, of: tag)
            }
            world.sketch[entity.name].attributes.removeAll { $0.name == attribute.name }
            world.sketch[entity.name].indexes.removeAll { $0 == attribute.name }
            world.sketch[child].attributes.append(attribute)
            return true
        },
    ]
}
