import Foundation
import MainspringModel

/// Relationships.
extension Mutation {
    static let relations: [Mutation] = [
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
}
