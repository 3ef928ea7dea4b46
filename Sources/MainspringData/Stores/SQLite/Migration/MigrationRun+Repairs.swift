internal import Foundation
@_spi(Tools) internal import MainspringModel

/// What has to be looked at when all rows are where they belong.
extension MigrationRun {
    func repair() throws {
        for table in layout.after.tables {
            for column in table.columns where column.role.part == .value {
                guard let relationship = column.property as? NSRelationshipDescription else { continue }
                try dropLostLinks(relationship, table)
                try fillEntityNumbers(relationship, table)
                try fillOrder(relationship, table)
            }
        }
        for join in layout.after.joins { try dropLostPairs(join) }
    }

    /// The sources of a relationship, with what they led to.
    private func mayLose(_ relationship: NSRelationshipDescription) -> Bool {
        guard let destination = relationship.destinationEntity else { return false }
        return mapping.sources(of: relationship).contains { source in
            source.destinationEntity.map { layout.mayLose($0, destination) } ?? false
        }
    }

    /// Whether an object with a key is there, and one of those that a relationship may lead to.
    private func exists(_ entity: NSEntityDescription, _ key: String) -> String? {
        guard let table = layout.after.table(of: entity) else { return nil }
        return "EXISTS (SELECT 1 FROM \(SQLiteName.quoted(table.name)) AS o WHERE o.Z_PK = \(key) "
            + "AND o.Z_ENT IN (\(list(layout.family(of: entity)))))"
    }

    /// Links to objects that are no more are no links.
    private func dropLostLinks(_ relationship: NSRelationshipDescription, _ table: TablePlan) throws {
        guard mayLose(relationship), let destination = relationship.destinationEntity,
            let column = table.name(ColumnRole(relationship)),
            let exists = exists(destination, ColumnOrigin.name(column))
        else { return }
        let columns = [column] + [.entity, .order].compactMap { table.name(ColumnRole(relationship, $0)) }
        let settings = columns.map { "\(SQLiteName.quoted($0)) = NULL" }.joined(separator: ", ")
        try execute(
            "UPDATE \(SQLiteName.quoted(table.name)) AS s SET \(settings) "
                + "WHERE \(ColumnOrigin.name(column)) IS NOT NULL AND NOT \(exists)")
    }

    private func dropLostPairs(_ join: JoinPlan) throws {
        let sources =
            mapping.sources(of: join.first.relationship)
            + (join.second.relationship === join.first.relationship
                ? [] : mapping.sources(of: join.second.relationship))
        guard !sources.isEmpty else { return }
        let (table, ends) = (SQLiteName.quoted(join.name), [(join.first, true), (join.second, false)])
        for (end, isFirst) in ends {
            let mayLose = sources.contains { source in
                let isOwn = mapping.destinations(of: source).contains { $0 === join.first.relationship }
                let old = isOwn == isFirst ? source.entity : source.destinationEntity
                return old.map { layout.mayLose($0, end.entity) } ?? false
            }
            guard mayLose, let exists = exists(end.entity, ColumnOrigin.name(end.ownColumn)) else { continue }
            try execute("DELETE FROM \(table) AS s WHERE NOT \(exists)")
        }
    }

    /// Where several entities have become possible, the number of the one that it is.
    private func fillEntityNumbers(_ relationship: NSRelationshipDescription, _ table: TablePlan) throws {
        guard let number = table.name(ColumnRole(relationship, .entity)),
            let column = table.name(ColumnRole(relationship)), let destination = relationship.destinationEntity,
            let other = layout.after.table(of: destination),
            mapping.pairs.contains(where: { pair in
                guard let source = pair.source(of: relationship) else { return false }
                return layout.before.table(of: pair.source)?.name(ColumnRole(source, .entity)) == nil
            })
        else { return }
        try execute(
            "UPDATE \(SQLiteName.quoted(table.name)) AS s SET \(SQLiteName.quoted(number)) = (SELECT o.Z_ENT FROM "
                + "\(SQLiteName.quoted(other.name)) AS o WHERE o.Z_PK = \(ColumnOrigin.name(column))) "
                + "WHERE \(ColumnOrigin.name(column)) IS NOT NULL")
    }

    /// Members that had no order get one: that of their keys.
    private func fillOrder(_ relationship: NSRelationshipDescription, _ table: TablePlan) throws {
        guard let order = table.name(ColumnRole(relationship, .order)),
            let column = table.name(ColumnRole(relationship)),
            mapping.pairs.contains(where: { pair in
                guard let source = pair.source(of: relationship) else { return false }
                return layout.before.table(of: pair.source)?.name(ColumnRole(source, .order)) == nil
            })
        else { return }
        let (name, key) = (SQLiteName.quoted(table.name), SQLiteName.quoted(column))
        try execute(
            """
            UPDATE \(name) SET \(SQLiteName.quoted(order)) = n.place FROM (SELECT Z_PK AS number, \
            row_number() OVER (PARTITION BY \(key) ORDER BY Z_PK) * \(OrderPlaces.step) AS place FROM \(name) \
            WHERE \(key) IS NOT NULL) AS n WHERE n.number = \(name).Z_PK
            """)
    }

    // MARK: Requirements

    /// Properties that have become required, or are new and required, have a value in each row.
    func requireValues() throws {
        for pair in mapping.pairs where !pair.destination.isAbstract {
            guard let table = layout.after.table(of: pair.destination),
                let number = layout.after.numbers[pair.destination]
            else { continue }
            for property in pair.destination.slots where isToBeChecked(property, pair) {
                for name in columns(of: property, table) {
                    let row = try connection.value(
                        "SELECT Z_PK FROM \(SQLiteName.quoted(table.name)) WHERE Z_ENT = \(number) "
                            + "AND \(SQLiteName.quoted(name)) IS NULL LIMIT 1")
                    if row != nil { throw MigrationFailure.missingValue(property, pair.destination, opening.url) }
                }
            }
        }
    }

    private func isToBeChecked(_ property: NSPropertyDescription, _ pair: InferredMapping.Pair) -> Bool {
        guard !property.isOptional, !property.isTransient, !(property is NSDerivedAttributeDescription) else {
            return false
        }
        if let relationship = property as? NSRelationshipDescription {
            guard !relationship.isToMany else { return false }
            if mayLose(relationship) { return true }
        }
        // Where there was no value there is the default value.
        if let attribute = property as? NSAttributeDescription, !(attribute is NSCompositeAttributeDescription),
            DefaultLiteral.of(attribute) != nil
        {
            return false
        }
        return pair.source(of: property)?.isOptional ?? true
    }

    private func columns(of property: NSPropertyDescription, _ table: TablePlan) -> [String] {
        guard let composite = property as? NSCompositeAttributeDescription else {
            return [table.name(ColumnRole(property))].compactMap(\.self)
        }
        return CompositeParts.of(composite).filter { !$0.attribute.isOptional }.compactMap {
            table.name(ColumnRole(composite, .element($0.path)))
        }
    }
}
