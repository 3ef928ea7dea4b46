internal import Foundation
internal import MainspringModel

/// Inserts rows whose values a request gives, one after another, by one statement.
///
/// Where a row has values that no two objects may have, the context's merge policy says what becomes of it: an error, by
/// which nothing is inserted; the one that is there gets the new values, where the object wins; or it stays as it is.
/// Links are looked at, and made at their other ends, once all rows are there; rows that link nobody cost nothing for it.
struct BatchInsert {
    let batch: Batch
    let table: EntityTable
    let policy: NSMergePolicyType
    /// Whether the keys are asked for.
    let wantsKeys: Bool

    /// So many keys are taken at a time where nobody knows how many there will be.
    private static let keysAtOnce = 1_000

    func run(_ request: NSBatchInsertRequest) throws -> BatchResult {
        let source = try BatchRows(request, table, store: batch.store)
        let statement = try batch.statements.rows.prepareInsert(table)
        try statement.bind(table.number, at: 2)
        let binder = batch.statements.rows.binder
        var keys = BatchKeys(table: table, connection: batch.connection)
        let links = BatchLinks(batch, table, done: "inserted into")
        defer { links.end() }
        var (result, upserts) = (
            BatchResult(touched: [table.entity]), BatchUpserts(batch: batch, table: table, links: links)
        )
        while let memory = try source.next() {
            let key = try keys.next(expected: source.remaining ?? Self.keysAtOnce)
            let fileCount = batch.external.count
            binder.begin()
            try statement.bind(key, at: 1)
            _ = try binder.bind(
                memory, table, .all, to: statement, at: 3, entityNumber: batch.statements.rows.entityNumber)
            do {
                try statement.run()
                guard batch.connection.changeCount > 0 else { throw batch.statements.rows.ignored(statement) }
                result.count += 1
                if wantsKeys { result.keys.append(BatchResult.Key(entity: table.number, key: key)) }
            } catch let failure as SQLiteFailure where failure.isUniqueness {
                keys.takeBack()
                batch.external.takeBack(to: fileCount)
                let known = try upserts.resolve(memory, source.givenSlots, policy, before: key) { keys.has($0) }
                guard let known else { continue }
                result.count += 1
                if wantsKeys { result.keys.append(known) }
            }
        }
        let ranges = try keys.end()
        try note(ranges)
        result.touched += try make(links, source.linkedSlots, ranges, upserts)
        return result
    }

    /// - Returns: the entities of those that were there and whose rows are others now.
    private func make(
        _ links: BatchLinks, _ slots: Set<Int>, _ ranges: [ClosedRange<Int64>], _ upserts: BatchUpserts
    ) throws -> [NSEntityDescription] {
        guard !slots.isEmpty || !upserts.isEmpty else { return [] }
        try links.begin()
        try upserts.add(to: links.touched)
        let all = BatchLink.all(of: table, batch.schema)
        for link in all where slots.contains(Int(link.slot)) {
            for range in ranges { try links.rows.add(range, link) }
        }
        let given = slots.union(upserts.linkedSlots)
        return try links.make(all.filter { given.contains(Int($0.slot)) })
    }

    private func note(_ ranges: [ClosedRange<Int64>]) throws {
        guard let history = batch.history else { return }
        for range in ranges {
            // Whatever lies between was there, or is of another entity.
            try history.note(
                .insert,
                """
                SELECT Z_ENT, Z_PK FROM \(name: table.name) \
                WHERE Z_PK BETWEEN \(bound: .integer(range.lowerBound)) AND \(bound: .integer(range.upperBound))
                """)
        }
    }
}

/// Keys for new rows that nobody else has.
struct BatchKeys {
    private let table: EntityTable
    private let connection: SQLiteConnection
    private var next: Int64 = 1
    private var last: Int64 = 0
    private var begin: Int64 = 1
    /// Those that are used.
    private var used: [ClosedRange<Int64>] = []

    init(table: EntityTable, connection: SQLiteConnection) { (self.table, self.connection) = (table, connection) }

    /// - Parameter expected: how many more are wanted.
    mutating func next(expected: Int) throws -> Int64 {
        if next > last {
            let range = try PrimaryKeys(connection: connection).require(max(1, expected), table)
            noteUsed()
            (begin, next, last) = (range.lowerBound, range.lowerBound, range.upperBound)
        }
        defer { next += 1 }
        return next
    }

    /// The last key was not used.
    mutating func takeBack() { next -= 1 }

    /// Whether a key is that of a new row.
    func has(_ key: Int64) -> Bool { begin..<next ~= key || used.contains { $0.contains(key) } }

    private mutating func noteUsed() {
        guard next > begin else { return }
        if let last = used.last, last.upperBound + 1 == begin {
            used[used.count - 1] = last.lowerBound...next - 1
        } else {
            used.append(begin...next - 1)
        }
    }

    /// Gives back what was not used.
    /// - Returns: what was.
    mutating func end() throws -> [ClosedRange<Int64>] {
        noteUsed()
        if next <= last { try PrimaryKeys(connection: connection).giveBack(next...last, table) }
        return used
    }
}
