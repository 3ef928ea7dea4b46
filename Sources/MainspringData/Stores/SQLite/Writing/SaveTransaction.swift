internal import Foundation
@_spi(Tools) internal import MainspringModel

/// A save in one transaction of a store's file.
///
/// What goes first makes room: pairs and rows that are deleted, rows that change, then new ones, and pairs and orders last.
struct SaveTransaction {
    let statements: SaveStatements
    let changes: ChangeSet
    let external: ExternalWrites

    private var schema: StoreSchema { statements.schema }
    private var connection: SQLiteConnection { statements.connection }
    private var rows: RowStatements { statements.rows }
    private var members: MemberWriter { statements.members }

    /// The rows as they will be, once the transaction is committed.
    private struct Outcome {
        var inserted: WrittenRows
        var updated: WrittenRows
    }

    /// What a save has done.
    struct Done {
        let rows: SavedRows
        /// Objects to be deleted that were deleted already.
        let absent: Set<ObjectKey>
    }

    /// Runs the statements. The transaction is open, and whoever has opened it ends it.
    /// - Throws: ``StoreConflicts``, ``SQLiteFailure``, `CocoaError` 134030 for what no column holds.
    func run() throws -> Done {
        try connection.cached("SAVEPOINT rows").run()
        do {
            return try write(parkingUniqueValues: false)
        } catch let failure as SQLiteFailure where failure.isUniqueness {
            try connection.execute("ROLLBACK TO rows")
            external.rollBack()
            let conflicts = try UniqueCheck(statements: statements, changes: changes).conflicts()
            guard conflicts.isEmpty else { throw StoreConflicts(rows: [], constraints: conflicts) }
            // Nobody has at the end what another has: values go from one object to another, and are nobody's meanwhile.
            return try write(parkingUniqueValues: true)
        }
    }

    private func write(parkingUniqueValues parks: Bool) throws -> Done {
        var (conflicts, absent): ([RowConflict], Set<ObjectKey>) = ([], [])
        try delete(&conflicts, &absent)
        try check(&conflicts)
        let parked = parks ? try parkUniqueValues() : [:]
        var outcome = Outcome(inserted: WrittenRows(changes.inserted), updated: WrittenRows(changes.updated))
        try update(&outcome, &conflicts, parked)
        guard conflicts.isEmpty else { throw StoreConflicts(rows: conflicts, constraints: []) }
        try insert(&outcome)
        for group in [changes.updated, changes.inserted] {
            for index in group.indices where !group[index].members.isEmpty {
                guard let table = schema.table(of: group[index].row.layout) else { continue }
                try members.apply(group[index], table)
            }
        }
        return Done(
            rows: SavedRows(inserted: outcome.inserted.rows, updated: outcome.updated.rows), absent: absent)
    }

    // MARK: Rows

    private func delete(_ conflicts: inout [RowConflict], _ absent: inout Set<ObjectKey>) throws {
        for change in changes.deleted {
            let table = try table(of: change)
            try members.removeAll(of: change.key.key, table)
            try noteExternal(change, table, .all)
            let key = change.key.key
            if try rows.delete(key, table, version: change.basis) { continue }
            // Who deletes what is deleted already is content.
            guard change.basis != nil, let persisted = try persistedRow(change, table) else {
                absent.insert(change.key)
                continue
            }
            // Others may have been linked to it, which its row does not say: they would lead to nobody.
            guard !table.hasMembersByColumn, persisted.hasValues(of: change.previous, table) else {
                conflicts.append(RowConflict(change: change, isDeletion: true, persisted: persisted))
                continue
            }
            guard try rows.delete(key, table, version: persisted.version) else { throw rows.ignored() }
        }
    }

    /// Notes the files of long data that a row does not need any more.
    private func noteExternal(_ change: ObjectChange, _ table: EntityTable, _ columns: ColumnMask) throws {
        guard table.hasExternals else { return }
        for (number, column) in table.columns.enumerated() where columns.contains(number) {
            guard case .external = column.form else { continue }
            let statement = try connection.cached(
                "SELECT \(SQLiteName.quoted(column.name)) FROM \(SQLiteName.quoted(table.name)) WHERE Z_PK = ?")
            defer { statement.reset() }
            try statement.bind(change.key.key, at: 1)
            if try statement.step(), !statement.isNull(0) { external.giveUp(statement.data(0)) }
        }
    }

    /// What is only looked at.
    private func check(_ conflicts: inout [RowConflict]) throws {
        for change in changes.locked {
            guard change.basis != nil else { continue }
            let table = try table(of: change)
            let persisted = try persistedRow(change, table)
            if let persisted,
                persisted.version == change.basis
                    || !table.hasMembersByColumn && persisted.hasValues(of: change.previous, table)
            {
                continue
            }
            conflicts.append(RowConflict(change: change, isDeletion: false, persisted: persisted))
        }
    }

