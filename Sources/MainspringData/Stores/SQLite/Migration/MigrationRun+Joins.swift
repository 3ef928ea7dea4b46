internal import MainspringModel

/// Making the tables of pairs.
extension MigrationRun {
    func make(_ join: JoinPlan) throws {
        if let number = kept(join, sources(of: join)) { return try keep(number, as: join) }
        try clear(join.name, for: nil)
        // An old table may have been put aside.
        let sources = sources(of: join)
        try execute(StorePlan.statement(join))
        for source in sources { try execute(copying(source, to: join)) }
        try fillOrders(of: join, sources)
    }

    /// Where the links are that go into the table, as the first end has them.
    private func sources(of join: JoinPlan) -> [LinkSource] {
        let known = mapping.sources(of: join.first.relationship).compactMap(links)
        guard known.isEmpty, join.second.relationship !== join.first.relationship else { return known }
        return mapping.sources(of: join.second.relationship).compactMap { links(of: $0)?.reversed }
    }

    /// The old table that becomes the new one as it is, if one can.
    private func kept(_ join: JoinPlan, _ sources: [LinkSource]) -> Int? {
        guard sources.count == 1, let number = sources[0].join, !keptJoins.contains(number),
            case let old = layout.before.joins[number],
            mapping.sources(of: join.first.relationship).contains(where: { $0 === old.first.relationship }),
            mapping.destinations(of: old.first.relationship).count == 1,
            (old.first.orderColumn == nil) == (join.first.orderColumn == nil),
            (old.second.orderColumn == nil) == (join.second.orderColumn == nil),
            keys(of: sources[0], in: join).allSatisfy({ $0.new == $0.old })
        else { return nil }
        return number
    }

    private func keep(_ number: Int, as join: JoinPlan) throws {
        let old = layout.before.joins[number]
        noteKept(join: number)
        try clear(join.name, for: nil)
        var renames = [(old.first.ownColumn, join.first.ownColumn), (old.second.ownColumn, join.second.ownColumn)]
        for (from, to) in [
            (old.first.orderColumn, join.first.orderColumn), (old.second.orderColumn, join.second.orderColumn),
        ] {
            if let from, let to { renames.append((from, to)) }
        }
        try rename(renames.map { (old: $0.0, new: $0.1) }, in: SQLiteName.quoted(name(ofJoin: number)))
        guard name(ofJoin: number).uppercased() != join.name.uppercased() else { return }
        try execute(
            "ALTER TABLE \(SQLiteName.quoted(name(ofJoin: number))) RENAME TO \(SQLiteName.quoted(join.name))")
        setName(join.name, ofJoin: number)
    }

    func putAside(_ join: JoinPlan, _ number: Int) throws {
        let known = name(ofJoin: number)
        guard known == join.name else { return }
        let other = "Y_PAIRS_\(number)"
        try execute("ALTER TABLE \(SQLiteName.quoted(known)) RENAME TO \(SQLiteName.quoted(other))")
        setName(other, ofJoin: number)
    }

    private func copying(_ source: LinkSource, to join: JoinPlan) -> String {
        var columns = [join.first.ownColumn, join.second.ownColumn]
        let keys = keys(of: source, in: join)
        var values = keys.map(\.new)
        for (from, to) in [(source.order, join.first.orderColumn), (source.inverseOrder, join.second.orderColumn)] {
            guard let from, let to else { continue }
            columns.append(to)
            values.append(ColumnOrigin.name(from))
        }
        // Somebody may have written a pair twice.
        return "INSERT OR IGNORE INTO \(SQLiteName.quoted(join.name)) "
            + "(\(columns.map(SQLiteName.quoted).joined(separator: ", "))) "
            + "SELECT \(values.joined(separator: ", ")) FROM \(SQLiteName.quoted(source.table)) AS s "
            + "WHERE \(keys.map { "\($0.new) IS NOT NULL" }.joined(separator: " AND "))"
    }

    /// The keys of both ends, as they were and as they are in the table.
    private func keys(of source: LinkSource, in join: JoinPlan) -> [(old: String, new: String)] {
        [(source.owner, source.owners, join.first), (source.member, source.members, join.second)].map {
            column, entity, end in
            let old = ColumnOrigin.name(column)
            return (old, origins.shifted(old, of: entity, as: end.entity) ?? old)
        }
    }

    /// Members that had no order get one: that of their keys.
    private func fillOrders(of join: JoinPlan, _ sources: [LinkSource]) throws {
        guard !sources.isEmpty else { return }
        let table = SQLiteName.quoted(join.name)
        let (first, second) = (SQLiteName.quoted(join.first.ownColumn), SQLiteName.quoted(join.second.ownColumn))
        for (column, isKnown, owner, member) in [
            (join.first.orderColumn, sources.allSatisfy { $0.order != nil }, first, second),
            (join.second.orderColumn, sources.allSatisfy { $0.inverseOrder != nil }, second, first),
        ] where !isKnown {
            guard let column else { continue }
            try execute(
                """
                UPDATE \(table) SET \(SQLiteName.quoted(column)) = n.place FROM (SELECT rowid AS number, \
                row_number() OVER (PARTITION BY \(owner) ORDER BY \(member)) * \(OrderPlaces.step) AS place FROM \(table)) AS n \
                WHERE n.number = \(table).rowid
                """)
        }
    }
}
