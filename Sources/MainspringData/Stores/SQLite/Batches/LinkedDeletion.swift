internal import Foundation
@_spi(Tools) internal import MainspringModel

/// A deletion of rows to which others lead: who goes with them, who stands in the way, and who loses a link.
///
/// The keys of those that go lie in a table of the connection's own, in memory. What Apple's framework does with the rules of
/// relationships in a batch is known of it in parts: links are ended, and where one is required the request fails.
struct LinkedDeletion {
    let batch: Batch

    private var touched: TouchedRows { TouchedRows(batch: batch) }
    private var connection: SQLiteConnection { batch.connection }
    private var schema: StoreSchema { batch.schema }

    /// Keys by the number of the root in the file.
    private static let doomed: SQLText = "temp.mainspring_doomed"

    func begin() throws(SQLiteFailure) {
        try TableOfKeys.make("mainspring_doomed", connection)
        try touched.begin()
    }

    func end() {
        touched.end()
        TableOfKeys.clear("mainspring_doomed", connection)
    }

    /// Adds the objects whose keys a `SELECT` gives.
    func add(_ keys: SQLText, of table: EntityTable) throws(SQLiteFailure) {
        try batch.run(
            "INSERT OR IGNORE INTO \(Self.doomed) (root, key) SELECT \(number: table.rootNumber), * FROM (\(keys))")
    }

    func run(wantsKeys: Bool) throws -> BatchResult {
        try cascade()
        let affected = try tables()
        for table in affected { try checkDenials(table) }
        try endLinks(to: Set(affected.map(\.rootNumber)))
        for table in affected { try leaveOwners(table) }
        for table in affected { try endPairs(table) }
        var result = BatchResult()
        result.touched = try touched.write()
        for table in affected {
            try delete(table, wantsKeys, &result)
            result.touched.append(table.entity)
        }
        // Members are read with their owners.
        result.touched += schema.tables.filter { !$0.memberTables.isEmpty }.map(\.entity)
        return result
    }

    /// The keys of a table's objects that go.
    private func keys(_ table: EntityTable) -> SQLText {
        "SELECT key FROM \(Self.doomed) WHERE root = \(number: table.rootNumber)"
    }

    /// The entities of which objects go.
    private func tables() throws(SQLiteFailure) -> [EntityTable] {
        var found: [EntityTable] = []
        for table in schema.tables {
            let any: SQLText =
                """
                SELECT 1 FROM \(name: table.name) WHERE Z_ENT = \(number: table.number) AND Z_PK IN (\(keys(table))) LIMIT 1
                """
            if try !batch.numbers(any).isEmpty { found.append(table) }
        }
        return found
    }

    // MARK: Rules

    /// Adds those to which relationships that cascade lead, until there are no more.
    private func cascade() throws {
        var cascade = Cascade(connection: connection, doomed: Self.doomed)
        for table in schema.tables {
            for link in links(of: table) where link.relationship.deleteRule == .cascadeDeleteRule {
                try cascade.add(from: table.rootNumber, to: link.destination.rootNumber) { link.others($0) }
            }
        }
        try cascade.run()
    }

    /// Nobody goes who has members that stay and must not lose him.
    private func checkDenials(_ table: EntityTable) throws {
        for link in links(of: table) where link.relationship.deleteRule == .denyDeleteRule {
            let rest: SQLText =
                """
                SELECT other FROM (\(link.others(keys(table)))) WHERE other IS NOT NULL AND other NOT IN (\(keys(link.destination))) LIMIT 1
                """
            guard try batch.numbers(rest).isEmpty else {
                throw refusal(
                    NSValidationRelationshipDeniedDeleteError, table, link.relationship,
                    "leads to objects that stay, and its delete rule is to deny that. Delete those as well, or end the links first"
                )
            }
        }
    }

    private func refusal(
        _ code: Int, _ table: EntityTable, _ relationship: NSRelationshipDescription, _ reason: String
    ) -> any Error {
        CoreDataError.make(
            code,
            "Nothing was deleted in \(connection.path): “\(relationship.name)” of “\(table.entity.name ?? "")” \(reason).",
            userInfo: [NSValidationKeyErrorKey: relationship.name])
    }

    // MARK: Links

