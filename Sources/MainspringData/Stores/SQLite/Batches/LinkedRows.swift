internal import MainspringModel

/// The rows to which a batch gives links: by which relationships, where each link led before the batch, and in which order they come.
///
/// They lie in a table of the connection's own, in memory. What a batch changes at other ends follows from where links led before and where
/// they lead in the end, however often a row was met in between.
struct LinkedRows {
    let batch: Batch
    let table: EntityTable

    private static let rows: SQLText = "temp.mainspring_linked"

    func begin() throws(SQLiteFailure) {
        try batch.connection.execute(
            """
            CREATE TEMP TABLE IF NOT EXISTS mainspring_linked \
            (slot INTEGER, key INTEGER, former INTEGER, place INTEGER, number INTEGER, PRIMARY KEY (slot, key)) WITHOUT ROWID
            """)
        try batch.connection.execute("DELETE FROM temp.mainspring_linked")
    }

    func end() {
        // Once the transaction is rolled back it is empty anyway.
        try? batch.connection.execute("DELETE FROM temp.mainspring_linked")
    }

    // MARK: Adding

    /// Adds rows that are new and lead to somebody, of all between two keys.
    func add(_ range: ClosedRange<Int64>, _ link: BatchLink) throws(SQLiteFailure) {
        try batch.run(
            """
            INSERT OR IGNORE INTO \(Self.rows) (slot, key, former, place, number) \
            SELECT \(number: link.slot), Z_PK, NULL, Z_PK, \(number: .max) FROM \(name: table.name) \
            WHERE Z_PK BETWEEN \(number: range.lowerBound) AND \(number: range.upperBound) AND \(name: link.column.name) IS NOT NULL
            """)
    }

    /// Adds rows that are there, and whose keys a `SELECT` gives, before they get another link or none.
    func add(_ keys: SQLText, _ link: BatchLink) throws(SQLiteFailure) {
        try batch.run(
            """
            WITH mine(key) AS (\(keys)) INSERT INTO \(Self.rows) (slot, key, former, place, number) \
            SELECT \(number: link.slot), Z_PK, \(name: link.column.name), Z_PK, 0 FROM mine JOIN \(name: table.name) ON Z_PK = key
            """)
    }

    /// Adds a row that is there, before it gets another link or none.
    /// - Parameters:
    ///   - next: the key of the object to which it leads next.
    ///   - row: stands where the row comes among those of the batch.
    func add(_ key: Int64, _ link: BatchLink, next: Int64?, _ row: MetRow) throws(SQLiteFailure) {
        let first = try batch.connection.cached(
            """
            INSERT OR IGNORE INTO temp.mainspring_linked (slot, key, former, place, number) \
            SELECT ?1, Z_PK, CASE WHEN ?2 THEN NULL ELSE \(SQLiteName.quoted(link.column.name)) END, Z_PK, \(Int64.max) \
            FROM \(SQLiteName.quoted(table.name)) WHERE Z_PK = ?3
            """)
        try first.bind(link.slot, at: 1)
        try first.bind(Int64(row.isNew ? 1 : 0), at: 2)
        try first.bind(key, at: 3)
        try first.run()
        // One that stays where it is keeps its place among the members there.
        let moved = try batch.connection.cached(
            """
            UPDATE temp.mainspring_linked SET place = ?1, number = ?2 WHERE slot = ?3 AND key = ?4 AND \
            (SELECT \(SQLiteName.quoted(link.column.name)) FROM \(SQLiteName.quoted(table.name)) WHERE Z_PK = ?4) IS NOT ?5
            """)
        try moved.bind(row.place, at: 1)
        try moved.bind(row.number, at: 2)
        try moved.bind(link.slot, at: 3)
        try moved.bind(key, at: 4)
        if let next { try moved.bind(next, at: 5) } else { try moved.bindNull(at: 5) }
        try moved.run()
    }

    // MARK: Asking

    /// The keys of the rows to which the batch gives a link.
    func keys(_ link: BatchLink) -> SQLText { keys(slot: link.slot) }

    func keys(slot: Int64) -> SQLText { "SELECT key FROM \(Self.rows) WHERE slot = \(number: slot)" }

    /// What is behind `SELECT`: the rows, as “mine”, with what is known of them as “linked”.
    func source(_ link: BatchLink) -> SQLText {
        """
        FROM \(Self.rows) AS linked JOIN \(name: table.name) AS mine ON mine.Z_PK = linked.key WHERE linked.slot = \(number: link.slot)
        """
    }

    /// The same of those that lead elsewhere than before.
    func moved(_ link: BatchLink) -> SQLText {
        "\(source(link)) AND linked.former IS NOT mine.\(name: link.column.name)"
    }

    /// The keys to which the rows lead.
    func destinations(_ link: BatchLink) -> SQLText {
        "SELECT mine.\(name: link.column.name) \(source(link)) AND mine.\(name: link.column.name) IS NOT NULL"
    }

    /// The keys to which they led, of those that lead elsewhere.
    func formerDestinations(_ link: BatchLink) -> SQLText {
        "SELECT linked.former \(moved(link)) AND linked.former IS NOT NULL"
    }
}

/// How a row that meets another one stands among those of its batch.
struct MetRow {
    /// The key of the new row before which it comes.
    let place: Int64
    /// How many rows have met others before.
    let number: Int64
    /// Whether the one that it meets is the batch's own.
    let isNew: Bool
}
