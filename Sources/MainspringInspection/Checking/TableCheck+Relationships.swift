internal import MainspringData
@_spi(Tools) internal import MainspringModel

/// Checks where relationships lead.
extension TableCheck {
    func relationships() throws -> [StoreFinding] {
        var findings: [StoreFinding] = []
        for table in schema.tables {
            for property in table.entity.ownProperties {
                guard let relationship = property as? NSRelationshipDescription,
                    let slot = table.entity.slot(named: relationship.name)
                else { continue }
                if let column = table.column(slot: slot), case .reference(let reference) = column.form {
                    findings += try dangling(table, relationship, column, reference)
                    findings += try notMutual(table, relationship, column)
                }
                guard let members = table.members(slot: slot) else { continue }
                if case .column(let column) = members.source, column.orderColumn != nil {
                    findings += try withoutPlace(relationship, members, column)
                }
                findings += try tooMany(table, relationship, members) + samePlaces(table, relationship, members)
            }
        }
        for join in schema.joins {
            findings += try dangling(join)
            findings += try pairs(join)
        }
        return findings
    }

    private func title(_ relationship: NSRelationshipDescription) -> String { "“\(relationship.name)”" }

    /// Objects that are led to and are not there, or are of an entity that cannot be led to.
    private func dangling(
        _ table: EntityTable, _ relationship: NSRelationshipDescription, _ column: StoreColumn,
        _ reference: StoreColumn.Reference
    ) throws -> [StoreFinding] {
        guard let destination = schema.table(of: reference.destination) else { return [] }
        let own = "t.\(quoted(column.name))"
        var findings = try finding(
            .dangling, table, property: relationship.name,
            "\(quoted(table.name)) t WHERE \(own) IS NOT NULL AND \(condition(table)) AND NOT EXISTS "
                + "(SELECT 1 FROM \(quoted(destination.name)) d WHERE d.Z_PK = \(own) AND \(condition(destination, alias: "d")))"
        ) { count in
            "\(objects(count, table)) \(count == 1 ? "leads" : "lead") by \(title(relationship)) to objects of "
                + "“\(reference.destination.name ?? "")” that are not there."
        }
        if let entityColumn = reference.entityColumn {
            findings += try finding(
                .inverse, table, property: relationship.name,
                "\(quoted(table.name)) t JOIN \(quoted(destination.name)) d ON d.Z_PK = \(own) WHERE \(condition(table)) AND "
                    + "t.\(quoted(entityColumn)) IS NOT NULL AND t.\(quoted(entityColumn)) <> d.Z_ENT"
            ) { count in
                "\(objects(count, table)) \(count == 1 ? "says" : "say") of \(title(relationship)) another entity than the object "
                    + "has that it leads to."
            }
            findings += try withoutEntity(table, relationship, own, entityColumn, destination)
        }
        return findings
    }

    /// Objects that lead somewhere and do not say to which of several entities.
    private func withoutEntity(
        _ table: EntityTable, _ relationship: NSRelationshipDescription, _ own: String, _ entityColumn: String,
        _ destination: EntityTable
    ) throws -> [StoreFinding] {
        // Older files do not say it where only one was possible.
        guard destination.familyNumbers.count > 1 else { return [] }
        return try finding(
            .inverse, table, property: relationship.name,
            "\(quoted(table.name)) t WHERE \(condition(table)) AND \(own) IS NOT NULL AND t.\(quoted(entityColumn)) IS NULL"
        ) { count in
            "\(objects(count, table)) \(count == 1 ? "does" : "do") not say of \(title(relationship)) of which entity the object is that "
                + "it leads to. Set \(entityColumn) to its Z_ENT."
        }
    }

    /// Objects that are led to and do not lead back, of relationships to one at both ends.
    private func notMutual(
        _ table: EntityTable, _ relationship: NSRelationshipDescription, _ column: StoreColumn
    ) throws -> [StoreFinding] {
        guard let inverse = relationship.mutualInverse, !inverse.isToMany, let other = schema.table(of: inverse.entity),
            let slot = other.entity.slot(named: inverse.name), let back = other.column(slot: slot)
        else { return [] }
        let own = "t.\(quoted(column.name))"
        return try finding(
            .inverse, table, property: relationship.name,
            "\(quoted(table.name)) t JOIN \(quoted(other.name)) d ON d.Z_PK = \(own) WHERE \(condition(table)) AND "
                + "d.\(quoted(back.name)) IS NOT t.Z_PK"
        ) { count in
            "\(objects(count, table)) \(count == 1 ? "leads" : "lead") by \(title(relationship)) to objects whose "
                + "\(title(inverse)) does not lead back."
        }
    }