    /// A relationship of an entity's objects, as a file has it.
    private struct Link {
        let relationship: NSRelationshipDescription
        let destination: EntityTable
        /// `SELECT`s the keys that some objects lead to, as “other”; by their keys, and not by an index of all that are of the entity.
        let others: (_ keys: SQLText) -> SQLText
    }

    private func links(of table: EntityTable) -> [Link] {
        let single = table.columns.compactMap { column -> Link? in
            guard case .reference(let reference) = column.form,
                let destination = schema.table(of: reference.destination),
                let relationship = table.entity.slots[Int(column.place.slot)] as? NSRelationshipDescription
            else { return nil }
            return Link(relationship: relationship, destination: destination) { keys in
                """
                SELECT \(name: column.name) AS other FROM \(name: table.name) WHERE Z_PK IN (\(keys)) AND +Z_ENT = \(number: table.number)
                """
            }
        }
        return single
            + table.memberTables.compactMap { members in
                guard let destination = schema.table(of: members.destination),
                    let relationship = table.entity.slots[members.slot] as? NSRelationshipDescription
                else { return nil }
                return Link(relationship: relationship, destination: destination) { keys in
                    // Keys of one root are those of different objects, whatever their entities.
                    let own: SQLText =
                        "SELECT Z_PK FROM \(name: table.name) WHERE Z_PK IN (\(keys)) AND +Z_ENT = \(number: table.number)"
                    switch members.source {
                    case .column(let column):
                        return "SELECT Z_PK AS other FROM \(name: column.table) WHERE \(name: column.name) IN (\(own))"
                    case .join(let join, let isFirst):
                        let (mine, others) = join.ends(isFirst: isFirst)
                        return
                            """
                            SELECT \(name: others.ownColumn) AS other FROM \(name: join.name) WHERE \(name: mine.ownColumn) IN (\(own))
                            """
                    }
                }
            }
    }

    /// Ends the links of those that stay to those that go.
    private func endLinks(to roots: Set<Int64>) throws {
        for table in schema.tables {
            for column in table.columns {
                guard case .reference(let reference) = column.form,
                    let destination = schema.table(of: reference.destination), roots.contains(destination.rootNumber),
                    let relationship = table.entity.slots[Int(column.place.slot)] as? NSRelationshipDescription,
                    // Whoever has no way back does not know of the link, and leaves it.
                    let inverse = relationship.mutualInverse, inverse.deleteRule != .noActionDeleteRule
                else { continue }
                try endLinks(table, column, reference, relationship, to: destination)
            }
        }
    }

    private func endLinks(
        _ table: EntityTable, _ column: StoreColumn, _ reference: StoreColumn.Reference,
        _ relationship: NSRelationshipDescription, to destination: EntityTable
    ) throws {
        let left: SQLText =
            """
            Z_ENT = \(number: table.number) AND \(name: column.name) IN (\(keys(destination))) AND Z_PK NOT IN (\(keys(table)))
            """
        guard try batch.hasRows("SELECT 1 FROM \(name: table.name) WHERE \(left)") else { return }
        guard relationship.isOptional else { throw loss(table, relationship) }
        try touched.add(
            "SELECT Z_PK FROM \(name: table.name) WHERE \(left)", of: table, slot: Int(column.place.slot))
        let settings = reference.allNames(column).map { name -> SQLText in "\(name: name) = NULL" }
        try batch.run("UPDATE \(name: table.name) SET \(settings, by: ", ") WHERE \(left)")
    }

    private func loss(_ table: EntityTable, _ relationship: NSRelationshipDescription) -> any Error {
        refusal(
            NSValidationMissingMandatoryPropertyError, table, relationship,
            "is required, and of objects that stay it would lead to nobody. Delete those as well, or link them to others first"
        )
    }

