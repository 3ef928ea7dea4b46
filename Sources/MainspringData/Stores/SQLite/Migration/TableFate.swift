@_spi(Tools) internal import MainspringModel

/// What happens to the rows of a new table.
package enum TableFate {
    /// It is new.
    case made
    /// The old table becomes it.
    case kept(KeptTable)
    /// Rows are copied from old tables.
    case copied([TablePlan])
}

/// How an old table becomes a new one.
package struct KeptTable {
    /// A value that rows get.
    struct Update {
        let column: String
        let sql: String
        /// The numbers of the entities whose rows get it; nil for all rows.
        let numbers: [Int64]?
        /// What else must be true of a row, or it has the value already.
        let condition: String?
    }

    let source: TablePlan
    /// Made while columns have their old names.
    var updates: [Update] = []
    var renames: [(old: String, new: String)] = []
    /// New columns with what is declared of them.
    var additions: [(name: String, declaration: String)] = []
    /// Made when all columns have their new names.
    var fillings: [Update] = []
    /// Columns that nobody needs any more.
    var dropped: [String] = []
    /// The entities whose rows go.
    var removedNumbers: [Int64] = []
}

/// Decides what happens to tables.
package struct TableFates {
    let layout: MigrationLayout
    let origins: OriginFinder
    let file: FileTables
    /// Whether columns that nobody needs may stay until later.
    let keepsDropped: Bool

    package init(layout: MigrationLayout, origins: OriginFinder, file: FileTables, keepsDropped: Bool) {
        (self.layout, self.origins, self.file, self.keepsDropped) = (layout, origins, file, keepsDropped)
    }

    package func fate(of table: TablePlan) -> TableFate {
        let sources = layout.sources(of: table)
        guard let source = sources.first else { return .made }
        guard sources.count == 1, !layout.isSplit(source), let kept = kept(source, as: table) else {
            return .copied(sources)
        }
        return .kept(kept)
    }

    /// The columns that the file has are used once each, and none is left over.
    private func kept(_ source: TablePlan, as table: TablePlan) -> KeptTable? {
        let pairs = layout.pairs(from: source, to: table)
        var kept = KeptTable(source: source)
        var used: Set<String> = []
        for column in table.columns {
            let found = pairs.compactMap { pair in origins.origin(of: column, for: pair).map { (pair, $0) } }
            let olds = Set(found.compactMap(\.1.column))
            guard olds.count <= 1 else { return nil }
            if let old = olds.first {
                guard used.insert(old).inserted else { return nil }
                update(&kept, column, old, found, pairs)
                if old.uppercased() != column.name.uppercased() { kept.renames.append((old, column.name)) }
            } else {
                add(column, found, &kept, table, pairs)
            }
        }
        let left = source.columns.compactMap { source.name($0.role) }.filter { !used.contains($0) }
        guard left.isEmpty || (keepsDropped && !isNeededForPairs(left, source)) else { return nil }
        kept.dropped = left
        kept.removedNumbers = layout.numbers(of: layout.removed(of: source).filter { !$0.isAbstract })
        // A column that nobody knows must not be taken for a new one.
        let known = Set(source.columns.compactMap { source.name($0.role)?.uppercased() })
        let new = Set(table.columns.map { $0.name.uppercased() })
        let strangers = (file.tables[source.name.uppercased()] ?? []).map { $0.name.uppercased() }
            .filter { !known.contains($0) && !["Z_PK", "Z_ENT", "Z_OPT"].contains($0) }
        return strangers.contains(where: new.contains) ? nil : kept
    }

    /// Whether links that stand in columns go into a table of pairs.
    private func isNeededForPairs(_ columns: [String], _ source: TablePlan) -> Bool {
        source.columns.contains { column in
            guard let name = source.name(column.role), columns.contains(name),
                let relationship = column.property as? NSRelationshipDescription
            else { return false }
            return [relationship, relationship.mutualInverse].compactMap(\.self)
                .contains { !layout.mapping.destinations(of: $0).isEmpty }
        }
    }

    private func numbers(_ some: [InferredMapping.Pair], of all: [InferredMapping.Pair]) -> [Int64]? {
        some.count == all.count ? nil : layout.numbers(of: some.map(\.source))
    }

    /// What changes in a column that stays.
    private func update(
        _ kept: inout KeptTable, _ column: ColumnPlan, _ old: String,
        _ found: [(pair: InferredMapping.Pair, origin: ColumnOrigin)], _ pairs: [InferredMapping.Pair]
    ) {
        let name = ColumnOrigin.name(old)
        for (sql, group) in groups(found) {
            let condition: String?
            switch group[0].origin.changes {
            case .none: continue
            case .thoseWithValue: condition = "\(name) IS NOT NULL"
            case .thoseWithout: condition = "\(name) IS NULL"
            case .all: condition = nil
            }
            kept.updates.append(
                KeptTable.Update(
                    column: old, sql: sql, numbers: numbers(group.map(\.pair), of: pairs), condition: condition))
        }
        // Those that had it and have it no more.
        guard let owner = kept.source.columns.first(where: { kept.source.name($0.role) == old })?.entity else { return }
        let others = pairs.filter { pair in
            pair.source.isKindOf(entity: owner) && !found.contains { $0.pair.destination === pair.destination }
        }
        guard !others.isEmpty else { return }
        kept.updates.append(
            KeptTable.Update(
                column: old, sql: "NULL", numbers: numbers(others, of: pairs), condition: "\(name) IS NOT NULL"))
    }

    private func add(
        _ column: ColumnPlan, _ found: [(pair: InferredMapping.Pair, origin: ColumnOrigin)], _ kept: inout KeptTable,
        _ table: TablePlan, _ pairs: [InferredMapping.Pair]
    ) {
        var declaration = column.type.rawValue
        let groups = groups(found)
        // A value that all rows get is one that the file need not have in each of them.
        if groups.count == 1, let sql = groups.first?.sql, sql != "NULL", isForAll(column, sql, table) {
            declaration += " DEFAULT \(sql)"
        } else {
            for (sql, group) in groups where sql != "NULL" {
                kept.fillings.append(
                    KeptTable.Update(
                        column: column.name, sql: sql, numbers: numbers(group.map(\.pair), of: pairs), condition: nil))
            }
        }
        kept.additions.append((column.name, declaration))
    }

    /// Whether a value may be declared as that of rows that say nothing: SQLite declares numbers, texts and bytes alone, and
    /// rows of other entities would have it as well, which an index of values that must differ does not forgive.
    private func isForAll(_ column: ColumnPlan, _ sql: String, _ table: TablePlan) -> Bool {
        guard column.entity === table.root, !sql.hasPrefix("("), !sql.hasPrefix("CAST"), !sql.contains("9e999") else {
            return false
        }
        return !table.entities.contains { entity in
            entity.uniquenessConstraints.flatMap(ConstraintNames.names).contains(column.property.name)
        }
    }

    /// By what is written, in the order of their first entities.
    private func groups(
        _ found: [(pair: InferredMapping.Pair, origin: ColumnOrigin)]
    ) -> [(sql: String, found: [(pair: InferredMapping.Pair, origin: ColumnOrigin)])] {
        var order: [String] = []
        var groups: [String: [(pair: InferredMapping.Pair, origin: ColumnOrigin)]] = [:]
        for entry in found {
            if groups[entry.origin.sql] == nil { order.append(entry.origin.sql) }
            groups[entry.origin.sql, default: []].append(entry)
        }
        return order.map { ($0, groups[$0] ?? []) }
    }
}
