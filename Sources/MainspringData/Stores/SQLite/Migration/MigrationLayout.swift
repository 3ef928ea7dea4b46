@_spi(Tools) internal import MainspringModel

/// How a file lies before and after a migration, and which table becomes which.
package struct MigrationLayout {
    let mapping: InferredMapping
    /// As it is in the file.
    let before: StorePlan
    /// As a new file of the old model with the same numbers would be.
    let fresh: StorePlan
    /// As it will be in the file. Names that Apple has chosen in other ways than we would stay.
    package private(set) var after: StorePlan
    let keys: KeyShifts

    /// - Parameters:
    ///   - dataForms: those of the file.
    ///   - greatestKey: the greatest key of a table of the file that was ever given.
    package init(
        _ mapping: InferredMapping, _ tables: FileTables, _ dataForms: DataForms,
        greatestKey: (TablePlan, Int64) throws -> Int64
    ) throws {
        self.mapping = mapping
        let before = try StorePlan(mapping.source, mapping.sourceEntities, in: tables, dataForms)
        self.before = before
        keys = try KeyShifts(mapping) { root in
            try before.table(of: root).map { try greatestKey($0, before.numbers[root] ?? 0) } ?? 0
        }
        fresh = StorePlan(mapping.source, before.numbers)
        after = StorePlan(mapping.destination, EntityNumbers(migrating: mapping, from: before.numbers))
        for index in after.tables.indices { keepNames(ofTable: index) }
        for index in after.joins.indices { keepName(ofJoin: index) }
    }

    /// Which name a table of pairs has that is as it was is not for us to say: Apple's rule is not known for all of them.
    private mutating func keepName(ofJoin index: Int) {
        let join = after.joins[index]
        for (known, fresh) in zip(before.joins, fresh.joins)
        where fresh.name == join.name && fresh.first.ownColumn == join.first.ownColumn
            && fresh.second.ownColumn == join.second.ownColumn
            && mapping.sources(of: join.first.relationship).contains(where: { $0 === fresh.first.relationship })
        {
            after.joins[index].name = known.name
            after.joins[index].first.ownColumn = known.first.ownColumn
            after.joins[index].second.ownColumn = known.second.ownColumn
            if join.first.orderColumn != nil, let column = known.first.orderColumn {
                after.joins[index].first.orderColumn = column
            }
            if join.second.orderColumn != nil, let column = known.second.orderColumn {
                after.joins[index].second.orderColumn = column
            }
        }
    }

    /// The same of a column that would have the name that it would have had.
    private mutating func keepNames(ofTable index: Int) {
        let table = after.tables[index]
        for column in table.columns {
            guard let pair = mapping.pairs(having: column.property).first,
                let property = pair.source(of: column.property),
                case let role = ColumnRole(property, column.role.part),
                fresh.table(of: pair.source)?.name(role) == column.name,
                let known = before.table(of: pair.source)?.name(role), known != column.name,
                !table.columns.contains(where: { $0.name.uppercased() == known.uppercased() })
            else { continue }
            after.tables[index].rename(column.role, to: known)
        }
    }

    // MARK: Tables

    /// The old tables whose rows go into a new one; first the one whose keys stay.
    func sources(of table: TablePlan) -> [TablePlan] {
        var found: [TablePlan] = []
        let root = mapping.pair(of: table.root)?.source.rootEntity
        for entity in table.entities {
            guard let source = mapping.pair(of: entity)?.source, let plan = before.table(of: source),
                !found.contains(where: { $0.root === plan.root })
            else { continue }
            if plan.root === root { found.insert(plan, at: 0) } else { found.append(plan) }
        }
        return found
    }

    /// The entities whose rows go from an old table into a new one.
    func pairs(from old: TablePlan, to new: TablePlan) -> [InferredMapping.Pair] {
        mapping.pairs(below: new.root).filter { $0.source.rootEntity === old.root }
    }

    /// Whether all entities of an old table that are still there are in one new table.
    func isSplit(_ old: TablePlan) -> Bool {
        Set(old.entities.compactMap { mapping.destination(of: $0) }.map { ObjectIdentifier($0.rootEntity) }).count > 1
    }

    /// The entities of an old table that are no more.
    func removed(of old: TablePlan) -> [NSEntityDescription] {
        old.entities.filter { mapping.destination(of: $0) == nil }
    }

    func numbers(of entities: [NSEntityDescription]) -> [Int64] {
        entities.compactMap { before.numbers[$0] ?? after.numbers[$0] }.sorted()
    }

    // MARK: What is lost

    /// Whether objects may be lost to a relationship: some that were there are no more, or are none that it leads to.
    func mayLose(_ source: NSEntityDescription, _ destination: NSEntityDescription) -> Bool {
        let valid = Set(family(of: destination))
        return before.numbers.entries.contains { entry in
            entry.entity.isKindOf(entity: source) && !entry.entity.isAbstract && !valid.contains(entry.number)
        }
    }

    /// The numbers of a new entity and all that inherit from it.
    func family(of entity: NSEntityDescription) -> [Int64] {
        after.numbers.entries.filter { $0.entity.isKindOf(entity: entity) }.map(\.number)
    }
}
