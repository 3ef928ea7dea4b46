@_spi(Tools) internal import MainspringModel

/// A line between two boxes.
struct DiagramEdge {
    /// What stands at an end of a relationship's line.
    struct Mark {
        /// Whether there may be many at this end.
        let isMany: Bool
        /// Whether there may be none.
        let isOptional: Bool
    }

    enum Kind {
        /// The first box inherits from the second.
        case inheritance
        /// The mark at each end says how many of these there are; nil at an end where no relationship leads.
        case relationship(Mark?, Mark?)
    }

    let first: Int
    let second: Int
    let kind: Kind
    /// The rows at which the line ends; nil for the name.
    let rows: (first: String?, second: String?)

    /// All lines of a model's entities: pairs of relationships are one line.
    static func edges(_ entities: [NSEntityDescription]) -> [DiagramEdge] {
        let numbers = Dictionary(entities.enumerated().map { (ObjectIdentifier($0.element), $0.offset) }) { first, _ in
            first
        }
        var edges: [DiagramEdge] = []
        var seen: Set<ObjectIdentifier> = []
        for (number, entity) in entities.enumerated() {
            if let parent = entity.superentity.flatMap({ numbers[ObjectIdentifier($0)] }) {
                edges.append(DiagramEdge(first: number, second: parent, kind: .inheritance, rows: (nil, nil)))
            }
            for property in entity.ownProperties.sorted(by: { $0.name < $1.name }) {
                guard let relationship = property as? NSRelationshipDescription,
                    seen.insert(ObjectIdentifier(relationship)).inserted,
                    let destination = relationship.destinationEntity.flatMap({ numbers[ObjectIdentifier($0)] })
                else { continue }
                let inverse = relationship.inverseRelationship
                if let inverse { seen.insert(ObjectIdentifier(inverse)) }
                // The inverse may be declared by what the destination inherits from.
                let owner = inverse?.declaringEntity.flatMap { numbers[ObjectIdentifier($0)] } ?? destination
                edges.append(
                    DiagramEdge(
                        first: number, second: owner, kind: .relationship(inverse.map(Mark.init), Mark(relationship)),
                        rows: (relationship.name, inverse?.name)))
            }
        }
        return edges
    }
}

extension DiagramEdge.Mark {
    fileprivate init(_ relationship: NSRelationshipDescription) {
        (isMany, isOptional) = (relationship.isToMany, relationship.isOptional)
    }
}
