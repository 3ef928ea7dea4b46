import Foundation
import MainspringModel

/// Entities.
extension Mutation {
    static let entities: [Mutation] = [
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
            world.sketch[old].identifier = world.sketch[old].identifier ?? old
            world.rename(entity: old, to: new)
            return true
        },
        Mutation("two entities exchange their names") { world, random in
            // Those that the store has had under these names.
            let known = world.sketch.entities.filter { entity in
                entity.identifier == nil && !world.moved.contains(entity.name)
                    && !["Added", "Sub", "Parent"].contains { entity.name.hasPrefix($0) }
            }.map(\.name)
            guard let first = pick(known, &random), let second = pick(known.filter { $0 != first }, &random) else {
                return false
            }
            world.sketch[first].identifier = first
            world.sketch[second].identifier = second
            let aside = world.name("Aside")
            world.rename(entity: first, to: aside)
            world.rename(entity: second, to: first)
            world.rename(entity: aside, to: second)
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
                for name in names { world.drop(value: name, of: tag) }
            }
            world.moved.formUnion(family)
            world.sketch[entity.name].parent = nil
            world.sketch[entity.name].attributes.append(
                Sketch.Attribute(name: "tag", type: .integer64AttributeType))
            return true
        },
    ]
}
