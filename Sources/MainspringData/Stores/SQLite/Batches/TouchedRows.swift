internal import Foundation
internal import MainspringModel

/// Rows that were there and that a batch changes, such as those at the other ends of the links that it makes or ends. As by a save, each gets its
/// next version once, and the history one update that says all of it.
///
/// Which ones they are lies in a table of the connection's own, in memory.
struct TouchedRows {
    let batch: Batch

    private static let rows: SQLText = "temp.mainspring_touched"
    /// Stands for no property, as of members who name their owner in their own rows: the owner's columns are what they were.
    private static let noSlot: Int64 = -1

    func begin() throws(SQLiteFailure) {
        try batch.connection.execute(
            """
            CREATE TEMP TABLE IF NOT EXISTS mainspring_touched \
            (entity INTEGER, key INTEGER, slot INTEGER, PRIMARY KEY (entity, key, slot)) WITHOUT ROWID
            """)
        try batch.connection.execute("DELETE FROM temp.mainspring_touched")
    }

    func end() {
        // Once the transaction is rolled back it is empty anyway.
        try? batch.connection.execute("DELETE FROM temp.mainspring_touched")
    }

    /// Adds objects of an entity.
    /// - Parameters:
    ///   - keys: `SELECT`s keys of the entity's root; those of other entities do not count.
    ///   - slot: the property that is another one.
    func add(_ keys: SQLText, of table: EntityTable, slot: Int) throws(SQLiteFailure) {
        try add(keys, of: table, number: Int64(slot))
    }

    /// The same with several properties that are others; where these are none, the objects alone.
    func add(_ keys: SQLText, of table: EntityTable, slots: [Int]) throws(SQLiteFailure) {
        for number in slots.isEmpty ? [Self.noSlot] : slots.map({ Int64($0) }) {
            try add(keys, of: table, number: number)
        }
    }

    /// Adds those in whose rows a column is another one, of whatever entities.
    func add(_ keys: SQLText, column: StoreColumn, of table: EntityTable) throws(SQLiteFailure) {
        for (own, slot) in places(of: column, table) { try add(keys, of: own, slot: slot) }
    }

    /// The entities in a table that have a column, and the slots of its property.
    private func places(of column: StoreColumn, _ table: EntityTable) -> [(EntityTable, slot: Int)] {
        batch.schema.tables.filter { $0.name == table.name }.compactMap { own in
            own.columns.first { $0.name == column.name }.map { (own, Int($0.place.slot)) }
        }
    }

    /// Adds owners whose members are others.
    /// - Parameter relationship: leads from owners to members, which name them in their own rows.
    func add(owners keys: SQLText, of table: EntityTable, _ relationship: NSRelationshipDescription)
        throws(SQLiteFailure)
    {
        for own in table.family(batch.schema) {
            // What a save notes of it as well: an order is written of its owner.
            let slot = relationship.isOrdered ? own.entity.slot(named: relationship.name) : nil
            try add(keys, of: own, number: slot.map { Int64($0) } ?? Self.noSlot)
        }
    }

    private func add(_ keys: SQLText, of table: EntityTable, number: Int64) throws(SQLiteFailure) {
        try batch.run(
            """
            INSERT OR IGNORE INTO \(Self.rows) (entity, key, slot) SELECT \(number: table.number), Z_PK, \(number: number) \
            FROM \(name: table.name) WHERE Z_ENT = \(number: table.number) AND Z_PK IN (\(keys))
            """)
    }

    /// The keys of an entity's objects that were added.
    private func keys(of table: EntityTable) -> SQLText {
        "SELECT DISTINCT key FROM \(Self.rows) WHERE entity = \(number: table.number)"
    }

    /// The keys of those that were added with a column, of whatever entities.
    func keys(column: StoreColumn, of table: EntityTable) -> SQLText {
        let places = places(of: column, table).map { own, slot -> SQLText in
            "entity = \(number: own.number) AND slot = \(number: Int64(slot))"
        }
        return "SELECT key FROM \(Self.rows) WHERE \(places, by: " OR ")"
    }

    /// Gives the rows their versions, and writes them down in the history.
    /// - Returns: the entities of which there are some.
    func write() throws -> [NSEntityDescription] {
        let tables = try batch.numbers("SELECT DISTINCT entity FROM \(Self.rows)").compactMap {
            batch.schema.table(number: $0)
        }
        for table in tables {
            try batch.run(
                "UPDATE \(name: table.name) SET Z_OPT = ifnull(Z_OPT, 0) + 1 WHERE Z_PK IN (\(keys(of: table)))")
            if let history = batch.history { try note(table, history) }
        }
        return tables.map(\.entity)
    }

    private func note(_ table: EntityTable, _ history: BatchHistory) throws {
        let changed: SQLText =
            """
            SELECT key, group_concat(slot) AS slots FROM \
            (SELECT key, slot FROM \(Self.rows) WHERE entity = \(number: table.number) ORDER BY key, slot) GROUP BY key
            """
        for slots in try batch.texts("SELECT DISTINCT slots FROM (\(changed))") {
            let numbers = slots.split(separator: ",").compactMap { Int($0) }.filter { $0 >= 0 }
            try history.note(
                .update,
                "SELECT \(number: table.number), key FROM (\(changed)) WHERE slots = \(bound: .text(slots)) ORDER BY key",
                columns: history.columns(numbers, of: table))
        }
    }
}

extension EntityTable {
    /// The tables of the entity and all that inherit from it.
    func family(_ schema: StoreSchema) -> [EntityTable] { familyNumbers.compactMap { schema.table(number: $0) } }
}
