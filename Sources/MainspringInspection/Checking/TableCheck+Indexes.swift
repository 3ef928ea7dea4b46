internal import MainspringData
internal import MainspringModel

/// Checks that the indexes are there that keep values unique.
extension TableCheck {
    func indexes() throws -> [StoreFinding] {
        let plan = try StorePlan(schema.model, schema.tables.map(\.entity), in: file)
        return try plan.tables.flatMap { table -> [StoreFinding] in
            let wanted = IndexPlan.asked(table, plan.numbers).filter(\.isUnique)
            guard !wanted.isEmpty else { return [] }
            let found = try uniqueIndexes(of: table.name)
            return wanted.filter { index in !found.contains { $0.keeps(index) } }.map { finding($0, table) }
        }
    }

    private func finding(_ index: IndexPlan, _ table: TablePlan) -> StoreFinding {
        let names = index.columns.map { part in
            table.columns.first { $0.name == part.name }?.property.name ?? part.name
        }
        let (title, entity) = (names.joined(separator: ", "), index.entity?.name ?? table.root.name ?? "")
        return StoreFinding(
            .index, entity: entity, property: title,
            "“\(title)” of “\(entity)” must be unique, and \(table.name) has no unique index of it, so that nothing in the file "
                + "keeps a value from coming twice. Make it again: \(StorePlan.statement(index))")
    }

    /// A unique index, whoever has made it: files of earlier times declare columns as unique instead.
    private struct UniqueIndex {
        /// In capital letters; nil for what is no column.
        let columns: Set<String?>
        let isPartial: Bool
        let statement: String

        /// Whether it keeps values unique that an index is to keep so.
        func keeps(_ index: IndexPlan) -> Bool {
            // For whose rows a partial one is its statement alone says.
            columns == Set(index.columns.map { $0.name.uppercased() })
                && (!isPartial || statement == StorePlan.statement(index))
        }
    }

    private func uniqueIndexes(of table: String) throws -> [UniqueIndex] {
        let list = try connection.prepare(
            """
            SELECT l.name, l.partial, m.sql FROM pragma_index_list(?) AS l \
            LEFT JOIN sqlite_master AS m ON m.type = 'index' AND m.name = l.name WHERE l."unique"
            """)
        try list.bind(table, at: 1)
        var found: [UniqueIndex] = []
        while try list.step() {
            // One that takes other letters for the same keeps something else unique.
            let columns = try connection.prepare(
                "SELECT iif(coll = 'BINARY', name, NULL) FROM pragma_index_xinfo(?) WHERE key = 1")
            try columns.bind(list.string(0), at: 1)
            var names: Set<String?> = []
            while try columns.step() { names.insert(columns.isNull(0) ? nil : columns.string(0).uppercased()) }
            found.append(UniqueIndex(columns: names, isPartial: list.integer(1) != 0, statement: list.string(2)))
        }
        return found
    }
}
