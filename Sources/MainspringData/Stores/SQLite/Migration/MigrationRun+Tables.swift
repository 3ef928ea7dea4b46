internal import MainspringModel

/// Making the tables of entities.
extension MigrationRun {
    func make(_ table: TablePlan, _ fate: TableFate) throws {
        switch fate {
        case .made:
            try clear(table.name, for: nil)
            try execute(StorePlan.statement(table))
        case .kept(let kept): try keep(kept, as: table)
        case .copied(let sources): try copy(sources, to: table)
        }
    }

    /// Renames an old table out of the way of the new ones.
    func putAside(_ table: TablePlan) throws {
        let known = name(table)
        guard known == table.name else { return }
        let number = layout.before.tables.firstIndex { $0.root === table.root } ?? 0
        // Those of the model begin with a Z.
        let other = "Y_BEFORE_\(number)"
        try execute("ALTER TABLE \(SQLiteName.quoted(known)) RENAME TO \(SQLiteName.quoted(other))")
        setName(other, of: table)
    }

    /// Renames an old table whose name a new one has, unless it becomes that.
    func clear(_ wanted: String, for own: TablePlan?) throws {
        for table in layout.before.tables
        where name(table).uppercased() == wanted.uppercased() && table.root !== own?.root {
            try putAside(table)
        }
        // Tables of pairs that have it go, or get another name, later.
        for (number, join) in layout.before.joins.enumerated()
        where !keptJoins.contains(number) && name(ofJoin: number).uppercased() == wanted.uppercased() {
            try putAside(join, number)
        }
    }

    // MARK: Staying

    private func keep(_ kept: KeptTable, as table: TablePlan) throws {
        let source = kept.source
        let work = try work(.kept(kept))
        defer { advance(work) }
        try clear(table.name, for: source)
        if !kept.updates.isEmpty || !kept.fillings.isEmpty { try dropUniqueIndexes(name(source)) }
        if !kept.removedNumbers.isEmpty {
            try execute("DELETE FROM \(quoted(source)) WHERE Z_ENT IN (\(list(kept.removedNumbers)))")
        }
        try update(kept.updates, quoted(source))
        try drop(kept.dropped, of: source)
        try rename(kept.renames, in: quoted(source))
        if name(source) != table.name {
            // SQLite does not take a name that differs by capital letters alone for another one.
            if name(source).uppercased() == table.name.uppercased() { try putAside(source) }
            try execute("ALTER TABLE \(quoted(source)) RENAME TO \(SQLiteName.quoted(table.name))")
            setName(table.name, of: source)
        }
        for addition in kept.additions {
            try execute(
                "ALTER TABLE \(quoted(source)) ADD COLUMN \(SQLiteName.quoted(addition.name)) \(addition.declaration)")
        }
        try update(kept.fillings, quoted(source))
    }

    private func quoted(_ table: TablePlan) -> String { SQLiteName.quoted(name(table)) }

    /// All that is said of the same rows in one statement.
    private func update(_ updates: [KeptTable.Update], _ table: String) throws {
        var open = updates
        while let first = open.first {
            let group = open.filter { $0.numbers == first.numbers && $0.condition == first.condition }
            open.removeAll { $0.numbers == first.numbers && $0.condition == first.condition }
            let settings = group.map { "\(SQLiteName.quoted($0.column)) = \($0.sql)" }.joined(separator: ", ")
            let conditions =
                [first.numbers.map { "s.Z_ENT IN (\(list($0)))" }, first.condition].compactMap(\.self)
            let condition = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
            try execute("UPDATE \(table) AS s SET \(settings)\(condition)")
        }
    }

    /// Renames columns; two of them may get each other's names.
    func rename(_ renames: [(old: String, new: String)], in table: String) throws {
        var renames = renames.filter { $0.old.uppercased() != $0.new.uppercased() }
        let left = Set(renames.map { $0.old.uppercased() })
        if renames.contains(where: { left.contains($0.new.uppercased()) }) {
            for index in renames.indices {
                let other = "Y_COLUMN_\(index)"
                try rename(renames[index].old, other, table)
                renames[index].old = other
            }
        }
        for entry in renames { try rename(entry.old, entry.new, table) }
    }

