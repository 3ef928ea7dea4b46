package import MainspringModel

/// A table of pairs of keys, as it is made or looked for.
package struct JoinPlan {
    package struct End {
        /// The relationship; of a relationship that nothing leads back along both ends have it.
        package unowned let relationship: NSRelationshipDescription
        /// The entity that declares it.
        unowned let entity: NSEntityDescription
        /// The column with the keys of the objects that have the relationship.
        package var ownColumn: String
        /// The column with a member's place in the order of the relationship.
        package var orderColumn: String?
    }

    var name: String
    /// The name for the other end.
    let otherName: String
    var first: End
    var second: End

    /// Whether only the first end has a relationship.
    var isOneSided: Bool { first.relationship === second.relationship && first.relationship.mutualInverse == nil }

    /// The table of a relationship to many whose members do not name their owner.
    ///
    /// It is named for the end at the entity with the lower number; of two ends at one entity for the one whose name comes
    /// first. Which one Apple takes is not known: files have both.
    init?(_ relationship: NSRelationshipDescription, of entity: NSEntityDescription, _ numbers: EntityNumbers) {
        guard let inverse = relationship.mutualInverse else {
            self.init(relationship, entity, back: nil, numbers)
            return
        }
        let other = inverse.entity
        guard let own = numbers[entity], let others = numbers[other] else { return nil }
        let isNamedForIt =
            own == others ? relationship.name.utf8.lexicographicallyPrecedes(inverse.name.utf8) : own < others
        if isNamedForIt || inverse === relationship {
            self.init(relationship, entity, back: (inverse, other), numbers)
        } else {
            self.init(inverse, other, back: (relationship, entity), numbers)
        }
    }

    private init?(
        _ relationship: NSRelationshipDescription, _ entity: NSEntityDescription,
        back: (relationship: NSRelationshipDescription, entity: NSEntityDescription)?, _ numbers: EntityNumbers
    ) {
        let destination = back?.entity ?? relationship.destinationEntity
        guard let own = numbers[entity], let destination, let other = numbers[destination] else { return nil }
        let name = relationship.name.uppercased()
        let inverseName = back?.relationship.name.uppercased() ?? "\(name)INVERSE"
        self.name = "Z_\(own)\(name)"
        otherName = "Z_\(other)\(inverseName)"
        let secondColumn = back?.relationship === relationship ? "REFLEXIVE" : "Z_\(other)\(name)"
        first = End(
            relationship: relationship, entity: entity, ownColumn: "Z_\(own)\(inverseName)",
            orderColumn: relationship.isOrdered ? "Z_FOK_\(other)\(name)" : nil)
        second = End(
            relationship: back?.relationship ?? relationship, entity: destination, ownColumn: secondColumn,
            orderColumn: back.flatMap { back in
                back.relationship.isOrdered && back.relationship !== relationship ? "Z_FOK_\(own)\(inverseName)" : nil
            })
    }
}
