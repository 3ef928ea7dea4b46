/// Objects that are deleted with others, those that are deleted with them, and so on.
///
/// Each round looks at those alone that the round before it has found: a chain of objects costs what there is of it, however long it is.
struct Cascade {
    private let connection: SQLiteConnection
    /// The table of all that go; those that are in it at first are the first round.
    private let doomed: SQLText
    /// Each adds those to which one relationship leads from the newest to the next ones.
    private var steps: [SQLiteStatement] = []

    private static let newest: SQLText = "temp.mainspring_newest"
    private static let next: SQLText = "temp.mainspring_next"

    init(connection: SQLiteConnection, doomed: SQLText) { (self.connection, self.doomed) = (connection, doomed) }

    /// Adds a relationship by which objects are deleted with others.
    /// - Parameters:
    ///   - root: the number of the root of those who have it, in the file.
    ///   - other: that of those to whom it leads.
    ///   - others: `SELECT`s whom it leads to, as “other”, by the keys of those who have it.
    mutating func add(from root: Int64, to other: Int64, _ others: (_ keys: SQLText) -> SQLText) throws(SQLiteFailure) {
        if steps.isEmpty {
            try TableOfKeys.make("mainspring_newest", connection)
            try TableOfKeys.make("mainspring_next", connection)
        }
        let keys: SQLText = "SELECT key FROM \(Self.newest) WHERE root = \(number: root)"
        // Each is looked up among those that go: `IN` would make a list of all of them in each round.
        let text: SQLText =
            """
            INSERT OR IGNORE INTO \(Self.next) (root, key) SELECT \(number: other), other FROM (\(others(keys))) \
            WHERE other IS NOT NULL AND NOT EXISTS \
            (SELECT 1 FROM \(doomed) AS known WHERE known.root = \(number: other) AND known.key = other)
            """
        let step = try connection.prepare(text.text)
        try step.bind(text.bindings)
        steps.append(step)
    }

    /// Adds objects until there are no more.
    func run() throws(SQLiteFailure) {
        guard !steps.isEmpty else { return }
        defer {
            TableOfKeys.clear("mainspring_newest", connection)
            TableOfKeys.clear("mainspring_next", connection)
        }
        try connection.execute("INSERT INTO \(Self.newest.text) SELECT root, key FROM \(doomed.text)")
        let advance = try [
            "DELETE FROM \(Self.newest.text)", "INSERT INTO \(Self.newest.text) SELECT * FROM \(Self.next.text)",
            "INSERT INTO \(doomed.text) SELECT * FROM \(Self.next.text)", "DELETE FROM \(Self.next.text)",
        ].map { text throws(SQLiteFailure) in try connection.prepare(text) }
        while true {
            var count = 0
            for step in steps {
                try step.run()
                count += connection.changeCount
            }
            guard count > 0 else { return }
            for statement in advance { try statement.run() }
        }
    }
}

/// A table of keys by the numbers of their roots in the file, in memory and the connection's own.
enum TableOfKeys {
    static func make(_ name: String, _ connection: SQLiteConnection) throws(SQLiteFailure) {
        try connection.execute(
            "CREATE TEMP TABLE IF NOT EXISTS \(name) (root INTEGER, key INTEGER, PRIMARY KEY (root, key)) WITHOUT ROWID"
        )
        try connection.execute("DELETE FROM temp.\(name)")
    }

    static func clear(_ name: String, _ connection: SQLiteConnection) {
        // Once the transaction is rolled back it is empty anyway.
        try? connection.execute("DELETE FROM temp.\(name)")
    }
}
