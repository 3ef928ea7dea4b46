internal import MainspringModel

/// The columns of values that no two objects may have.
struct UniqueColumns {
    /// Where a constraint holds: the same for all that inherit it.
    struct Scope: Hashable {
        let table: String
        let columns: [String]
    }

    /// Those of the properties.
    let names: [String]
    let scope: Scope
    private let columns: [StoreColumn]
    private let select: String

    var places: [SlotPlace] { columns.map(\.place) }

    /// Those of an entity, and those that it inherits.
    static func all(of table: EntityTable) -> [UniqueColumns] {
        table.entity.lineageConstraints.compactMap { UniqueColumns($0, table) }
    }

    private init?(_ names: [String], _ table: EntityTable) {
        let columns = names.compactMap { table.entity.slot(named: $0).flatMap { table.column(slot: $0) } }
        guard columns.count == names.count else { return nil }
        (self.names, self.columns) = (names, columns)
        scope = Scope(table: table.name, columns: columns.map(\.name))
        let condition = columns.map { "\(SQLiteName.quoted($0.name)) = ?" }.joined(separator: " AND ")
        select = "SELECT Z_ENT, Z_PK FROM \(SQLiteName.quoted(table.name)) WHERE \(condition)"
    }

    /// Finds the objects in the file that have the values of an object. Lets a closure see one after another, until it has seen enough.
    /// - Parameter see: gets the number of the entity, and the key.
    /// - Returns: the first thing that the closure gives back that is not nil.
    func firstHolder<Found>(
        _ memory: ValueMemory, _ connection: SQLiteConnection, _ see: (_ entity: Int64, _ key: Int64) throws -> Found?
    ) throws -> Found? {
        let statement = try connection.cached(select)
        defer { statement.reset() }
        let binder = RowBinder()
        var index = 1
        // The number of a destination's entity, if there is one, is no part of the constraint.
        for column in columns { index = try binder.bindValue(memory, column, to: statement, at: index) }
        while try statement.step() {
            if let found = try see(statement.integer(0), statement.integer(1)) { return found }
        }
        return nil
    }
}
