import Foundation
import MainspringModel

/// Constraints and indexes.
extension Mutation {
    static let rest: [Mutation] = [
        Mutation("values must be unique") { world, random in
            let roots = world.sketch.entities.filter { $0.parent == nil && $0.unique.isEmpty }.map(\.name)
            guard let name = pick(roots, &random),
                world.sketch[name].attributes.contains(where: { $0.name == "tag" })
            else { return false }
            world.sketch[name].unique = [["tag"]]
            return true
        },
        Mutation("what a subentity inherits must be unique among its objects") { world, random in
            let found = world.sketch.entities.filter { entity in
                entity.parent != nil && entity.unique.isEmpty && !entity.attributes.contains { $0.name == "tag" }
            }
            guard let name = pick(found.map(\.name), &random) else { return false }
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
