internal import Foundation
internal import MainspringModel

/// The links that a batch inserts or changes, at their other ends: each leads to an object that is there, and both ends have it, as after a
/// save.
final class BatchLinks {
    let batch: Batch
    let table: EntityTable
    let rows: LinkedRows
    let touched: TouchedRows
    /// What becomes of rows, for sentences: “inserted into” or “changed in”.
    private let done: String
    private var isBegun = false

    init(_ batch: Batch, _ table: EntityTable, done: String) {
        (self.batch, self.table, self.done) = (batch, table, done)
        (rows, touched) = (LinkedRows(batch: batch, table: table), TouchedRows(batch: batch))
    }

    func begin() throws(SQLiteFailure) {
        guard !isBegun else { return }
        isBegun = true
        try rows.begin()
        try touched.begin()
    }

    func end() {
        guard isBegun else { return }
        touched.end()
        rows.end()
    }

    /// After rows have got links: whoever they lead to leads back, whoever they have left does not any more, and all of those get their
    /// versions and are in the history.
    /// - Returns: the entities of those.
    func make(_ links: [BatchLink]) throws -> [NSEntityDescription] {
        for link in links {
            try requireDestinations(rows.destinations(link), link)
            try changeOwners(link)
        }
        let pairs = links.compactMap { link in link.back.map { (link, $0) } }
        for (link, back) in pairs { try requireOnePartner(link, back) }
        // All that end before any are made: one row's new partner may be another one's former.
        for (link, back) in pairs { try endPairs(link, back) }
        for (link, back) in pairs { try makePairs(link, back) }
        for (link, back) in pairs { try requireEnds(link, back) }
        return try touched.write()
    }

    /// - Parameter keys: `SELECT`s the keys to which links lead.
    func requireDestinations(_ keys: SQLText, _ link: BatchLink) throws {
        let destination = link.destination
        let isOne: SQLText =
            destination.isShared ? " AND Z_ENT IN (\(destination.familyNumbers.map { "\(number: $0)" }, by: ", "))" : ""
        let missing: SQLText =
            """
            WITH asked(key) AS (\(keys)) SELECT key FROM asked WHERE NOT EXISTS \
            (SELECT 1 FROM \(name: destination.name) WHERE Z_PK = asked.key\(isOne)) LIMIT 1
            """
        guard let key = try batch.numbers(missing).first else { return }
        throw failure(
            NSManagedObjectReferentialIntegrityError, link.relationship, table,
            "leads to \(identity(key, link)), which is not in the store. Give it an object that is, or NSNull")
    }

    // MARK: Owners

    private func changeOwners(_ link: BatchLink) throws {
        if let order = link.reference.orderColumn {
            try batch.run(
                """
                UPDATE \(name: table.name) SET \(name: order) = NULL WHERE \(name: order) IS NOT NULL \
                AND Z_PK IN (SELECT linked.key \(rows.moved(link)))
                """)
            try givePlaces(link, order)
        }
        guard let owned = link.owned else { return }
        let (former, new): (SQLText, SQLText) = (
            rows.formerDestinations(link), "SELECT mine.\(name: link.column.name) \(rows.moved(link))"
        )
        try touched.add(owners: former, of: link.destination, owned)
        try touched.add(owners: new, of: link.destination, owned)
        guard !owned.isOptional else { return }
        // Those that must have members have some left.
        let isEmpty: SQLText =
            """
            SELECT 1 FROM \(name: link.destination.name) WHERE Z_PK IN (\(former)) AND Z_PK NOT IN \
            (SELECT \(name: link.column.name) FROM \(name: table.name) WHERE \(name: link.column.name) IS NOT NULL)
            """
        guard try !batch.hasRows(isEmpty) else { throw loss(owned, link.destination) }
    }

    /// Puts rows behind the members that their owners have, as a save does.
    private func givePlaces(_ link: BatchLink, _ order: String) throws {
        let name = link.column.name
        let joined: SQLText =
            """
            joined AS (SELECT mine.Z_PK AS key, mine.\(name: name) AS owner, row_number() OVER (PARTITION BY mine.\(name: name) \
            ORDER BY linked.place, linked.number) AS number \(rows.source(link)) \
            AND mine.\(name: name) IS NOT NULL AND mine.\(name: order) IS NULL)
            """
        let last: SQLText =
            """
            last AS (SELECT \(name: name) AS owner, ifnull(max(\(name: order)), 0) AS place FROM \(name: table.name) \
            WHERE \(name: name) IN (SELECT owner FROM joined) GROUP BY 1)
            """
        let step = OrderPlaces.step
        let crowded: SQLText =
            """
            WITH \(joined), \(last) SELECT last.owner FROM joined JOIN last ON last.owner = joined.owner GROUP BY 1 \
            HAVING max(last.place) > \(number: .max) - \(number: step) * count(*) LIMIT 1
            """
        if let key = try batch.numbers(crowded).first {
            throw failure(
                NSPersistentStoreOperationError, link.relationship, table,
                "leads to \(identity(key, link)), behind whose members there is no room. Save their order once by objects of a context"
            )
        }
        try batch.run(
            """
            WITH \(joined), \(last) UPDATE \(name: table.name) SET \(name: order) = last.place + \(number: step) * joined.number \
            FROM joined JOIN last ON last.owner = joined.owner WHERE \(name: table.name).Z_PK = joined.key
            """)
    }

    // MARK: Partners

