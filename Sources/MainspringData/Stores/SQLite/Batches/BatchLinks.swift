internal import Foundation
internal import MainspringModel

/// The links that a batch inserts or changes, at their other ends: each leads to an object that is there, and both ends have it, as after a
/// save.
///
/// Which rows get links lies in a table of the connection's own, in memory, with the order in which they come.
final class BatchLinks {
    let batch: Batch
    let table: EntityTable
    let touched: TouchedRows
    /// What becomes of rows, for sentences: “inserted into” or “changed in”.
    private let done: String
    private var isBegun = false
    /// How many rows that were there have come.
    private var count: Int64 = 0

    private static let rows: SQLText = "temp.mainspring_linked"
    /// The keys of the rows that get links.
    static let keys: SQLText = "SELECT key FROM \(rows)"
    /// Of those the ones that are new.
    private static let newKeys: SQLText = "SELECT key FROM \(rows) WHERE isNew"

    init(_ batch: Batch, _ table: EntityTable, done: String) {
        (self.batch, self.table, self.done) = (batch, table, done)
        touched = TouchedRows(batch: batch)
    }

    func begin() throws(SQLiteFailure) {
        guard !isBegun else { return }
        isBegun = true
        try batch.connection.execute(
            """
            CREATE TEMP TABLE IF NOT EXISTS mainspring_linked \
            (key INTEGER PRIMARY KEY, place INTEGER, isNew INTEGER, number INTEGER)
            """)
        try batch.connection.execute("DELETE FROM temp.mainspring_linked")
        try touched.begin()
    }

    func end() {
        guard isBegun else { return }
        touched.end()
        // Once the transaction is rolled back it is empty anyway.
        try? batch.connection.execute("DELETE FROM temp.mainspring_linked")
    }

    /// Whether rows that were there have come.
    var hasRows: Bool { count > 0 }

    // MARK: Rows

    /// Adds rows that are new, all between two keys.
    func add(_ range: ClosedRange<Int64>) throws(SQLiteFailure) {
        try batch.run(
            """
            INSERT OR IGNORE INTO \(Self.rows) (key, place, isNew, number) SELECT Z_PK, Z_PK, 1, 0 FROM \(name: table.name) \
            WHERE Z_PK BETWEEN \(number: range.lowerBound) AND \(number: range.upperBound)
            """)
    }

    /// Adds a row that was there.
    /// - Parameter place: the key of the new row before which it has come.
    func add(_ key: Int64, before place: Int64) throws(SQLiteFailure) {
        count += 1
        try batch.run(
            """
            INSERT OR REPLACE INTO \(Self.rows) (key, place, isNew, number) \
            VALUES (\(number: key), \(number: place), 0, \(number: count))
            """)
    }

    /// Adds rows that were there and whose keys a `SELECT` gives.
    func add(_ keys: SQLText) throws(SQLiteFailure) {
        try batch.run(
            """
            WITH mine(key) AS (\(keys)) INSERT INTO \(Self.rows) (key, place, isNew, number) SELECT key, key, 0, 0 FROM mine
            """)
    }

    // MARK: Links that end

    /// Before rows that were there get another link, or none: whoever they led to does not lead back any more.
    /// - Parameters:
    ///   - keys: `SELECT`s the keys of the rows.
    ///   - next: the key of the object to which they lead next.
    func leave(_ link: BatchLink, _ keys: SQLText, next: Int64?) throws {
        let name = link.column.name
        let new: SQLiteValue = next.map { .integer($0) } ?? .null
        let moving: SQLText = "Z_PK IN (\(keys)) AND \(name: name) IS NOT \(bound: new)"
        let former: SQLText = "SELECT \(name: name) FROM \(name: table.name) WHERE \(moving)"
        if let owned = link.owned {
            try touched.add(owners: former, of: link.destination, owned)
            let isAny: SQLText = "EXISTS (SELECT 1 FROM \(name: table.name) WHERE \(moving))"
            try touched.add(owners: "SELECT \(bound: new) WHERE \(isAny)", of: link.destination, owned)
        }
        if let order = link.reference.orderColumn {
            try batch.run("UPDATE \(name: table.name) SET \(name: order) = NULL WHERE \(moving)")
        }
        guard let back = link.back, let inverse = link.inverse else { return }
        // Both ends of one property: the batch sets those itself.
        let others: SQLText = inverse === link.relationship ? " AND Z_PK NOT IN (\(keys))" : ""
        let ends: SQLText =
            """
            SELECT Z_PK FROM \(name: link.destination.name) WHERE \(name: back.column.name) IN (\(keys)) AND Z_PK IN (\(former))\(others)
            """
        try endLinks(ends, back.column, back.reference, of: link.destination, inverse)
    }

