internal import CSQLite
internal import MainspringData
internal import MainspringModel

/// The first rows in an order, of an entity that shares its table with others.
///
/// SQLite does not know how many objects an entity has. It finds them all by the index of entities and puts them in order before it
/// gives the first, which takes seconds where there are millions; or it goes through the index of the order until it comes to one of
/// the entity, which takes as long where the entity has few. So the first rows are read the second way, as far as that leads soon. If
/// they have come close to each other, so are all; else the others are read the first way.
extension RowSource {
    /// So many rows are read in the order of an index.
    private static let firstCount = 512
    /// So many steps of SQLite's are taken for them at most: some hundredths of a second.
    private static let firstSteps = 60_000
    /// With so many or fewer for all of them, a row in some ten is of the entity, and putting all in order would take longer.
    private static let closeSteps = 30_000

    /// Calls a closure with the first results of a request, as far as they are found soon, and leaves them out of the request.
    /// - Returns: whether there may be more that are wanted.
    func firstValues(
        _ request: FetchRequestDescription, _ entity: NSEntityDescription, _ conditions: [StoreQuery.Condition],
        _ body: ([InspectedValue]) throws -> Bool
    ) throws -> Bool {
        guard request.sortDescriptors?.isEmpty == false else { return true }
        let query = try query(request, entity, conditions, .first)
        // Of an entity that has its table for itself, and where there are conditions, the two ways are one.
        guard try query.sql != self.query(request, entity, conditions, .stepwise).sql, try isInOrder(query),
            case .dictionaries(let columns) = query.selection
        else { return true }
        let statement = try transaction.connection.prepare(query.sql)
        try statement.bind(query.bindings)
        defer { transaction.connection.limitReading() }
        var bound = RowBound(transaction)
        var (count, steps) = (0, Self.firstSteps)
        while count < Self.firstCount || Self.firstSteps - steps <= Self.closeSteps {
            // What the closure reads is not counted.
            guard let isRow = count < Self.firstCount ? try step(statement, &steps) : try statement.step() else {
                break
            }
            guard isRow else { return false }
            try bound.check(count)
            guard try body(columns.map { value($0, statement) }) else { return false }
            count += 1
        }
        request.fetchOffset += count
        guard request.fetchLimit > 0 else { return true }
        request.fetchLimit -= count
        return request.fetchLimit > 0
    }

    func query(
        _ request: FetchRequestDescription, _ entity: NSEntityDescription, _ conditions: [StoreQuery.Condition],
        _ pace: RowPace
    ) throws -> StoreQuery {
        try StoreQuery.make(
            request, entity: entity, schema: schema, store: 0, selecting: .dictionaries, where: conditions, pace: pace)
    }

    /// Whether an index gives the order.
    private func isInOrder(_ query: StoreQuery) throws -> Bool {
        let plan = try transaction.connection.prepare("EXPLAIN QUERY PLAN \(query.sql)")
        try plan.bind(query.bindings)
        while try plan.step() { if plan.string(3).contains("TEMP B-TREE FOR ORDER BY") { return false } }
        return true
    }

    /// Goes to the next row, if it takes no more steps than are left.
    /// - Returns: whether there is one; nil if it was not found so soon.
    private func step(_ statement: SQLiteStatement, _ steps: inout Int) throws -> Bool? {
        let connection = transaction.connection
        connection.limitReading(steps: steps)
        defer {
            steps = connection.stepBudget?.steps ?? 0
            connection.limitReading()
        }
        do {
            return try statement.step()
        } catch let failure where failure.primaryCode == SQLITE_INTERRUPT {
            return nil
        }
    }
}