    /// Nobody gets two partners, or one that the batch itself leads elsewhere.
    private func requireOnePartner(_ link: BatchLink, _ back: BatchLink.Back) throws {
        if let key = try batch.numbers("\(rows.destinations(link)) GROUP BY 1 HAVING count(*) > 1 LIMIT 1").first {
            throw failure(
                NSPersistentStoreOperationError, link.relationship, table,
                "of more than one row would lead to \(identity(key, link)), which leads back to one alone. Link one of them"
            )
        }
        guard let slot = back.slot else { return }
        let contradicted: SQLText =
            """
            SELECT other.Z_PK FROM (\(rows.keys(slot: slot))) AS given JOIN \(name: link.destination.name) AS other \
            ON other.Z_PK = given.key JOIN (SELECT mine.Z_PK AS key, mine.\(name: link.column.name) AS partner \(rows.source(link))) AS mine \
            ON mine.partner = other.Z_PK WHERE other.\(name: back.column.name) IS NOT mine.key LIMIT 1
            """
        guard let key = try batch.numbers(contradicted).first else { return }
        throw failure(
            NSPersistentStoreOperationError, link.relationship, table,
            "of a row would lead to \(identity(key, link)), whose “\(back.relationship.name)” another row of the batch sets otherwise. Link one of "
                + "them, or each to the other")
    }

    /// Ends the links of those to whom rows have led, or whose partners the rows have got.
    private func endPairs(_ link: BatchLink, _ back: BatchLink.Back) throws {
        let (name, other) = (link.column.name, link.destination)
        let robbed: SQLText =
            """
            SELECT Z_PK FROM \(name: table.name) WHERE \(name: name) IN (\(rows.destinations(link))) AND Z_PK NOT IN (\(rows.keys(link)))
            """
        try endLinks(robbed, link.column, link.reference, of: table)
        // What the batch itself has set is not ended.
        let given: SQLText = back.slot.map { " AND Z_PK NOT IN (\(rows.keys(slot: $0)))" } ?? ""
        let left: SQLText =
            """
            SELECT Z_PK FROM \(name: other.name) WHERE Z_PK IN (\(rows.formerDestinations(link))) \
            AND \(name: back.column.name) IN (\(rows.keys(link)))\(given)
            """
        try endLinks(left, back.column, back.reference, of: other)
    }

    private func endLinks(
        _ ends: SQLText, _ column: StoreColumn, _ reference: StoreColumn.Reference, of other: EntityTable
    ) throws {
        try touched.add(ends, column: column, of: other)
        try batch.run("UPDATE \(name: other.name) SET \(reference.ending(column)) WHERE Z_PK IN (\(ends))")
    }

    /// Lets those to whom rows lead lead back.
    private func makePairs(_ link: BatchLink, _ back: BatchLink.Back) throws {
        let other = link.destination
        let isOther: SQLText =
            """
            mine.\(name: link.column.name) = other.Z_PK AND mine.Z_PK IN (\(rows.keys(link))) \
            AND other.\(name: back.column.name) IS NOT mine.Z_PK
            """
        try touched.add(
            "SELECT other.Z_PK FROM \(name: table.name) AS mine, \(name: other.name) AS other WHERE \(isOther)",
            column: back.column, of: other)
        let number: SQLText = back.reference.entityColumn.map { ", \(name: $0) = mine.Z_ENT" } ?? ""
        try batch.run(
            """
            UPDATE \(name: other.name) AS other SET \(name: back.column.name) = mine.Z_PK\(number) \
            FROM \(name: table.name) AS mine WHERE \(isOther)
            """)
    }

    /// Nobody has lost a partner whom he must have, but by the batch's own word.
    private func requireEnds(_ link: BatchLink, _ back: BatchLink.Back) throws {
        try requireEnds(link.column, link.relationship, of: table, slot: link.slot)
        try requireEnds(back.column, back.relationship, of: link.destination, slot: back.slot)
    }

    private func requireEnds(
        _ column: StoreColumn, _ relationship: NSRelationshipDescription, of other: EntityTable, slot: Int64?
    ) throws {
        guard !relationship.isOptional else { return }
        let given: SQLText = slot.map { " AND Z_PK NOT IN (\(rows.keys(slot: $0)))" } ?? ""
        let lost: SQLText =
            """
            SELECT 1 FROM \(name: other.name) WHERE Z_PK IN (\(touched.keys(column: column, of: other))) \
            AND \(name: column.name) IS NULL\(given)
            """
        guard try !batch.hasRows(lost) else { throw loss(relationship, other) }
    }

    // MARK: Errors

    private func identity(_ key: Int64, _ link: BatchLink) -> NSManagedObjectID {
        NSManagedObjectID(
            ObjectKey(store: batch.store, root: link.reference.root, key: key), link.reference.destination)
    }

    private func loss(_ relationship: NSRelationshipDescription, _ other: EntityTable) -> any Error {
        failure(
            NSValidationMissingMandatoryPropertyError, relationship, other,
            "is required, and of objects at the other end it would lead to nobody. Link those to others first")
    }

    private func failure(
        _ code: Int, _ relationship: NSRelationshipDescription, _ table: EntityTable, _ reason: String
    ) -> any Error {
        CoreDataError.make(
            code,
            "Nothing was \(done) \(batch.connection.path): “\(relationship.name)” of “\(table.entity.name ?? "")” \(reason).",
            userInfo: [NSValidationKeyErrorKey: relationship.name])
    }
}