    /// The table and the columns in which a relationship to many lies: that of its owners, and that of places in its order.
    private func columns(_ members: MemberTable) -> (table: String, owner: String, order: String?) {
        switch members.source {
        case .column(let column): (column.table, column.name, column.orderColumn)
        case .join(let join, let isFirst):
            (join.name, join.ends(isFirst: isFirst).own.ownColumn, join.ends(isFirst: isFirst).own.orderColumn)
        }
    }

    /// Objects with more members than the relationship may have.
    private func tooMany(
        _ table: EntityTable, _ relationship: NSRelationshipDescription, _ members: MemberTable
    ) throws -> [StoreFinding] {
        guard relationship.maxCount > 1 else { return [] }
        let (source, owner, _) = columns(members)
        return try finding(
            .required, table, property: relationship.name,
            "\(quoted(table.name)) t WHERE \(condition(table)) AND t.Z_PK IN (SELECT \(quoted(owner)) FROM \(quoted(source)) "
                + "GROUP BY \(quoted(owner)) HAVING count(*) > \(relationship.maxCount))"
        ) {
            "\(objects($0, table)) \($0 == 1 ? "has" : "have") more than \(relationship.maxCount) in \(title(relationship))."
        }
    }

    /// Objects whose members share a place in their order, or have something as a place that is none.
    private func samePlaces(
        _ table: EntityTable, _ relationship: NSRelationshipDescription, _ members: MemberTable
    ) throws -> [StoreFinding] {
        guard case let (source, owner, order?) = columns(members) else { return [] }
        let place = quoted(order)
        return try finding(
            .inverse, table, property: relationship.name,
            "\(quoted(table.name)) t WHERE \(condition(table)) AND t.Z_PK IN (SELECT \(quoted(owner)) FROM \(quoted(source)) WHERE "
                + "\(place) IS NOT NULL AND \(quoted(owner)) IS NOT NULL GROUP BY \(quoted(owner)) "
                + "HAVING count(*) > count(DISTINCT \(place)) OR sum(typeof(\(place)) <> 'integer') > 0)"
        ) { count in
            "\(objects(count, table)) \(count == 1 ? "has" : "have") in the order of \(title(relationship)) places that several members "
                + "have, or that are no whole numbers. Set \(order) of the members to numbers that ascend."
        }
    }

    /// Members of an order without a place in it.
    private func withoutPlace(
        _ relationship: NSRelationshipDescription, _ members: MemberTable, _ column: MemberTable.Column
    ) throws -> [StoreFinding] {
        guard let order = column.orderColumn, let table = schema.table(of: members.destination) else { return [] }
        return try finding(
            .inverse, table, property: relationship.name,
            "\(quoted(column.table)) t WHERE t.\(quoted(column.name)) IS NOT NULL AND t.\(quoted(order)) IS NULL AND "
                + condition(table)
        ) { "\(objects($0, table)) \($0 == 1 ? "has" : "have") no place in the order of \(title(relationship))." }
    }

    /// Pairs of objects of which one is not there.
    private func dangling(_ join: JoinTable) throws -> [StoreFinding] {
        var findings: [StoreFinding] = []
        for (own, other) in [(join.first, join.second), (join.second, join.first)] {
            let entity =
                own.relationship === other.relationship && own.ownColumn == join.second.ownColumn
                ? own.relationship.destinationEntity : own.relationship.entity
            guard let entity, let table = schema.table(of: entity) else { continue }
            let column = "p.\(quoted(own.ownColumn))"
            connection.limitReading()
            let statement = try connection.prepare(
                "SELECT count(*), min(\(column)) FROM \(quoted(join.name)) p WHERE NOT EXISTS (SELECT 1 FROM "
                    + "\(quoted(table.name)) d WHERE d.Z_PK = \(column) AND \(condition(table, alias: "d")))")
            guard try statement.step() else { continue }
            let count = Int(statement.integer(0))
            guard count > 0 else { continue }
            findings.append(
                StoreFinding(
                    .dangling, entity: table.entity.name, property: own.relationship.name, count: count,
                    examples: [ObjectReference(entityName: table.entity.name ?? "", key: statement.integer(1))],
                    "\(join.name), which holds \(title(own.relationship)), has \(count) \(count == 1 ? "pair" : "pairs") with objects "
                        + "of “\(table.entity.name ?? "")” that are not there."))
        }
        return findings
    }
}
