internal import Foundation
internal import MainspringModel

/// What becomes of rows that a batch cannot insert, since others have values that may come once alone.
struct BatchUpserts {
    private let batch: Batch
    private let table: EntityTable
    private let links: BatchLinks
    private let constraints: [UniqueColumns]
    /// How rows are changed: mostly the same ones.
    private var updates: [Kind: Update] = [:]
    /// The keys of rows that were there before the batch, by how they were changed.
    private var changed: [Kind: [Int64]] = [:]
    /// The same, each once.
    private var known: Set<Int64> = []
    /// How many rows have met others.
    private var count: Int64 = 0
    /// The slots of relationships that rows have got.
    private(set) var linkedSlots: Set<Int> = []

    /// Whether rows that were there have others' values.
    var isEmpty: Bool { changed.isEmpty && linkedSlots.isEmpty }

    /// Of what entity rows are, and which of the new ones' slots have a value.
    private struct Kind: Hashable {
        package let entity: Int64
        let given: [Int]
    }

    /// A statement that changes a row. An object of another entity has some of the properties alone.
    private struct Update {
        let columns: [StoreColumn]
        let text: String
        /// The columns of long data, whose files the row gives up.
        let externals: [StoreColumn]
        /// The relationships, whose other ends are changed as well.
        let links: [BatchLink]
    }

    init(batch: Batch, table: EntityTable, links: BatchLinks) {
        (self.batch, self.table, self.links) = (batch, table, links)
        constraints = UniqueColumns.all(of: table)
    }

    /// Does what the merge policy says.
    /// - Parameters:
    ///   - given: the slots that have a new value.
    ///   - next: the key that the row has not got.
    ///   - isNew: whether an object is the batch's own.
    /// - Returns: the object that has the values now; nil where it stays as it is, or is among the batch's objects already.
    /// - Throws: `CocoaError` 133021 where the policy is to fail, or more than one object has them.
    mutating func resolve(
        _ memory: ValueMemory, _ given: [Int], _ policy: NSMergePolicyType, before next: Int64,
        isNew: (Int64) -> Bool
    ) throws -> BatchResult.Key? {
        let holders = try holders(memory)
        switch policy {
        case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType: return nil
        case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType:
            guard holders.count == 1, let holder = holders.first else { throw conflict(holders) }
            count += 1
            let row = MetRow(place: next, number: count, isNew: isNew(holder.key))
            try update(holder, memory, given, row)
            return !row.isNew && known.insert(holder.key).inserted ? holder : nil
        default: throw conflict(holders)
        }
    }

    private func conflict(_ holders: [BatchResult.Key]) -> any Error {
        let names = names(holders)
        return CoreDataError.make(
            NSManagedObjectConstraintMergeError,
            "Nothing was inserted into \(batch.connection.path): a row has values that no two objects of “\(table.entity.name ?? "")” may "
                + "have, and \(names.isEmpty ? "another one has them" : names.joined(separator: " and ") + " has them"). Give the context a "
                + "merge policy by which one of them wins, or leave the row out.")
    }

    private func names(_ holders: [BatchResult.Key]) -> [String] {
        holders.compactMap { key in
            batch.schema.table(number: key.entity).map { own in
                "\(NSManagedObjectID(ObjectKey(store: batch.store, root: own.root, key: key.key), own.entity))"
            }
        }
    }

    /// The objects that have values of the constraints.
    private func holders(_ memory: ValueMemory) throws -> [BatchResult.Key] {
        var found: [BatchResult.Key] = []
        for constraint in constraints {
            try constraint.firstHolder(memory, batch.connection) { entity, key -> Void? in
                if !found.contains(where: { $0.key == key }) { found.append(BatchResult.Key(entity: entity, key: key)) }
                return nil
            }
        }
        return found
    }

    private mutating func update(
        _ holder: BatchResult.Key, _ memory: ValueMemory, _ given: [Int], _ row: MetRow
    ) throws {
        // In one order, whatever that of a dictionary is.
        let kind = Kind(entity: holder.entity, given: given.sorted())
        let update = updates[kind] ?? makeUpdate(kind)
        updates[kind] = update
        for column in update.externals {
            try batch.giveUpFiles(
                "SELECT \(name: column.name) FROM \(name: table.name) WHERE Z_PK = \(number: holder.key)")
        }
        if !update.links.isEmpty { try links.begin() }
        for link in update.links {
            linkedSlots.insert(Int(link.slot))
            let next = memory.destinationKey(link.column.place)?.key
            try links.rows.add(holder.key, link, next: next, row)
        }
        // New ones are in the history as such, and in their first version.
        if !row.isNew { changed[kind, default: []].append(holder.key) }
        guard !update.columns.isEmpty else { return }
        let statement = try batch.connection.cached(update.text)
        let rows = batch.statements.rows
        rows.binder.begin()
        var index = 1
        for column in update.columns {
            index = try rows.binder.bind(memory, column, to: statement, at: index, entityNumber: rows.entityNumber)
        }
        try statement.bind(holder.key, at: index)
        do throws(SQLiteFailure) {
            try statement.run()
        } catch {
            guard error.isUniqueness else { throw error }
            throw conflict(with: holder, error)
        }
    }

    /// The values of another constraint, of which the row names a part.
    private func conflict(with holder: BatchResult.Key, _ failure: SQLiteFailure) -> any Error {
        CoreDataError.make(
            NSManagedObjectConstraintMergeError,
            "Nothing was inserted into \(batch.connection.path): a row has values of \(names([holder]).joined()), which would get others from it "
                + "that come once alone, and that another object has. Leave the row out, or change objects of a context. SQLite says: "
                + "\(failure.message).", underlying: failure)
    }

    private func makeUpdate(_ kind: Kind) -> Update {
        let own = batch.schema.table(number: kind.entity) ?? table
        let columns = table.columns.filter { kind.given.contains(Int($0.place.slot)) && slot($0, of: own) != nil }
        let settings = columns.flatMap(\.writtenNames).map { "\(SQLiteName.quoted($0)) = ?" }
        return Update(
            columns: columns,
            text: "UPDATE \(SQLiteName.quoted(table.name)) SET \(settings.joined(separator: ", ")) WHERE Z_PK = ?",
            externals: columns.filter { if case .external = $0.form { true } else { false } },
            links: columns.compactMap { BatchLink($0, of: table, batch.schema) })
    }

    /// The slot by which another entity of the table has the property of a column; one of the same name may have a column of its own.
    private func slot(_ column: StoreColumn, of own: EntityTable) -> Int? {
        own.columns.first { $0.name == column.name }.map { Int($0.place.slot) }
    }

    /// Adds the rows that were changed to those that get their next version.
    func add(to touched: TouchedRows) throws {
        for (kind, keys) in changed {
            let own = batch.schema.table(number: kind.entity) ?? table
            try touched.add(
                "SELECT value FROM json_each(\(bound: JSONArray(keys).value))", of: own,
                slots: updates[kind]?.columns.compactMap { slot($0, of: own) } ?? [])
        }
    }
}
