internal import Foundation
internal import MainspringModel

/// What becomes of rows that a batch cannot insert, since others have values that may come once alone.
struct BatchUpserts {
    private let batch: Batch
    private let table: EntityTable
    private let constraints: [UniqueColumns]
    /// How rows are changed, by the slots that have a new value: mostly the same ones.
    private var updates: [[Int]: (columns: [StoreColumn], text: String)] = [:]
    /// The keys of rows that were changed, by the bits of what was.
    private var changed: [Data: [Int64]] = [:]

    init(batch: Batch, table: EntityTable) {
        (self.batch, self.table) = (batch, table)
        constraints = UniqueColumns.all(of: table)
    }

    /// Does what the merge policy says.
    /// - Parameter given: the slots that have a new value.
    /// - Returns: the object that has the values now; nil where it stays as it is.
    /// - Throws: `CocoaError` 133021 where the policy is to fail, or more than one object has them.
    mutating func resolve(
        _ memory: ValueMemory, _ given: [Int], _ policy: NSMergePolicyType
    ) throws -> BatchResult.Key? {
        let holders = try holders(memory)
        switch policy {
        case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType: return nil
        case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType:
            guard holders.count == 1, let holder = holders.first else { throw conflict(holders) }
            try update(holder.key, memory, given)
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

    private mutating func update(_ key: Int64, _ memory: ValueMemory, _ given: [Int]) throws {
        let (columns, text) = updates[given] ?? makeUpdate(given)
        updates[given] = (columns, text)
        let statement = try batch.connection.cached(text)
        let rows = batch.statements.rows
        rows.binder.begin()
        var index = 1
        for column in columns {
            index = try rows.binder.bind(memory, column, to: statement, at: index, entityNumber: rows.entityNumber)
        }
        try statement.bind(key, at: index)
        try statement.run()
        if let bits = batch.history?.columns(given, of: table) { changed[bits, default: []].append(key) }
    }

    private func makeUpdate(_ given: [Int]) -> (columns: [StoreColumn], text: String) {
        let columns = table.columns.filter { given.contains(Int($0.place.slot)) }
        let settings =
            columns.flatMap(\.writtenNames).map { "\(SQLiteName.quoted($0)) = ?" } + ["Z_OPT = ifnull(Z_OPT, 0) + 1"]
        return (
            columns, "UPDATE \(SQLiteName.quoted(table.name)) SET \(settings.joined(separator: ", ")) WHERE Z_PK = ?"
        )
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
