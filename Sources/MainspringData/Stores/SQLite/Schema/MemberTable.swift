package import MainspringModel

/// Where the members of a relationship to many are found.
package struct MemberTable {
    /// The relationship's slot in its entity.
    let slot: Int
    package unowned let destination: NSEntityDescription
    /// The number of the destination's root in identities.
    let root: UInt32
    package let source: Source

    package enum Source {
        /// The members' own rows have the owner's key.
        case column(Column)
        /// Pairs of keys in a table of their own.
        case join(JoinTable, isFirst: Bool)
    }

    /// The column in which members name their owner.
    package struct Column {
        /// The members' table.
        package let table: String
        package let name: String
        /// The column with the number of the owner's entity, if there is one.
        let entityColumn: String?
        /// The column with a member's place in the order; nil where they have none.
        package let orderColumn: String?
    }
}

/// A table of pairs of keys, for a relationship that is to many at both ends.
///
/// The first end is the one whose relationship the table is named for.
package final class JoinTable {
    package let name: String
    package let first: End
    package let second: End

    /// One end. Its column holds the keys of the objects that have the relationship.
    package struct End {
        package unowned let relationship: NSRelationshipDescription
        /// The column with the keys of the objects that have the relationship.
        package let ownColumn: String
        /// The column with a member's place in the order of the relationship; nil where it has none.
        package let orderColumn: String?
    }

    init(name: String, first: End, second: End) { (self.name, self.first, self.second) = (name, first, second) }

    /// The end whose relationship it is, and the other one.
    package func ends(isFirst: Bool) -> (own: End, other: End) { isFirst ? (first, second) : (second, first) }
}
