internal import CSQLite
internal import MainspringModel

/// The tables that a file has.
package struct FileTables {
    package struct Column {
        package let name: String
        package let type: String
        /// Whether SQLite itself counts the table's rows in it, so that it holds a whole number that no other row has.
        var isRowNumber = false
    }

    /// An entity as `Z_PRIMARYKEY` names it.
    package struct Entity {
        package let number: Int64
        package let name: String
        package let superNumber: Int64
    }

    /// By their names in capital letters, as SQLite does not tell them apart.
    package let tables: [String: [Column]]
    package let entities: [Entity]

    /// Whether a table is there.
    package func has(_ table: String) -> Bool { tables[table.uppercased()] != nil }

    /// Whether a table of Core Data's has a column.
    package func column(_ name: String, of table: String) -> Bool {
        tables[table.uppercased()]?.contains { $0.name.uppercased() == name } ?? false
    }

    /// - Throws: ``SQLiteFailure``.
    package init(_ connection: SQLiteConnection) throws(SQLiteFailure) {
        var tables: [String: [Column]] = [:]
        // Virtual tables, which run code of their own, are none of a store's; they have no page.
        let names = try connection.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0")
        while try names.step() { tables[names.string(0).uppercased()] = [] }
        // A primary key with an index of its own is not the number of the row.
        let columns = try connection.prepare(
            """
            SELECT name, type, pk = 1 AND type = 'INTEGER' COLLATE NOCASE
                AND NOT EXISTS (SELECT 1 FROM pragma_index_list(?1) WHERE origin = 'pk')
            FROM pragma_table_info(?1)
            """)
        for name in tables.keys where name.hasPrefix("Z") || HistoryForm.tables.contains(name) {
            try columns.bind(name, at: 1)
            var found: [Column] = []
            while try columns.step() {
                found.append(
                    Column(name: columns.string(0), type: columns.string(1), isRowNumber: columns.integer(2) != 0))
            }
            columns.reset()
            tables[name] = found
        }
        var entities: [Entity] = []
        if tables["Z_PRIMARYKEY"] != nil {
            let rows = try connection.prepare("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY Z_ENT")
            while try rows.step() {
                // Models have some dozens.
                guard entities.count < 1 << 16 else {
                    throw SQLiteFailure(
                        code: SQLITE_CORRUPT, message: "Z_PRIMARYKEY has more entities than any model",
                        path: connection.path, statement: nil)
                }
                entities.append(
                    Entity(number: rows.integer(0), name: rows.string(1), superNumber: rows.integer(2)))
            }
        }
        (self.tables, self.entities) = (tables, entities)
    }

    /// Whether it is a store of Core Data's at all.
    package var isStore: Bool { tables["Z_PRIMARYKEY"] != nil && tables["Z_METADATA"] != nil }

    /// Whether the store keeps a history of its changes.
    package var hasHistory: Bool { has(HistoryForm.transactionTable) || has(HistoryForm.changeTable) }
}

/// What a model asks for and a file does not have.
package struct SchemaMisfit: Error {
    /// A part of a sentence that begins with what is missing.
    package let clause: String

    package init(clause: String) { self.clause = clause }
}