    private func endLinks(
        _ ends: SQLText, _ column: StoreColumn, _ reference: StoreColumn.Reference, of other: EntityTable,
        _ relationship: NSRelationshipDescription
    ) throws {
        guard try batch.hasRows(ends) else { return }
        guard relationship.isOptional else { throw loss(relationship, other) }
        try touched.add(ends, column: column, of: other)
        try batch.run("UPDATE \(name: other.name) SET \(reference.ending(column)) WHERE Z_PK IN (\(ends))")
    }

    // MARK: Links that are made

    /// After rows have got links: whoever they lead to leads back.
    func make(_ link: BatchLink) throws {
        let name = link.column.name
        let mine: SQLText = "\(name: table.name) WHERE Z_PK IN (\(Self.keys)) AND \(name: name) IS NOT NULL"
        try requireDestinations("SELECT DISTINCT \(name: name) FROM \(mine)", link)
        if let owned = link.owned {
            try touched.add(
                owners: "SELECT \(name: name) FROM \(name: table.name) WHERE Z_PK IN (\(Self.newKeys))",
                of: link.destination, owned)
        }
        if let order = link.reference.orderColumn { try givePlaces(link, order) }
        if let back = link.back, let inverse = link.inverse { try makePairs(link, back, inverse, mine) }
    }

    /// Everything is made: rows at the other ends get their versions, and are in the history.
    /// - Returns: the entities of those.
    func finish(_ links: [BatchLink]) throws -> [NSEntityDescription] {
        for link in links { try requireMembers(link) }
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

    private func makePairs(
        _ link: BatchLink, _ back: (column: StoreColumn, reference: StoreColumn.Reference),
        _ inverse: NSRelationshipDescription, _ mine: SQLText
    ) throws {
        let (name, other) = (link.column.name, link.destination)
        let repeated: SQLText = "SELECT \(name: name) FROM \(mine) GROUP BY \(name: name) HAVING count(*) > 1 LIMIT 1"
        if let key = try batch.numbers(repeated).first {
            throw failure(
                NSPersistentStoreOperationError, link.relationship, table,
                "of more than one row would lead to \(identity(key, link)), which leads back to one alone. Link one of them"
            )
        }
        let former: SQLText =
            """
            SELECT Z_PK FROM \(name: table.name) WHERE \(name: name) IN (SELECT \(name: name) FROM \(mine)) \
            AND Z_PK NOT IN (\(Self.keys))
            """
        try endLinks(former, link.column, link.reference, of: table, link.relationship)
        let isOther: SQLText =
            "mine.\(name: name) = other.Z_PK AND mine.Z_PK IN (\(Self.keys)) AND other.\(name: back.column.name) IS NOT mine.Z_PK"
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

    /// Owners that must have members have some left.
    private func requireMembers(_ link: BatchLink) throws {
        guard let owned = link.owned, !owned.isOptional else { return }
        for own in link.destination.family(batch.schema) {
            let left: SQLText =
                """
                SELECT key FROM (\(touched.keys(of: own))) WHERE key NOT IN \
                (SELECT \(name: link.column.name) FROM \(name: table.name) WHERE \(name: link.column.name) IS NOT NULL)
                """
            guard try !batch.hasRows(left) else { throw loss(owned, own) }
        }
    }

    // MARK: Orders

    /// Puts rows behind the members that their owners have, as a save does.
    private func givePlaces(_ link: BatchLink, _ order: String) throws {
        let name = link.column.name
        let joined: SQLText =
            """
            joined AS (SELECT mine.Z_PK AS key, mine.\(name: name) AS owner, row_number() OVER (PARTITION BY mine.\(name: name) \
            ORDER BY linked.place, linked.isNew, linked.number) AS number FROM \(Self.rows) AS linked \
            JOIN \(name: table.name) AS mine ON mine.Z_PK = linked.key \
            WHERE mine.\(name: name) IS NOT NULL AND mine.\(name: order) IS NULL)
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
