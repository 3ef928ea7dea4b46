internal import MainspringModel

/// Where the links of an old relationship stand: a table with the keys of both ends.
struct LinkSource {
    let table: String
    /// The column with the keys of those that have the relationship.
    let owner: String
    /// The column with the keys of those that it leads to.
    let member: String
    /// The column with the order of the members; nil without one.
    let order: String?
    /// The column with the order in which the inverse has the owners.
    let inverseOrder: String?
    /// The old entities at both ends.
    let owners: NSEntityDescription
    let members: NSEntityDescription
    /// Which of the old tables of pairs it is.
    let join: Int?

    /// The same for the relationship that leads back.
    var reversed: LinkSource {
        LinkSource(
            table: table, owner: member, member: owner, order: inverseOrder, inverseOrder: order, owners: members,
            members: owners, join: nil)
    }
}

extension MigrationRun {
    /// Where the links of an old relationship stand now; nil for one that the file does not have.
    func links(of relationship: NSRelationshipDescription) -> LinkSource? {
        guard let destination = relationship.destinationEntity else { return nil }
        for (number, join) in layout.before.joins.enumerated() {
            let ends: (JoinPlan.End, JoinPlan.End)
            if join.first.relationship === relationship {
                ends = (join.first, join.second)
            } else if join.second.relationship === relationship {
                ends = (join.second, join.first)
            } else {
                continue
            }
            return LinkSource(
                table: name(ofJoin: number), owner: ends.0.ownColumn, member: ends.1.ownColumn,
                order: ends.0.orderColumn,
                inverseOrder: ends.1.relationship === relationship ? nil : ends.1.orderColumn,
                owners: relationship.entity, members: destination, join: number)
        }
        if relationship.isToMany {
            guard let inverse = relationship.mutualInverse, let table = layout.before.table(of: inverse.entity),
                let column = table.name(ColumnRole(inverse))
            else { return nil }
            return LinkSource(
                table: name(table), owner: column, member: "Z_PK", order: table.name(ColumnRole(inverse, .order)),
                inverseOrder: nil, owners: relationship.entity, members: destination, join: nil)
        }
        guard let table = layout.before.table(of: relationship.entity),
            let column = table.name(ColumnRole(relationship))
        else { return nil }
        return LinkSource(
            table: name(table), owner: "Z_PK", member: column, order: nil,
            inverseOrder: table.name(ColumnRole(relationship, .order)), owners: relationship.entity,
            members: destination, join: nil)
    }
}
