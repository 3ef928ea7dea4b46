internal import MainspringModel

/// Indexes and triggers.
extension MigrationRun {
    /// What an index is, whatever its name.
    private struct Form: Hashable {
        let isUnique: Bool
        /// In capital letters, with the order; nil for what is no column.
        let columns: [String?]
        let isPartial: Bool

        init(_ plan: IndexPlan) {
            isUnique = plan.isUnique
            columns = plan.columns.map { "\($0.name.uppercased())\($0.order.hasSuffix("DESC") ? " DESC" : "")" }
            isPartial = !plan.entityNumbers.isEmpty
        }

        init(isUnique: Bool, columns: [String?], isPartial: Bool) {
            (self.isUnique, self.columns, self.isPartial) = (isUnique, columns, isPartial)
        }
    }

    /// An index that is wanted, and the statement that makes it.
    private struct Wanted {
        let name: String
        let form: Form
        let statement: String
        let index: IndexPlan?
    }

    /// Makes the indexes that a new file has. One that is there already stays, under whatever name; others go.
    func makeIndexes() throws {
        var missing: [Wanted] = []
        var kept: [String: Wanted] = [:]
        for (table, wanted) in wantedIndexes() {
            var open = wanted
            for (name, form, statement) in try indexes(of: table) {
                // For whose rows a partial one is its statement alone says.
                let index = open.firstIndex { $0.form == form && (!form.isPartial || $0.statement == statement) }
                if let index {
                    kept[name.uppercased()] = open.remove(at: index)
                } else {
                    try execute("DROP INDEX \(SQLiteName.quoted(name))")
                }
            }
            missing += open
        }
        var next = 0
        while next < missing.count {
            // One that has the name of another gets its own, which a third one may have.
            if let own = kept.removeValue(forKey: missing[next].name.uppercased()) {
                try execute("DROP INDEX \(SQLiteName.quoted(missing[next].name))")
                missing.append(own)
            }
            next += 1
        }
        for wanted in missing {
            try make(wanted)
            if let index = wanted.index { try advance(index: index) }
        }
    }

    private func make(_ wanted: Wanted) throws {
        do throws(SQLiteFailure) {
            try execute(wanted.statement)
        } catch {
            guard error.isUniqueness else { throw error }
            let table = layout.after.tables.first { $0.name == wanted.index?.table }
            let names = (wanted.index?.columns ?? []).map { part in
                table?.columns.first { $0.name == part.name }?.property.name ?? part.name
            }
            throw MigrationFailure.notUnique(names, wanted.index?.entity ?? table?.root, opening.url, error)
        }
    }

    private func wantedIndexes() -> [(table: String, indexes: [Wanted])] {
        let tables = layout.after.tables.map { table in
            let plans = IndexPlan.keys(table) + IndexPlan.asked(table, layout.after.numbers)
            return (
                table: table.name,
                indexes: plans.map {
                    Wanted(name: $0.name, form: Form($0), statement: StorePlan.statement($0), index: $0)
                }
            )
        }
        let joins = layout.after.joins.map { join in
            let form = Form(
                isUnique: false, columns: [join.second.ownColumn.uppercased(), join.first.ownColumn.uppercased()],
                isPartial: false)
            let wanted = Wanted(
                name: "\(join.name)_\(join.second.ownColumn)_INDEX", form: form,
                statement: StorePlan.indexStatement(join), index: nil)
            return (table: join.name, indexes: [wanted])
        }
        return tables + joins
    }

    /// Those that were made by statements.
    private func indexes(
        of table: String
    ) throws(SQLiteFailure) -> [(name: String, form: Form, statement: String)] {
        let list = try connection.prepare(
            """
            SELECT l.name, l."unique", l.partial, m.sql FROM pragma_index_list(?) AS l \
            JOIN sqlite_master AS m ON m.type = 'index' AND m.name = l.name WHERE l.origin = 'c' ORDER BY l.name
            """)
        try list.bind(table, at: 1)
        var found: [(name: String, form: Form, statement: String)] = []
        while try list.step() {
            let columns = try connection.prepare(
                "SELECT name, desc, coll FROM pragma_index_xinfo(?) WHERE key = 1 ORDER BY seqno")
            try columns.bind(list.string(0), at: 1)
            var names: [String?] = []
            while try columns.step() {
                let isPlain = !columns.isNull(0) && columns.string(2).uppercased() == "BINARY"
                names.append(
                    isPlain ? "\(columns.string(0).uppercased())\(columns.integer(1) != 0 ? " DESC" : "")" : nil)
            }
            found.append(
                (
                    list.string(0),
                    Form(isUnique: list.integer(1) != 0, columns: names, isPartial: list.integer(2) != 0),
                    list.string(3)
                ))
        }
        return found
    }

    /// Values that must differ may not, while they change one after another.
    func dropUniqueIndexes(_ table: String) throws {
        for (name, form, _) in try indexes(of: table) where form.isUnique {
            try execute("DROP INDEX \(SQLiteName.quoted(name))")
        }
    }

    func dropIndexes(of table: String) throws {
        for (name, _, _) in try indexes(of: table) { try execute("DROP INDEX \(SQLiteName.quoted(name))") }
    }

    func dropIndexes(of table: String, over columns: [String]) throws {
        let names = Set(columns.map { $0.uppercased() })
        for (name, form, _) in try indexes(of: table) {
            let isOver = form.columns.contains { $0.map { names.contains($0.replacing(" DESC", with: "")) } ?? true }
            if isOver || form.isPartial { try execute("DROP INDEX \(SQLiteName.quoted(name))") }
        }
    }

    // MARK: Triggers and views

    /// Takes all triggers away, so that none runs while rows move, and all views, which would follow tables that go.
    /// - Returns: the statements of those that are not Core Data's own, by their names.
    func dropTriggers() throws -> [(name: String, statement: String)] {
        let rows = try connection.prepare(
            "SELECT name, sql, type FROM sqlite_master WHERE type IN ('trigger', 'view') ORDER BY type = 'trigger', rowid"
        )
        var (found, types): ([(name: String, statement: String)], [String]) = ([], [])
        while try rows.step() {
            found.append((rows.string(0), rows.string(1)))
            types.append(rows.string(2).uppercased())
        }
        // A view's own triggers go with it.
        for (entry, type) in zip(found, types) where type == "TRIGGER" {
            try execute("DROP TRIGGER \(SQLiteName.quoted(entry.name))")
        }
        for (entry, type) in zip(found, types) where type == "VIEW" {
            try execute("DROP VIEW \(SQLiteName.quoted(entry.name))")
        }
        // Those by which Apple's framework derives attributes name tables and columns of the old model. Whoever saves derives
        // them here.
        return found.filter { !$0.name.hasPrefix("Z_DA_") }
    }

    func makeTriggers(_ triggers: [(name: String, statement: String)]) throws {
        for trigger in triggers {
            do throws(SQLiteFailure) {
                try execute(trigger.statement)
            } catch {
                throw MigrationFailure.trigger(trigger.name, opening.url, error)
            }
        }
        // What a trigger calls, and which columns it names, is looked up when a statement is prepared.
        if let problem = try TriggerCheck(connection, layout.after).problem {
            throw MigrationFailure.unwritable(problem, opening.url)
        }
    }
}
