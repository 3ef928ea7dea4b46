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
    /// The keys of rows that were changed, by the bits of what was.
    private var changed: [Data: [Int64]] = [:]

    /// Of what entity rows are, and which of the new ones' slots have a value.
    private struct Kind: Hashable {
        let entity: Int64
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
        /// What is changed, as the history has it.
        let bits: Data?
    }

    init(batch: Batch, table: EntityTable, links: BatchLinks) {
        (self.batch, self.table, self.links) = (batch, table, links)
        constraints = UniqueColumns.all(of: table)
    }

    /// Does what the merge policy says.
    /// - Parameters:
    ///   - given: the slots that have a new value.
    ///   - next: the key that the row has not got.
    /// - Returns: the object that has the values now; nil where it stays as it is.
    /// - Throws: `CocoaError` 133021 where the policy is to fail, or more than one object has them.
    mutating func resolve(
        _ memory: ValueMemory, _ given: [Int], _ policy: NSMergePolicyType, before next: Int64
    ) throws -> BatchResult.Key? {
        let holders = try holders(memory)
        switch policy {
        case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType: return nil
        case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType:
            guard holders.count == 1, let holder = holders.first else { throw conflict(holders) }
            try update(holder, memory, given, next)
            return holder
        default: throw conflict(holders)
        }
    }

    private func conflict(_ holders: [BatchResult.Key]) -> any Error {
        let names = holders.compactMap { key in
            batch.schema.table(number: key.entity).map { own in
                "\(NSManagedObjectID(ObjectKey(store: batch.store, root: own.root, key: key.key), own.entity))"
            }
        }
        return CoreDataError.make(
            NSManagedObjectConstraintMergeError,
            "Nothing was inserted into \(batch.connection.path): a row has values that no two objects of “\(table.entity.name ?? "")” may "
                + "have, and \(names.isEmpty ? "another one has them" : names.joined(separator: " and ") + " has them"). Give the context a "
                + "merge policy by which one of them wins, or leave the row out.")
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
        _ holder: BatchResult.Key, _ memory: ValueMemory, _ given: [Int], _ next: Int64
    ) throws {
        let kind = Kind(entity: holder.entity, given: given)
        let update = updates[kind] ?? makeUpdate(kind)
        updates[kind] = update
        for column in update.externals {
            try batch.giveUpFiles(
                "SELECT \(name: column.name) FROM \(name: table.name) WHERE Z_PK = \(number: holder.key)")
        }
        if !update.links.isEmpty {
            try links.begin()
            try links.add(holder.key, before: next)
        }
        for link in update.links {
            try links.leave(
                link, "SELECT \(number: holder.key)", next: memory.destinationKey(link.column.place)?.key)
        }
        let statement = try batch.connection.cached(update.text)
        let rows = batch.statements.rows
        rows.binder.begin()
        var index = 1
        for column in update.columns {
            index = try rows.binder.bind(memory, column, to: statement, at: index, entityNumber: rows.entityNumber)
        }
        try statement.bind(holder.key, at: index)
        try statement.run()
        if let bits = update.bits { changed[bits, default: []].append(holder.key) }
    }

    private func makeUpdate(_ kind: Kind) -> Update {
        let own = batch.schema.table(number: kind.entity) ?? table
        let slots = kind.given.filter { own.entity.slot(named: table.entity.slots[$0].name) != nil }
        let columns = table.columns.filter { slots.contains(Int($0.place.slot)) }
        let settings =
            columns.flatMap(\.writtenNames).map { "\(SQLiteName.quoted($0)) = ?" } + ["Z_OPT = ifnull(Z_OPT, 0) + 1"]
        return Update(
            columns: columns,
            text: "UPDATE \(SQLiteName.quoted(table.name)) SET \(settings.joined(separator: ", ")) WHERE Z_PK = ?",
            externals: columns.filter { if case .external = $0.form { true } else { false } },
            links: columns.compactMap { BatchLink($0, of: table, batch.schema) },
            bits: batch.history?.columns(
                slots.compactMap { own.entity.slot(named: table.entity.slots[$0].name) }, of: own))
    }

    /// Writes down what was changed.
    func note(in history: BatchHistory) throws {
        for (bits, keys) in changed {
            try history.note(
                .update,
                """
                SELECT Z_ENT, Z_PK FROM \(name: table.name) WHERE Z_PK IN (SELECT value FROM json_each(\(bound: JSONArray(keys).value)))
                """, columns: bits)
        }
    }
}