    private func rename(_ old: String, _ new: String, _ table: String) throws {
        try execute("ALTER TABLE \(table) RENAME COLUMN \(SQLiteName.quoted(old)) TO \(SQLiteName.quoted(new))")
    }

    /// Columns that are to stay until later get names that no model has.
    private func drop(_ columns: [String], of source: TablePlan) throws {
        guard !columns.isEmpty else { return }
        try dropIndexes(of: name(source), over: columns)
        for column in columns {
            let other = try unusedColumn(name(source))
            try rename(column, other, quoted(source))
        }
    }

    private func unusedColumn(_ table: String) throws -> String {
        let columns = try connection.prepare("SELECT upper(name) FROM pragma_table_info(?)")
        try columns.bind(table, at: 1)
        var known: Set<String> = []
        while try columns.step() { known.insert(columns.string(0)) }
        var number = 0
        while known.contains("Y_LEFT_\(number)") { number += 1 }
        return "Y_LEFT_\(number)"
    }

    // MARK: Copying

    private func copy(_ sources: [TablePlan], to table: TablePlan) throws {
        try clear(table.name, for: nil)
        try execute(StorePlan.statement(table))
        for source in sources { try executeInParts(copying(source, to: table), of: name(source)) }
    }

    private func copying(_ source: TablePlan, to table: TablePlan) -> String {
        let pairs = layout.pairs(from: source, to: table)
        let shift = pairs.first.map(layout.keys.shift(of:)) ?? 0
        let columns = table.columns.compactMap { column in table.name(column.role).map { (column, $0) } }
        let names = ["Z_PK", "Z_ENT", "Z_OPT"] + columns.map { SQLiteName.quoted($0.1) }
        let values =
            [shift == 0 ? "s.Z_PK" : "s.Z_PK + \(shift)", "s.Z_ENT", "s.Z_OPT"]
            + columns.map { value(of: $0.0, pairs) }
        var statement =
            "INSERT INTO \(SQLiteName.quoted(table.name)) (\(names.joined(separator: ", "))) "
            + "SELECT \(values.joined(separator: ", ")) FROM \(quoted(source)) AS s WHERE s.Z_PK BETWEEN ? AND ?"
        if pairs.count < source.entities.count {
            statement += " AND s.Z_ENT IN (\(list(layout.numbers(of: pairs.map(\.source)))))"
        }
        return statement
    }

    /// A column's value for each of the entities.
    private func value(of column: ColumnPlan, _ pairs: [InferredMapping.Pair]) -> String {
        var values: [(sql: String, numbers: [Int64])] = []
        for pair in pairs {
            guard let number = layout.before.numbers[pair.source] else { continue }
            // Whoever does not have the property has no value of it, even if there was one.
            let sql = origins.origin(of: column, for: pair)?.sql ?? "NULL"
            if let index = values.firstIndex(where: { $0.sql == sql }) {
                values[index].numbers.append(number)
            } else {
                values.append((sql, [number]))
            }
        }
        guard values.count > 1 else { return values.first?.sql ?? "NULL" }
        let cases = values.filter { $0.sql != "NULL" }.map { "WHEN s.Z_ENT IN (\(list($0.numbers))) THEN \($0.sql)" }
        return "CASE \(cases.joined(separator: " ")) END"
    }

    /// Drops the old tables that have not become new ones.
    func dropOldTables() throws {
        for source in layout.before.tables {
            let isKept = fates.contains {
                if case .kept(let kept) = $0 { kept.source.root === source.root } else { false }
            }
            if !isKept { try drop(name(source)) }
        }
        for number in layout.before.joins.indices where !keptJoins.contains(number) { try drop(name(ofJoin: number)) }
    }

    private func drop(_ table: String) throws {
        guard isDeferring else { return try execute("DROP TABLE \(SQLiteName.quoted(table))") }
        try dropIndexes(of: table)
        let known = try FileTables(connection)
        var number = 0
        while known.has("Y_LEFT_\(number)") { number += 1 }
        let other = "Y_LEFT_\(number)"
        try execute("ALTER TABLE \(SQLiteName.quoted(table)) RENAME TO \(SQLiteName.quoted(other))")
    }

    func list(_ numbers: [Int64]) -> String { numbers.map(String.init).joined(separator: ", ") }
}