    /// - Parameter parked: rows as they were before values were taken from them.
    private func update(
        _ outcome: inout Outcome, _ conflicts: inout [RowConflict], _ parked: [ObjectKey: Row]
    ) throws {
        let (changes, rows) = (changes.updated, rows)
        var last: EntityTable?
        for index in changes.indices {
            // Its parts, and not the change: that would be counted references to all that it has.
            let (row, previous) = (changes[index].row, changes[index].previous)
            if last?.layout !== row.layout { last = try table(of: changes[index]) }
            guard let table = last else { continue }
            let columns = row.changedColumns(since: previous, table)
            if table.hasExternals { try noteExternal(changes[index], table, columns) }
            if let basis = previous?.basis {
                let next = Row.version(after: basis)
                let key = changes[index].key.key
                if try rows.update(row, key, table, columns, version: basis, newVersion: next) {
                    outcome.updated.append(row.of(version: next))
                    continue
                }
            }
            try updateOther(changes[index], table, columns, &outcome, &conflicts, parked)
        }
    }

    /// Changes a row that is not as it was, or whose version does not matter.
    private func updateOther(
        _ change: ObjectChange, _ table: EntityTable, _ columns: ColumnMask, _ outcome: inout Outcome,
        _ conflicts: inout [RowConflict], _ parked: [ObjectKey: Row]
    ) throws {
        let hasBasis = change.basis != nil
        let persisted = try (hasBasis ? parked[change.key] : nil) ?? persistedRow(change, table)
        guard let persisted, !hasBasis || persisted.hasValues(of: change.previous, table) else {
            conflicts.append(RowConflict(change: change, isDeletion: false, persisted: persisted))
            return
        }
        // Somebody has saved the row as it was: nothing is lost.
        let version = Row.version(after: persisted.version)
        let key = change.key.key
        guard try rows.update(change.row, key, table, columns, version: nil, newVersion: version) else {
            throw rows.ignored()
        }
        outcome.updated.append(change.row.of(version: version))
    }

    private func insert(_ outcome: inout Outcome) throws {
        let (changes, rows) = (changes.inserted, rows)
        var last: EntityTable?
        for index in changes.indices {
            let (row, key) = (changes[index].row, changes[index].key.key)
            if last?.layout !== row.layout { last = try table(of: changes[index]) }
            guard let table = last else { continue }
            try rows.insert(row, key, table)
            let version = max(1, row.version)
            // It is saved again after it was deleted.
            if version > 1 { _ = try rows.update(row, key, table, ColumnMask(), version: nil, newVersion: version) }
            outcome.inserted.append(row.of(version: version))
        }
    }

    /// Takes values that no two objects may have from all that change them, so that they may change them in any order.
    /// - Returns: the rows as they were.
    private func parkUniqueValues() throws -> [ObjectKey: Row] {
        var parked: [ObjectKey: Row] = [:]
        for change in changes.updated {
            let table = try table(of: change)
            let names = Set(table.entity.lineageConstraints.joined())
            let columns = table.columns.filter { column in
                names.contains(table.entity.slots[Int(column.place.slot)].name)
                    && !(change.previous.map { change.row.isSame(column.place, as: $0) } ?? false)
            }.flatMap(\.writtenNames)
            guard !columns.isEmpty else { continue }
            parked[change.key] = try persistedRow(change, table)
            let values = columns.map { "\(SQLiteName.quoted($0)) = NULL" }.joined(separator: ", ")
            let statement = try connection.prepare(
                "UPDATE \(SQLiteName.quoted(table.name)) SET \(values) WHERE Z_PK = ?")
            try statement.bind(change.key.key, at: 1)
            try statement.run()
        }
        return parked
    }

    // MARK: What is there

    private func persistedRow(_ change: ObjectChange, _ table: EntityTable) throws -> Row? {
        try statements.stored.row(change.key.key, table)
    }

    private func table(of change: ObjectChange) throws -> EntityTable {
        if let table = schema.table(of: change.row.layout) { return table }
        throw CoreDataError.make(
            NSPersistentStoreSaveError,
            "\(change.identity) cannot be saved into \(connection.path): the store does not keep objects of "
                + "“\(change.row.layout.entity.name ?? "")”.")
    }
}

extension ObjectChange {
    /// The version of the row that the change was made to; nil if it does not matter.
    var basis: Int64? { previous?.basis }
}

extension Row {
    /// The version of a row to which a change is made; nil if it does not matter.
    fileprivate var basis: Int64? { version > 0 ? version : nil }

    /// The row with a version; itself if it has it.
    fileprivate func of(version: Int64) -> Row { self.version == version ? self : with(version: version) }

    /// The columns that are not as they were.
    fileprivate func changedColumns(since previous: Row?, _ table: EntityTable) -> ColumnMask {
        guard let previous else { return .all }
        var (columns, number) = (ColumnMask(), 0)
        let (memory, former) = (memory, previous.memory)
        for binding in table.bindings {
            if !memory.isSame(binding.place, as: former) { columns.insert(number) }
            number += 1
        }
        return columns
    }

    /// Whether all that a store keeps is the same in another row.
    fileprivate func hasValues(of other: Row?, _ table: EntityTable) -> Bool {
        guard let other, other.layout === layout, !other.isStale else { return false }
        return table.columns.allSatisfy { isSame($0.place, as: other) || $0.isStoredAlike(self, other) }
    }
}

extension NSEntityDescription {
    /// The constraints of the entity and all that it inherits from, as names of properties.
    var lineageConstraints: [[String]] {
        lineage.flatMap { $0.uniquenessConstraints.map(ConstraintNames.names) }.filter { !$0.isEmpty }
    }
}
