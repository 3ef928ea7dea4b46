import Foundation
import MainspringData
import MainspringModel
import SeededRandom

/// A random model: entities with two attributes each, and links between them of any kind, each with its inverse.
struct TreeSchema {
    /// One end of a pair of relationships.
    struct Link {
        let name: String
        let from: Int
        let to: Int
        let isToMany: Bool
        let cascades: Bool
        /// The number of the other end.
        let inverse: Int
    }

    let links: [Link]
    let entityCount: Int
    private let entities: [NSEntityDescription]
    let model: NSManagedObjectModel

    static let attributes = ["a", "b"]

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let count = Int.random(in: 1...3, using: &random)
        var links: [Link] = []
        for pair in 0..<Int.random(in: 2...4, using: &random) {
            let ends = (0..<2).map { _ in Int.random(in: 0..<count, using: &random) }
            let cascading = Int.random(in: 0..<6, using: &random)
            for end in 0..<2 {
                links.append(
                    Link(
                        name: "l\(pair)\(end)", from: ends[end], to: ends[1 - end],
                        isToMany: Int.random(in: 0..<5, using: &random) < 3, cascades: cascading == end,
                        inverse: links.count + 1 - 2 * end))
            }
        }
        let entities = (0..<count).map { Part.entity("E\($0)") }
        for entity in entities {
            entity.properties = Self.attributes.map { Part.attribute($0, .integer64AttributeType, default: 0) }
        }
        let relationships = links.map { link in
            let relationship = Part.relationship(link.name, to: entities[link.to], isToMany: link.isToMany)
            relationship.isOptional = true
            relationship.deleteRule = link.cascades ? .cascadeDeleteRule : .nullifyDeleteRule
            return relationship
        }
        for (link, relationship) in zip(links, relationships) {
            relationship.inverseRelationship = relationships[link.inverse]
            entities[link.from].properties.append(relationship)
        }
        (self.links, self.entities, entityCount) = (links, entities, count)
        model = Part.model(entities)
    }

    func entity(_ number: Int) -> NSEntityDescription { entities[number] }

    /// The numbers of the links that begin at an entity.
    func links(of entity: Int) -> [Int] { links.indices.filter { links[$0].from == entity } }
}

extension TreeSchema: CustomStringConvertible {
    var description: String {
        links.map { link in
            "E\(link.from).\(link.name)\(link.isToMany ? "*" : "")\(link.cascades ? "!" : ""): E\(link.to)"
        }.joined(separator: " ")
    }
}