    /// Notes those that stay and lose members who name them in their own rows.
    private func leaveOwners(_ table: EntityTable) throws {
        for column in table.columns {
            guard case .reference(let reference) = column.form,
                let destination = schema.table(of: reference.destination),
                let relationship = table.entity.slots[Int(column.place.slot)] as? NSRelationshipDescription,
                relationship.deleteRule != .noActionDeleteRule, let inverse = relationship.mutualInverse,
                inverse.isToMany
            else { continue }
            let owners: SQLText =
                """
                SELECT \(name: column.name) FROM \(name: table.name) WHERE Z_ENT = \(number: table.number) \
                AND Z_PK IN (\(keys(table))) AND \(name: column.name) NOT IN (\(keys(destination)))
                """
            try touched.add(owners: owners, of: destination, inverse)
            guard !inverse.isOptional else { continue }
            let rest: SQLText =
                """
                SELECT \(name: column.name) FROM \(name: table.name) WHERE \(name: column.name) IS NOT NULL AND Z_PK NOT IN (\(keys(table)))
                """
            let left: SQLText =
                "SELECT 1 FROM \(name: destination.name) WHERE Z_PK IN (\(owners)) AND Z_PK NOT IN (\(rest))"
            guard try !batch.hasRows(left) else { throw loss(destination, inverse) }
        }
    }

    /// Takes those that go out of all pairs.
    private func endPairs(_ table: EntityTable) throws {
        for members in table.memberTables {
            guard case .join(let join, let isFirst) = members.source,
                let destination = schema.table(of: members.destination)
            else { continue }
            let (own, other) = join.ends(isFirst: isFirst)
            let mine: SQLText =
                "SELECT Z_PK FROM \(name: table.name) WHERE Z_ENT = \(number: table.number) AND Z_PK IN (\(keys(table)))"
            // Who has no way back does not know of the pair.
            let isKnown = own.relationship.mutualInverse != nil && own.relationship.deleteRule != .noActionDeleteRule
            let partners = isKnown ? try self.partners(join, own, other, mine, destination) : []
            try batch.run("DELETE FROM \(name: join.name) WHERE \(name: own.ownColumn) IN (\(mine))")
            if own.relationship.mutualInverse === own.relationship {
                // Each of the two has the pair as its own.
                try batch.run("DELETE FROM \(name: join.name) WHERE \(name: other.ownColumn) IN (\(mine))")
            }
            guard !partners.isEmpty else { continue }
            let keys: SQLText = "SELECT value FROM json_each(\(bound: JSONArray(partners).value))"
            for family in destination.family(schema) {
                guard let slot = family.entity.slot(named: other.relationship.name) else { continue }
                try touched.add(keys, of: family, slot: slot)
            }
            guard !other.relationship.isOptional else { continue }
            let rest: SQLText =
                "SELECT value FROM (\(keys)) WHERE value NOT IN (SELECT \(name: other.ownColumn) FROM \(name: join.name))"
            guard try !batch.hasRows(rest) else { throw loss(destination, other.relationship) }
        }
    }

    /// Those that stay and are in pairs with some that go.
    private func partners(
        _ join: JoinTable, _ own: JoinTable.End, _ other: JoinTable.End, _ mine: SQLText, _ destination: EntityTable
    ) throws -> [Int64] {
        try batch.numbers(
            """
            SELECT DISTINCT \(name: other.ownColumn) FROM \(name: join.name) \
            WHERE \(name: own.ownColumn) IN (\(mine)) AND \(name: other.ownColumn) NOT IN (\(keys(destination)))
            """)
    }

    // MARK: Rows

    private func delete(_ table: EntityTable, _ wantsKeys: Bool, _ result: inout BatchResult) throws {
        let condition: SQLText = "Z_ENT = \(number: table.number) AND Z_PK IN (\(keys(table)))"
        try noteFiles(table, condition)
        if let history = batch.history {
            try history.noteDeletion(of: table, " FROM \(name: table.name) WHERE \(condition)", alias: table.name)
        }
        if wantsKeys {
            result.keys += try batch.numbers("SELECT Z_PK FROM \(name: table.name) WHERE \(condition)").map {
                BatchResult.Key(entity: table.number, key: $0)
            }
        }
        result.count += try batch.run("DELETE FROM \(name: table.name) WHERE \(condition)")
    }

    /// The files of long data are not needed once the rows are gone.
    private func noteFiles(_ table: EntityTable, _ condition: SQLText) throws {
        guard table.hasExternals else { return }
        for column in table.columns {
            guard case .external = column.form else { continue }
            try batch.giveUpFiles("SELECT \(name: column.name) FROM \(name: table.name) WHERE \(condition)")
        }
    }
}
