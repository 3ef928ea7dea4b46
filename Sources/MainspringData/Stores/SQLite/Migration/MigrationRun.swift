internal import Foundation
internal import MainspringModel

/// One lightweight migration of a file, within a transaction: its steps one after another.
///
/// Rows of entities that both models have stay under their keys and entity numbers, so that the least has to be written: an old
/// table becomes a new one where SQLite can say so, else its rows are copied by one statement. No value is decoded.
final class MigrationRun {
    let connection: SQLiteConnection
    let mapping: InferredMapping
    /// What is opened with the new model later.
    let opening: SQLiteOpening
    let layout: MigrationLayout
    let progress: Progress
    /// Whether what nobody needs any more stays in the file until later.
    let isDeferring: Bool
    /// What each old table is called now, by their roots.
    private(set) var names: [ObjectIdentifier: String] = [:]
    private(set) var fates: [TableFate] = []
    /// What each old table of pairs is called now.
    private(set) var joinNames: [String] = []
    /// The old tables of pairs that have become new ones.
    private(set) var keptJoins: Set<Int> = []
    /// Files of long data that no column names any more once all is committed.
    private(set) var givenUpFiles: [String] = []
    private let file: FileTables

    init(
        _ connection: SQLiteConnection, _ mapping: InferredMapping, _ opening: SQLiteOpening, _ progress: Progress,
        isDeferring: Bool
    ) throws {
        (self.connection, self.mapping, self.opening, self.progress) = (connection, mapping, opening, progress)
        self.isDeferring = isDeferring
        let file = try FileTables(connection)
        self.file = file
        let forms = DataForms(mapping.sourceEntities, try MetadataTable.read(connection) ?? [:], connection)
        layout = try MigrationLayout(mapping, file, forms) { table, number in
            try Self.greatestKey(connection, table, number)
        }
        for table in layout.before.tables { names[ObjectIdentifier(table.root)] = table.name }
        joinNames = layout.before.joins.map(\.name)
    }

    private static func greatestKey(
        _ connection: SQLiteConnection, _ table: TablePlan, _ number: Int64
    ) throws(SQLiteFailure) -> Int64 {
        let query = try connection.prepare(
            "SELECT max(coalesce((SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?), 0), "
                + "coalesce((SELECT max(Z_PK) FROM \(SQLiteName.quoted(table.name))), 0), 0)")
        try query.bind(number, at: 1)
        return try query.step() ? query.integer(0) : 0
    }

    /// - Throws: ``SQLiteFailure``; `CocoaError`s of migration.
    func run(_ external: ExternalFiles) throws {
        try connection.add(LongDataForms.gathering(external))
        try requireConcreteEntities()
        givenUpFiles = try FilesGivenUp(layout, external).names(connection)
        let triggers = try dropTriggers()
        try decide()
        try beginProgress()
        for (table, fate) in zip(layout.after.tables, fates) {
            try make(table, fate)
            advance()
        }
        for join in layout.after.joins {
            try make(join)
            advance(1 + (try keyCount(of: join.name)))
        }
        try repair()
        try requireValues()
        advance()
        try dropOldTables()
        try makeIndexes()
        advance()
        try writeNumbers()
        try derive()
        try makeTriggers(triggers)
        advance()
        try writeMetadata()
        try requireLayout()
    }

    /// Runs statements.
    func execute(_ sql: String) throws(SQLiteFailure) { try connection.execute(sql) }

    /// What an old table is called now.
    func name(_ table: TablePlan) -> String { names[ObjectIdentifier(table.root)] ?? table.name }

    func setName(_ name: String, of table: TablePlan) { names[ObjectIdentifier(table.root)] = name }

    /// What an old table of pairs is called now.
    func name(ofJoin number: Int) -> String { joinNames[number] }

    func setName(_ name: String, ofJoin number: Int) { joinNames[number] = name }

    func noteKept(join number: Int) { keptJoins.insert(number) }

    var origins: OriginFinder { OriginFinder(layout: layout) { [unowned self] in name($0) } }

    private func decide() throws {
        let finder = TableFates(layout: layout, origins: origins, file: file, keepsDropped: isDeferring)
        for case .copied(let sources) in layout.after.tables.map({ finder.fate(of: $0) }) {
            for source in sources { try putAside(source) }
        }
        // Values that are looked up in tables name them as they are called from now on.
        fates = layout.after.tables.map { finder.fate(of: $0) }
    }

    // MARK: Requirements

    /// Objects of an entity that is abstract now would be of none.
    private func requireConcreteEntities() throws {
        for pair in mapping.pairs where pair.destination.isAbstract && !pair.source.isAbstract {
            guard let table = layout.before.table(of: pair.source), let number = layout.before.numbers[pair.source],
                try connection.value(
                    "SELECT 1 FROM \(SQLiteName.quoted(table.name)) WHERE Z_ENT = \(number) LIMIT 1") != nil
            else { continue }
            throw MigrationFailure.abstractEntity(pair.destination, opening.url)
        }
    }

    /// The file is as whoever opens it with the new model will look for it.
    private func requireLayout() throws {
        let found = try StorePlan(opening.model, opening.entities, in: FileTables(connection))
        let isSame =
            zip(found.tables, layout.after.tables).allSatisfy { one, other in
                one.columns.allSatisfy {
                    one.name($0.role)?.uppercased() == other.name($0.role)?.uppercased()
                }
            }
            && zip(found.joins, layout.after.joins).allSatisfy { one, other in
                one.name == other.name && one.first.ownColumn == other.first.ownColumn
                    && one.second.ownColumn == other.second.ownColumn
                    && one.first.orderColumn == other.first.orderColumn
                    && one.second.orderColumn == other.second.orderColumn
            }
        guard isSame, found.tables.count == layout.after.tables.count, found.joins.count == layout.after.joins.count
        else { throw SchemaMisfit(clause: "its tables would be taken for others after the migration") }
    }
}
