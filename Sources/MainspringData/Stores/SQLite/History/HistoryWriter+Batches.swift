internal import Foundation
internal import MainspringModel

/// Changes of many rows at once.
extension HistoryWriter {
    /// Writes down changes of the rows that a `SELECT` gives: the number of the entity and the key.
    func write(
        _ type: NSPersistentHistoryChangeType, _ rows: SQLText, columns: Data?, transaction: Int64
    ) throws {
        try write(type, rows, columns: columns, preserved: [], transaction: transaction)
    }

    /// Writes down that rows are about to be deleted.
    /// - Parameters:
    ///   - source: what is behind `SELECT` and columns of the entity's table: which rows.
    ///   - alias: the table's name there.
    func writeDeletion(of table: EntityTable, _ source: SQLText, alias: String, transaction: Int64) throws {
        let preserved = tombstones.columns(table) ?? []
        let names = (["Z_ENT", "Z_PK"] + preserved.map(\.name)).map { name -> SQLText in "\(name: alias).\(name: name)"
        }
        try write(
            .delete, "SELECT \(names, by: ", ")\(source)", columns: nil, preserved: preserved, transaction: transaction)
    }

    private func write(
        _ type: NSPersistentHistoryChangeType, _ rows: SQLText, columns: Data?, preserved: [StoreColumn],
        transaction: Int64
    ) throws {
        let last = try numbers.last(.change)
        let names = preserved.indices.map { ", \(HistoryForm.tombstone($0))" }.joined()
        let places = preserved.indices.map { ", t\($0)" }.joined()
        // Names for the columns of whatever the `SELECT` gives.
        let source = "changed(entity, key\(places)) AS (\(rows.text))"
        let statement = try connection.prepare(
            """
            WITH \(source) INSERT INTO \(HistoryForm.changeTable) \
            (Z_PK, Z_ENT, ZCHANGETYPE, ZTRANSACTIONID, ZCOLUMNS, ZENTITY, ZENTITYPK\(names)) \
            SELECT ? + row_number() OVER (), \(HistoryForm.changeNumber), \(type.rawValue), ?, ?, entity, key\(places) FROM changed
            """)
        try statement.bind(rows.bindings)
        let next = rows.bindings.count + 1
        try statement.bind(last, at: next)
        try statement.bind(transaction, at: next + 1)
        try statement.bind(columns.map { .blob($0) } ?? .null, at: next + 2)
        try statement.run()
        let count = Int64(connection.changeCount)
        guard count > 0 else { return }
        try numbers.setLast(last + count, .change)
        for (number, column) in preserved.enumerated() {
            guard case .external = column.form else { continue }
            try readTombstones(number, last + 1...last + count)
        }
    }

    /// Puts data that may lie in files in the place of what the rows say of them.
    private func readTombstones(_ number: Int, _ changes: ClosedRange<Int64>) throws {
        let name = HistoryForm.tombstone(number)
        let select = try connection.prepare(
            "SELECT \(name) FROM \(HistoryForm.changeTable) WHERE Z_PK = ? AND \(name) IS NOT NULL")
        let update = try connection.prepare("UPDATE \(HistoryForm.changeTable) SET \(name) = ? WHERE Z_PK = ?")
        for change in changes {
            try select.bind(change, at: 1)
            defer { select.reset() }
            guard try select.step() else { continue }
            try update.bind(try tombstones.value(select.value(0)), at: 1)
            try update.bind(change, at: 2)
            try update.run()
        }
    }

    /// Takes a transaction out again that has no changes.
    /// - Returns: whether it has some.
    func keepIfUsed(_ transaction: Int64) throws(SQLiteFailure) -> Bool {
        let used = try connection.cached("SELECT 1 FROM \(HistoryForm.changeTable) WHERE ZTRANSACTIONID = ? LIMIT 1")
        defer { used.reset() }
        try used.bind(transaction, at: 1)
        if try used.step() { return true }
        let row = try connection.cached("DELETE FROM \(HistoryForm.transactionTable) WHERE Z_PK = ?")
        try row.bind(transaction, at: 1)
        try row.run()
        try numbers.setLast(transaction - 1, .transaction)
        return false
    }

    /// The bits of changed properties.
    func columns(_ slots: [Int], of table: EntityTable) -> Data? {
        guard let place = history.place(number: table.number) else { return nil }
        let known = history.bits[Int(place)]
        var bytes = [UInt8](repeating: 0, count: known.byteCount)
        for slot in slots { HistoryBits.set(known.ofSlots[slot], &bytes) }
        return Data(bytes)
    }
}
